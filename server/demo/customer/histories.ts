import { found } from "~/server/lib/call";
import { type Calendar, day, minute } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { resignedDaysAgo } from "../system/staff";
import type { Base, Staff } from "../terms";

/** One follow-up's place in a customer's life; its words come later. */
export interface Contact {
  at: number;
  userId: number;
  isValid: boolean;
}

type OwnerAction = "create" | "assign" | "transfer" | "claim" | "release" | "auto_release" | "resign";
interface OwnerChange {
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
  ...{ deletedAt: null as number | null, deletedBy: null as number | null },
  ...{ changes: [] as OwnerChange[], contacts: [] as Contact[] },
});

/** With no two invalid follow-ups in a row, two valid ones stay within the 15 days of the pool's rule. */
const longestGap = 7;
/** Within the 90 days of the pool's rule. */
const longestTenure = 86;
const jobHour = 2;
const reasonOf: Partial<Record<OwnerAction, PoolReason>> = {
  ...{ create: "new_unassigned", resign: "owner_resigned", release: "manual" },
};

function pass(history: History, change: OwnerChange): void {
  const { at, action, to, by, reason } = change;
  history.changes.push(change);
  history.lastOwner = history.owner ?? history.lastOwner;
  const isOwned = to !== null;
  Object.assign(history, {
    ...{ owner: to, assignedAt: isOwned ? at : null, assignedBy: isOwned ? by : null },
    ...{ poolAt: isOwned ? null : at, poolReason: isOwned ? null : (reasonOf[action] ?? reason) },
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
      const isValid = isLast || !history.contacts.at(-1)?.isValid || random.chance(0.2);
      history.contacts.push({ at: offset === 0 ? soon : whole(start - offset), userId, isValid });
    }
  };
  if (ending === "new_unassigned") {
    create(Math.max(createdDaysAgo, calendar.latest), service, null);
    return history;
  }
  const isOwned = ending === "owned";
  const isLong = createdDaysAgo > 80 || random.chance(0.15);
  const early = contacts < 2 || plan.ago || !isLong ? 0 : Math.ceil((contacts - 1) * (0.5 + random.value() / 2));
  const last = tenureOf(random, contacts - early, plan.idle, plan.isExact ? 1 : 0);
  const length = (last.at(-1) ?? 0) + plan.idle;
  const needed = length + (early > 0 ? longestTenure + fallDays + 8 : 4);
  const ended = Math.min(1 + Math.floor(random.value() * random.value() * 200), yearDays - needed);
  const ago = isOwned ? 0 : (plan.ago ?? ended);
  const start = ago + length;
  const room = Math.max(createdDaysAgo - start, 0);
  if (early > 0 || (isOwned && room > 30 && random.chance(0.5))) {
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
  meet(owner, start, last, plan.isExact);
  if (ending === "recycled") {
    const gone = { deletedAt: calendar.working(ago), deletedBy: random.pick([owner, manager]) };
    Object.assign(history, { ...gone, lastOwner: owner, owner: null, assignedAt: null, assignedBy: null });
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

export type Stage = "new" | "contacted" | "qualified" | "visited" | "lost" | "invalid";
export type Level = "A" | "B" | "C" | "D";

type PoolReason = keyof typeof poolReasons | "new_unassigned";
/** What a customer is to become, before any history is made. */
export type CustomerPlan = ReturnType<typeof makePlans>[number];

export const yearDays = 364;
/** The pool's job comes at night, before the hour at which its 15 days are full: one calendar day later. */
const fallDays = 16;

/** Customers per 1,200 by place and stage (domain G.2; no deals yet, so nobody has bought). */
const places = {
  ...{ "owned new": 150, "owned contacted": 250, "owned qualified": 236, "owned visited": 150, "owned lost": 26 },
  ...{ "owned invalid": 4, "pool new": 78, "pool contacted": 120, "pool qualified": 40, "pool visited": 18 },
  ...{ "pool lost": 28, "pool invalid": 4, "recycled new": 12, "recycled contacted": 38, "recycled lost": 30 },
  ...{ "recycled invalid": 16 },
};
/** Levels of each stage, and its follow-ups: most often, least. */
const stages: Readonly<Record<Stage, { levels: Partial<Record<Level, number>>; mean: number; least: number }>> = {
  new: { levels: { A: 10, B: 30, C: 200 }, mean: 0, least: 0 },
  contacted: { levels: { B: 30, C: 246, D: 132 }, mean: 5, least: 1 },
  qualified: { levels: { A: 74, B: 176, C: 26 }, mean: 8.5, least: 2 },
  visited: { levels: { A: 60, B: 100, C: 8 }, mean: 10, least: 3 },
  lost: { levels: { D: 84 }, mean: 4.6, least: 1 },
  invalid: { levels: { D: 24 }, mean: 2, least: 1 },
};
const mostContacts = 15;
const poolReasons = { auto_no_follow: 90, manual: 24, owner_resigned: 10 };
interface Ending {
  ending: "owned" | "recycled" | PoolReason;
  idle: number;
  ago?: number;
}
/** Per 1,200: those that the next run of the pool job takes, those soon to be, and locked ones; and the days since the last follow-up. */
const marks = {
  falling: { share: 10, idle: [15, 15] },
  warned: { share: 40, idle: [12, 14] },
  locked: { share: 15, idle: [3, 35] },
  none: { share: 0, idle: [0, 11] },
} as const;
type Mark = keyof typeof marks;

interface Draft {
  place: string;
  stage: Stage;
  level: Level;
  contacts: number;
  owner?: Staff;
  mark?: Mark;
}

/** One plan per customer of the demo, `total` in all, with `contacts` follow-ups between them. */
export function makePlans({ random, calendar, staff }: Base, total: number, contacts: number) {
  const drafts = spread(total, places).map((key): Draft => {
    const [place = "", stage] = key.split(" ") as [string, Stage]; // as written above
    return { place, stage, level: "C", contacts: 0 };
  });
  for (const [stage, { levels }] of Object.entries(stages)) {
    const same = random.shuffle(drafts.filter((draft) => draft.stage === stage));
    const spent = spread(same.length, levels as Record<Level, number>); // a level that is not named has no share
    for (const [index, draft] of same.entries()) draft.level = spent[index] ?? "C";
  }
  giveContacts(random, drafts, contacts);
  const holding = (role: string) => staff.filter(({ roles }) => roles.includes(role));
  const all = [...holding("sales"), ...holding("sales_manager")];
  const sellers = all.filter(({ status }) => status === "enabled");
  const [first] = sellers;
  const owned = random.shuffle(drafts.filter(({ place }) => place === "owned"));
  // Managers hold few, the first seller more than the others.
  const parts = Object.fromEntries(
    sellers.map((one) => [one.id, one === first ? 80 : one.isLeader ? 20 : 656 / (sellers.length - 5)]),
  );
  for (const [index, id] of spread(owned.length, parts).entries())
    Object.assign(owned[index] ?? {}, { owner: sellers.find((one) => one.id === Number(id)) });
  giveMarks(random.shuffle(owned), first, total);
  return random.shuffle(drafts).map((draft) => {
    const ending = endingOf(random, calendar, draft);
    const resigned = ending.ending === "owner_resigned" ? all.find(({ status }) => status === "resigned") : undefined;
    const owner = resigned ?? draft.owner ?? random.pick(sellers);
    return {
      ...{ stage: draft.stage, level: draft.level, contacts: draft.contacts, ...ending, owner: owner.id },
      ...{ isLocked: draft.mark === "locked", isExact: draft.mark === "falling" },
      createdDaysAgo: createdDaysAgo(random, calendar, draft, ending.idle),
      earlierOwner: random.pick(sellers.filter((seller) => seller !== owner)).id,
      manager: found(staff.find(({ isLeader, team }) => isLeader && team === owner.team)).id,
      service: random.pick(holding("customer_service")).id,
    };
  });
}

function giveContacts(random: Random, drafts: Draft[], total: number): void {
  const reached = drafts.filter(({ stage }) => stage !== "new");
  let left = total;
  const add = (draft: Draft, count: number) => {
    const most = Math.min(mostContacts, Math.max(stages[draft.stage].least, draft.contacts + count));
    left -= most - draft.contacts;
    draft.contacts = most;
  };
  for (const draft of reached) add(draft, Math.round(stages[draft.stage].mean * (1 + random.normal() * 0.35)));
  while (left !== 0) add(random.pick(reached), Math.sign(left));
}

/** Of those that were followed up; the first seller has a quarter of each. */
function giveMarks(owned: readonly Draft[], first: Staff | undefined, total: number): void {
  const free = owned.filter(({ contacts }) => contacts > 0);
  const mine = free.filter(({ owner }) => owner === first);
  const others = free.filter(({ owner }) => owner !== first);
  for (const [name, { share }] of Object.entries(marks)) {
    const count = Math.round((share * total) / 1_200);
    const own = mine.splice(0, Math.min(5, Math.ceil(count / 4)));
    for (const draft of [...own, ...others.splice(0, count - own.length)]) draft.mark = name as Mark; // a key of the marks
  }
}

/** Where they are today or why in the pool, the days from the last follow-up to the end, and when the last tenure ended where a rule says so. */
function endingOf(random: Random, calendar: Calendar, { place, contacts, mark }: Draft): Ending {
  const soon = random.whole(1, 8);
  if (place === "recycled") return { ending: "recycled", idle: soon };
  if (place === "pool") {
    const other = random.chance(0.88) ? "new_unassigned" : "auto_no_follow";
    const ending: PoolReason = contacts > 0 ? random.weighted(poolReasons) : other;
    if (ending === "owner_resigned") return { ending, idle: soon, ago: resignedDaysAgo };
    return { ending, idle: ending === "auto_no_follow" ? fallDays : soon };
  }
  const [least, most] = marks[mark ?? "none"].idle;
  const idle = Math.max(mark ? 0 : calendar.latest, random.whole(least, most));
  return { ending: "owned", idle };
}

/** Fewer a year ago, and around Spring Festival; those without a follow-up have mostly just come. */
function createdDaysAgo(random: Random, calendar: Calendar, { stage, place }: Draft, idle: number): number {
  if (stage === "new" && place === "owned" && random.chance(0.65)) return idle + (random.chance(0.3) ? 1 : 0);
  for (;;) {
    const daysAgo = random.whole(calendar.latest, yearDays);
    const isFebruary = new Date(calendar.today - daysAgo * day).getUTCMonth() === 1;
    if (random.chance((1 - (0.15 * daysAgo) / yearDays) * (isFebruary ? 0.55 : 1))) return daysAgo;
  }
}
