import type { z } from "zod";
import { paragraphsOf } from "~/contract/content/rich-text";
import { EstateFields, type Rules } from "~/contract/house/estate-record";
import { MansionFields } from "~/contract/house/mansion";
import type { RoomFields } from "~/contract/house/room";
import { grossYield, netYield } from "~/contract/house/yield";
import { facilities } from "~/contract/shared/property";
import { isoInstant } from "~/server/database/tables/columns";
import type { MansionFacts } from "~/server/resources/house/mansion/write";
import { type Calendar, day } from "../shared/calendar";
import { type Random, times } from "../shared/random";
import { filledIn } from "../shared/rows";
import type { Site } from "./mansion-places";

/** Invented names of lines of buildings: Chinese, Japanese, English. */
const brands =
  "云汀:クラウドミギワ:Cloudshore 远帆:トオホ:Farsail 青屿:アオシマネ:Verdisle 澄庭:スミニワ:Clearcourt 鹭汀:サギノハマ:Heronbank 枫序:カエデジョ:Mapleward 星樾:ホシカゲ:Starshade 栖云:スウン:Cloudnest 汐见:シオミノ:Tidesight 松籁:マツカゼノ:Pinesong 曦岸:アケギシ:Dawnbank 柏屿:カシワジマ:Cedarisle 霁川:ハレカワ:Brightford 和盏:ワセン:Calmcup 朔望:サクボウ:Moonphase 岚序:ランジョ:Mistward 棠里:カイドウリ:Quincelea 泊舟:ハクシュウ:Moorhaven 澜庭:ナミニワ:Wavecourt 映月:エイゲツノ:Moonmere 木末:コズエノ:Treetip 织羽:オリハネ:Featherloom 北辰:ホクシンノ:Polestead 沐川:モクセン:Riverbathe"
    .split(" ")
    .map((brand) => brand.split(":"));
/** Of each type of building: what its name ends in, and its fewest and most floors. */
const types = {
  tower: ["塔", "タワー", "Tower", 20, 50],
  apartment: ["公馆", "レジデンス", "Residence", 5, 16],
  hotel: ["行馆", "ステイ", "Suites", 5, 16],
  office: ["中心", "センター", "Centre", 5, 16],
  detached: ["庭院", "ハウス", "Houses", 2, 3],
} as const;
const developers = ["青空都市开发", "海岬不动产", "禾原建设", "望洋置业", "长汀开发", "四季城市"] as const;
const managers = ["和庭物业管理", "青空社区服务", "港湾物业"] as const;
const facilityNames = Object.keys(facilities) as (keyof typeof facilities)[]; // the keys of the literal

/** What a square metre costs in the money of the country. */
const prices: Readonly<Record<string, number>> = {
  ...{ JP: 1_300_000, TH: 150_000, AE: 20_000, MY: 10_000, GB: 10_000, AU: 12_000, US: 9_000, SG: 24_000 },
};

const clipped = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const inSteps = (amount: number, step: number) => Math.max(step, Math.round(amount / step) * step);
const money = (amount: number) => amount.toFixed(2);
const yieldOf = (random: Random) => clipped(4.6 + 0.9 * random.normal(), 2.5, 8);

/** More often little than much. */
const squareMetreAt = (random: Random, { country }: Site) =>
  inSteps((prices[country] ?? 5_000) * (0.6 + 1.2 * random.value() ** 1.8), 10);

/** What buildings and estates have in common: a place that is there, with names that nobody has. */
function premisesAt(random: Random, site: Site, type: keyof typeof types, taken: Set<string>) {
  const [, , , fewest, most] = types[type];
  const names = namesAt(random, site, type, taken);
  const floors_above = random.whole(fewest, most);
  const shared = random.some(facilityNames, 2, 8);
  return {
    ...names,
    alias: random.chance(0.2) ? [`${names.name.replace("·", "")}一期`] : [],
    property_type: type,
    country_code: site.country,
    district_id: site.id,
    address: `${site.fullName}${random.whole(1, 24)}-${random.whole(1, 18)}`,
    ...around(random, site),
    stations: stationsNear(random, site),
    floors_above,
    structure: "RC" as const,
    developer: random.pick(developers),
    manager_company: random.pick(managers),
    facilities: facilityNames.filter((name) => shared.includes(name)),
    currency: site.currency,
  };
}

export function buildingAt(random: Random, calendar: Calendar, site: Site, taken: Set<string>): MansionFacts {
  const isJapanese = site.country === "JP";
  const premises = premisesAt(random, site, random.weighted({ tower: 34, apartment: 56, hotel: 6, office: 4 }), taken);
  const price = squareMetreAt(random, site);
  const gross = yieldOf(random);
  // A month's share of the price, whole where the money has no smaller part.
  const monthly = (yearly: number) => money((isJapanese ? Math.round : Number)((price * yearly) / 12));
  return filledIn(MansionFields, {
    ...premises,
    built_at: `${random.whole(1988, 2027)}-${String(random.whole(1, 12)).padStart(2, "0")}`,
    total_units: random.chance(0.85) ? premises.floors_above * random.whole(3, 9) : null,
    ...{ manage_form: "full", land_right: "freehold" },
    avg_unit_price: money(price),
    price_date: isoInstant(calendar.today - random.whole(10, 330) * day).slice(0, 10),
    avg_rent_unit: monthly(gross / 100),
    gross_yield: Number(gross.toFixed(2)),
    ...{ management_fee_sqm: monthly(0.003), repair_fund_sqm: monthly(0.0015) },
    ...{ pet_allowed: random.pick(["yes", "no", "unknown"]), minpaku_allowed: "no" },
    description: "步行可达车站与商业街，高层视野开阔，适合自住与长期持有。",
  });
}

function namesAt(random: Random, site: Site, type: keyof typeof types, taken: Set<string>) {
  const [chinese, japanese, english] = types[type];
  for (let number = 1; ; number++) {
    const [brand = "", katakana, latin] = random.pick(brands);
    // A place has room for so many of them; then they are numbered.
    const again = number > 40 ? String(number - 39) : "";
    const name = `${brand}·${site.name}${chinese}${again}`;
    if (taken.has(name)) continue;
    taken.add(name);
    const isJapanese = site.country === "JP";
    const place = /^[\x20-\x7e]+$/.test(site.local ?? "") ? ` ${site.local}` : "";
    return {
      name,
      name_local: isJapanese ? `${katakana}${japanese} ${site.local ?? ""}${again}` : null,
      name_en: isJapanese && random.chance(0.6) ? null : `${latin}${place} ${english}${again && ` ${again}`}`,
    };
  }
}

const kilometresOfDegree = 111.2;
const degrees = (value: number) => Number(value.toFixed(6));

/** A position at most a kilometre and a half from the middle of the district. */
function around(random: Random, { lat, lng }: Site) {
  const distance = (1.5 * Math.sqrt(random.value())) / kilometresOfDegree;
  const angle = random.value() * 2 * Math.PI;
  return {
    lat: degrees(lat + distance * Math.sin(angle)),
    lng: degrees(lng + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  };
}

const stationsNear = (random: Random, { stations }: Site) =>
  random
    .some(stations, 1, 3)
    .map(([line, station]) => ({ line, station, walk_min: random.whole(1, 18), bus_min: null }))
    .sort((a, b) => a.walk_min - b.walk_min);

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
const highlights = "站前再开发板块 制震结构 步行圈内有小学 可养宠物 全屋地暖 租赁需求稳定".split(" ");
const features = "海景 近地铁 学区 高层 现房 期房 可租赁管理 小户型 大平层 品牌开发商".split(" ");
const description =
  "项目位于成熟生活圈与再开发板块交界处，交通与商业配套齐全，户型以实用率高的中小户型为主，适合自住与长期持有。";
const surroundings = "步行十分钟内有超市、诊所与公园，周边学校与图书馆齐备。";
const risks = "期房交付时间以开发商公告为准；汇率变动可能影响人民币总价；租金收益为估算，不构成承诺。";

const months = 30.4 * day;
const monthAt = (moment: number) => isoInstant(moment).slice(0, 7);

/** The least and greatest price of a flat in Japan (domain G.2), and one in the middle. */
const japan = { least: 28_000_000, most: 380_000_000, middle: 76_000_000 } as const;

/** What people would fill in of an estate that nobody builds, at a place that is there, and of its layouts. */
export function estateAt(random: Random, calendar: Calendar, site: Site, taken: Set<string>, roomCount: number) {
  const isJapanese = site.country === "JP";
  const premises = premisesAt(
    random,
    site,
    random.weighted({ tower: 44, apartment: 44, hotel: 6, detached: 6 }),
    taken,
  );
  const sqm = isJapanese
    ? clipped(japan.middle * Math.exp(random.normal() / 2), japan.least * 1.2, japan.most * 0.8) / 62
    : squareMetreAt(random, site);
  const rooms = roomsOf(random, sqm, premises.floors_above, isJapanese, roomCount);
  const byPrice = [...rooms].sort((a, b) => Number(a.price_min) - Number(b.price_min));
  const { price_min: price, management_fee, repair_fund, expected_rent: rent } = byPrice[0] ?? random.pick(rooms);
  const property_tax = money(inSteps(Number(price) * 0.0042, isJapanese ? 1_000 : 10));
  const income = { price, rent, management: management_fee, repair: repair_fund, propertyTax: property_tax };
  const completion = calendar.now + random.whole(-6, 36) * months;
  const isReady = completion <= calendar.now;
  const total = premises.floors_above * random.whole(4, 9);
  const facts = filledIn(EstateFields, {
    ...premises,
    ...rulesOf(random, site.currency),
    sale_status: random.weighted({ on_sale: 62, last_units: 20, sold_out: 9, ended: 4, upcoming: isReady ? 0 : 16 }),
    seller: premises.developer,
    tenure: "freehold",
    total_units: total,
    sale_units: Math.round(total * random.pick([0.4, 0.6, 0.8, 1])),
    ...{ buildings: random.whole(1, 3), parking_count: Math.round(total * 0.4), land_area: random.whole(900, 9_000) },
    completion_at: monthAt(completion),
    handover_at: monthAt(completion + 2 * months),
    launch_at: isoInstant(Math.min(completion - random.whole(8, 20) * months, calendar.now + 60 * day)).slice(0, 10),
    price_min: price,
    price_max: money(Math.max(...rooms.map(({ price_max }) => Number(price_max)))),
    unit_price_avg: money(inSteps(sqm, isJapanese ? 1_000 : 10)),
    ...{ management_fee, repair_fund, property_tax, expected_rent: rent },
    gross_yield: grossYield(income),
    net_yield: netYield(income),
    ...{ down_payment_percent: 20, payment_plan: isReady ? [] : paymentPlan, loan_available: true, loan_ltv: 60 },
    highlights: random.some(highlights, 2, 4),
    features: random.some(features, 2, 4),
    ...{ description: paragraphsOf(description), surroundings: paragraphsOf(surroundings) },
    risks: isReady ? null : risks,
  });
  return { facts, rooms };
}

const paymentPlan = [
  { stage: "认购", percent: 5, note: "签认购书时" },
  { stage: "签约", percent: 15, note: null },
  { stage: "交房", percent: 80, note: "交割日" },
];

type Flat = Omit<RoomFields, "floor_plan_id">;

function roomsOf(random: Random, sqm: number, floors: number, isJapanese: boolean, count: number): Flat[] {
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
      ...{ living: bedrooms > 0 ? 1 : 0, bath: bedrooms > 2 ? 2 : 1, balcony_sqm: random.whole(40, 180) / 10 },
      ...{ direction: random.pick(directions), floor_from, floor_to: Math.max(floor_from, floors) },
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

const stages = [
  { part: "首批", percent: 50, condition: "contract" as const },
  { part: "尾批", percent: 50, condition: "delivery" as const },
];

/** How agents report it, and what is paid: some estates leave it to the settings. */
function rulesOf(random: Random, currency: string): Partial<z.input<typeof Rules>> {
  const allow_agent = random.chance(0.85);
  if (random.chance(0.4)) return { allow_agent };
  const settle_condition = random.pick(["contract", "delivery", "down_payment", "staged"] as const);
  return {
    ...{ allow_agent, settle_condition, settle_stages: settle_condition === "staged" ? stages : [] },
    ...{ report_phone_mode: random.pick(["full", "first3_last4"]), protect_report_days: random.pick([10, 15, 20]) },
    protect_mode: random.weighted({ report_visit_deal: 60, report_deal: 25, visit_deal: 15 }),
    ...{ protect_visit_days: random.pick([30, 60, 90]), min_lead_minutes: 60 },
    ...{ dev_commission_mode: "percent", dev_commission_value: random.pick(["3.00", "4.00", "5.00"]) },
    ...{ agent_commission_mode: "percent", agent_commission_value: random.pick(["1.50", "2.00", "2.50"]) },
    ...{ dev_commission_currency: currency, agent_commission_currency: currency },
  };
}
