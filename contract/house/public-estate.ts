import { z } from "zod";
import { page } from "../common";
import {
  EstateCard,
  PublicSeo,
  publicPage,
  publicPicture,
  publicRead,
  publicSet,
  publicSlug,
} from "../content/public-content";
import * as field from "../field";
import { Facts } from "./estate-record";
import { publicEstateFilters } from "./public-filter";

const sorts = ["sort", "created_at", "price_min", "gross_yield", "completion_at"] as const;
type Sort = (typeof sorts)[number];

/** The facts that anybody may read: never how estates are reported, or what is paid for it. */
const facts = [
  ...(["name", "name_local", "name_en", "property_type", "sale_status", "country_code", "address"] as const),
  ...(["address_local", "lat", "lng", "stations", "developer", "seller", "constructor_name"] as const),
  ...(["manager_company", "tenure", "tenure_years", "structure", "total_units", "floors_above"] as const),
  ...(["floors_below", "buildings", "parking_count", "land_area", "floor_area", "completion_at"] as const),
  ...(["handover_at", "launch_at", "currency", "price_min", "price_max", "unit_price_avg"] as const),
  ...(["gross_yield", "net_yield", "rent_guarantee_years", "loan_available", "loan_ltv"] as const),
  ...(["highlights", "features", "facilities", "description", "surroundings", "risks", "vr_url"] as const),
] as const;
const costs = [
  ...(["management_fee", "repair_fund", "repair_fund_initial", "property_tax", "property_tax_note"] as const),
  ...(["expected_rent", "down_payment_percent", "payment_plan", "purchase_costs"] as const),
] as const;
export const publicFacts: readonly (typeof facts)[number][] = facts;
export const publicCosts: readonly (typeof costs)[number][] = costs;

const PublicRoom = z.object({
  name: z.string(),
  layout: z.string(),
  area_sqm: z.number(),
  balcony_sqm: z.number().nullable(),
  direction: z.string().nullable(),
  price_min: z.string(),
  price_max: z.string(),
  sale_status: z.string(),
  floor_plan: publicPicture,
});

const PublicEstate = field.rowOf(Facts, facts, {
  id: z.int(),
  slug: z.string(),
  place: z.array(z.string()),
  rooms: z.array(PublicRoom),
  album: z.array(
    z.object({
      category: z.string(),
      caption: z.string().nullable(),
      url: publicPicture,
      set: publicSet,
      is_film: z.boolean(),
    }),
  ),
  costs: field.rowOf(Facts, costs, {}),
  seo: PublicSeo,
});
export type PublicEstate = z.output<typeof PublicEstate>;

export const publicEstate = {
  list: publicRead("GET /api/public/estate", "房源列表（公开）", {
    query: z.object({
      ...publicPage,
      ...publicEstateFilters,
      /** A tag's search, in addition to the others. */
      tag: publicSlug("SEO标签"),
      sort: z
        .enum(sorts.flatMap((name) => [name, `-${name}`]) as [Sort | `-${Sort}`])
        .default("sort")
        .meta({ label: "排序" }),
    }),
    reply: page(EstateCard),
  }),
  get: publicRead("GET /api/public/estate/{slug}", "房源详情（公开）", {
    reply: PublicEstate,
  }),
};
