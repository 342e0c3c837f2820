import { purposes } from "~/contract/customer/customer-record";
import type { InquiryExt } from "~/contract/inquiry/inquiry-kinds";
import type { LogAction } from "~/contract/inquiry/inquiry-record";
import type { InquiryKind, InquiryStatus } from "~/contract/inquiry/inquiry-words";
import { visaMet } from "~/contract/inquiry/visa-check";
import { layouts } from "~/contract/shared/property";
import { settings } from "~/contract/system/setting";
import { isoInstant } from "~/server/database/tables/columns";
import type { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import { phoneColumns } from "~/server/resources/customer/customer/contact/contacts";
import { afterWorkTime, type WorkTime, workSeconds } from "~/server/resources/inquiry/work-time";
import type { Person } from "../customer/customers";
import { yearDays } from "../customer/plans";
import type { SiteUser } from "../customer/users";
import { type Base, between, by, chance, draw, drawRows, maybe, oneOf } from "../drawn-rows";
import type { EstateStory } from "../house/estates";
import { type Calendar, hourly, inHours, minute } from "../shared/calendar";
import { type Random, randomFrom } from "../shared/random";
import { filled, instantOrNull, numbered } from "../shared/rows";
import { tellCase } from "./visa-cases";

/** What visitors write about an estate, or in general where there is none. */
const asks: readonly ((name: string) => string)[] = [
  (name) => `想了解${name || "日本新房"}的起价和交房时间，方便的话请发一份价目表。`,
  (name) => `${name || "贵司的房源"}还有两居室吗？预算不算高，想看看朝南的。`,
  (name) => `请问${name || "海外买房"}外国人贷款能贷几成，利率大概多少？`,
  (name) => `孩子明年去读书，想在学校附近买一套自住，${name || "有没有合适的"}请介绍一下。`,
  (name) => `打算买来出租，${name || "哪个区域"}的租金回报大概多少？管理费每月多少？`,
  (name) => `下个月过去出差，想顺便看看${name || "几个在售的项目"}，能安排吗？`,
  (name) => `${name || "你们的房子"}离车站步行几分钟？附近有没有超市和医院？`,
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

const closings = [
  "多次联系未接通，先行关闭",
  "客户已在别处购房",
  "只是随便了解，暂无计划",
  "预算与在售房源差距较大",
  "客户表示明年再考虑",
];

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
/** Monday to Sunday; most write on Mondays. */
const weekWeights = [1.35, 1.1, 1.05, 1, 1, 0.8, 0.75] as const;
/** The interval of the job that marks late ones. */
const jobTurn = 5 * minute;
/** As the settings have them where nobody has changed them. */
const minutes = 30;
const rules: WorkTime = {
  "inquiry.work_hours": { days: [1, 2, 3, 4, 5, 6], from: "09:30", to: "18:30" },
  "inquiry.holidays": [],
};
/** How far back those lie that are still open: nobody leaves one for months. */
const oldest: Partial<Record<InquiryStatus, number>> = { pending: 2, assigned: 6, processing: 40 };

type Row = typeof inquiry.$inferInsert & { id: number };
type Log = typeof inquiryLog.$inferInsert;

interface Company extends Base {
  people: readonly Person[];
  users: readonly SiteUser[];
  estates: readonly EstateStory[];
}

/** What a year brought: converted ones are those of customers who came by the site, the others of registered users who are nobody's customer. */
export function makeInquiries(company: Company, total: number): { rows: Row[]; logs: Log[] } {
  const told = draftsOf(company, total).map((draft) => tellInquiry(company, draft));
  const logs = told.flatMap((one) => one.logs).sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
  return { rows: told.map(({ row }) => row), logs: filled(logs) };
}

function draftsOf({ random, calendar, people, users }: Company, total: number) {
  const sources = random.shuffle(people.filter(isFromSite));
  const isStranger = ({ person, status, contacts }: SiteUser) => !person && status === "normal" && contacts.phone;
  const strangers = random.shuffle(users.filter(isStranger));
  const drafts = drawRows(random, total, shares, fields).map((draft, index) => {
    const person = draft.status === "converted" ? (sources[index % sources.length] ?? null) : null;
    const user = person ? null : (strangers[index % strangers.length] ?? null);
    // Converted when the customer was made, so that it came a while before.
    const before = (one: Person) => one.history.createdAt - random.whole(6, 300) * minute;
    const at = person ? before(person) : arrival(random, calendar, user, oldest[draft.status]);
    return { ...draft, at, person, user };
  });
  return numbered(drafts, "XJ");
}

const siteSources = new Set(["site_inquiry", "app_inquiry", "chat", "phone", "ads", "social"]);
const isFromSite = ({ history, profile }: Person) =>
  siteSources.has(profile.source) && history.deletedAt === null && Boolean(profile.phone ?? profile.wechat);

/** More recently than a year ago, more on Mondays, fewer at Spring Festival. */
function arrival(random: Random, calendar: Calendar, user: SiteUser | null, latest = yearDays): number {
  for (;;) {
    const daysAgo = random.whole(0, latest);
    const at = hourly(random, calendar, daysAgo);
    const date = new Date(at + 8 * 3_600_000);
    const isFestival = date.getUTCMonth() === 1 && date.getUTCDate() >= 10 && date.getUTCDate() <= 24;
    const weekday = weekWeights[(date.getUTCDay() + 6) % 7] ?? 1;
    const weight = weekday * (1 - (0.15 * daysAgo) / yearDays) * (isFestival ? 0.3 : 1);
    // Long enough ago to have been answered since.
    if (random.chance(weight / 1.35))
      return Math.min(Math.max(at, user?.registeredAt ?? 0), calendar.now - 10 * minute);
  }
}

type Draft = ReturnType<typeof draftsOf>[number];

function tellInquiry({ random, calendar, staff, estates, users, nextName }: Company, draft: Draft) {
  const { id, no, kind, status, at, person, user, contact_time, utm_source } = draft;
  const sellers = staff.filter((one) => one.roles.includes("sales") && one.status === "enabled");
  const owner = person?.history.owner ?? person?.history.lastOwner ?? null;
  const seller = sellers.find((one) => one.id === owner) ?? random.pick(sellers);
  const isSpam = status === "invalid" && draft.isSpam;
  const assignee = status === "pending" || isSpam ? null : seller.id;
  const due = afterWorkTime(new Date(at), minutes, rules);
  const isOpen = status === "pending" || status === "assigned" || isSpam;
  const answered = isOpen ? null : answeredAt(random, calendar, at, due.getTime());
  const isOver = ["converted", "closed", "invalid"].includes(status);
  const latest = answered && Math.min(answered + random.whole(1, 72) * 60 * minute, calendar.now - minute);
  const last = Math.max(person?.history.createdAt ?? latest ?? at, (answered ?? at) + minute);
  const close_reason = status === "closed" ? draft.close_reason : null;
  const logs: Log[] = [];
  const say = (moment: number, action: LogAction, step: Partial<Log> = {}) =>
    logs.push({ inquiry_id: id, action, at: isoInstant(moment), ...step });
  say(at, "create", { to_status: isSpam ? "invalid" : assignee === null ? "pending" : "assigned" });
  if (assignee !== null) say(at, "auto_assign", { from_status: "pending", to_status: "assigned" });
  if (answered !== null) say(answered, "contacted", { from_status: "assigned", to_status: "processing", by: assignee });
  if (isOver && answered !== null)
    say(last, status === "converted" ? "convert" : status === "closed" ? "close" : "invalid", {
      ...{ from_status: "processing", to_status: status, by: assignee, reason: close_reason },
    });
  const isLate = !isSpam && (answered ?? calendar.now) > due.getTime();
  // As the job notifies it, on its next run after the term.
  const toldAt = Math.ceil((due.getTime() + 1) / jobTurn) * jobTurn;
  if (isLate && toldAt < (answered ?? calendar.now)) say(toldAt, "overdue");
  const story = kind === "estate" ? random.pick(estates.filter(({ state }) => state === "online")) : null;
  const isConverted = status === "converted";
  const visaCase =
    kind === "visa"
      ? tellCase({
          // Its own random source: what comes after it does not change.
          random: randomFrom(id * 7_919),
          ...{ calendar, id, status, by: assignee, since: isConverted ? last : answered },
          // A user who wants their account removed has nothing under way.
          isOver: person !== null && users.some((one) => one.person === person && one.status !== "normal"),
        })
      : { ext: {}, logs: [] };
  const ext = { ...exts[kind]?.(random), ...visaCase.ext };
  const contacts = person?.profile ?? { ...user?.contacts, wechat: null };
  const platform = user?.platform ?? draft.platform;
  const row: Row = {
    ...{ id, inquiry_no: no, kind, status, name: person?.profile.name ?? nextName(), ext, contact_time, utm_source },
    content: contentOf(random, kind, story?.row.name),
    ...phoneColumns({ phone: contacts.phone ?? null, phone_cc: contacts.phone_cc ?? null }),
    ...{ wechat: contacts.wechat ?? null, email: contacts.email?.toLowerCase() ?? null },
    visa_met: kind === "visa" ? visaMet(ext, { capital_min: settings["visa.capital_min"].value }) : null,
    ...{ platform, device: platform === "web" ? "pc" : "mobile" },
    page_url: story ? `https://www.demo.test/estate/${story.row.slug ?? story.row.id}` : "https://www.demo.test/",
    customer_user_id: user && user.registeredAt <= at ? user.id : null,
    ...{ customer_id: isConverted ? (person?.id ?? null) : null, estate_id: story?.row.id ?? null },
    ...{ assignee_id: assignee, waiting_since: isoInstant(at), due_at: isoInstant(due), is_overdue: isLate },
    first_response_at: instantOrNull(answered),
    response_seconds: answered === null ? null : workSeconds(new Date(at), new Date(answered), rules),
    ...{ invalid_reason: status === "invalid" ? (isSpam ? "spam" : draft.invalid_reason) : null, close_reason },
    ...{ converted_at: isConverted ? isoInstant(last) : null, converted_created: isConverted },
    ...{ created_at: isoInstant(at), updated_at: isoInstant(isOver ? last : (answered ?? at)) },
  };
  return { row, logs: [...logs, ...visaCase.logs] };
}

/** Nearly always in time. */
function answeredAt(random: Random, calendar: Calendar, at: number, due: number): number {
  const moment = random.chance(0.96) ? inHours(random, calendar, at, due) : due + random.whole(5, 240) * minute;
  return Math.min(Math.max(moment, at + minute), calendar.now - 2 * minute);
}

/** What they write. */
function contentOf(random: Random, kind: InquiryKind, name = ""): string {
  if (kind === "report") return "下载趋势报告";
  if (kind === "rental" || kind === "visa") return random.pick(kind === "visa" ? visas : rentals);
  return random.pick(asks)(name);
}

const yen = (tenThousands: number) => `${tenThousands * 10_000}.00`;

/** The fields of each kind. */
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
