import type { Base } from "../drawn-rows";
import { day, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { type CustomerPlan, fallDays, type PoolReason, yearDays } from "./plans";

/** One follow-up's place in a customer's life; its words come later. */
export interface Contact {
  at: number;
  userId: number;
  isValid: boolean;
  /** Which tenure it belongs to. */
  tenure: number;
  /** 下次跟进时间, set where a schedule is made of it. */
  nextAt: number | null;
}

type OwnerAction = "create" | "assign" | "transfer" | "claim" | "release" | "auto_release" | "restore" | "resign";
export interface OwnerChange {
  at: number;
  action: OwnerAction;
  from: number | null;
  to: number | null;
  by: number | null;
  reason?: string;
}

export type History = ReturnType<typeof newHistory>;
const newHistory = (createdBy: number) => ({
  ...{ createdAt: 0, createdBy, owner: null as number | null, lastOwner: null as number | null },
  ...{ assignedAt: null as number | null, assignedBy: null as number | null },
  ...{ poolAt: null as number | null, poolReason: null as PoolReason | null },
  /** Of one in the recycle bin. */
  deletedAt: null as number | null,
  /** When and by whose hand it was put there, even if it was restored since. */
  deleted: null as { at: number; by: number } | null,
  ...{ changes: [] as OwnerChange[], contacts: [] as Contact[] },
});

/** With no two invalid follow-ups in a row, two valid ones stay within the 15 days of the pool's rule. */
const longestGap = 7;
/** Within the 90 days of the pool's rule. */
const longestTenure = 86;
const jobHour = 2;
const poolReasons: Partial<Record<OwnerAction, PoolReason>> = {
  ...{ create: "new_unassigned", restore: "restored", resign: "owner_resigned", release: "manual" },
};

/** The customer changes hands. */
export function pass(history: History, change: OwnerChange): void {
  const { at, action, to, by, reason } = change;
  history.changes.push(change);
  history.lastOwner = history.owner ?? history.lastOwner;
  const isOwned = to !== null;
  Object.assign(history, {
    ...{ owner: to, assignedAt: isOwned ? at : null, assignedBy: isOwned ? by : null },
    ...{ poolAt: isOwned ? null : at, poolReason: isOwned ? null : (poolReasons[action] ?? reason) },
  });
}

/** Lays out owners and follow-ups of one customer over the past year, by the rules of domain C.1. */
export function makeHistory({ random, calendar }: Base, plan: CustomerPlan): History {
  const { ending, owner, earlierOwner, manager, service, contacts, createdDaysAgo } = plan;
  const history = newHistory(service);
  const give = (at: number, action: OwnerAction, to: number | null, by: number | null, reason?: string) =>
    pass(history, { at, action, from: history.owner, to, by, ...(reason && { reason }) });
  const create = (daysAgo: number, by: number, to: number | null) => {
    Object.assign(history, { createdAt: calendar.working(daysAgo), createdBy: by });
    give(history.createdAt, "create", to, by);
  };
  /** New from the start, or out of the pool after some days. */
  const begin = (to: number, daysAgo: number, wait: number) => {
    if (wait === 0 && history.changes.length === 0) return create(daysAgo, to, to);
    if (history.changes.length === 0) create(daysAgo + wait, service, null);
    const isClaim = random.chance(0.6);
    give(calendar.working(daysAgo), isClaim ? "claim" : "assign", to, isClaim ? to : manager);
  };
  /** Follow-ups on those days of a tenure: about three in ten are no valid ones, never two in a row, never the last. */
  const meet = (userId: number, start: number, days: readonly number[], isLastExact = false) => {
    const since = history.assignedAt ?? 0;
    for (const [index, offset] of days.entries()) {
      const isLast = index === days.length - 1;
      const soon = since + Math.min(random.whole(15, 120) * minute, Math.floor((calendar.now - since) / 2_000) * 1_000);
      const whole = isLast && isLastExact ? calendar.early : calendar.working;
      const isValid = isLast || Boolean(plan.length) || !history.contacts.at(-1)?.isValid || random.chance(0.2);
      const by = !isLast && random.chance(0.04) ? service : userId;
      history.contacts.push({
        ...{ at: offset === 0 ? soon : whole(start - offset), userId: by, isValid },
        ...{ tenure: history.changes.length, nextAt: null },
      });
    }
  };
  if (ending === "new_unassigned") {
    create(Math.max(createdDaysAgo, calendar.latest), service, null);
    return history;
  }
  const isOwned = ending === "owned";
  const isLong = createdDaysAgo > 80 || random.chance(0.15);
  const early =
    contacts < 2 || plan.ago || plan.length || !isLong ? 0 : Math.ceil((contacts - 1) * (0.5 + random.value() / 2));
  const last = plan.length
    ? evenly(contacts - early, plan.length - plan.idle)
    : tenureOf(random, contacts - early, plan.idle, plan.isExact ? 1 : 0);
  const length = plan.length ?? (last.at(-1) ?? 0) + plan.idle;
  const needed = length + (early > 0 ? longestTenure + fallDays + 8 : 4);
  const ended = Math.min(1 + Math.floor(random.value() * random.value() * 200), yearDays - needed);
  const ago = isOwned ? 0 : (plan.ago ?? ended);
  const start = ago + length;
  const room = Math.max(createdDaysAgo - start, 0);
  if (early > 0 || (isOwned && !plan.length && room > 30 && random.chance(0.5))) {
    // Somebody else had the customer before: they let it fall into the pool, gave it back, or it was transferred.
    const how = random.weighted({ auto_release: 55, release: 30, transfer: 15 });
    const tail = how === "auto_release" ? fallDays : random.whole(1, 6);
    const before = tenureOf(random, early, tail, 0);
    const spent = (before.at(-1) ?? 0) + tail;
    const gap = how === "transfer" ? 0 : Math.max(1, Math.min(room - spent, yearDays - 4 - start - spent));
    begin(earlierOwner, start + gap + spent, random.chance(0.4) ? random.whole(1, 3) : 0);
    meet(earlierOwner, start + gap + spent, before);
    if (how === "auto_release") give(calendar.at(start + gap, jobHour), how, null, null, "auto_no_follow");
    if (how === "release") give(calendar.working(start + gap), how, null, earlierOwner);
    if (how === "transfer") give(calendar.working(start), how, owner, manager);
    else begin(owner, start, 0);
  } else begin(owner, start, isOwned ? room : Math.min(room, 3));
  meet(owner, start, last, plan.isExact && !plan.length);
  if (ending === "recycled" || ending === "restored") {
    const at = calendar.working(ago);
    const isBack = ending === "restored";
    history.deleted = { at: isBack ? at - random.whole(2, 10) * (day / 24) : at, by: random.pick([owner, manager]) };
    Object.assign(history, { lastOwner: owner, owner: null, assignedAt: null, assignedBy: null });
    if (isBack) give(at, "restore", null, manager);
    else history.deletedAt = at;
  } else if (ending === "manual") give(calendar.working(ago), "release", null, owner);
  else if (ending === "owner_resigned") give(calendar.at(ago, 18), "resign", null, manager);
  else if (!isOwned) give(calendar.at(ago, jobHour), "auto_release", null, null, ending);
  return history;
}

/** On which days of a tenure that many follow-ups are made, so that it ends in time. */
function tenureOf(random: Random, contacts: number, tail: number, soonest: number): number[] {
  let passed = random.whole(soonest, 2);
  return Array.from({ length: contacts }, (_, index) => {
    const most = Math.min(longestGap, Math.floor((longestTenure - tail - passed) / (contacts - index)));
    if (index > 0) passed += random.whole(Math.min(2, Math.max(most, 1)), Math.max(most, 1));
    return passed;
  });
}

const evenly = (contacts: number, days: number) =>
  Array.from({ length: contacts }, (_, index) => 1 + Math.round(((days - 1) * index) / Math.max(contacts - 1, 1)));
