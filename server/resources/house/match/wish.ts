import type { customer, requirement } from "~/server/database/tables/customer/customer";

type Requirement = typeof requirement.$inferSelect;
type Customer = typeof customer.$inferSelect;

/** What somebody looks for; what they do not say is null or empty. */
export interface Wish {
  district_ids: readonly number[];
  property_types: readonly string[];
  layouts: readonly string[];
  area_min: number | null;
  area_max: number | null;
  budget_min: number | null;
  budget_max: number | null;
  purposes: readonly string[];
  yield_min: number | null;
  walk_max: number | null;
}

export interface Offer {
  property_type: string | null;
  layouts: readonly string[];
  area_min: number | null;
  area_max: number | null;
  price_min_cny: number | null;
  price_max_cny: number | null;
  gross_yield: number | null;
  walk_min: number | null;
}

export const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** An estate's side as the reasons know it. */
export const offerOf = <E extends { price_min_cny: string | null; price_max_cny: string | null }>(row: E) => ({
  ...row,
  price_min_cny: numberOf(row.price_min_cny),
  price_max_cny: numberOf(row.price_max_cny),
});

type Said = Omit<Wish, "budget_min" | "budget_max">;

/** What a requirement says, its budget apart, which is compared in another currency. */
export const saidBy = (row: Requirement): Said => ({
  district_ids: row.district_ids,
  property_types: row.property_types,
  layouts: row.layouts,
  area_min: numberOf(row.area_min),
  area_max: numberOf(row.area_max),
  purposes: row.purposes,
  yield_min: numberOf(row.yield_min),
  walk_max: row.station_walk_max,
});

export const intentsOf = (row: Customer): Said => ({
  district_ids: row.intent_district_ids,
  property_types: [],
  layouts: [],
  area_min: null,
  area_max: null,
  purposes: row.purposes,
  yield_min: null,
  walk_max: null,
});
