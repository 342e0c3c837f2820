import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { purposes } from "~/contract/customer/customer-record";
import { type CaseStage, caseStages, type InquiryExt, visaStored } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryKind, InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { casePath } from "~/contract/inquiry/visa-case";
import { visaMet } from "~/contract/inquiry/visa-check";
import { layouts } from "~/contract/shared/property";
import { settings } from "~/contract/system/setting";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { requirementAnnex } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { phoneColumns } from "~/server/resources/customer/customer/contact/contacts";
import { afterWorkTime, type WorkTime, workSeconds } from "~/server/resources/inquiry/work-time";
import type { Person } from "../customer/customers";
import { yearDays } from "../customer/histories";
import type { Drawn } from "../drawings/gallery";
import type { EstateStory } from "../house/estates";
import { type Calendar, day, hourly, inHours, minute } from "../shared/calendar";
import { annexFile, type Files, paperOf } from "../shared/files";
import { between, by, chance, draw, drawRows, maybe, oneOf, type Random, randomFrom } from "../shared/random";
import { instantOrNull, momentSql, numbered, stamps } from "../shared/rows";
import { type Base, staffOf, type Writing } from "../terms";

/** What stands in braces is said where there is no estate to be named. */
const asks = [
  "想了解{日本新房}的起价和交房时间，方便的话请发一份价目表。",
  "{贵司的房源}还有两居室吗？预算不算高，想看看朝南的。",
  "请问{海外买房}外国人贷款能贷几成，利率大概多少？",
  "孩子明年去读书，想在学校附近买一套自住，{有没有合适的}请介绍一下。",
  "打算买来出租，{哪个区域}的租金回报大概多少？管理费每月多少？",
  "下个月过去出差，想顺便看看{几个在售的项目}，能安排吗？",
  "{你们的房子}离车站步行几分钟？附近有没有超市和医院？",
];

const rentals = [
  "下个月入职，想租离公司近一点的一居室，可以先视频看房吗？",
  "两个人合住，希望有独立卫浴，最好不用保证人。",
  "名下有一套公寓想委托出租，请问托管费怎么收？",
  "带一只小猫，想找可以养宠物的房子，长租两年。",
  "刚拿到在留卡，想先租半年再决定买房。",
];

const visas = [
  "想办经营管理签证，目前国内有公司，想问资本金和办公室的要求。",
  "新规以后还能不能办经管签？我有硕士学历，日语二级。",
  "打算一边买房一边办签证，全家三口，请帮忙评估条件。",
  "公司已经注册好了，还缺常勤员工，请问怎么安排比较稳妥？",
];

const closings =
  "多次联系未接通，先行关闭 客户已在别处购房 只是随便了解，暂无计划 预算与在售房源差距较大 客户表示明年再考虑".split(
    " ",
  );

const shares = {
  kind: { estate: 58, chat: 16, visa: 10, rental: 9, report: 5, general: 2 },
  status: { converted: 34, processing: 18, assigned: 12, pending: 8, closed: 16, invalid: 12 },
} as const;
const fields = {
  contact_time: by({ any: 55, morning: 12, afternoon: 18, evening: 15 }),
  utm_source: maybe(0.35, oneOf(["baidu", "xiaohongshu", "wechat", "google"])),
  platform: by({ web: 38, h5: 30, mini_program: 18, app_ios: 7, app_android: 7 }),
  invalid_reason: by({ wrong_number: 30, duplicate: 18, spam: 20, peer: 14, not_buyer: 18 }),
  close_reason: oneOf(closings),
  isSpam: chance(0.15),
};
const weekWeights = [1.35, 1.1, 1.05, 1, 1, 0.8, 0.75] as const;
/** One working day to answer in, which the demo's company has set; nearly all are answered within half an hour. */
export const responseMinutes = 540;
const usualMinutes = 30;
/** The share of the unanswered that is late, so that 8 % of all are (domain G.2). */
const lateShare = 0.21;
const rules: WorkTime = {
  "inquiry.work_hours": { days: [1, 2, 3, 4, 5, 6], from: "09:30", to: "18:30" },
  "inquiry.holidays": [],
};
/** Days back to the oldest of those that are still open. */
const oldest: Partial<Record<InquiryStatus, number>> = { pending: 2, assigned: 6, processing: 40 };

type Row = typeof inquiry.$inferInsert & { id: number };

type SiteUser = typeof customerUser.$inferSelect;
interface Company extends Base {
  people: readonly Person[];
  users: readonly SiteUser[];
  estates: readonly EstateStory[];
}

/** What a year brought: converted ones are those of customers who came by the site, the others of registered users who are nobody's customer; with the papers of visa cases. Runs after users and estates. */
export async function writeInquiries(writing: Writing, made: Pick<Company, "people" | "estates">): Promise<void> {
  const { tx, isFull, files, drawings } = writing;
  const isStranger = and(
    isNull(customerUser.customer_id),
    eq(customerUser.status, "normal"),
    isNotNull(customerUser.phone),
  );
  const users = await tx.select().from(customerUser).where(isStranger).orderBy(asc(customerUser.id));
  const company = { ...writing, random: randomFrom(20_261_131), ...made, users };
  const rows = draftsOf(company, isFull ? 2_400 : 240).map((draft) => rowOf(company, draft));
  await insertRows(tx, inquiry, rows);
  const papers = makeCasePapers(company, drawings.papers, rows, files);
  await files.put({ tx });
  await insertRows(tx, requirementAnnex, papers);
}

function draftsOf({ random, calendar, people, users }: Company, total: number) {
  const sources = random.shuffle(people.filter(isFromSite));
  const strangers = random.shuffle(users);
  const drafts = drawRows(random, total, shares, fields).map((draft, index) => {
    const person = draft.status === "converted" ? (sources[index % sources.length] ?? null) : null;
    const user = person ? null : (strangers[index % strangers.length] ?? null);
    // Converted when the customer was made, so that it came a while before.
    const before = (one: Person) => one.history.createdAt - random.whole(6, 300) * minute;
    const isOpen = draft.status === "pending" || draft.status === "assigned";
    const isLate = isOpen ? random.chance(lateShare) : undefined;
    const at = person ? before(person) : arrival(random, calendar, user, oldest[draft.status], isLate);
    return { ...draft, at, person, user };
  });
  return numbered(drafts, "XJ");
}

const siteSources = new Set(["site_inquiry", "app_inquiry", "chat", "phone", "ads", "social"]);
const isFromSite = ({ history, profile }: Person) =>
  siteSources.has(profile.source) && history.deletedAt === null && Boolean(profile.phone ?? profile.wechat);

/** More recently than a year ago, more on Mondays, fewer at Spring Festival. */
function arrival(random: Random, calendar: Calendar, user: SiteUser | null, latest = yearDays, isLate?: boolean) {
  for (let tries = 0; ; tries++) {
    const daysAgo = random.whole(0, latest);
    // Long enough ago to have been answered since.
    const passed = Math.min(hourly(random, calendar, daysAgo), calendar.now - 10 * minute);
    const at = Math.max(passed, Date.parse(user?.registered_at ?? "1970"));
    // After holidays nothing is late.
    if (isLate !== undefined && tries < 99 && dueAt(at) < calendar.now !== isLate) continue;
    const date = new Date(at + 8 * 3_600_000);
    const isFestival = date.getUTCMonth() === 1 && date.getUTCDate() >= 10 && date.getUTCDate() <= 24;
    const weekday = weekWeights[(date.getUTCDay() + 6) % 7] ?? 1;
    const weight = weekday * (1 - (0.15 * daysAgo) / yearDays) * (isFestival ? 0.3 : 1);
    if (random.chance(weight / 1.35)) return Math.min(at, calendar.now - 10 * minute);
  }
}

const dueAt = (at: number, minutes = responseMinutes) => afterWorkTime(new Date(at), minutes, rules).getTime();

type Draft = ReturnType<typeof draftsOf>[number];

function rowOf({ random, calendar, staff, estates, nextName }: Company, draft: Draft): Row {
  const { id, no, kind, status, at, person, user, contact_time, utm_source } = draft;
  const sellers = staffOf(staff, "sales");
  const owner = person?.history.owner ?? person?.history.lastOwner ?? null;
  const seller = sellers.find((one) => one.id === owner) ?? random.pick(sellers);
  const isSpam = status === "invalid" && draft.isSpam;
  const assignee = status === "pending" || isSpam ? null : seller.id;
  const due = dueAt(at);
  const isOpen = status === "pending" || status === "assigned" || isSpam;
  const answered = isOpen ? null : answeredAt(random, calendar, at, due);
  const isOver = ["converted", "closed", "invalid"].includes(status);
  const latest = answered && Math.min(answered + random.whole(1, 72) * 60 * minute, calendar.now - minute);
  const last = Math.max(person?.history.createdAt ?? latest ?? at, (answered ?? at) + minute);
  const close_reason = status === "closed" ? draft.close_reason : null;
  const story = kind === "estate" ? random.pick(estates.filter(({ state }) => state === "online")) : null;
  const isConverted = status === "converted";
  const ext: InquiryExt = { ...exts[kind]?.(random) };
  const since = isConverted ? last : answered;
  // Its own random source: what comes after it does not change.
  if (kind === "visa") Object.assign(ext, caseOf(randomFrom(id * 7_919), calendar, status, since, assignee));
  const contacts = person?.profile ?? { ...user, wechat: null };
  const platform = user?.register_platform ?? draft.platform;
  return {
    ...{ id, inquiry_no: no, kind, status, name: person?.profile.name ?? nextName(), ext, contact_time, utm_source },
    content: contentOf(random, kind, story?.row.name),
    ...phoneColumns({ phone: contacts.phone ?? null, phone_cc: contacts.phone_cc ?? null }),
    ...{ wechat: contacts.wechat ?? null, email: contacts.email?.toLowerCase() ?? null },
    visa_met: kind === "visa" ? visaMet(ext, { capital_min: settings["visa.capital_min"].value }) : null,
    ...{ platform, device: platform === "web" ? "pc" : "mobile" },
    page_url: story ? `https://www.demo.test/estate/${story.row.slug ?? story.row.id}` : "https://www.demo.test/",
    customer_user_id: user && Date.parse(user.registered_at) <= at ? user.id : null,
    ...{ customer_id: isConverted ? (person?.id ?? null) : null, estate_id: story?.row.id ?? null },
    ...{ assignee_id: assignee, waiting_since: isoInstant(at), due_at: isoInstant(due) },
    is_overdue: !isSpam && (answered ?? calendar.now) > due,
    first_response_at: instantOrNull(answered),
    response_seconds: answered === null ? null : workSeconds(new Date(at), new Date(answered), rules),
    ...{ invalid_reason: status === "invalid" ? (isSpam ? "spam" : draft.invalid_reason) : null, close_reason },
    ...{ converted_at: isConverted ? isoInstant(last) : null, converted_created: isConverted },
    ...{ created_at: isoInstant(at), updated_at: isoInstant(isOver ? last : (answered ?? at)) },
  };
}

function answeredAt(random: Random, calendar: Calendar, at: number, due: number): number {
  const moment = random.chance(0.96)
    ? inHours(random, calendar, at, dueAt(at, usualMinutes))
    : due + random.whole(5, 240) * minute;
  return Math.min(Math.max(moment, at + minute), calendar.now - 2 * minute);
}

function contentOf(random: Random, kind: InquiryKind, name = ""): string {
  if (kind === "report") return "下载趋势报告";
  if (kind === "rental" || kind === "visa") return random.pick(kind === "visa" ? visas : rentals);
  return random.pick(asks).replace(/\{(.*?)\}/, (_, other: string) => name || other);
}

const yen = (tenThousands: number) => `${tenThousands * 10_000}.00`;

const exts: Partial<Record<InquiryKind, (random: Random) => InquiryExt>> = {
  estate: (random) => {
    const low = random.whole(3, 12) * 1_000;
    return {
      ...draw(random, { layout: oneOf(Object.keys(layouts)), purpose: oneOf(Object.keys(purposes)) }),
      ...{ budget_min: yen(low), budget_max: yen(low + random.whole(1, 4) * 1_000), budget_currency: "JPY" },
      ...{ want_viewing: random.chance(0.3), viewing_date: null },
    };
  },
  rental: (random) => {
    const low = random.whole(8, 30);
    return {
      ...{ rent_min: yen(low), rent_max: yen(low + 5), currency: "JPY", lease_months: 24, nationality: "CN" },
      ...draw(random, {
        rent_kind: by({ find_rent: 70, entrust: 30 }),
        city: oneOf(["东京都港区", "东京都新宿区", "大阪市中央区", "福冈市中央区"]),
        layout: oneOf(Object.keys(layouts)),
        occupants: between(1, 4),
        visa_status: oneOf(["student", "work", "business_manager", "permanent"]),
        guarantor: chance(0.4),
        pet: chance(0.15),
      }),
    };
  },
  visa: (random) => ({
    nationality: "CN",
    ...draw(random, {
      company_stage: oneOf(["none", "setting_up", "established"]),
      capital_jpy: oneOf([5_000_000, 10_000_000, 30_000_000, 50_000_000]),
      has_3y_experience: chance(0.6),
      has_master: chance(0.3),
      has_fulltime_staff: chance(0.4),
      japanese_level: oneOf(["none", "N4", "N3", "N2", "N1"]),
      office_ready: maybe(0.4, oneOf([true])),
    }),
  }),
  report: () => ({ report_title: "日本新房市场季度报告" }),
};

type Annex = typeof requirementAnnex.$inferInsert;

/** How far those are whose person is a customer, or is talked with. */
const stagesOf: Readonly<Record<string, (random: Random) => CaseStage>> = {
  converted: by({
    ...{ consulting: 8, evaluating: 12, engaged: 13, preparing: 16, submitted: 13, coe_issued: 8 },
    ...{ visa_issued: 16, refused: 7, withdrawn: 7 },
  }),
  processing: by({ consulting: 50, evaluating: 34, engaged: 16 }),
};

const scriveners = ["山田行政书士", "佐藤行政书士", "中村法务事务所", "高桥行政书士"] as const;
const stepNotes: Partial<Record<CaseStage, string>> = {
  ...{ evaluating: "电话核对了资本金与学历", engaged: "委托书已签，首期费用已付", preparing: "事业计划书起草中" },
  ...{ submitted: "已递交，受理号已登记", coe_issued: "认定证明原件已寄出", visa_issued: "在留卡已领取" },
  ...{ refused: "资本金来源说明不充分", withdrawn: "客户暂缓来日计划" },
};
const checkNotes = [{ capital: "已在日本账户" }, { plan: "税理士审阅中" }, { office: "本月签约" }] as const;

/** How a visa's case has gone, as its `ext` keeps it. */
function caseOf(
  random: Random,
  { now }: Calendar,
  status: string,
  since: number | null,
  by: number | null,
): InquiryExt {
  // It moves from when somebody answered.
  const passed = since === null ? [] : pathTo(random, stagesOf[status]?.(random) ?? "consulting");
  const gap = Math.min((now - (since ?? 0)) / (passed.length + 1), 24 * day);
  const steps = passed.map((stage, index) => {
    const at = Math.min((since ?? 0) + Math.max(minute, gap * (index + 1)), now - minute);
    const isNoted = stage === "refused" || stage === "withdrawn" || random.chance(0.7);
    return { stage, at: isoInstant(at).slice(0, 10), note: (isNoted && stepNotes[stage]) || null, by };
  });
  const isEngaged = passed.includes("engaged");
  return {
    ...{ case_stage: passed.at(-1) ?? "consulting", steps, notes: random.chance(0.4) ? random.pick(checkNotes) : {} },
    plan_confirmed: isEngaged ? random.chance(0.8) : null,
    staff_japanese_level: isEngaged && random.chance(0.5) ? random.pick(["N3", "N2", "N1"]) : null,
    scrivener: isEngaged ? random.pick(scriveners) : null,
    fee_jpy: isEngaged ? random.whole(25, 60) * 10_000 : null,
  };
}

/** The stages that a case has come to, its present one at the end. */
function pathTo(random: Random, stage: CaseStage): CaseStage[] {
  const path: readonly CaseStage[] = casePath.slice(1);
  const place = path.indexOf(stage);
  if (place >= 0 || stage === "consulting") return path.slice(0, place + 1);
  // Only submitted cases are refused; a customer may give up at any step.
  return [...path.slice(0, stage === "refused" ? path.indexOf("submitted") + 1 : random.whole(0, 3)), stage];
}

const withPapers: readonly unknown[] = ["preparing", "submitted", "coe_issued", "visa_issued", "refused"];
const papers = [
  ["passport", "PASSPORT", "护照首页"],
  ["asset", "ASSETS", "资本金来源证明"],
  ["income", "INCOME", "收入证明"],
  ["other", "PLAN", "事业计划书"],
  ["visa", "VISA", "在留资格认定申请书"],
] as const;

/** The papers of cases that are prepared or further, from their engagement on; files of their own. */
function makeCasePapers(
  { random, calendar }: Base,
  pages: readonly Drawn[],
  inquiries: readonly (typeof inquiry.$inferInsert & { id: number })[],
  files: Files,
) {
  const wanted = inquiries.flatMap(({ id, kind, ext, assignee_id: by, first_response_at: answered }) => {
    const { steps, case_stage } = visaStored.parse(kind === "visa" ? ext : {});
    const engaged = steps.find(({ stage }) => stage === "engaged");
    if (!engaged || !withPapers.includes(case_stage) || !by || !answered) return [];
    const since = Math.max(Date.parse(`${engaged.at}T10:00:00+08:00`), Date.parse(answered));
    return papers.slice(0, random.whole(2, papers.length)).map((paper) => ({ id, by, since, paper }));
  });
  return wanted.map(({ id, by, since, paper: [category, word, name] }): Annex => {
    const at = Math.min(since + random.whole(0, 8) * day + random.whole(0, 500) * minute, calendar.now - 3 * minute);
    const isPdf = category !== "passport";
    const drawn = isPdf ? paperOf(word, random.whole(1, 8)) : random.pick(pages);
    const media_id = files.add(random, { scene: "annex", name: annexFile(category, drawn.mime), by, at, drawn });
    const isVerified = random.chance(0.6);
    return {
      ...{ requirement_id: null, inquiry_id: id, media_id, category, name, remark: null },
      ...{ verified: isVerified ? "verified" : "unverified", verify_note: null, expire_at: null },
      ...{ verified_by: isVerified ? by : null, verified_at: isVerified ? isoInstant(at) : null, ...stamps(at, by) },
    };
  });
}

/** What became of inquiries, from their own moments; a late one as the job notifies it, on its next run after the term. */
export async function writeInquiryLogs({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  const label = (key: SQL) => sql`(${JSON.stringify(caseStages)}::jsonb ->> (${key}))`;
  const former = sql`case when n > 1 then ext -> 'steps' -> (n - 2)::int ->> 'stage' else 'consulting' end`;
  await tx.execute(sql`
    insert into inquiry_log (inquiry_id, action, from_status, to_status, by, reason, at)
    select i.id, action, former, latter, s.by, s.reason, s.at from inquiry i cross join lateral (
      select * from (values
        (1, 'create', null, case when assignee_id is not null then 'assigned' when status = 'invalid' then 'invalid' else 'pending' end, null::bigint, null, created_at),
        (2, 'auto_assign', 'pending', 'assigned', null, null, case when assignee_id is not null then created_at end),
        (3, 'overdue', null, null, null, null, case when is_overdue then date_bin('5 minutes', due_at, 'epoch') + interval '5 minutes' end),
        (4, 'contacted', 'assigned', 'processing', assignee_id, null, first_response_at),
        (5, case status when 'converted' then 'convert' when 'closed' then 'close' else 'invalid' end, 'processing', status, assignee_id, close_reason,
          case when status in ('converted', 'closed', 'invalid') and first_response_at is not null then updated_at end)) t (place, action, former, latter, by, reason, at)
      union all select 6, 'case', null, null, assignee_id, concat_ws('：', ${label(former)} || ' → ' || ${label(sql`step ->> 'stage'`)} || '（' || (step ->> 'at') || '）', step ->> 'note'),
        least(greatest(((step ->> 'at')::date + time '18:00') at time zone 'Asia/Shanghai', first_response_at + n * interval '1 minute'), ${now})
        from jsonb_array_elements(case kind when 'visa' then ext -> 'steps' else '[]' end) with ordinality c (step, n)) s
    where s.at is not null and (action <> 'overdue' or s.at < coalesce(first_response_at, ${now}))
    order by s.at, i.id, place`);
}
