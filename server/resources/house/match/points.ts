import { type SQL, sql } from "drizzle-orm";
import { type MatchPartKey, matchParts } from "~/contract/house/match";

interface Range {
  min: SQL;
  max: SQL;
}

/** What is scored: columns for the side with many rows, constants for the other. */
export interface Facts {
  asksDistrict: SQL;
  /** Points of the district by itself, since it is looked for in the tree. */
  district: SQL;
  budget: Range;
  price: Range;
  asksType: SQL;
  fitsType: SQL;
  /** Layouts are asked for, and the estate names some. */
  statesLayouts: SQL;
  fitsLayout: SQL;
  wantedArea: Range;
  area: Range;
  isInvestment: SQL;
  wantedYield: SQL;
  grossYield: SQL;
  wantedWalk: SQL;
  walk: SQL;
}

/** So far beyond what is asked a part has no points left. */
const reach = 0.3;
/** Of the layout's points those of the kind of property, and of the layouts. */
const typePoints = 5;
const layoutPoints = matchParts.layout.max - typePoints;
export type Weights = Record<MatchPartKey | `${MatchPartKey}_of`, number>;
export const matchKeys = Object.keys(matchParts) as MatchPartKey[];
/** Districts near the wanted ones, and others of the same country. */
export const districtPoints = { within: matchParts.district.max, near: 15, country: 8 } as const;

/** Where both sides say something of a part; the most that it may give then. The layout's part has two, each by itself. */
function saidOf(facts: Facts): Record<MatchPartKey, SQL> {
  const says = (key: MatchPartKey, condition: SQL) => when(condition, sql`${matchParts[key].max}::int`);
  const isGiven = ({ min, max }: Range) => sql`coalesce(${min}, ${max}) is not null`;
  return {
    district: says("district", facts.asksDistrict),
    price: says("price", sql`${isGiven(facts.budget)} and ${isGiven(facts.price)}`),
    layout: sql`(${when(facts.asksType, sql`${typePoints}::int`)} + ${when(facts.statesLayouts, sql`${layoutPoints}::int`)})`,
    area: says("area", sql`${isGiven(facts.wantedArea)} and ${isGiven(facts.area)}`),
    purpose: says(
      "purpose",
      sql`(${facts.wantedYield} > 0 or ${facts.isInvestment}) and ${facts.grossYield} is not null`,
    ),
    station: says("station", sql`${facts.wantedWalk} is not null and ${facts.walk} is not null`),
  };
}

/** What is reached where both sides say something. */
function reachedOf(facts: Facts): Record<MatchPartKey, SQL> {
  const { wantedYield, grossYield, wantedWalk, walk } = facts;
  const { purpose, station } = matchParts;
  return {
    district: facts.district,
    price: fading(matchParts.price.max, gapOf(facts.budget, facts.price)),
    layout: sql`(${when(sql`${facts.asksType} and ${facts.fitsType}`, sql`${typePoints}::int`)}
      + ${when(sql`${facts.statesLayouts} and ${facts.fitsLayout}`, sql`${layoutPoints}::int`)})`,
    area: fading(matchParts.area.max, gapOf(facts.wantedArea, facts.area)),
    purpose: sql`(case when ${wantedYield} > 0
      then ${fading(purpose.max, sql`((${wantedYield} - ${grossYield})::float8 / ${wantedYield}::float8)`)} else ${purpose.max}::int end)`,
    station: fading(station.max, sql`((${walk} - ${wantedWalk})::float8 / nullif(${wantedWalk}, 0))`, 1),
  };
}

/** Each part by two columns: the points reached, and those that both sides have stated (`…_of`); docs/decisions/1730-estate-search.md. */
export function weightsOf(facts: Facts): Record<keyof Weights, SQL> {
  const said = saidOf(facts);
  const reached = reachedOf(facts);
  const columns = matchKeys.flatMap((key) => [
    [key, sql`(case when ${said[key]} > 0 then ${reached[key]} else 0 end)`],
    [`${key}_of`, said[key]],
  ]);
  return Object.fromEntries(columns);
}

/** The rank: the part reached of what is stated, times the root of how much is stated, so that one that says nothing never leads. */
export const rankOf = (of: (column: keyof Weights) => SQL): SQL => {
  const sum = (names: readonly (keyof Weights)[]) => sql.join(names.map(of), sql` + `);
  return sql`coalesce((${sum(matchKeys)})::float8 / nullif(sqrt((${sum(matchKeys.map((key) => `${key}_of` as const))})::float8), 0), 0)`;
};

const when = (condition: SQL, points: SQL): SQL => sql`(case when ${condition} then ${points} else 0 end)`;

/** How far one range lies beyond another, as a part of the end that it has passed; nothing or less where they meet. */
const gapOf = (asked: Range, given: Range): SQL => sql`greatest(0,
  (${given.min} - ${asked.max})::float8 / nullif(${asked.max}, 0)::float8,
  (${asked.min} - ${given.max})::float8 / nullif(${asked.min}, 0)::float8)`;

/** Half a point counts as one, even where a float just misses it; floats are several times as quick as exact numbers, and enough. */
const half = 0.500001;

const fading = (most: number, gap: SQL, end = reach): SQL =>
  sql`floor(${most}::int * least(1, greatest(0, 1 - ${gap} / ${end}::float8)) + ${half}::float8)::int`;

/** Whether prices are near enough to a budget to be offered at all; in words that an index of prices knows. */
export const isAffordable = ({ budget, price }: Pick<Facts, "budget" | "price">): SQL => sql`(${budget.max} is null
    or ${budget.max} = 0 or ${price.min} <= ${budget.max} * ${1 + reach}::numeric)
  and (${budget.min} is null or ${price.max} >= ${budget.min} * ${1 - reach}::numeric)`;

export const isFilled = (list: SQL): SQL => sql`(${list} <> '[]'::jsonb)`;
