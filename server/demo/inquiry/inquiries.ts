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
import { yearDays } from "../customer/histories";
import type { SiteUser } from "../customer/users";
import type { EstateStory } from "../house/estates";
import { type Calendar, hourly, inHours, minute } from "../shared/calendar";
import { type Random, randomFrom, spread } from "../shared/random";
import { instantOrNull, numbered } from "../shared/rows";
import type { Staff } from "../system/staff";
import { asks, closings, rentals, visas } from "./inquiry-texts";
import { tellCase } from "./visa-cases";

const kinds = { estate: 58, chat: 16, visa: 10, rental: 9, report: 5, general: 2 } as const;
const statuses = { converted: 34, processing: 18, assigned: 12, pending: 8, closed: 16, invalid: 12 } as const;
const platformWeights = { web: 38, h5: 30, mini_program: 18, app_ios: 7, app_android: 7 } as const;
const invalidWeights = { wrong_number: 30, duplicate: 18, spam: 20, peer: 14, not_buyer: 18 } as const;
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

interface Company {
  random: Random;
  calendar: Calendar;
  staff: readonly Staff[];
  people: readonly Person[];
  users: readonly SiteUser[];
  estates: readonly EstateStory[];
  nextName: () => string;
}

interface Draft {
  kind: InquiryKind;
  status: InquiryStatus;
  at: number;
  person: Person | null;
  user: SiteUser | null;
}

/** What a year brought: converted ones are those of customers who came by the site, the others of registered users who are nobody's customer. */
export function makeInquiries(company: Company, total: number): { rows: Row[]; logs: Log[] } {
  const { random, calendar } = company;
  const sources = random.shuffle(company.people.filter(isFromSite));
  const strangers = random.shuffle(
    company.users.filter(({ person, status, contacts }) => !person && status === "normal" && contacts.phone),
  );
  const allKinds = random.shuffle(spread(total, kinds));
  const drafts = spread(total, statuses).map((status, index): Draft => {
    const person = status === "converted" ? (sources[index % sources.length] ?? null) : null;
    const user = person ? null : (strangers[index % strangers.length] ?? null);
    const at = person ? beforePerson(random, person) : arrival(random, calendar, user, oldest[status]);
    return { kind: allKinds[index] ?? "estate", status, at, person, user };
  });
  const rows: Row[] = [];
  const logs: Log[] = [];
  for (const draft of numbered(drafts, "XJ")) {
    const told = tellInquiry(company, draft, draft);
    rows.push(told.row);
    logs.push(...told.logs);
  }
  return { rows, logs: logs.sort((a, b) => (a.at ?? "").localeCompare(b.at ?? "")) };
}

const siteSources = new Set(["site_inquiry", "app_inquiry", "chat", "phone", "ads", "social"]);
const isFromSite = ({ history, profile }: Person) =>
  siteSources.has(profile.source) && history.deletedAt === null && Boolean(profile.phone ?? profile.wechat);

/** Converted when the customer was made, so that it came a while before. */
const beforePerson = (random: Random, { history }: Person) => history.createdAt - random.whole(6, 300) * minute;

/** More recently than a year ago, more on Mondays, fewer at Spring Festival. */
function arrival(random: Random, calendar: Calendar, user: SiteUser | null, latest = yearDays): number {
  for (;;) {
    const daysAgo = random.whole(0, latest);
    const at = hourly(random, calendar, daysAgo);
    const date = new Date(at + 8 * 3_600_000);
    const weekday = (date.getUTCDay() + 6) % 7;
    const isFestival = date.getUTCMonth() === 1 && date.getUTCDate() >= 10 && date.getUTCDate() <= 24;
    const weight = (weekWeights[weekday] ?? 1) * (1 - (0.15 * daysAgo) / yearDays) * (isFestival ? 0.3 : 1);
    if (random.chance(weight / 1.35))
      // Long enough ago to have been answered since.
      return Math.min(Math.max(at, user?.registeredAt ?? 0), calendar.now - 10 * minute);
  }
}

function tellInquiry(
  { random, calendar, staff, estates, users, nextName }: Company,
  { kind, status, at, person, user }: Draft,
  { id, no }: { id: number; no: string },
): { row: Row; logs: Log[] } {
  const sellers = staff.filter(({ roles, status: is }) => roles.includes("sales") && is === "enabled");
  const owner = person?.history.owner ?? person?.history.lastOwner ?? null;
  const seller = sellers.find((one) => one.id === owner) ?? random.pick(sellers);
  const isSpam = status === "invalid" && random.chance(0.15);
  const assignee = status === "pending" || isSpam ? null : seller.id;
  const due = afterWorkTime(new Date(at), minutes, rules);
  const isAnswered = !["pending", "assigned"].includes(status) && !isSpam;
  const answered = isAnswered ? answeredAt(random, calendar, at, due.getTime()) : null;
  const end = person
    ? person.history.createdAt
    : answered === null
      ? null
      : Math.min(answered + random.whole(1, 72) * 60 * minute, calendar.now - minute);
  const isOver = status === "converted" || status === "closed" || status === "invalid";
  const story = kind === "estate" ? random.pick(estates.filter(({ state }) => state === "online")) : null;
  // A user who wants their account removed has nothing under way.
  const isLeaving =
    kind === "visa" && person !== null && users.some((one) => one.person === person && one.status !== "normal");
  const contacts = person?.profile ?? { ...user?.contacts, wechat: null };
  const platform = user?.platform ?? random.weighted(platformWeights);
  const logs: Log[] = [];
  const say = (moment: number, action: LogAction, step: Partial<Log>) =>
    logs.push({ inquiry_id: id, action, at: isoInstant(moment), ...step });
  say(at, "create", { to_status: isSpam ? "invalid" : assignee === null ? "pending" : "assigned" });
  if (assignee !== null) say(at, "auto_assign", { from_status: "pending", to_status: "assigned" });
  if (answered !== null && assignee !== null)
    say(answered, "contacted", { from_status: "assigned", to_status: "processing", by: assignee });
  const reasons = {
    invalid_reason: isSpam ? "spam" : random.weighted(invalidWeights),
    close_reason: random.pick(closings),
  };
  const last = Math.max(end ?? at, (answered ?? at) + minute);
  if (isOver && !isSpam && assignee !== null)
    say(last, status === "converted" ? "convert" : status === "closed" ? "close" : "invalid", {
      from_status: "processing",
      to_status: status,
      by: assignee,
      reason: status === "closed" ? reasons.close_reason : null,
    });
  const isLate = answered === null ? !isSpam && due.getTime() < calendar.now : answered > due.getTime();
  // As the job notifies it, on its next run after the term.
  const toldAt = Math.ceil((due.getTime() + 1) / jobTurn) * jobTurn;
  if (isLate && toldAt < Math.min(answered ?? calendar.now, calendar.now)) say(toldAt, "overdue", {});
  const wish = wishOf(random, kind, story);
  const told =
    kind === "visa"
      ? tellCase({
          // Its own random source: what comes after it does not change.
          random: randomFrom(id * 7_919),
          ...{ calendar, id, status, by: assignee },
          since: status === "converted" ? last : answered,
          isOver: isLeaving,
        })
      : undefined;
  const ext = { ...wish.ext, ...told?.ext };
  logs.push(...(told?.logs ?? []));
  const isConverted = status === "converted";
  const row: Row = {
    ...{ id, inquiry_no: no, kind, status, name: person?.profile.name ?? nextName(), content: wish.content, ext },
    ...phoneColumns({ phone: contacts.phone ?? null, phone_cc: contacts.phone_cc ?? null }),
    ...{ wechat: contacts.wechat ?? null, email: contacts.email?.toLowerCase() ?? null },
    contact_time: random.weighted({ any: 55, morning: 12, afternoon: 18, evening: 15 }),
    visa_met: kind === "visa" ? visaMet(ext, { capital_min: settings["visa.capital_min"].value }) : null,
    ...{ platform, device: platform === "web" ? "pc" : "mobile" },
    page_url: story ? `https://www.demo.test/estate/${story.row.slug ?? story.row.id}` : "https://www.demo.test/",
    utm_source: random.chance(0.35) ? random.pick(["baidu", "xiaohongshu", "wechat", "google"]) : null,
    customer_user_id: user && user.registeredAt <= at ? user.id : null,
    ...{ customer_id: isConverted ? (person?.id ?? null) : null, estate_id: story?.row.id ?? null },
    ...{ assignee_id: assignee, waiting_since: isoInstant(at), due_at: isoInstant(due), is_overdue: isLate },
    first_response_at: instantOrNull(answered),
    response_seconds: answered === null ? null : workSeconds(new Date(at), new Date(answered), rules),
    invalid_reason: status === "invalid" ? reasons.invalid_reason : null,
    close_reason: status === "closed" ? reasons.close_reason : null,
    ...{ converted_at: isConverted ? isoInstant(last) : null, converted_created: isConverted },
    ...{ created_at: isoInstant(at), updated_at: isoInstant(isOver ? last : (answered ?? at)) },
  };
  return { row, logs };
}

/** Nearly always in time. */
function answeredAt(random: Random, calendar: Calendar, at: number, due: number): number {
  const moment = random.chance(0.96) ? inHours(random, calendar, at, due) : due + random.whole(5, 240) * minute;
  return Math.min(Math.max(moment, at + minute), calendar.now - 2 * minute);
}

/** What they write, and the fields of its kind. */
function wishOf(random: Random, kind: InquiryKind, story: EstateStory | null): { content: string; ext: InquiryExt } {
  switch (kind) {
    case "estate": {
      const low = random.whole(3, 12) * 1_000;
      return {
        content: random.pick(asks)(story?.row.name ?? ""),
        ext: {
          layout: random.pick(Object.keys(layouts)),
          budget_min: `${low * 10_000}.00`,
          budget_max: `${(low + random.whole(1, 4) * 1_000) * 10_000}.00`,
          budget_currency: "JPY",
          purpose: random.pick(Object.keys(purposes)),
          want_viewing: random.chance(0.3),
          viewing_date: null,
        },
      };
    }
    case "rental": {
      const low = random.whole(8, 30);
      return {
        content: random.pick(rentals),
        ext: {
          rent_kind: random.chance(0.7) ? "find_rent" : "entrust",
          city: random.pick(["东京都港区", "东京都新宿区", "大阪市中央区", "福冈市中央区"]),
          layout: random.pick(Object.keys(layouts)),
          rent_min: `${low * 10_000}.00`,
          rent_max: `${(low + 5) * 10_000}.00`,
          currency: "JPY",
          lease_months: 24,
          occupants: random.whole(1, 4),
          nationality: "CN",
          visa_status: random.pick(["student", "work", "business_manager", "permanent"]),
          guarantor: random.chance(0.4),
          pet: random.chance(0.15),
        },
      };
    }
    case "visa":
      return {
        content: random.pick(visas),
        ext: {
          nationality: "CN",
          company_stage: random.pick(["none", "setting_up", "established"]),
          capital_jpy: random.pick([5_000_000, 10_000_000, 30_000_000, 50_000_000]),
          has_3y_experience: random.chance(0.6),
          has_master: random.chance(0.3),
          has_fulltime_staff: random.chance(0.4),
          japanese_level: random.pick(["none", "N4", "N3", "N2", "N1"]),
          office_ready: random.chance(0.4) ? true : null,
        },
      };
    case "report":
      return { content: "下载趋势报告", ext: { report_title: "日本新房市场季度报告" } };
    default:
      return { content: random.pick(asks)(""), ext: {} };
  }
}
