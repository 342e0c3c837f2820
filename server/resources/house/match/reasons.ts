import { type MatchPart, type MatchPartKey, matchParts } from "~/contract/house/match";
import { layouts, propertyTypes } from "~/contract/shared/property";
import { districtPoints, matchKeys, type Weights } from "./points";
import type { Offer, Wish } from "./wish";

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
