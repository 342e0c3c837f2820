import { isoInstant } from "~/server/database/tables/columns";
import type { schedule } from "~/server/database/tables/system/system";
import type { Person } from "../customer/customers";
import type { FollowUp } from "../customer/follow-ups";
import { type Base, by, oneOf } from "../drawn-rows";
import { day, minute } from "../shared/calendar";
import { type Random, share } from "../shared/random";
import { stamps } from "../shared/rows";
import { internalTasks } from "../shared/texts";

/** A follow-up with its customer and its number. */
export interface FollowedUp {
  person: Person;
  followUp: FollowUp;
  trackingId: number;
  /** The next one of the same owner's tenure. */
  next: FollowUp | null;
  isLast: boolean;
}

type Row = typeof schedule.$inferInsert;

/** Per 900 schedules: a quarter is still to be done (domain G.2). */
const shares = { pending: 225, done: 470, cancelled: 75, internal: 130 } as const;
const pendingShares = { overdue: 30, future: 105, internal: 25 } as const;
const titles: Readonly<Record<"call" | "visit" | "meeting", (name: string) => string>> = {
  ...{ call: (name) => `回访${name}`, visit: (name) => `带看${name}`, meeting: (name) => `与${name}会面` },
};
const planned = {
  type: by({ call: 62, visit: 20, meeting: 18 }),
  result: oneOf(["已联系，见跟进记录", "已回访", "已完成带看", "客户改期，已重新约定", null]),
};

/**
 * Schedules, most of them made by a follow-up's 下次跟进时间, which is set here on the follow-up, too: of the latest one of
 * an owned customer it is pending, of an earlier one done, and cancelled where the owner lost the customer.
 */
export function makeSchedules(base: Base, told: readonly FollowedUp[], total: number, perSeller: number): Row[] {
  const { random, calendar, staff } = base;
  const active = staff.filter(({ status }) => status === "enabled");
  const counts = share(total, shares);
  const rows: Row[] = [];
  const todayAt = () => calendar.at(0, random.whole(10, 20), random.pick([0, 30]));
  const futureAt = () => calendar.at(-random.whole(1, 14), random.whole(9, 20), random.pick([0, 30]));
  const add = (items: readonly FollowedUp[], count: number | undefined, planOf: (item: FollowedUp) => Row) =>
    rows.push(...items.slice(0, count).map(planOf));
  const addInternal = (count: number, at: () => number, userOf = () => random.pick(active).id) => {
    for (let index = 0; index < count; index++) rows.push(internal(base, userOf(), at()));
  };
  const open = random.shuffle(told.filter(isOpen));
  for (const { id, email, roles } of active) {
    if (!roles.includes("sales") && email !== "sales_manager@demo.test") continue;
    const own = open.filter(({ person, followUp: { at } }) => person.history.owner === id && at < calendar.today);
    const count = email === "sales@demo.test" ? Math.max(perSeller, 5) : perSeller;
    add(own, count, (item) => pending(random, item, todayAt()));
    addInternal(count - own.length, todayAt, () => id);
  }
  const left = share(Math.max((counts.get("pending") ?? 0) - rows.length, 0), pendingShares);
  const isFree = ({ followUp }: FollowedUp) => followUp.nextAt === null;
  const missed = open.filter((item) => isFree(item) && calendar.daysAgo(item.followUp.at) >= 2);
  add(missed, left.get("overdue"), (item) => {
    const ago = random.whole(1, calendar.daysAgo(item.followUp.at) - 1);
    return pending(random, item, halfHour(calendar.working(ago)));
  });
  add(open.filter(isFree), left.get("future"), (item) => pending(random, item, futureAt()));
  const past = random.shuffle(told);
  const done = past.filter(({ next, followUp }) => next !== null && next.at - followUp.at > day);
  add(done, counts.get("done"), (item) => finished(random, item));
  const dropped = past.filter((item) => !item.next && endOf(item) !== undefined);
  add(dropped, counts.get("cancelled"), (item) => {
    const at = endOf(item) ?? item.followUp.at;
    const plan = pending(random, item, halfHour(at + random.whole(1, 5) * day));
    return { ...plan, status: "cancelled", updated_at: isoInstant(at) };
  });
  addInternal(left.get("internal") ?? 0, futureAt);
  addInternal(total - rows.length, () => halfHour(calendar.working(random.whole(1, 120))));
  return rows.slice(0, total).sort((a, b) => (a.created_at ?? "").localeCompare(b.created_at ?? ""));
}

/** The latest follow-up of an owned customer by their own owner: what it promises is still to be done. */
const isOpen = ({ person: { history, plan }, followUp, isLast }: FollowedUp) =>
  isLast &&
  history.owner === followUp.userId &&
  followUp.at > (history.assignedAt ?? 0) &&
  plan.stage !== "lost" &&
  plan.stage !== "invalid";

/** When its author lost the customer. */
function endOf({ person: { history }, followUp }: FollowedUp): number | undefined {
  const ended = history.changes.find(({ at, from }) => at > followUp.at && from === followUp.userId);
  return ended?.at ?? (history.owner === null && history.deletedAt !== null ? history.deletedAt : undefined);
}

const halfHour = (moment: number) => Math.floor(moment / (30 * minute)) * 30 * minute;

function pending(random: Random, { person, followUp, trackingId }: FollowedUp, at: number): Row {
  followUp.nextAt = at;
  const type = planned.type(random);
  return {
    ...{ user_id: followUp.userId, title: titles[type](person.profile.name), type, start_at: isoInstant(at) },
    ...{ customer_id: person.id, tracking_id: trackingId, is_plan: true, location: null, remind_minutes: 30 },
    ...{ all_day: false, content: null, result: null, status: "pending", done_at: null, end_at: null },
    ...stamps(followUp.at, followUp.userId),
  };
}

function finished(random: Random, item: FollowedUp): Row {
  const { followUp, next } = item;
  const at = Math.max(halfHour(next?.at ?? followUp.at), followUp.at + minute);
  const doneAt = isoInstant((next?.at ?? at) + 5 * minute);
  const result = planned.result(random);
  return { ...pending(random, item, at), status: "done", done_at: doneAt, updated_at: doneAt, result };
}

function internal({ random, calendar }: Base, user_id: number, at: number): Row {
  const isPast = at < calendar.today;
  const status = isPast ? (random.chance(0.9) ? "done" : "cancelled") : "pending";
  const end = at + random.pick([30, 60, 90]) * minute;
  const created = Math.min(at - random.whole(1, 6) * day, calendar.now - 30 * minute);
  return {
    ...{ user_id, ...random.pick(internalTasks), start_at: isoInstant(at), end_at: isoInstant(end), all_day: false },
    ...{ customer_id: null, tracking_id: null, is_plan: false, content: null, result: null, remind_minutes: 15 },
    ...{ status, done_at: status === "done" ? isoInstant(end) : null },
    ...stamps(created, user_id, isPast ? end : created),
  };
}
