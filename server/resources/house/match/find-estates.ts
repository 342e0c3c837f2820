import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { EstateMatch } from "~/contract/house/match";
import type { Db } from "~/server/database/database";
import type { requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { isMatchable } from "~/server/resources/shared/estates";
import { briefsOf } from "../estate/view";
import { districtsRequested } from "./nearby";
import { type Facts, isAffordable, isFilled, rankOf, type Weights, weightsOf } from "./points";
import { explained } from "./reasons";
import { offerOf, saidBy, type Wish } from "./wish";

type Requirement = typeof requirement.$inferSelect;

/** Of the estates that may be offered those that suit a requirement best; equals by age, the newest first. */
export async function estatesFor(call: SignedCall, row: Requirement, limit: number): Promise<EstateMatch[]> {
  const { db } = call;
  const wish = await wishOf(db, row);
  const facts: Facts = {
    ...factsOf(wish),
    district: await districtsRequested(db, wish.district_ids, sql`${estate.district_id}`),
  };
  const weights = weightsOf(facts);
  const best = await db
    .select({ id: estate.id, walk_min: estate.walk_min, ...(weights as Record<keyof Weights, SQL<number>>) })
    .from(estate)
    .where(and(isMatchable, eq(estate.country_code, row.country_code), isAffordable(facts)))
    .orderBy(sql`${rankOf((column) => weights[column])} desc, ${estate.created_at} desc, ${estate.id} desc`)
    .limit(limit);
  const briefs = await briefsOf(
    call,
    best.map(({ id }) => id),
  );
  return best.flatMap(({ id, walk_min, ...given }) => {
    const brief = briefs.find((one) => one.id === id);
    return brief ? [{ estate: brief, ...explained(given, wish, offerOf({ ...brief, walk_min })) }] : [];
  });
}

/** A requirement's side, its budget at the present rate. */
async function wishOf(db: Db, row: Requirement): Promise<Wish> {
  const [rate] = row.currency
    ? await db.select({ value: currency.rate_to_cny }).from(currency).where(eq(currency.code, row.currency))
    : [];
  const inCny = (amount: string | null) => (amount === null || !rate ? null : Number(amount) * Number(rate.value));
  return { ...saidBy(row), budget_min: inCny(row.price_min), budget_max: inCny(row.price_max) };
}

const amount = (value: number | null): SQL => sql`${value}::numeric`;

/** A constant wish, compared with the columns of estates. */
function factsOf(wish: Wish): Omit<Facts, "district"> {
  const { property_types, layouts } = wish;
  return {
    budget: { min: amount(wish.budget_min), max: amount(wish.budget_max) },
    price: { min: sql`${estate.price_min_cny}`, max: sql`${estate.price_max_cny}` },
    asksDistrict: sql`${wish.district_ids.length > 0}::boolean`,
    asksType: sql`${property_types.length > 0}::boolean`,
    fitsType: property_types.length ? sql`${inArray(sql`${estate.property_type}`, [...property_types])}` : sql`false`,
    statesLayouts: layouts.length ? isFilled(sql`${estate.layouts}`) : sql`false`,
    fitsLayout: layouts.length ? sql`${estate.layouts} ?| ${sql.param(layouts)}::text[]` : sql`false`,
    wantedArea: { min: amount(wish.area_min), max: amount(wish.area_max) },
    area: { min: sql`${estate.area_min}`, max: sql`${estate.area_max}` },
    isInvestment: sql`${wish.purposes.includes("investment")}::boolean`,
    wantedYield: amount(wish.yield_min),
    grossYield: sql`${estate.gross_yield}`,
    wantedWalk: sql`${wish.walk_max}::int`,
    walk: sql`${estate.walk_min}`,
  };
}
