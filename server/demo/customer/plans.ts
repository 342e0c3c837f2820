import { found } from "~/server/lib/call";
import type { Base } from "../drawn-rows";
import { type Calendar, day } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { resignedDaysAgo, type Staff } from "../system/staff";

export type Stage = "new" | "contacted" | "qualified" | "visited" | "lost" | "invalid";
export type Level = "A" | "B" | "C" | "D";

export type PoolReason = keyof typeof poolReasons;
/** What a customer is to become, before any history is made. */
export type CustomerPlan = ReturnType<typeof makePlans>[number];

export const yearDays = 364;
/** The pool's job comes at night, before the hour at which its 15 days are full: one calendar day later. */
export const fallDays = 16;

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
const poolReasons = {
  ...{ new_unassigned: 88, auto_no_follow: 50, auto_no_deal: 40, manual: 24, owner_resigned: 10, restored: 6 },
};
interface Ending {
  ending: "owned" | "recycled" | PoolReason;
  idle: number;
  ago?: number;
  length?: number;
}
/** So many keep a customer for ninety days without fifteen idle ones. */
const contactsOfNinetyDays = 8;
/** Per 1,200: close to the pool by either rule, soon to be, locked, or just unlocked; the least of each, most of the first seller's, and the days since the last follow-up. */
const marks = {
  falling: { share: 8, least: 1, ofFirst: 2, idle: [15, 15] },
  falling_no_deal: { share: 2, least: 0, ofFirst: 0, idle: [2, 8] },
  warned: { share: 40, least: 3, ofFirst: 5, idle: [12, 14] },
  locked: { share: 15, least: 2, ofFirst: 4, idle: [3, 35] },
  stale: { share: 6, least: 1, ofFirst: 3, idle: [92, 104] },
  none: { share: 0, least: 0, ofFirst: 0, idle: [0, 11] },
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
      /** A stale lock ran out this morning, after the night's release: the next run takes them, unless a colleague takes them over before. */
      ...{ isLocked: draft.mark === "locked" || draft.mark === "stale", isStale: draft.mark === "stale" },
      /** The next run of the pool job takes the customer. */
      isExact: draft.mark === "falling" || draft.mark === "falling_no_deal",
      createdDaysAgo: createdDaysAgo(random, calendar, draft, ending.idle),
      earlierOwner: random.pick(sellers.filter((seller) => seller !== owner)).id,
      /** Assigns, transfers and restores in the owner's team. */
      manager: found(staff.find(({ isLeader, team }) => isLeader && team === owner.team)).id,
      service: random.pick(holding("customer_service")).id,
    };
  });
}

/** Distributes exactly `total` follow-ups, 1–15 to everyone whose stage has any. */
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

/** Of those that were followed up; the first seller has some of each. */
function giveMarks(owned: readonly Draft[], first: Staff | undefined, total: number): void {
  const free = owned.filter(({ contacts }) => contacts > 0);
  const mine = free.filter(({ owner }) => owner === first);
  // Held for ninety days and still looked after: only those with many follow-ups can be.
  const others = free.filter(({ owner }) => owner !== first).sort((a, b) => rank(a) - rank(b));
  for (const [name, { share, least, ofFirst }] of Object.entries(marks)) {
    const count = Math.max(least, Math.round((share * total) / 1_200));
    const own = mine.splice(0, Math.min(ofFirst, Math.ceil(count / 4)));
    const rest = name === "falling_no_deal" ? others.splice(-count, count) : others.splice(0, count - own.length);
    for (const draft of [...own, ...rest]) draft.mark = name as Mark; // a key of the marks
  }
}
const rank = ({ contacts }: Draft) => (contacts >= contactsOfNinetyDays ? 1 : 0);

/** Where they are today or why in the pool, and the days from the last follow-up to the end; how long the last tenure was, and when it ended, where a rule says so. */
function endingOf(random: Random, calendar: Calendar, { place, contacts, mark }: Draft): Ending {
  const soon = random.whole(1, 8);
  if (place === "recycled") return { ending: "recycled", idle: soon };
  if (place === "pool") {
    const { new_unassigned, ...others } = poolReasons;
    const auto_no_deal = contacts >= contactsOfNinetyDays ? others.auto_no_deal : 0;
    const ending =
      contacts === 0
        ? random.weighted({ new_unassigned, auto_no_follow: 12 })
        : random.weighted({ ...others, auto_no_deal });
    const idle = ending === "auto_no_follow" ? fallDays : soon;
    if (ending === "owner_resigned") return { ending, idle, ago: resignedDaysAgo };
    return { ending, idle, ...(ending === "auto_no_deal" && { length: 91 }) };
  }
  const [least, most] = marks[mark ?? "none"].idle;
  const idle = Math.max(mark ? 0 : calendar.latest, random.whole(least, most));
  return { ending: "owned", idle, ...(mark === "falling_no_deal" && { length: 90 }) };
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
