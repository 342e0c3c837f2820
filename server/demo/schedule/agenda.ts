import { isoInstant } from "~/server/database/tables/columns";
import type { schedule } from "~/server/database/tables/system/system";
import type { Person } from "../customer/customers";
import type { FollowUp } from "../customer/follow-ups";
import { type Calendar, day, minute } from "../shared/calendar";
import { type Random, share } from "../shared/random";
import { stamps } from "../shared/rows";
import { internalTasks } from "../shared/texts";
import type { Staff } from "../system/staff";

/** A follow-up with its customer and its number. */
export interface FollowedUp {
  person: Person;
  followUp: FollowUp;
  trackingId: number;
  /** The next one of the same owner's tenure. */
  next: FollowUp | null;
  isLast: boolean;
}

const firstManager = "sales_manager@demo.test";

type Row = typeof schedule.$inferInsert;

/** Per 900 schedules: a quarter is still to be done (domain G.2). */
const shares = { pending: 225, done: 470, cancelled: 75, internal: 130 } as const;
const pendingShares = { overdue: 30, future: 105, internal: 25 } as const;

/**
 * Schedules, most of them made by a follow-up's 下次跟进时间, which is set here on the follow-up, too: of the latest one of
 * an owned customer it is pending, of an earlier one done, and cancelled where the owner lost the customer.
 */
export function makeSchedules(
  random: Random,
  calendar: Calendar,
  staff: Staff[],
  told: FollowedUp[],
  total: number,
  perSeller: number,
): Row[] {
  const sellers = staff.filter(
    (person) => (person.status === "enabled" && person.roles.includes("sales")) || person.email === firstManager,
  );
  const counts = share(total, shares);
  const rows: Row[] = [];
  const open = openCustomers(told);
  for (const seller of sellers) {
    const isFirst = seller.email === "sales@demo.test";
    const own = random.shuffle(
      open.filter(({ person, followUp }) => person.history.owner === seller.id && followUp.at < calendar.today),
    );
    const count = isFirst ? Math.max(perSeller, 5) : perSeller;
    for (const item of own.slice(0, count)) rows.push(pending(random, item, todayAt(random, calendar)));
    for (let extra = own.length; extra < count; extra++)
      rows.push(internal(random, seller.id, todayAt(random, calendar), calendar));
  }
  const left = share(Math.max((counts.get("pending") ?? 0) - rows.length, 0), pendingShares);
  const free = random.shuffle(open.filter(({ followUp }) => followUp.nextAt === null));
  const waiting = free.filter(({ followUp }) => calendar.daysAgo(followUp.at) >= 2).slice(0, left.get("overdue"));
  for (const item of waiting) {
    const missed = random.whole(1, calendar.daysAgo(item.followUp.at) - 1);
    rows.push(pending(random, item, halfHour(calendar.working(missed))));
  }
  const ahead = free.filter(({ followUp }) => followUp.nextAt === null).slice(0, left.get("future"));
  for (const item of ahead) rows.push(pending(random, item, futureAt(random, calendar)));
  const past = random.shuffle(told);
  const done = past.filter(({ next, followUp }) => next !== null && next.at - followUp.at > day);
  for (const item of done.slice(0, counts.get("done"))) rows.push(finished(random, item));
  const dropped = past.filter(
    ({ person, followUp, next, isLast }) =>
      !next && !(isLast && person.history.owner !== null) && gone(person, followUp),
  );
  for (const item of dropped.slice(0, counts.get("cancelled"))) rows.push(cancelled(random, item));
  const active = staff.filter((person) => person.status === "enabled");
  for (let index = 0; index < (left.get("internal") ?? 0); index++) {
    rows.push(internal(random, random.pick(active).id, futureAt(random, calendar), calendar));
  }
  while (rows.length < total) {
    const at = halfHour(calendar.working(random.whole(1, 120)));
    rows.push(internal(random, random.pick(active).id, at, calendar));
  }
  return rows.slice(0, total).sort((a, b) => (a.created_at ?? "").localeCompare(b.created_at ?? ""));
}

/** The latest follow-ups of owned customers by their own owner: what they promise is still to be done. */
function openCustomers(told: FollowedUp[]): FollowedUp[] {
  return told.filter(
    ({ person, followUp, isLast }) =>
      isLast &&
      person.history.owner === followUp.userId &&
      followUp.at > (person.history.assignedAt ?? 0) &&
      person.plan.stage !== "lost" &&
      person.plan.stage !== "invalid",
  );
}

function gone(person: Person, followUp: FollowUp): boolean {
  const { history } = person;
  const ended = history.changes.some((change) => change.at > followUp.at && change.from === followUp.userId);
  return ended || (history.deletedAt !== null && history.deletedAt > followUp.at);
}

const halfHour = (moment: number) => Math.floor(moment / (30 * minute)) * 30 * minute;
const todayAt = (random: Random, calendar: Calendar) => calendar.at(0, random.whole(10, 20), random.pick([0, 30]));
const futureAt = (random: Random, calendar: Calendar) =>
  calendar.at(-random.whole(1, 14), random.whole(9, 20), random.pick([0, 30]));

function pending(random: Random, { person, followUp, trackingId }: FollowedUp, at: number): Row {
  followUp.nextAt = at;
  const type = random.weighted({ call: 62, visit: 20, meeting: 18 });
  const title = {
    call: (name: string) => `回访${name}`,
    visit: (name: string) => `带看${name}`,
    meeting: (name: string) => `与${name}会面`,
  }[type];
  return {
    ...{ user_id: followUp.userId, title: title(person.profile.name), type, start_at: isoInstant(at), end_at: null },
    ...{ customer_id: person.id, tracking_id: trackingId, is_plan: true, location: null, remind_minutes: 30 },
    ...{ all_day: false, content: null, result: null, status: "pending", done_at: null },
    ...stamps(followUp.at, followUp.userId),
  };
}

function finished(random: Random, item: FollowedUp): Row {
  const { followUp, next } = item;
  const at = Math.max(halfHour(next?.at ?? followUp.at), followUp.at + minute);
  const doneAt = isoInstant((next?.at ?? at) + 5 * minute);
  const result = random.pick(["已联系，见跟进记录", "已回访", "已完成带看", "客户改期，已重新约定", null]);
  return { ...pending(random, item, at), status: "done", done_at: doneAt, updated_at: doneAt, result };
}

function cancelled(random: Random, item: FollowedUp): Row {
  const { person, followUp } = item;
  const ended = person.history.changes.find((change) => change.at > followUp.at && change.from === followUp.userId);
  const at = ended?.at ?? person.history.deletedAt ?? followUp.at;
  return {
    ...pending(random, item, halfHour(at + random.whole(1, 5) * day)),
    status: "cancelled",
    updated_at: isoInstant(at),
  };
}

function internal(random: Random, userId: number, at: number, calendar: Calendar): Row {
  const task = random.pick(internalTasks);
  const isPast = at < calendar.today;
  const status = isPast ? (random.chance(0.9) ? "done" : "cancelled") : "pending";
  const end = at + random.pick([30, 60, 90]) * minute;
  const created = Math.min(at - random.whole(1, 6) * day, calendar.now - 30 * minute);
  return {
    ...{ user_id: userId, ...task, start_at: isoInstant(at), end_at: isoInstant(end), all_day: false },
    ...{ customer_id: null, tracking_id: null, is_plan: false, content: null, result: null, remind_minutes: 15 },
    ...{ status, done_at: status === "done" ? isoInstant(end) : null },
    ...stamps(created, userId, isPast ? end : created),
  };
}
