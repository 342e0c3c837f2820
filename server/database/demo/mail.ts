import { isoInstant } from "../tables/columns";
import type { message } from "../tables/system";
import { type Calendar, day } from "./calendar";
import type { Person } from "./customers";
import type { Random } from "./random";
import type { Staff } from "./staff";
import { systemMessages } from "./texts";

type Row = typeof message.$inferInsert;
type Draft = Omit<Row, "read_at" | "created_at" | "dedupe_key"> & { at: number };

/** Messages are kept 180 days (domain B.2). */
const keptDays = 175;
const mostUnread = 12;

/** What the system told everybody: of customers given and taken, of follow-ups due, of itself. The newest 3–12 are unread. */
export function makeMessages(
  random: Random,
  calendar: Calendar,
  staff: Staff[],
  people: Person[],
  schedules: Scheduled[],
  total: number,
): Row[] {
  const since = calendar.today - keptDays * day;
  const told = [...ownership(people, staff), ...warnings(calendar, people), ...reminders(schedules, calendar)].filter(
    (draft) => draft.at >= since && draft.at < calendar.now,
  );
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

const newest = (drafts: Draft[], count: number) => [...drafts].sort((a, b) => b.at - a.at).slice(0, count);
const linkTo = (person: Person) => ({ link: `/customer/editCustomerInfo/${person.id}`, link_id: person.id });

function ownership(people: Person[], staff: Staff[]): Draft[] {
  const names = new Map(staff.map((person) => [person.id, person.name]));
  const leaders = new Map(staff.filter((person) => person.isLeader).map((person) => [person.team, person.id]));
  const teams = new Map(staff.map((person) => [person.id, person.team]));
  return people.flatMap((person) =>
    person.history.changes.flatMap((change): Draft[] => {
      const about = `【${person.profile.name}】（${person.no}）`;
      const base = { category: "customer", level: "info", ...linkTo(person), at: change.at };
      const by = names.get(change.by ?? 0) ?? "系统";
      if (change.action === "claim" && change.to)
        return [{ ...base, user_id: change.to, title: `已领取客户${about}`, content: "请尽快联系并填写跟进记录。" }];
      if (change.action === "assign" && change.to)
        return [
          { ...base, user_id: change.to, title: `${by}将客户${about}分配给您`, content: "请尽快联系并填写跟进记录。" },
        ];
      if (change.action === "transfer" && change.to && change.from) {
        return [
          { ...base, user_id: change.to, title: `${by}将客户${about}转移给您`, content: "请查看历史跟进后联系客户。" },
          {
            ...base,
            user_id: change.from,
            title: `客户${about}已转移`,
            content: `新的跟进人：${names.get(change.to)}`,
          },
        ];
      }
      if (change.action !== "auto_release" || !change.from) return [];
      const told = [change.from, leaders.get(teams.get(change.from) ?? "华东")].filter((id) => id !== undefined);
      return [...new Set(told)].map((user_id) => ({
        ...base,
        level: "warning",
        user_id,
        title: `客户${about}已自动进入公海`,
        content: "超过规定天数没有有效跟进或未成交。",
      }));
    }),
  );
}

/** Of those that the pool takes within three days. */
function warnings(calendar: Calendar, people: Person[]): Draft[] {
  return people.flatMap((person): Draft[] => {
    const { ending, owner } = person.plan;
    if (ending.kind !== "owned" || person.lockedUntil !== null || (ending.idle < 12 && ending.exact === undefined))
      return [];
    const days = ending.exact ? 0 : 15 - ending.idle;
    const at = calendar.at(calendar.latest, 9);
    const text = days === 0 ? "今天即将掉入公海" : `${days}天后即将掉入公海`;
    return [
      {
        user_id: owner,
        category: "customer",
        level: "warning",
        title: `客户【${person.profile.name}】${text}`,
        content: "填写一条有效跟进即可保留。",
        ...linkTo(person),
        at,
      },
    ];
  });
}

function reminders(schedules: Scheduled[], calendar: Calendar): Draft[] {
  return schedules
    .filter(({ at }) => at < calendar.now)
    .map(({ userId, title, at, customerId }) => ({
      user_id: userId,
      category: "schedule",
      level: "info",
      title: `日程提醒：${title}`,
      content: "30分钟后开始",
      link: `/customer/editCustomerInfo/${customerId}`,
      link_id: customerId,
      at: at - 30 * 60_000,
    }));
}

/** What went to everybody at once. */
function announcements(random: Random, calendar: Calendar, staff: Staff[], count: number): Draft[] {
  return Array.from({ length: count }, (_, index) => {
    const ago = calendar.latest + Math.round(((keptDays - calendar.latest) * index) / count);
    const base = { category: "system", level: "info", ...random.pick(systemMessages), link: null, link_id: null };
    const at = calendar.working(ago);
    return staff.map((person) => ({ ...base, user_id: person.id, at }));
  }).flat();
}

function briefing(random: Random, calendar: Calendar, person: Staff): Draft {
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

function asRows(random: Random, calendar: Calendar, drafts: Draft[], most: number): Row[] {
  const unread = new Map<number, number>();
  const rows = [...drafts]
    .sort((a, b) => b.at - a.at)
    .map(({ at, ...draft }): Row => {
      const left = unread.get(draft.user_id) ?? random.whole(3, most);
      unread.set(draft.user_id, left - 1);
      const readAt = Math.min(at + random.whole(5, 2_000) * 60_000, calendar.now);
      return { ...draft, dedupe_key: null, created_at: isoInstant(at), read_at: left > 0 ? null : isoInstant(readAt) };
    });
  return rows.reverse();
}
