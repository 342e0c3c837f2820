import type { Calendar } from "../shared/calendar";
import { type Random, share, spread } from "../shared/random";
import { resignedDaysAgo, type Staff } from "../system/staff";
import { type Ending, type HistoryPlan, yearDays } from "./histories";

export type Stage = "new" | "contacted" | "qualified" | "visited" | "lost" | "invalid";
export type Level = "A" | "B" | "C" | "D";

const stageNames: readonly Stage[] = ["new", "contacted", "qualified", "visited", "lost", "invalid"];
const february = 1;

/** What a customer is to become, before any history is made. */
export interface CustomerPlan extends HistoryPlan {
  stage: Stage;
  level: Level;
  isLocked: boolean;
  /** The lock ran out this morning, after the night's release: the next run takes them, unless a colleague takes them over before. */
  isStale: boolean;
}

/** Customers per 1,200 by place and by stage (domain G.2; no deals yet, so nobody has bought). */
const states = { owned: 816, pool: 288, recycled: 96 } as const;
type State = keyof typeof states;
const stagesOf: Readonly<Record<State, Readonly<Record<Stage, number>>>> = {
  owned: { new: 150, contacted: 250, qualified: 236, visited: 150, lost: 26, invalid: 4 },
  pool: { new: 78, contacted: 120, qualified: 40, visited: 18, lost: 28, invalid: 4 },
  recycled: { new: 12, contacted: 38, qualified: 0, visited: 0, lost: 30, invalid: 16 },
};
const levelsOf: Readonly<Record<Stage, Readonly<Record<Level, number>>>> = {
  new: { A: 10, B: 30, C: 200, D: 0 },
  contacted: { A: 0, B: 30, C: 246, D: 132 },
  qualified: { A: 74, B: 176, C: 26, D: 0 },
  visited: { A: 60, B: 100, C: 8, D: 0 },
  lost: { A: 0, B: 0, C: 0, D: 84 },
  invalid: { A: 0, B: 0, C: 0, D: 24 },
};
/** Follow-ups of a customer of each stage: most often, least. */
const contactsOf: Readonly<Record<Stage, readonly [mean: number, least: number]>> = {
  new: [0, 0],
  contacted: [5, 1],
  qualified: [8.5, 2],
  visited: [10, 3],
  lost: [4.6, 1],
  invalid: [2, 1],
};
const mostContacts = 15;
/** So many keep a customer for ninety days without fifteen idle ones. */
const contactsOfNinetyDays = 8;
const fallingOf1200 = 10;
const warnedOf1200 = 40;
const lockedOf1200 = 15;
const staleOf1200 = 6;
const poolNoFollow = 15;

/** One plan per customer of the demo, `total` in all, with `contacts` follow-ups between them. */
export function makePlans(
  random: Random,
  calendar: Calendar,
  staff: Staff[],
  total: number,
  contacts: number,
): CustomerPlan[] {
  const drafts = random.shuffle(draftsOf(random, total));
  giveContacts(random, drafts, contacts);
  const owners = ownersOf(staff);
  const owned = drafts.filter((draft) => draft.state === "owned");
  const holders = holdersOf(random, owners, owned);
  const marks = marksOf(random, owned, holders, owners.first, total);
  return drafts.map((draft) => {
    const mark = marks.get(draft);
    const ending = endingOf(random, calendar, draft, mark);
    const resigned = ending.kind === "pool" && ending.reason === "owner_resigned" ? owners.resigned : undefined;
    const owner = resigned ?? holders.get(draft) ?? random.pick(owners.sellers);
    const others = owners.sellers.filter((seller) => seller !== owner);
    return {
      stage: draft.stage,
      level: draft.level,
      isLocked: mark === "locked" || mark === "stale",
      isStale: mark === "stale",
      ending,
      contacts: draft.contacts,
      createdDaysAgo: createdDaysAgo(random, calendar, draft, ending),
      owner: owner.id,
      earlierOwner: random.pick(others).id,
      manager: owners.leader(owner).id,
      service: random.pick(owners.service).id,
    };
  });
}

interface Draft {
  state: State;
  stage: Stage;
  level: Level;
  contacts: number;
}
type Mark = "falling" | "falling_no_deal" | "warned" | "locked" | "stale";

function draftsOf(random: Random, total: number): Draft[] {
  const drafts = [...share(total, states)].flatMap(([state, count]) =>
    spread(count, stagesOf[state]).map((stage): Draft => ({ state, stage, level: "C", contacts: 0 })),
  );
  for (const stage of stageNames) {
    const same = random.shuffle(drafts.filter((draft) => draft.stage === stage));
    const levels = spread(same.length, levelsOf[stage]);
    for (const [index, draft] of same.entries()) draft.level = levels[index] ?? "C";
  }
  return drafts;
}

/** Distributes exactly `total` follow-ups, 1–15 to everyone whose stage has any. */
function giveContacts(random: Random, drafts: Draft[], total: number): void {
  const reached = drafts.filter((draft) => draft.stage !== "new");
  for (const draft of reached) {
    const [mean, least] = contactsOf[draft.stage];
    const wished = Math.round(mean * (1 + random.normal() * 0.35));
    draft.contacts = Math.min(mostContacts, Math.max(least, wished));
  }
  let left = total - reached.reduce((sum, draft) => sum + draft.contacts, 0);
  while (left !== 0) {
    const draft = random.pick(reached);
    const step = Math.sign(left);
    const next = draft.contacts + step;
    if (next > mostContacts || next < contactsOf[draft.stage][1]) continue;
    draft.contacts = next;
    left -= step;
  }
}

interface Owners {
  /** Staff who may hold customers. */
  sellers: Staff[];
  /** sales@demo.test, whose own lists show every kind. */
  first: Staff;
  resigned: Staff;
  service: Staff[];
  leader(seller: Staff): Staff;
}

function ownersOf(staff: Staff[]): Owners {
  const holding = (role: string) => staff.filter((person) => person.roles.includes(role));
  const sellers = [...holding("sales"), ...holding("sales_manager")];
  const [first] = sellers;
  const resigned = sellers.find((person) => person.status === "resigned");
  if (!first || !resigned) throw new Error("No sellers");
  return {
    sellers: sellers.filter((person) => person.status === "enabled"),
    first,
    resigned,
    service: holding("customer_service"),
    leader(seller) {
      const leader = staff.find((person) => person.isLeader && person.team === seller.team);
      if (!leader) throw new Error(`No leader of ${seller.team}`);
      return leader;
    },
  };
}

/** How many of the `count` owned customers each one holds: managers few, the first seller never fewer than eight. */
function quotas(owners: Owners, count: number): Map<Staff, number> {
  const managers = owners.sellers.filter((person) => person.isLeader);
  const perManager = Math.max(1, Math.round((count * 20) / states.owned));
  const ofFirst = Math.max(8, Math.round((count * 60) / states.owned));
  const rest = owners.sellers.filter((person) => !person.isLeader && person !== owners.first);
  const left = count - ofFirst - perManager * managers.length;
  return new Map([
    [owners.first, ofFirst],
    ...managers.map((person): [Staff, number] => [person, perManager]),
    ...rest.map((person, index): [Staff, number] => [
      person,
      Math.round((left * (index + 1)) / rest.length) - Math.round((left * index) / rest.length),
    ]),
  ]);
}

function holdersOf(random: Random, owners: Owners, owned: Draft[]): Map<Draft, Staff> {
  const list = random.shuffle(
    [...quotas(owners, owned.length)].flatMap(([person, count]) => Array<Staff>(count).fill(person)),
  );
  return new Map(owned.flatMap((draft, index) => (list[index] ? [[draft, list[index]]] : [])));
}

/** Picks customers close to the pool, warned ones and locked ones; the first seller has some of each. */
function marksOf(
  random: Random,
  owned: Draft[],
  holders: Map<Draft, Staff>,
  first: Staff,
  total: number,
): Map<Draft, Mark> {
  const marks = new Map<Draft, Mark>();
  const counts = {
    falling: Math.max(1, Math.round((fallingOf1200 * total) / 1200)),
    warned: Math.max(3, Math.round((warnedOf1200 * total) / 1200)),
    locked: Math.max(2, Math.round((lockedOf1200 * total) / 1200)),
    stale: Math.max(1, Math.round((staleOf1200 * total) / 1200)),
  };
  const followed = random.shuffle(owned.filter((draft) => draft.contacts > 0));
  const own = followed.filter((draft) => holders.get(draft) === first);
  const others = followed.filter((draft) => holders.get(draft) !== first);
  const take = (mark: Mark, count: number, ofFirst: number) => {
    for (const draft of own.splice(0, ofFirst)) marks.set(draft, mark);
    for (const draft of others.splice(0, count - ofFirst)) marks.set(draft, mark);
  };
  const byLength = counts.falling - Math.floor(counts.falling / 5);
  take("falling", byLength, Math.min(2, Math.ceil(byLength / 4)));
  take("warned", counts.warned, Math.min(5, Math.ceil(counts.warned / 4)));
  take("locked", counts.locked, Math.min(4, Math.ceil(counts.locked / 4)));
  take("stale", counts.stale, Math.ceil(counts.stale / 2));
  // Held for ninety days and still looked after: only those with many follow-ups can be.
  const long = others.filter((draft) => draft.contacts >= contactsOfNinetyDays).slice(0, counts.falling - byLength);
  for (const draft of long) marks.set(draft, "falling_no_deal");
  return marks;
}

function endingOf(random: Random, calendar: Calendar, draft: Draft, mark: Mark | undefined): Ending {
  if (draft.state === "recycled") return { kind: "recycled" };
  if (draft.state === "pool") return poolEnding(random, draft);
  if (mark === "falling") return { kind: "owned", idle: poolNoFollow, exact: "no_follow" };
  if (mark === "falling_no_deal") return { kind: "owned", idle: random.whole(2, 8), exact: "no_deal" };
  if (mark === "warned") return { kind: "owned", idle: random.whole(poolNoFollow - 3, poolNoFollow - 1) };
  if (mark === "stale") return { kind: "owned", idle: random.whole(92, 104) };
  if (mark === "locked") return { kind: "owned", idle: random.whole(3, 35) };
  return { kind: "owned", idle: Math.max(calendar.latest, random.whole(0, poolNoFollow - 4)) };
}

function poolEnding(random: Random, draft: Draft): Ending {
  if (draft.contacts === 0) return { kind: "pool", reason: random.chance(0.88) ? "new_unassigned" : "auto_no_follow" };
  const auto_no_deal = draft.contacts >= contactsOfNinetyDays ? 40 : 0;
  const reason = random.weighted({ auto_no_follow: 50, auto_no_deal, manual: 24, owner_resigned: 10, restored: 6 });
  return reason === "owner_resigned" ? { kind: "pool", reason, daysAgo: resignedDaysAgo } : { kind: "pool", reason };
}

/** More recently than a year ago, fewer around Spring Festival; those without a follow-up have mostly just come. */
function createdDaysAgo(random: Random, calendar: Calendar, draft: Draft, ending: Ending): number {
  if (draft.stage === "new" && draft.state === "owned" && random.chance(0.65)) {
    return ending.kind === "owned" ? ending.idle + (random.chance(0.3) ? 1 : 0) : 0;
  }
  for (;;) {
    const daysAgo = random.whole(calendar.latest, yearDays);
    const month = new Date(calendar.today - daysAgo * 86_400_000).getUTCMonth();
    const weight = (1 - (0.15 * daysAgo) / yearDays) * (month === february ? 0.55 : 1);
    if (random.chance(weight)) return daysAgo;
  }
}
