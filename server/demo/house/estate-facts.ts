import type { z } from "zod";
import { paragraphsOf } from "~/contract/content/rich-text";
import { EstateFields, type Rules } from "~/contract/house/estate-record";
import type { RoomFields } from "~/contract/house/room";
import { grossYield, netYield } from "~/contract/house/yield";
import { isoInstant } from "~/server/database/tables/columns";
import { type Calendar, day } from "../shared/calendar";
import { type Random, times } from "../shared/random";
import { filledIn } from "../shared/rows";
import { clipped, inSteps, money, premisesAt, squareMetreAt, yieldOf } from "./mansion-facts";
import type { Site } from "./mansion-places";

/** By layout: its least and greatest size in m², its bedrooms, and how often there is one. */
const sizes = {
  studio: [22, 30, 0, 8],
  "1K": [22, 32, 0, 10],
  "1DK": [28, 40, 1, 6],
  "1LDK": [34, 54, 1, 26],
  "2LDK": [48, 74, 2, 28],
  "3LDK": [64, 96, 3, 17],
  "4LDK+": [90, 140, 4, 5],
} as const;
type Layout = keyof typeof sizes;
const order = Object.keys(sizes) as Layout[]; // the keys of the literal
const byChance = order.flatMap((layout) => Array<Layout>(sizes[layout][3]).fill(layout));
const directions = ["S", "SE", "SW", "E", "W", "N"] as const;
const highlights =
  "站前再开发板块 制震结构 顶层会所可望海 步行圈内有小学 可养宠物 全屋地暖 双车位可选 租赁需求稳定 周边商业成熟 低密度社区".split(
    " ",
  );
const features = "海景 近地铁 学区 高层 现房 期房 可租赁管理 小户型 大平层 品牌开发商".split(" ");
const descriptions = [
  "项目位于成熟生活圈与再开发板块交界处，交通与商业配套齐全，户型以实用率高的中小户型为主，适合自住与长期持有。",
  "外立面与景观由知名设计团队完成，低密度布局，采光与通风良好，交付后可委托出租。",
] as const;
const surroundings = "步行十分钟内有超市、诊所与公园，周边学校与图书馆齐备。";
const risks = "期房交付时间以开发商公告为准；汇率变动可能影响人民币总价；租金收益为估算，不构成承诺。";

const months = 30.4 * day;
const monthAt = (moment: number) => isoInstant(moment).slice(0, 7);

/** The least and greatest price of a flat in Japan (domain G.2), and one in the middle. */
const japan = { least: 28_000_000, most: 380_000_000, middle: 76_000_000 } as const;

/** What people would fill in of an estate that nobody builds, at a place that is there, and of its layouts. */
export function estateAt(
  random: Random,
  calendar: Calendar,
  site: Site,
  { taken, roomCount }: { taken: Set<string>; roomCount: number },
) {
  const isJapanese = site.country === "JP";
  const [villa, detached] = isJapanese ? [0, 6] : [6, 0];
  const type = random.weighted({ tower: 44, apartment: 44, hotel: 6, villa, detached });
  const premises = premisesAt(random, site, type, taken);
  const sqm = isJapanese
    ? clipped(japan.middle * Math.exp(random.normal() / 2), japan.least * 1.2, japan.most * 0.8) / 62
    : squareMetreAt(random, site);
  const rooms = roomsOf(random, { sqm, floors: premises.floors_above, isJapanese, count: roomCount });
  const byPrice = [...rooms].sort((a, b) => Number(a.price_min) - Number(b.price_min));
  const { price_min: price, management_fee, repair_fund, expected_rent: rent } = byPrice[0] ?? random.pick(rooms);
  const property_tax = money(inSteps(Number(price) * 0.0042, isJapanese ? 1_000 : 10));
  const income = { price, rent, management: management_fee, repair: repair_fund, propertyTax: property_tax };
  const completion = calendar.now + random.whole(-6, 36) * months;
  const isReady = completion <= calendar.now;
  const total = premises.floors_above * random.whole(4, 9);
  const isLent = random.chance(0.6);
  const tenure = isJapanese ? "freehold" : random.weighted({ freehold: 45, strata: 30, leasehold: 25 });
  const facts = filledIn(EstateFields, {
    ...premises,
    ...rulesOf(random, site.currency),
    sale_status: random.weighted({
      ...{ on_sale: 62, sold_out: 9, ended: 4 },
      ...(isReady ? { last_units: 24, upcoming: 0 } : { last_units: 8, upcoming: 16 }),
    }),
    seller: premises.developer,
    tenure,
    tenure_years: tenure === "leasehold" ? random.pick([30, 60, 99]) : null,
    total_units: total,
    sale_units: Math.round(total * random.pick([0.4, 0.6, 0.8, 1])),
    buildings: random.whole(1, 3),
    parking_count: Math.round(total * 0.4),
    land_area: random.whole(900, 9_000),
    floor_area: random.whole(4_000, 60_000),
    completion_at: monthAt(completion),
    handover_at: monthAt(completion + 2 * months),
    launch_at: isoInstant(Math.min(completion - random.whole(8, 20) * months, calendar.now + 60 * day)).slice(0, 10),
    price_min: price,
    price_max: money(Math.max(...rooms.map(({ price_max }) => Number(price_max)))),
    unit_price_avg: money(inSteps(sqm, isJapanese ? 1_000 : 10)),
    ...{ management_fee, repair_fund, property_tax, expected_rent: rent },
    repair_fund_initial: isJapanese ? money(random.whole(30, 90) * 10_000) : null,
    property_tax_note: isJapanese ? "固定资产税与都市计划税，按评估额计算，以实际通知为准" : null,
    gross_yield: grossYield(income),
    net_yield: netYield(income),
    rent_guarantee_years: type === "hotel" ? random.whole(3, 10) : null,
    down_payment_percent: random.pick([10, 20, 30]),
    payment_plan: isReady || random.chance(0.3) ? [] : paymentPlan,
    loan_available: isLent,
    loan_ltv: isLent ? random.pick([50, 60, 70]) : null,
    purchase_costs: isJapanese ? [] : purchaseCosts,
    highlights: random.some(highlights, 2, 4),
    features: random.some(features, 2, 4),
    description: paragraphsOf(random.pick(descriptions)),
    surroundings: random.chance(0.7) ? paragraphsOf(surroundings) : null,
    risks: isReady ? null : risks,
  });
  return { facts, rooms };
}

const paymentPlan = [
  { stage: "认购", percent: 5, note: "签认购书时" },
  { stage: "签约", percent: 15, note: null },
  { stage: "交房", percent: 80, note: "交割日" },
];
const purchaseCosts = [
  { name: "印花税与过户费", rate: 4, amount: null, note: "按成交价" },
  { name: "律师费", rate: 1, amount: null, note: null },
];

interface Flats {
  sqm: number;
  floors: number;
  isJapanese: boolean;
  count: number;
}

function roomsOf(random: Random, { sqm, floors, isJapanese, count }: Flats): Omit<RoomFields, "floor_plan_id">[] {
  const [step, rentStep, feeStep] = isJapanese ? [100_000, 1_000, 100] : [1_000, 10, 5];
  const gross = yieldOf(random);
  const chosen = times(count, () => random.pick(byChance)).sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return chosen.map((layout, place) => {
    const [least, most, bedrooms] = sizes[layout];
    const area_sqm = random.whole(least * 10, most * 10) / 10;
    const asked = area_sqm * sqm * (0.94 + 0.12 * random.value());
    const price = inSteps(isJapanese ? clipped(asked, japan.least, japan.most * 0.88) : asked, step);
    const total_count = random.whole(4, 40);
    const floor_from = random.whole(2, Math.max(2, Math.floor(floors / 2)));
    return {
      ...{ name: `${String.fromCharCode(65 + (place % 26))}${1 + Math.floor(place / 26)}`, layout, bedrooms, area_sqm },
      living: layout === "studio" || layout === "1K" ? 0 : 1,
      bath: bedrooms > 2 ? 2 : 1,
      balcony_sqm: random.chance(0.8) ? random.whole(40, 180) / 10 : null,
      direction: random.pick(directions),
      floor_from,
      floor_to: random.whole(floor_from, Math.max(floor_from, floors)),
      price_min: money(price),
      price_max: money(inSteps(price * (1.02 + 0.1 * random.value()), step)),
      management_fee: money(inSteps((area_sqm * sqm * 0.003) / 12, feeStep)),
      repair_fund: money(inSteps((area_sqm * sqm * 0.0015) / 12, feeStep)),
      expected_rent: money(inSteps((price * gross) / 1_200, rentStep)),
      total_count,
      available_count: random.whole(0, total_count),
      sale_status: "on_sale",
      sort: (place + 1) * 10,
    };
  });
}

/** How agents report it, and what is paid: some estates leave it to the settings. */
function rulesOf(random: Random, currency: string): Partial<z.input<typeof Rules>> {
  const allow_agent = random.chance(0.85);
  if (random.chance(0.4)) return { allow_agent };
  const settle_condition = random.weighted({ contract: 28, delivery: 28, down_payment: 14, staged: 30 });
  return {
    ...{ allow_agent, settle_condition },
    ...{ report_phone_mode: random.pick(["full", "first3_last4"]), protect_report_days: random.pick([10, 15, 20]) },
    protect_mode: random.weighted({ report_visit_deal: 60, report_deal: 25, visit_deal: 15 }),
    ...{ protect_visit_days: random.pick([30, 60, 90]), min_lead_minutes: random.pick([30, 60, 120]) },
    ...{ dev_commission_mode: "percent", dev_commission_value: random.pick(["3.00", "4.00", "5.00"]) },
    ...{ agent_commission_mode: "percent", agent_commission_value: random.pick(["1.50", "2.00", "2.50"]) },
    ...{ dev_commission_currency: currency, agent_commission_currency: currency },
    settle_stages:
      settle_condition === "staged"
        ? [
            { part: "首批", percent: 50, condition: "contract" },
            { part: "尾批", percent: 50, condition: "delivery" },
          ]
        : [],
    commission_note: random.chance(0.4) ? "以开发商书面确认的客户登记为准" : null,
  };
}
