import { type Calendar, day, minute } from "../shared/calendar";
import type { Random } from "../shared/random";

/** One follow-up's place in a customer's life; its words come later. */
export interface Contact {
  at: number;
  userId: number;
  isValid: boolean;
  /** Which tenure it belongs to. */
  tenure: number;
}

type OwnerAction = "create" | "assign" | "transfer" | "claim" | "release" | "auto_release" | "restore" | "resign";
export interface OwnerChange {
  at: number;
  action: OwnerAction;
  from: number | null;
  to: number | null;
  by: number | null;
  /** Why it went into the pool automatically. */
  poolReason?: PoolReason;
  /** Why it was transferred, where somebody had asked for it. */
  reason?: string;
}

export type PoolReason =
  | "new_unassigned"
  | "auto_no_follow"
  | "auto_no_deal"
  | "manual"
  | "owner_resigned"
  | "restored";

/** A customer's state today. `exact`: the next run of the pool job takes it, by that rule. */
export type Ending =
  | { kind: "owned"; idle: number; exact?: "no_follow" | "no_deal" }
  | { kind: "pool"; reason: PoolReason; daysAgo?: number }
  | { kind: "recycled" };

export interface HistoryPlan {
  ending: Ending;
  contacts: number;
  /** The wanted age, as far as the follow-ups allow it. */
  createdDaysAgo: number;
  owner: number;
  earlierOwner: number;
  /** Assigns, transfers and restores in the owner's team. */
  manager: number;
  service: number;
}

export interface History {
  createdAt: number;
  createdBy: number;
  owner: number | null;
  lastOwner: number | null;
  assignedAt: number | null;
  assignedBy: number | null;
  poolAt: number | null;
  poolReason: PoolReason | null;
  deletedAt: number | null;
  deletedBy: number | null;
  restoredAt: number | null;
  restoredBy: number | null;
  changes: OwnerChange[];
  contacts: Contact[];
}

interface Tenure {
  /** Days from its beginning to each follow-up. */
  offsets: number[];
  length: number;
}

/** What every step of one history needs. */
interface Telling {
  random: Random;
  calendar: Calendar;
  plan: HistoryPlan;
  history: History;
}

/** Defaults of pool.no_follow_days and pool.no_deal_days: histories keep the rules that the nightly job applies. */
const noFollowDays = 15;
const noDealDays = 90;
/** With no two invalid follow-ups in a row, two valid ones stay within the 15 days. */
const longestGap = 7;
const longestTenure = noDealDays - 4;
export const yearDays = 364;
/** What an earlier tenure and a stay in the pool may take. */
const earlierDays = longestTenure + noFollowDays + 5;
const jobHour = 2;
/** The job comes at night, before the hour at which the days are full: it takes a customer one calendar day later. */
const fallDays = (days: number) => days + 1;

/** Lays out owners and follow-ups of one customer over the past year, by the rules of domain C.1. */
export function makeHistory(random: Random, calendar: Calendar, plan: HistoryPlan): History {
  const told: Telling = { random, calendar, plan, history: emptyHistory(plan) };
  const { ending } = plan;
  if (ending.kind === "pool" && ending.reason === "new_unassigned") {
    createInPool(told, Math.max(plan.createdDaysAgo, calendar.latest));
    return told.history;
  }
  const isOwned = ending.kind === "owned";
  const isNoDeal = isOwned ? ending.exact === "no_deal" : ending.kind === "pool" && ending.reason === "auto_no_deal";
  const early = isNoDeal ? 0 : earlyContacts(random, plan);
  const last = isNoDeal
    ? evenTenure(plan.contacts, isOwned ? noDealDays : fallDays(noDealDays), tailOf(random, ending))
    : tenureOf(random, plan.contacts - early, tailOf(random, ending), isOwned && ending.exact ? 1 : 0);
  const ago = isOwned ? 0 : endedDaysAgo(random, plan, last.length + (early > 0 ? earlierDays : 0));
  const start = ago + last.length;
  const room = Math.max(plan.createdDaysAgo - start, 0);
  if (early > 0 || (isOwned && !isNoDeal && room > 30 && random.chance(0.5))) {
    earlierTenure(told, early, start, room);
  } else {
    const wait = Math.min(room, isOwned ? room : 3);
    if (wait > 0) createInPool(told, start + wait);
    beginTenure(told, plan.owner, start, wait > 0 ? (random.chance(0.6) ? "claim" : "assign") : "create");
  }
  meet(told, plan.owner, start, last, isNoDeal);
  if (!isOwned) endLast(told, ago);
  return told.history;
}

const emptyHistory = (plan: HistoryPlan): History => ({
  ...{ createdAt: 0, createdBy: plan.service, owner: null, lastOwner: null, assignedAt: null, assignedBy: null },
  ...{ poolAt: null, poolReason: null, deletedAt: null, deletedBy: null, restoredAt: null, restoredBy: null },
  ...{ changes: [], contacts: [] },
});

/** How many follow-ups an earlier owner made. */
function earlyContacts(random: Random, { contacts, createdDaysAgo, ending }: HistoryPlan): number {
  if (contacts < 2 || (ending.kind === "pool" && ending.daysAgo)) return 0;
  if (createdDaysAgo <= 80 && !random.chance(0.15)) return 0;
  return Math.max(1, Math.min(contacts - 1, Math.round(contacts * (0.5 + random.value() * 0.4))));
}

/** Days from the last follow-up to the end of the tenure. */
function tailOf(random: Random, ending: Ending): number {
  if (ending.kind === "owned") return ending.exact === "no_deal" ? random.whole(2, 8) : ending.idle;
  if (ending.kind === "pool" && ending.reason === "auto_no_follow") return fallDays(noFollowDays);
  return random.whole(1, 8);
}

function endedDaysAgo(random: Random, { ending, createdDaysAgo }: HistoryPlan, needed: number): number {
  if (ending.kind === "pool" && ending.daysAgo) return ending.daysAgo;
  const wanted = 1 + Math.floor(random.value() * random.value() * 200);
  const room = createdDaysAgo - needed;
  return Math.max(1, Math.min(room > 1 ? Math.min(wanted, room) : wanted, yearDays - needed - 4));
}

function tenureOf(random: Random, contacts: number, tail: number, soonest = 0): Tenure {
  const offsets: number[] = [];
  let passed = 0;
  for (let index = 0; index < contacts; index++) {
    const left = longestTenure - tail - passed;
    const most = Math.max(1, Math.min(longestGap, Math.floor(left / (contacts - index))));
    passed += index === 0 ? random.whole(soonest, 2) : random.whole(Math.min(2, most), most);
    offsets.push(passed);
  }
  return { offsets, length: passed + tail };
}

/** A tenure of exactly `length` days, its follow-ups evenly over them; all of them valid, they may be far apart. */
function evenTenure(contacts: number, length: number, tail: number): Tenure {
  const span = length - tail - 1;
  const offsets = Array.from(
    { length: contacts },
    (_, index) => 1 + Math.round((span * index) / Math.max(contacts - 1, 1)),
  );
  return { offsets, length };
}

function createInPool({ calendar, plan, history }: Telling, daysAgo: number): void {
  const at = calendar.working(daysAgo);
  history.createdAt = at;
  history.createdBy = plan.service;
  history.poolAt = at;
  history.poolReason = "new_unassigned";
  history.changes.push({ at, action: "create", from: null, to: null, by: plan.service });
}

function beginTenure(
  { calendar, plan, history }: Telling,
  owner: number,
  daysAgo: number,
  action: "create" | "claim" | "assign" | "transfer",
): void {
  const { ending } = plan;
  const isExact = ending.kind === "owned" && ending.exact === "no_deal" && daysAgo === noDealDays;
  const at = isExact ? calendar.early(daysAgo) : calendar.working(daysAgo);
  const by = action === "create" || action === "claim" ? owner : plan.manager;
  if (action === "create") {
    history.createdAt = at;
    history.createdBy = owner;
  }
  history.changes.push({ at, action, from: history.owner, to: owner, by });
  if (history.owner !== null) history.lastOwner = history.owner;
  history.owner = owner;
  history.assignedAt = at;
  history.assignedBy = by;
  history.poolAt = null;
  history.poolReason = null;
}

/** The follow-ups of a tenure: about three in ten are no valid ones, never two in a row, never the last. */
function meet(
  { random, calendar, plan, history }: Telling,
  userId: number,
  start: number,
  { offsets }: Tenure,
  isAllValid = false,
): void {
  const begin = history.assignedAt ?? 0;
  const tenure = history.changes.length;
  const { ending } = plan;
  let wasValid = false;
  for (const [index, offset] of offsets.entries()) {
    const daysAgo = start - offset;
    const isLast = index === offsets.length - 1;
    const isExact = isLast && ending.kind === "owned" && ending.exact === "no_follow" && daysAgo === ending.idle;
    const soon = Math.min(
      begin + random.whole(15, 120) * minute,
      begin + Math.floor((calendar.now - begin) / 2_000) * 1_000,
    );
    const at = offset === 0 ? soon : isExact ? calendar.early(daysAgo) : calendar.working(daysAgo);
    const isValid: boolean = isLast || !wasValid || isAllValid || random.chance(0.05);
    const helps = !isLast && random.chance(0.04);
    history.contacts.push({ at, userId: helps ? plan.service : userId, isValid, tenure });
    wasValid = isValid;
  }
}

/** Somebody else had the customer before: they let it fall into the pool, gave it back, or it was transferred. */
function earlierTenure(told: Telling, contacts: number, start: number, room: number): void {
  const { random, calendar, plan, history } = told;
  const how = random.weighted({ auto: 55, manual: 30, transfer: 15 });
  const tenure = tenureOf(random, contacts, how === "auto" ? fallDays(noFollowDays) : random.whole(1, 6));
  const longest = yearDays - 4 - start - tenure.length;
  const gap = how === "transfer" ? 0 : Math.max(1, Math.min(room - tenure.length, longest));
  const begin = start + gap + tenure.length;
  const wait = random.chance(0.4) ? random.whole(1, 3) : 0;
  if (wait > 0) createInPool(told, begin + wait);
  beginTenure(told, plan.earlierOwner, begin, wait > 0 ? (random.chance(0.5) ? "claim" : "assign") : "create");
  meet(told, plan.earlierOwner, begin, tenure);
  if (how !== "transfer") {
    const at = how === "auto" ? calendar.at(start + gap, jobHour) : calendar.working(start + gap);
    fall(history, at, how === "auto" ? "auto_no_follow" : "manual", how === "auto" ? null : plan.earlierOwner);
  }
  const next = how === "transfer" ? "transfer" : random.chance(0.7) ? "claim" : "assign";
  beginTenure(told, plan.owner, start, next);
}

function fall(history: History, at: number, reason: PoolReason, by: number | null): void {
  const action = reason === "manual" ? "release" : reason === "owner_resigned" ? "resign" : "auto_release";
  const poolReason = action === "auto_release" ? reason : undefined;
  history.changes.push({ at, action, from: history.owner, to: null, by, poolReason });
  leave(history);
  history.poolAt = at;
  history.poolReason = reason;
}

function leave(history: History): void {
  history.lastOwner = history.owner;
  history.owner = null;
  history.assignedAt = null;
  history.assignedBy = null;
}

function endLast({ random, calendar, plan, history }: Telling, ago: number): void {
  const { ending } = plan;
  if (ending.kind === "recycled") {
    history.deletedAt = calendar.working(ago);
    history.deletedBy = random.chance(0.6) ? plan.owner : plan.manager;
    leave(history);
    return;
  }
  if (ending.kind !== "pool") return;
  if (ending.reason === "restored") {
    const at = calendar.working(ago);
    history.restoredAt = at;
    history.restoredBy = plan.manager;
    history.deletedAt = at - random.whole(2, 10) * (day / 24);
    history.deletedBy = plan.owner;
    leave(history);
    history.changes.push({ at, action: "restore", from: null, to: null, by: plan.manager });
    history.poolAt = at;
    history.poolReason = "restored";
    return;
  }
  const at =
    ending.reason === "manual"
      ? calendar.working(ago)
      : ending.reason === "owner_resigned"
        ? calendar.at(ago, 18)
        : calendar.at(ago, jobHour);
  fall(
    history,
    at,
    ending.reason,
    ending.reason === "manual" ? plan.owner : ending.reason === "owner_resigned" ? plan.manager : null,
  );
}
