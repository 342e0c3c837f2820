import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type EstateMatch, type MatchPart, type MatchPartKey, matchParts } from "~/contract/house/match";
import { layouts, propertyTypes } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import type { requirement } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { idsOf, type SignedCall } from "~/server/lib/call";
import { isMatchable } from "~/server/resources/shared/estates";
import { briefsOf } from "../estate/view";
import { districtsRequested } from "./nearby";
import {
  districtPoints,
  type Facts,
  isAffordable,
  isFilled,
  matchKeys,
  rankOf,
  type Weights,
  weightsOf,
} from "./points";
import { type Offer, offerOf, saidBy, type Wish } from "./wish";

interface Explained {
  score: number;
  stated: number;
  parts: MatchPart[];
}

/** The points with their reasons; of all that is stated the part that is reached, in percent, and how much is stated. */
export function explained(points: Weights, wish: Wish, offer: Offer): Explained {
  const reasons: Record<MatchPartKey, string> = {
    district: districtReason(points.district, wish),
    price: priceReason(wish, offer),
    layout: layoutReason(wish, offer),
    area: areaReason(wish, offer),
    purpose: purposeReason(wish, offer),
    station: stationReason(wish, offer),
  };
  const parts = matchKeys.map((key) => ({
    key,
    label: matchParts[key].label,
    score: points[key],
    max: points[`${key}_of`],
    reason: reasons[key],
  }));
  const sum = (of: "score" | "max") => parts.reduce((total, part) => total + part[of], 0);
  const stated = sum("max");
  return { score: stated ? Math.round((100 * sum("score")) / stated) : 0, stated, parts };
}

function districtReason(points: number, { district_ids }: Wish): string {
  if (district_ids.length === 0) return "未限定区域";
  if (points === districtPoints.within) return "在意向区域内";
  return points === districtPoints.near ? "邻近意向区域" : "同一国家/地区，不在意向区域";
}

/** How many percent of its end a range has been left behind; undefined where both meet. */
function gap(min: number | null, max: number | null, from: number | null, to: number | null) {
  if (max && from !== null && from > max) return { isAbove: true, percent: percentOf(from - max, max) };
  if (min && to !== null && to < min) return { isAbove: false, percent: percentOf(min - to, min) };
  return undefined;
}

/** At least one: what lies beyond is not inside. */
const percentOf = (part: number, whole: number) => Math.max(1, Math.round((part / whole) * 100));

function priceReason({ budget_min, budget_max }: Wish, { price_min_cny, price_max_cny }: Offer): string {
  if (!budget_min && !budget_max) return "未填写预算";
  if (price_min_cny === null && price_max_cny === null) return "房源未登记价格";
  const beyond = gap(budget_min, budget_max, price_min_cny, price_max_cny);
  if (!beyond) return "在预算内";
  return `${beyond.isAbove ? "高于" : "低于"}预算${beyond.percent}%`;
}

const typeNames: Readonly<Record<string, string>> = propertyTypes;
const layoutNames: Readonly<Record<string, string>> = layouts;

function layoutReason(wish: Wish, offer: Offer): string {
  const asked = wish.property_types.length > 0;
  const kind = offer.property_type ?? "";
  const fitsType = !asked || wish.property_types.includes(kind);
  const type = kind ? (typeNames[kind] ?? kind) : "房源未登记物业类型";
  if (!fitsType) return kind ? `${type}，类型不符` : type;
  if (wish.layouts.length === 0) return asked ? type : "未限定户型";
  const common = Object.keys(layouts).filter((one) => wish.layouts.includes(one) && offer.layouts.includes(one));
  if (common.length) return `有${common.map((one) => layoutNames[one] ?? one).join("、")}`;
  return offer.layouts.length ? "没有所需户型" : "房源未登记户型";
}

function areaReason(wish: Wish, offer: Offer): string {
  if (wish.area_min === null && wish.area_max === null) return "未限定面积";
  if (offer.area_min === null) return "房源未登记面积";
  const beyond = gap(wish.area_min, wish.area_max, offer.area_min, offer.area_max);
  if (!beyond) return "面积相符";
  return `${beyond.isAbove ? "大" : "小"}${beyond.percent}%`;
}

function purposeReason({ purposes, yield_min }: Wish, { gross_yield }: Offer): string {
  if (!yield_min && !purposes.includes("investment")) return "未要求回报率";
  if (gross_yield === null) return "房源未登记回报率";
  const words = `表面回报率${gross_yield}%`;
  return yield_min && gross_yield < yield_min ? `${words}，低于要求的${yield_min}%` : words;
}

function stationReason({ walk_max }: Wish, { walk_min }: Offer): string {
  if (walk_max === null) return "未限定步行时间";
  if (walk_min === null) return "房源未登记步行时间";
  return walk_min <= walk_max ? `步行${walk_min}分钟` : `步行${walk_min}分钟，超出${walk_min - walk_max}分钟`;
}

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
  const briefs = await briefsOf(call, idsOf(best));
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
