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
import type { EstateStory } from "../house/estates";
import { type Calendar, day, hour, hourly, inHours, minute } from "../shared/calendar";
import { annexFile } from "../shared/files";
import { type Random, randomFrom, spread } from "../shared/random";
import { instantOrNull, momentSql, numbered, stamps } from "../shared/rows";
import { type Base, staffOf, type Writing } from "../terms";

/** `{p}` is the estate, where there is one. */
const asks = [
  "想了解{p}的起价和交房时间，方便的话请发一份价目表。",
  "{p}还有两居室吗？预算不算高，想看看朝南的。",
  "打算买来出租，{p}的租金回报大概多少？管理费每月多少？",
  "下个月过去出差，想顺便看看{p}，能安排吗？",
];
const contents: Partial<Record<InquiryKind, readonly string[]>> = {
  rental: [
    "下个月入职，想租离公司近一点的一居室，可以先视频看房吗？",
    "名下有一套公寓想委托出租，请问托管费怎么收？",
    "带一只小猫，想找可以养宠物的房子，长租两年。",
  ],
  visa: [
    "想办经营管理签证，目前国内有公司，想问资本金和办公室的要求。",
    "打算一边买房一边办签证，全家三口，请帮忙评估条件。",
  ],
  report: ["下载趋势报告"],
};
const closings = ["多次联系未接通，先行关闭", "客户已在别处购房", "只是随便了解，暂无计划"];

const kinds = { estate: 58, chat: 16, visa: 10, rental: 9, report: 5, general: 2 };
const statuses = { converted: 34, processing: 18, assigned: 12, pending: 8, closed: 16, invalid: 12 };
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
  const { tx, isFull } = writing;
  const isStranger = and(
    isNull(customerUser.customer_id),
    eq(customerUser.status, "normal"),
    isNotNull(customerUser.phone),
  );
  const users = await tx.select().from(customerUser).where(isStranger).orderBy(asc(customerUser.id));
  const company = { ...writing, random: randomFrom(20_261_131), ...made, users };
  const rows = draftsOf(company, isFull ? 2_400 : 240).map((draft) => rowOf(company, draft));
  await insertRows(tx, inquiry, rows);
  await writeCasePapers(writing, rows);
}

function draftsOf({ random, calendar, people, users }: Company, total: number) {
  const sources = random.shuffle(people.filter(isFromSite));
  const strangers = random.shuffle(users);
  const ofKind = random.shuffle(spread(total, kinds));
  const drafts = random.shuffle(spread(total, statuses)).map((status, index) => {
    const person = status === "converted" ? (sources[index % sources.length] ?? null) : null;
    const user = person ? null : (strangers[index % strangers.length] ?? null);
    const isOpen = status === "pending" || status === "assigned";
    const isLate = isOpen ? random.chance(lateShare) : undefined;
    // Converted when the customer was made, so that it came a while before.
    const at = person
      ? person.history.createdAt - random.whole(6, 300) * minute
      : arrival(random, calendar, user, oldest[status], isLate);
    return { kind: ofKind[index] ?? "estate", status, at, person, user };
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
    const date = new Date(at + 8 * hour);
    const isFestival = date.getUTCMonth() === 1 && date.getUTCDate() >= 10 && date.getUTCDate() <= 24;
    const weekday = weekWeights[(date.getUTCDay() + 6) % 7] ?? 1;
    const weight = weekday * (1 - (0.15 * daysAgo) / yearDays) * (isFestival ? 0.3 : 1);
    if (random.chance(weight / 1.35)) return Math.min(at, calendar.now - 10 * minute);
  }
}

const dueAt = (at: number, minutes = responseMinutes) => afterWorkTime(new Date(at), minutes, rules).getTime();

type Draft = ReturnType<typeof draftsOf>[number];

function rowOf({ random, calendar, staff, estates, nextName }: Company, draft: Draft): Row {
  const { id, no, kind, status, at, person, user } = draft;
  const sellers = staffOf(staff, "sales");
  const owner = person?.history.owner ?? person?.history.lastOwner ?? null;
  const seller = sellers.find((one) => one.id === owner) ?? random.pick(sellers);
  const assignee_id = status === "pending" ? null : seller.id;
  const due = dueAt(at);
  const answered = status === "pending" || status === "assigned" ? null : answeredAt(random, calendar, at, due);
  const latest = answered && Math.min(answered + random.whole(1, 72) * hour, calendar.now - minute);
  const last = Math.max(person?.history.createdAt ?? latest ?? at, (answered ?? at) + minute);
  const isConverted = status === "converted";
  const isOver = isConverted || status === "closed" || status === "invalid";
  const story = kind === "estate" ? random.pick(estates.filter(({ state }) => state === "online")) : null;
  const ext: InquiryExt = { ...exts[kind]?.(random) };
  if (kind === "visa") Object.assign(ext, caseOf(random, calendar, status, isConverted ? last : answered, assignee_id));
  const contacts = person?.profile ?? { ...user, wechat: null };
  const platform = user?.register_platform ?? random.weighted({ web: 38, h5: 30, mini_program: 18, app_ios: 14 });
  return {
    ...{ id, inquiry_no: no, kind, status, name: person?.profile.name ?? nextName(), ext },
    content: random.pick(contents[kind] ?? asks).replace("{p}", story?.row.name ?? "日本新房"),
    ...phoneColumns({ phone: contacts.phone ?? null, phone_cc: contacts.phone_cc ?? null }),
    ...{ wechat: contacts.wechat ?? null, email: contacts.email?.toLowerCase() ?? null },
    visa_met: kind === "visa" ? visaMet(ext, { capital_min: settings["visa.capital_min"].value }) : null,
    ...{ platform, device: platform === "web" ? "pc" : "mobile", page_url: "https://www.demo.test/" },
    customer_user_id: user && Date.parse(user.registered_at) <= at ? user.id : null,
    ...{ customer_id: isConverted ? (person?.id ?? null) : null, estate_id: story?.row.id ?? null },
    ...{ assignee_id, waiting_since: isoInstant(at), due_at: isoInstant(due) },
    is_overdue: (answered ?? calendar.now) > due,
    first_response_at: instantOrNull(answered),
    response_seconds: answered === null ? null : workSeconds(new Date(at), new Date(answered), rules),
    invalid_reason: status === "invalid" ? random.pick(["wrong_number", "duplicate", "spam", "not_buyer"]) : null,
    close_reason: status === "closed" ? random.pick(closings) : null,
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

const exts: Partial<Record<InquiryKind, (random: Random) => InquiryExt>> = {
  estate: (random) => ({
    ...{ layout: random.pick(Object.keys(layouts)), purpose: random.pick(Object.keys(purposes)) },
    ...{ budget_min: "50000000.00", budget_max: `${random.whole(6, 12)}0000000.00`, budget_currency: "JPY" },
    want_viewing: random.chance(0.3),
  }),
  rental: (random) => ({
    ...{ rent_min: "150000.00", rent_max: "250000.00", currency: "JPY", lease_months: 24, nationality: "CN" },
    ...{ rent_kind: random.pick(["find_rent", "entrust"]), city: "东京都港区", occupants: random.whole(1, 4) },
    ...{ layout: random.pick(Object.keys(layouts)), pet: random.chance(0.15) },
  }),
  visa: (random) => ({
    ...{ nationality: "CN", company_stage: random.pick(["none", "setting_up", "established"]) },
    ...{ capital_jpy: random.pick([10_000_000, 30_000_000, 50_000_000]), has_3y_experience: random.chance(0.6) },
    ...{ has_master: random.chance(0.3), has_fulltime_staff: random.chance(0.4), japanese_level: "N2" },
  }),
  report: () => ({ report_title: "日本新房市场季度报告" }),
};

/** How a visa's case has gone since somebody answered, as its `ext` keeps it: of a customer to any stage, while it is talked about to its contract. */
function caseOf(
  random: Random,
  { now }: Calendar,
  status: string,
  since: number | null,
  by: number | null,
): InquiryExt {
  const most = { converted: casePath.length - 1, processing: 2 }[status] ?? 0;
  const passed: CaseStage[] = since === null ? [] : casePath.slice(1, 1 + random.whole(0, most));
  // Only submitted cases are refused; a customer may give up at any step.
  const ending = passed.at(-1) === "submitted" ? "refused" : "withdrawn";
  if (most > 2 && passed.length < 5 && random.chance(0.2)) passed.push(ending);
  const gap = Math.min((now - (since ?? 0)) / (passed.length + 1), 24 * day);
  const steps = passed.map((stage, index) => {
    const at = Math.min((since ?? 0) + Math.max(minute, gap * (index + 1)), now - minute);
    return { stage, at: isoInstant(at).slice(0, 10), note: stage === ending ? "资金安排有变" : null, by };
  });
  const isEngaged = passed.includes("engaged");
  return {
    ...{ case_stage: passed.at(-1) ?? "consulting", steps, plan_confirmed: isEngaged ? true : null },
    ...{ scrivener: isEngaged ? "山田行政书士" : null, fee_jpy: isEngaged ? random.whole(25, 60) * 10_000 : null },
  };
}

/** Two papers of each case with a contract. */
async function writeCasePapers({ tx, calendar, files, drawings }: Writing, rows: readonly Row[]): Promise<void> {
  const random = randomFrom(20_261_132);
  const papers = rows.flatMap(({ id, kind, ext, assignee_id: by, first_response_at: answered }) => {
    const { steps } = visaStored.parse(kind === "visa" ? ext : {});
    if (!by || !answered || !steps.some(({ stage }) => stage === "engaged")) return [];
    const at = Math.floor((Date.parse(answered) + calendar.now) / 2);
    return (["passport", "asset"] as const).map((category): typeof requirementAnnex.$inferInsert => {
      const drawn = random.pick(drawings.papers);
      const name = annexFile(category, drawn.mime);
      const media_id = files.add(random, { scene: "annex", name, by, at, drawn });
      return { inquiry_id: id, media_id, category, name, verified: "unverified", ...stamps(at, by) };
    });
  });
  await files.put({ tx });
  await insertRows(tx, requirementAnnex, papers);
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
