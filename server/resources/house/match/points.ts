import { type SQL, sql } from "drizzle-orm";
import { type MatchPartKey, matchParts } from "~/contract/house/match";

/** A range whose ends may be absent. */
interface Range {
  min: SQL;
  max: SQL;
}

/** What is weighed: columns of the side of which there are many, constants of the other. */
export interface Facts {
  /** Points of the district by itself, since it is looked for in the tree. */
  district: SQL;
  /** In CNY. */
  budget: Range;
  price: Range;
  /** True where nothing is asked, too. */
  fitsType: SQL;
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
/** Of the layout's points those of the kind of property. */
const typePoints = 5;
/** Of somebody who asks for no yield in particular, where none is known. */
const unknownYieldPoints = 5;
/** Districts beside those that are asked for, and others of the same country. */
export const districtPoints = { within: matchParts.district.max, near: 15, country: 8 } as const;

/** The points of each part (docs/decisions/0084-matching.md): what is not asked for counts in full, what an estate does not say counts nothing. */
export function pointsOf(facts: Facts): Record<MatchPartKey, SQL> {
  const { isInvestment, wantedYield, grossYield, wantedWalk, walk } = facts;
  const { layout, purpose, station } = matchParts;
  return {
    district: facts.district,
    price: fading(matchParts.price.max, gapOf(facts.budget, facts.price)),
    layout: sql`(case when ${facts.fitsType} then ${typePoints}::int else 0 end
      + case when ${facts.fitsLayout} then ${layout.max - typePoints}::int else 0 end)`,
    area: sql`(case when ${facts.wantedArea.min} is null and ${facts.wantedArea.max} is null then ${matchParts.area.max}::int
      when ${facts.area.min} is null then 0 else ${fading(matchParts.area.max, gapOf(facts.wantedArea, facts.area))} end)`,
    purpose: sql`(case when ${wantedYield} > 0 then case when ${grossYield} is null then 0
        else ${fading(purpose.max, sql`((${wantedYield} - ${grossYield})::float8 / ${wantedYield}::float8)`)} end
      when ${isInvestment} and ${grossYield} is null then ${unknownYieldPoints}::int else ${purpose.max}::int end)`,
    station: sql`(case when ${wantedWalk} is null then ${station.max}::int when ${walk} is null then 0
      else ${fading(station.max, sql`((${walk} - ${wantedWalk})::float8 / ${wantedWalk})`, 1)} end)`,
  };
}

/** How far one range lies beyond another, as a part of the end that it has passed; nothing or less where they meet. */
const gapOf = (asked: Range, given: Range): SQL => sql`greatest(0,
  (${given.min} - ${asked.max})::float8 / nullif(${asked.max}, 0)::float8,
  (${asked.min} - ${given.max})::float8 / nullif(${asked.min}, 0)::float8)`;

/** Half a point counts as one, though floats should miss it by a hair; they are several times as quick as exact numbers, and points need no more. */
const half = 0.500001;

/** All the points at no gap, none at `end` and beyond. */
const fading = (most: number, gap: SQL, end = reach): SQL =>
  sql`floor(${most}::int * least(1, greatest(0, 1 - ${gap} / ${end}::float8)) + ${half}::float8)::int`;

/** Whether prices are near enough to a budget to be offered at all; in words that an index of prices knows. */
export const isAffordable = ({ budget, price }: Pick<Facts, "budget" | "price">): SQL => sql`(${budget.max} is null
    or ${budget.max} = 0 or ${price.min} <= ${budget.max} * ${1 + reach}::numeric)
  and (${budget.min} is null or ${price.max} >= ${budget.min} * ${1 - reach}::numeric)`;

/** A list of texts, of which one side is a constant, has something of it in common; or nothing is asked. */
export const asksFor = (asked: SQL, given: SQL): SQL => sql`(${asked} = '[]'::jsonb or ${given})`;
