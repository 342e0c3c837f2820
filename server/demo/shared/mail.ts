import { poolReasons } from "~/contract/customer/customer-record";
import { isoInstant } from "~/server/database/tables/columns";
import type { message } from "~/server/database/tables/system/system";
import type { Person } from "../customer/customers";
import type { OwnerChange } from "../customer/histories";
import type { Transfer } from "../customer/transfers";
import type { Staff } from "../system/staff";
import { type Calendar, day } from "./calendar";
import type { Random } from "./random";
import { systemMessages } from "./texts";

type Row = typeof message.$inferInsert;
/** A message with the moment that it was told at. */
export type Mail = Omit<Row, "read_at" | "created_at"> & { at: number };

/** Messages are kept 180 days (domain B.2). */
const keptDays = 175;
const mostUnread = 12;
const warnDays = 3;

/** What the system told everybody: of customers given and taken, of follow-ups due, of itself. The newest 3–12 are unread. */
export function makeMessages(
  random: Random,
  calendar: Calendar,
  staff: Staff[],
  people: Person[],
  {
    schedules,
    transfers,
    mentions,
  }: { schedules: Scheduled[]; transfers: readonly Transfer[]; mentions: readonly Mail[] },
  total: number,
): Row[] {
  const since = calendar.today - keptDays * day;
  const told = [
    ...ownership(people, staff),
    ...warnings(calendar, people),
    ...reminders(schedules, calendar),
    ...transfers.flatMap((transfer) => transferMessages(transfer, staff)),
    ...mentions,
  ].filter((draft) => draft.at >= since && draft.at < calendar.now);
  const each = Math.min(mostUnread, Math.floor(total / staff.length) - 2);
  const system = announcements(random, calendar, staff, each);
  const drafts = [...system, ...newest(told, total - system.length)];
  while (drafts.length < total) drafts.push(briefing(random, calendar, random.pick(staff)));
  return asRows(random, calendar, drafts, each);
}

export interface Scheduled {
  userId: number;
  title: string;
  at: number;
  customerId: number;
}

const newest = (drafts: Mail[], count: number) => [...drafts].sort((a, b) => b.at - a.at).slice(0, count);
const linkTo = (person: Person) => ({ link: `/customer/editCustomerInfo/${person.id}`, link_id: person.id });

function ownership(people: Person[], staff: Staff[]): Mail[] {
  const names = new Map(staff.map((person) => [person.id, person.name]));
  const leaders = new Map(staff.filter((person) => person.isLeader).map((person) => [person.team, person.id]));
  const teams = new Map(staff.map((person) => [person.id, person.team]));
  return people.flatMap((person) =>
    person.history.changes.flatMap((change) => {
      const team = teams.get(change.from ?? 0);
      return ownerMessages(person, change, names, team && leaders.get(team));
    }),
  );
}

/** The sentences of the acts themselves (server/resources/customer, server/jobs). */
function ownerMessages(
  person: Person,
  { action, at, by, from, to, poolReason }: OwnerChange,
  names: ReadonlyMap<number, string>,
  leader: number | undefined,
): Mail[] {
  const about = aboutOf(person);
  const base = { category: "customer", level: "info", ...linkTo(person), at } as const;
  const name = (id: number | null) => names.get(id ?? 0) ?? "系统";
  if (action === "assign" && to) {
    return [{ ...base, user_id: to, title: "您有新的客户", content: `${name(by)}将${about}分配给您。` }];
  }
  if (action === "transfer" && to && from) {
    return [
      { ...base, user_id: to, title: "您有新的客户", content: `${name(by)}将${about}转移给您。` },
      { ...base, user_id: from, title: "您的客户已转移", content: `${name(by)}将${about}转移给${name(to)}。` },
    ];
  }
  if (action !== "auto_release" || !from || !poolReason) return [];
  const warning = { ...base, level: "warning", title: "客户已进公海" } as const;
  const sentence = `${about}因${poolReasons[poolReason]}已自动释放到公海。`;
  return [
    { ...warning, user_id: from, content: `您的${sentence}` },
    ...(leader && leader !== from ? [{ ...warning, user_id: leader, content: `${name(from)}的${sentence}` }] : []),
  ];
}

const aboutOf = (person: Person) => `客户【${person.no}】${person.profile.name}`;

/** What the warning job would have sent, with its keys, so that it does not send them again. */
function warnings(calendar: Calendar, people: Person[]): Mail[] {
  return people.flatMap((person): Mail[] => {
    const { owner, assignedAt } = person.history;
    if (owner === null || assignedAt === null || person.lockedUntil !== null) return [];
    const valid = person.followUps.findLast((followUp) => followUp.isValid);
    const due = Math.min(Math.max(valid?.at ?? 0, assignedAt) + 15 * day, assignedAt + 90 * day);
    const days = Math.ceil((due - calendar.now) / day);
    if (days > warnDays) return [];
    const when = days > 0 ? `将在${days}天后` : "即将";
    return [
      {
        user_id: owner,
        category: "customer",
        level: "warning",
        title: "客户即将进公海",
        content: `${aboutOf(person)}${when}进公海，请尽快跟进。`,
        dedupe_key: `pool_warn:${person.id}:${owner}:${Math.round(due / 1000)}`,
        ...linkTo(person),
        at: calendar.at(calendar.latest, 9),
      },
    ];
  });
}

function reminders(schedules: Scheduled[], calendar: Calendar): Mail[] {
  return schedules
    .filter(({ at }) => at < calendar.now)
    .map(({ userId, title, at, customerId }) => ({
      user_id: userId,
      category: "schedule",
      level: "info",
      title: "日程提醒",
      content: `${title}将在30分钟后开始。`,
      link: `/customer/editCustomerInfo/${customerId}`,
      link_id: customerId,
      at: at - 30 * 60_000,
    }));
}

/** What a request for a colleague's customer tells their manager, and a refusal the one who asked. */
function transferMessages(transfer: Transfer, staff: Staff[]): Mail[] {
  const { id, person, applicant, owner, handler, at, handledAt, reason, rejectReason } = transfer;
  const nameOf = (userId: number | null) => staff.find((one) => one.id === userId)?.name ?? "";
  const team = staff.find((one) => one.id === owner)?.team;
  const base = {
    category: "customer",
    level: "info",
    link: "/customer/customerInfor?view=transfer",
    link_id: id,
  } as const;
  const asked = staff
    .filter((one) => one.isLeader && one.team === team)
    .map((leader) => ({
      ...base,
      user_id: leader.id,
      title: "转移申请待处理",
      content: `【${nameOf(applicant)}】申请转移客户【${person.no}】，理由：${reason}。`,
      at,
    }));
  if (handledAt === null || rejectReason === null) return asked;
  const content = `${nameOf(handler)}驳回了您对客户【${person.no}】的转移申请，原因：${rejectReason}。`;
  return [...asked, { ...base, user_id: applicant, title: "转移申请未通过", content, at: handledAt }];
}

/** What went to everybody at once. */
function announcements(random: Random, calendar: Calendar, staff: Staff[], count: number): Mail[] {
  return Array.from({ length: count }, (_, index) => {
    const ago = calendar.latest + Math.round(((keptDays - calendar.latest) * index) / count);
    const kind = { category: "system", level: "info" } as const;
    const base = { ...kind, ...random.pick(systemMessages), link: null, link_id: null };
    const at = calendar.working(ago);
    return staff.map((person) => ({ ...base, user_id: person.id, at }));
  }).flat();
}

function briefing(random: Random, calendar: Calendar, person: Staff): Mail {
  const at = calendar.at(random.whole(7, keptDays), 9);
  const content = "上周的新增客户、有效跟进与待办已汇总，请在数据看板查看。";
  return {
    user_id: person.id,
    category: "system",
    level: "info",
    title: "每周工作小结",
    content,
    link: null,
    link_id: null,
    at,
  };
}

function asRows(random: Random, calendar: Calendar, drafts: Mail[], most: number): Row[] {
  const unread = new Map<number, number>();
  const rows = [...drafts]
    .sort((a, b) => b.at - a.at)
    .map(({ at, ...draft }): Row => {
      const left = unread.get(draft.user_id) ?? random.whole(3, most);
      unread.set(draft.user_id, left - 1);
      const readAt = Math.min(at + random.whole(5, 2_000) * 60_000, calendar.now);
      return {
        ...draft,
        dedupe_key: draft.dedupe_key ?? null,
        created_at: isoInstant(at),
        read_at: left > 0 ? null : isoInstant(readAt),
      };
    });
  return rows.reverse();
}
