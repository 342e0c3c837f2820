import { isoInstant } from "~/server/database/tables/columns";
import type { mansion } from "~/server/database/tables/house/property";
import { namesOf } from "~/server/resources/house/mansion/names";
import { derivedOf, type MansionFacts } from "~/server/resources/house/mansion/write";
import { type Calendar, inHours } from "../shared/calendar";
import { type Random, share, spread } from "../shared/random";
import { numbered, stamps } from "../shared/rows";
import type { Staff } from "../system/staff";
import { buildingAt, twinOf } from "./mansion-facts";
import type { Site } from "./mansion-places";

type Row = typeof mansion.$inferInsert;
/** A row with what the demo's own parts ask of it. */
export type DemoMansion = Row & MansionFacts & Required<Pick<Row, "id" | "status" | "source" | "created_at">>;

const countryWeights = { JP: 62, TH: 12, AE: 8, MY: 6, GB: 3, AU: 3, US: 2, SG: 2, GR: 1, PT: 1 } as const;
const sourceWeights = { import: 74, manual: 23, application: 3 } as const;
const disabledShare = 0.03;
/** Doubles that nobody has noticed yet. */
const doubleShare = 0.015;
/** Doubles that have been merged: five of 900. */
const mergedShare = 5 / 900;
const importedDaysAgo = 352;

/** The dictionary of buildings (domain G.2), all of them invented, in real districts; and what the log says of them. */
export function makeMansions(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  sites: readonly Site[],
  total: number,
): DemoMansion[] {
  const keepers = staff.filter(({ roles, status }) => roles.includes("estate_manager") && status === "enabled");
  const merges = Math.max(1, Math.round(total * mergedShare));
  const doubles = merges + Math.round(total * doubleShare);
  const taken = new Set<string>();
  const firsts = random
    .shuffle(placesOf(random, sites, total - doubles))
    .map((site) => buildingAt(random, calendar, site, taken));
  const pairs = random
    .shuffle(firsts)
    .slice(0, doubles)
    .map((one) => ({ one, twin: twinOf(random, one) }));
  const sources = random.shuffle(spread(total, sourceWeights));
  const drafts = [...firsts, ...pairs.map(({ twin }) => twin)].map((facts, index) => {
    const source = sources[index] ?? "import";
    const at = source === "import" ? calendar.at(importedDaysAgo, 10, 20) : calendar.working(random.whole(12, 340));
    return { facts, source, at, by: random.pick(keepers).id };
  });
  const byFacts = new Map<MansionFacts, DemoMansion>();
  const rows = numbered(drafts, "LD").map(({ facts, source, at, by, id, no: mansion_no }) => {
    const derived = derivedOf(facts, mansion_no);
    const row: DemoMansion = {
      ...{ id, ...stamps(at, by), mansion_no, ...facts, ...derived },
      ...{ source, status: "enabled", merged_to_id: null, version: 1 },
    };
    byFacts.set(facts, row);
    return row;
  });
  const moment = (...after: DemoMansion[]) => {
    const latest = Math.max(...after.map(({ created_at }) => Date.parse(created_at)));
    return isoInstant(inHours(random, calendar, latest, calendar.now));
  };
  for (const { one, twin } of pairs.slice(0, merges)) {
    const [target, source] = [byFacts.get(one), byFacts.get(twin)];
    if (target && source) merge(source, target, random.pick(keepers).id, moment(source, target));
  }
  const paired = new Set(pairs.flatMap(({ one, twin }) => [byFacts.get(one), byFacts.get(twin)]));
  const usable = rows.filter((row) => !paired.has(row) && row.source !== "application");
  for (const row of random.shuffle(usable).slice(0, Math.round(total * disabledShare)))
    Object.assign(row, {
      ...{ status: "disabled", version: 2 },
      ...{ updated_by: random.pick(keepers).id, updated_at: moment(row) },
    });
  return rows;
}

/** So many places of each country, every site of it about as often. */
function placesOf(random: Random, sites: readonly Site[], total: number): Site[] {
  return [...share(total, countryWeights)].flatMap(([country, count]) => {
    const here = random.shuffle(sites.filter((site) => site.country === country));
    return Array.from({ length: count }, (_, index) => here[index % here.length] ?? random.pick(here));
  });
}

/** What the merge of two doubles leaves (domain C.5): a row that leads to the other, which is found by its names. */
function merge(source: DemoMansion, target: DemoMansion, by: number, at: string): void {
  Object.assign(target, { alias: [...target.alias, source.name] });
  Object.assign(target, derivedOf(target, target.mansion_no, namesOf(source)));
  for (const row of [source, target]) Object.assign(row, { version: 2, updated_at: at, updated_by: by });
  Object.assign(source, { status: "merged", merged_to_id: target.id });
}
