import { isoInstant } from "~/server/database/tables/columns";
import type { mansion } from "~/server/database/tables/house/property";
import { namesOf } from "~/server/resources/house/mansion/names";
import { derivedOf, type MansionFacts } from "~/server/resources/house/mansion/write";
import { type Calendar, inHours } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { numbered, stamps } from "../shared/rows";
import { type Staff, staffOf } from "../system/staff";
import { buildingAt, twinOf } from "./mansion-facts";
import { placesOf, type Site } from "./mansion-places";

type Row = typeof mansion.$inferInsert;
/** A row with what the demo's own parts ask of it. */
export type DemoMansion = Row & MansionFacts & Required<Pick<Row, "id" | "status" | "source" | "created_at">>;

const sourceWeights = { import: 74, manual: 23, application: 3 } as const;
const disabledShare = 0.03;
/** Doubles that nobody has noticed yet, and those that have been merged: five of 900. */
const doubleShare = 0.015;
const mergedShare = 5 / 900;
const importedDaysAgo = 352;

/** The dictionary of buildings (domain G.2), all of them invented, in real districts. */
export function makeMansions(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  sites: readonly Site[],
  total: number,
): DemoMansion[] {
  const keepers = staffOf(staff, "estate_manager");
  const merges = Math.max(1, Math.round(total * mergedShare));
  const doubles = merges + Math.round(total * doubleShare);
  const taken = new Set<string>();
  const firsts = random
    .shuffle(placesOf(random, sites, total - doubles))
    .map((site) => buildingAt(random, calendar, site, taken));
  const doubled = random.some(firsts, doubles, doubles);
  const twins = doubled.map((one) => twinOf(random, one));
  const sources = random.shuffle(spread(total, sourceWeights));
  const drafts = [...firsts, ...twins].map((facts, index) => {
    const source = sources[index] ?? "import";
    const at = source === "import" ? calendar.at(importedDaysAgo, 10, 20) : calendar.working(random.whole(12, 340));
    return { facts, source, at, by: random.pick(keepers).id };
  });
  const byFacts = new Map<MansionFacts, DemoMansion>();
  const rows = numbered(drafts, "LD").map(({ facts, source, at, by, id, no: mansion_no }) => {
    const row: DemoMansion = {
      ...{ id, ...stamps(at, by), mansion_no, ...facts, ...derivedOf(facts, mansion_no) },
      ...{ source, status: "enabled", merged_to_id: null, version: 1 },
    };
    byFacts.set(facts, row);
    return row;
  });
  /** What changed rows in a moment after their beginning. */
  const change = (...changed: DemoMansion[]) => {
    const latest = Math.max(...changed.map(({ created_at }) => Date.parse(created_at)));
    const updated_at = isoInstant(inHours(random, calendar, latest, calendar.now));
    const updated_by = random.pick(keepers).id;
    for (const row of changed) Object.assign(row, { version: 2, updated_at, updated_by });
  };
  const paired = new Set<DemoMansion>();
  for (const [place, one] of doubled.entries()) {
    const [target, source] = [one, twins[place]].map((facts) => facts && byFacts.get(facts));
    if (!(target && source)) continue;
    paired.add(target).add(source);
    if (place >= merges) continue;
    // What a merge leaves (domain C.5): a row that leads to the other, which is found by its names.
    change(source, target);
    Object.assign(target, { alias: [...target.alias, source.name] });
    Object.assign(target, derivedOf(target, target.mansion_no, namesOf(source)));
    Object.assign(source, { status: "merged", merged_to_id: target.id });
  }
  const usable = rows.filter((row) => !paired.has(row) && row.source !== "application");
  for (const row of random.shuffle(usable).slice(0, Math.round(total * disabledShare))) {
    change(row);
    row.status = "disabled";
  }
  return rows;
}
