import { paragraphsOf } from "~/contract/content/rich-text";
import type { EstateFields } from "~/contract/house/estate-record";
import type { RoomFields } from "~/contract/house/room";
import { grossYield, netYield } from "~/contract/house/yield";
import type { layouts } from "~/contract/shared/property";
import { isoInstant } from "~/server/database/tables/columns";
import { type Calendar, day } from "../shared/calendar";
import type { Random } from "../shared/random";
import {
  addressAt,
  around,
  builders,
  developers,
  facilitiesOf,
  managers,
  namesAt,
  prices,
  stationsNear,
} from "./mansion-facts";
import type { Site } from "./mansion-places";

type Layout = keyof typeof layouts;
/** A room before it knows its plan. */
export type RoomDraft = Omit<RoomFields, "floor_plan_id">;
/** What people would fill in of an estate, its links and its address on the site apart. */
export type EstateDraft = Omit<EstateFields, "mansion_ids" | "broker_id" | "slug" | "brochure_id">;

/** Sizes by layout, in m². */
const sizes: Readonly<Record<Exclude<Layout, "other">, readonly [least: number, most: number, bedrooms: number]>> = {
  studio: [22, 30, 0],
  "1K": [22, 32, 0],
  "1DK": [28, 40, 1],
  "1LDK": [34, 54, 1],
  "2LDK": [48, 74, 2],
  "3LDK": [64, 96, 3],
  "4LDK+": [90, 140, 4],
};
const layoutNames = Object.keys(sizes) as (keyof typeof sizes)[];
const layoutWeights = { studio: 8, "1K": 10, "1DK": 6, "1LDK": 26, "2LDK": 28, "3LDK": 17, "4LDK+": 5 } as const;
const directions = ["S", "SE", "SW", "E", "W", "N"] as const;
const highlights =
  "站前再开发板块 制震结构 顶层会所可望海 步行圈内有小学 可养宠物 全屋地暖 双车位可选 租赁需求稳定 周边商业成熟 低密度社区".split(
    " ",
  );
const features = "海景 近地铁 学区 高层 现房 期房 可租赁管理 小户型 大平层 品牌开发商".split(" ");
const descriptions = [
  "项目位于成熟生活圈与再开发板块交界处，交通与商业配套齐全，户型以实用率高的中小户型为主，适合自住与长期持有。",
  "由一站式物业团队管理，公共部分配有会客厅与健身空间，交付后可委托出租。",
  "外立面与景观由知名设计团队完成，低密度布局，采光与通风良好。",
] as const;
const surroundings = [
  "步行十分钟内有超市、诊所与公园，周边学校与图书馆齐备。",
  "车站周边商业街完善，滨水步道适合散步，区域人口近年稳定增长。",
] as const;
const risks = "期房交付时间以开发商公告为准；汇率变动可能影响人民币总价；租金收益为估算，不构成承诺。";

const months = 30.4 * day;
const monthAt = (moment: number) => isoInstant(moment).slice(0, 7);
const inSteps = (amount: number, step: number) => Math.max(step, Math.round(amount / step) * step);
const money = (amount: number) => `${amount}.00`;
const clipped = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The least and greatest price of a flat in Japan (domain G.2). */
const japan = { least: 28_000_000, most: 380_000_000, middle: 76_000_000, spread: 0.5 } as const;

/** An estate that nobody builds, at a place that is there, with its layouts. */
export function estateAt(
  random: Random,
  calendar: Calendar,
  site: Site,
  { taken, roomCount }: { taken: Set<string>; roomCount: number },
) {
  const isJapanese = site.country === "JP";
  const type = random.weighted({
    tower: 40,
    apartment: 44,
    hotel: 6,
    villa: isJapanese ? 0 : 5,
    detached: isJapanese ? 4 : 0,
    townhouse: 2,
  });
  const names = namesAt(random, site, type === "tower" || type === "hotel" ? type : "apartment", taken);
  const floors =
    type === "tower"
      ? random.whole(20, 48)
      : type === "apartment" || type === "hotel"
        ? random.whole(5, 15)
        : random.whole(2, 3);
  const [from, to, step] = prices[site.country] ?? [1_000, 9_000, 10];
  const sqm = isJapanese
    ? clipped(japan.middle * Math.exp(random.normal() * japan.spread), japan.least * 1.2, japan.most * 0.8) / 62
    : inSteps(from + (to - from) * random.value() ** 1.6, step);
  const gross = clipped(4.6 + 0.9 * random.normal(), 2.5, 8);
  const rooms = roomsOf(random, { sqm, gross, floors, isJapanese, count: roomCount });
  const least = rooms.reduce((a, b) => (Number(b.price_min) < Number(a.price_min) ? b : a));
  const greatest = rooms.reduce((a, b) => (Number(b.price_max) > Number(a.price_max) ? b : a));
  const { management_fee, repair_fund, expected_rent: rent } = least;
  const property_tax = money(inSteps(Number(least.price_min) * 0.0042, isJapanese ? 1_000 : 10));
  const income = {
    price: least.price_min,
    rent,
    management: management_fee,
    repair: repair_fund,
    propertyTax: property_tax,
  };
  const completion = calendar.now + random.whole(-6, 36) * months;
  const isReady = completion <= calendar.now;
  const total = floors * random.whole(4, 9);
  const isLent = random.chance(0.6);
  const isLeased = !isJapanese && random.chance(0.25);
  const facts: EstateDraft = {
    ...names,
    alias: random.chance(0.15) ? [`${names.name.replace("·", "")}一期`] : [],
    property_type: type,
    sale_status: random.weighted({
      on_sale: 62,
      last_units: isReady ? 24 : 8,
      upcoming: isReady ? 0 : 16,
      sold_out: 9,
      ended: 4,
    }),
    country_code: site.country,
    district_id: site.id,
    address: addressAt(random, site),
    address_local: null,
    ...around(random, site, 1.5),
    stations: stationsNear(random, site),
    developer: random.pick(developers),
    seller: random.chance(0.7) ? random.pick(developers) : null,
    constructor_name: random.chance(0.7) ? random.pick(builders) : null,
    manager_company: random.chance(0.7) ? random.pick(managers) : null,
    tenure: isJapanese ? "freehold" : isLeased ? "leasehold" : random.chance(0.6) ? "freehold" : "strata",
    tenure_years: isLeased ? random.pick([30, 60, 99]) : null,
    structure: floors > 30 ? "SRC" : "RC",
    total_units: total,
    sale_units: Math.round(total * random.pick([0.4, 0.6, 0.8, 1])),
    floors_above: floors,
    floors_below: random.whole(0, 2),
    buildings: type === "tower" ? random.whole(1, 2) : random.whole(1, 4),
    parking_count: random.chance(0.7) ? Math.round(total * 0.4) : null,
    land_area: random.chance(0.6) ? random.whole(900, 9_000) : null,
    floor_area: random.chance(0.6) ? random.whole(4_000, 60_000) : null,
    completion_at: monthAt(completion),
    handover_at: monthAt(completion + 2 * months),
    launch_at: isoInstant(Math.min(completion - random.whole(8, 20) * months, calendar.now + 60 * day)).slice(0, 10),
    currency: site.currency,
    price_min: least.price_min,
    price_max: greatest.price_max,
    unit_price_avg: money(inSteps(sqm, isJapanese ? 1_000 : 10)),
    management_fee,
    repair_fund,
    repair_fund_initial: isJapanese ? money(random.whole(30, 90) * 10_000) : null,
    property_tax,
    property_tax_note: isJapanese ? "固定资产税与都市计划税，按评估额计算，以实际通知为准" : null,
    expected_rent: rent,
    gross_yield: grossYield(income),
    net_yield: netYield(income),
    rent_guarantee_years: type === "hotel" ? random.whole(3, 10) : null,
    down_payment_percent: random.pick([10, 20, 30]),
    payment_plan: planOf(random, isReady),
    loan_available: isLent,
    loan_ltv: isLent ? random.pick([50, 60, 70]) : null,
    purchase_costs: costsOf(site.country),
    highlights: random.shuffle(highlights).slice(0, random.whole(2, 4)),
    features: random.shuffle(features).slice(0, random.whole(2, 4)),
    facilities: facilitiesOf(random),
    description: paragraphsOf(random.pick(descriptions)),
    surroundings: random.chance(0.7) ? paragraphsOf(random.pick(surroundings)) : null,
    risks: random.chance(0.6) ? risks : null,
    vr_url: null,
    ...rulesOf(random, site.currency),
    seo_title: null,
    seo_desc: null,
    seo_keywords: [],
  };
  return { facts, rooms };
}

function roomsOf(
  random: Random,
  {
    sqm,
    gross,
    floors,
    isJapanese,
    count,
  }: { sqm: number; gross: number; floors: number; isJapanese: boolean; count: number },
): RoomDraft[] {
  const step = isJapanese ? 100_000 : 1_000;
  const chosen = Array.from({ length: count }, () => random.weighted(layoutWeights)).sort(
    (a, b) => layoutNames.indexOf(a) - layoutNames.indexOf(b),
  );
  return chosen.map((layout, index) => {
    const [least, most, bedrooms] = sizes[layout];
    const area = random.whole(least * 10, most * 10) / 10;
    const asked = area * sqm * (0.94 + 0.12 * random.value());
    const price = inSteps(isJapanese ? clipped(asked, japan.least, japan.most * 0.88) : asked, step);
    const total = random.whole(4, 40);
    const rent = inSteps((price * gross) / 1_200, isJapanese ? 1_000 : 10);
    const lowest = random.whole(2, Math.max(2, Math.floor(floors / 2)));
    return {
      name: `${String.fromCharCode(65 + (index % 26))}${1 + Math.floor(index / 26)}`,
      layout,
      bedrooms,
      living: layout === "studio" || layout === "1K" ? 0 : 1,
      bath: bedrooms > 2 ? 2 : 1,
      area_sqm: area,
      balcony_sqm: random.chance(0.8) ? random.whole(40, 180) / 10 : null,
      direction: random.pick(directions),
      floor_from: lowest,
      floor_to: random.whole(lowest, Math.max(lowest, floors)),
      price_min: money(price),
      price_max: money(inSteps(price * (1.02 + 0.1 * random.value()), step)),
      management_fee: money(inSteps((area * sqm * 0.003) / 12, isJapanese ? 100 : 5)),
      repair_fund: money(inSteps((area * sqm * 0.0015) / 12, isJapanese ? 100 : 5)),
      expected_rent: money(rent),
      total_count: total,
      available_count: random.whole(0, total),
      sale_status: "on_sale",
      sort: (index + 1) * 10,
    };
  });
}

function planOf(random: Random, isReady: boolean): EstateFields["payment_plan"] {
  if (isReady || random.chance(0.3)) return [];
  return [
    { stage: "认购", percent: 5, note: "签认购书时" },
    { stage: "签约", percent: random.pick([5, 15]), note: null },
    { stage: "交房", percent: 0, note: "交割日" },
  ].map((one, index, all) =>
    index < 2 ? one : { ...one, percent: 100 - (all[0]?.percent ?? 0) - (all[1]?.percent ?? 0) },
  );
}

const costsOf = (country: string): EstateFields["purchase_costs"] =>
  country === "JP"
    ? []
    : [
        { name: "印花税与过户费", rate: country === "TH" ? 3.3 : 4, amount: null, note: "按成交价" },
        { name: "律师费", rate: 1, amount: null, note: null },
      ];

/** How agents report it, and what is paid: some estates leave it to the settings. */
function rulesOf(random: Random, currency: string): Pick<EstateDraft, RuleField> {
  const isOwn = random.chance(0.6);
  const isStaged = isOwn && random.chance(0.3);
  return {
    allow_agent: random.chance(0.85),
    report_phone_mode: isOwn ? random.weighted({ full: 50, first3_last4: 50 }) : null,
    protect_mode: isOwn ? random.weighted({ report_visit_deal: 60, report_deal: 25, visit_deal: 15 }) : null,
    protect_report_days: isOwn ? random.pick([10, 15, 20]) : null,
    protect_visit_days: isOwn ? random.pick([30, 60, 90]) : null,
    min_lead_minutes: isOwn ? random.pick([30, 60, 120]) : null,
    dev_commission_mode: isOwn ? "percent" : null,
    dev_commission_value: isOwn ? `${random.pick([3, 4, 5])}.00` : null,
    dev_commission_currency: isOwn ? currency : null,
    agent_commission_mode: isOwn ? "percent" : null,
    agent_commission_value: isOwn ? `${random.pick(["1.50", "2.00", "2.50"])}` : null,
    agent_commission_currency: isOwn ? currency : null,
    settle_condition: isOwn
      ? isStaged
        ? "staged"
        : random.weighted({ contract: 40, delivery: 40, down_payment: 20 })
      : null,
    settle_stages: isStaged
      ? [
          { part: "首批", percent: 50, condition: "contract" },
          { part: "尾批", percent: 50, condition: "delivery" },
        ]
      : [],
    commission_note: isOwn && random.chance(0.4) ? "以开发商书面确认的客户登记为准" : null,
  };
}
type RuleField =
  | ("allow_agent" | "report_phone_mode" | "protect_mode" | "protect_report_days" | "protect_visit_days")
  | ("min_lead_minutes" | "dev_commission_mode" | "dev_commission_value" | "dev_commission_currency")
  | ("agent_commission_mode" | "agent_commission_value" | "agent_commission_currency")
  | ("settle_condition" | "settle_stages" | "commission_note");
