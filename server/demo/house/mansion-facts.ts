import { facilities, type Station } from "~/contract/shared/property";
import { isoInstant } from "~/server/database/tables/columns";
import type { MansionFacts } from "~/server/resources/house/mansion/write";
import { type Calendar, day } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Site } from "./mansion-places";

/** Invented names of lines of buildings: Chinese, Japanese, English. */
const brands: readonly (readonly [string, string, string])[] = [
  ["云汀", "クラウドミギワ", "Cloudshore"],
  ["远帆", "トオホ", "Farsail"],
  ["青屿", "アオシマネ", "Verdisle"],
  ["澄庭", "スミニワ", "Clearcourt"],
  ["鹭汀", "サギノハマ", "Heronbank"],
  ["枫序", "カエデジョ", "Mapleward"],
  ["星樾", "ホシカゲ", "Starshade"],
  ["栖云", "スウン", "Cloudnest"],
  ["汐见", "シオミノ", "Tidesight"],
  ["松籁", "マツカゼノ", "Pinesong"],
  ["曦岸", "アケギシ", "Dawnbank"],
  ["柏屿", "カシワジマ", "Cedarisle"],
  ["霁川", "ハレカワ", "Brightford"],
  ["和盏", "ワセン", "Calmcup"],
  ["朔望", "サクボウ", "Moonphase"],
  ["岚序", "ランジョ", "Mistward"],
  ["棠里", "カイドウリ", "Quincelea"],
  ["泊舟", "ハクシュウ", "Moorhaven"],
  ["澜庭", "ナミニワ", "Wavecourt"],
  ["映月", "エイゲツノ", "Moonmere"],
  ["木末", "コズエノ", "Treetip"],
  ["织羽", "オリハネ", "Featherloom"],
  ["北辰", "ホクシンノ", "Polestead"],
  ["沐川", "モクセン", "Riverbathe"],
];
const endings = {
  tower: ["塔", "タワー", "Tower"],
  apartment: ["公馆", "レジデンス", "Residence"],
  hotel: ["行馆", "ステイ", "Suites"],
  office: ["中心", "センター", "Centre"],
} as const;
const streets = ["海滨大道", "中央街", "公园路", "王冠街", "码头路", "花园街", "湖畔路", "山丘街"] as const;
export const developers = ["青空都市开发", "海岬不动产", "禾原建设", "望洋置业", "长汀开发", "四季城市"] as const;
export const builders = ["大桥组建设", "北岭工务店", "东洋基建", "远山建设"] as const;
export const managers = ["和庭物业管理", "青空社区服务", "港湾物业", "白鹭管理"] as const;
const landUses = ["商业地域", "近邻商业地域", "第一种居住地域", "准工业地域"] as const;
const texts = [
  "步行可达车站与商业街，高层视野开阔，适合自住与长期持有。",
  "由成熟团队管理，修缮计划完备，近年租赁需求稳定。",
  "配套齐全，周边有公园与学校，生活便利。",
  "位于再开发片区，周边基础设施持续完善。",
] as const;
type Facility = keyof typeof facilities;
const facilityNames = Object.keys(facilities) as Facility[];

/** The price of a square metre in the money of the country: from, to, in steps of. */
export const prices: Readonly<Record<string, readonly [number, number, number]>> = {
  JP: [780_000, 2_900_000, 10_000],
  TH: [85_000, 290_000, 500],
  AE: [11_000, 34_000, 100],
  MY: [5_200, 17_500, 50],
  GB: [4_800, 19_500, 50],
  AU: [7_500, 17_000, 50],
  US: [3_900, 15_500, 50],
  SG: [15_500, 34_000, 100],
  GR: [2_300, 7_200, 10],
  PT: [2_600, 8_100, 10],
};

/** A building that nobody has built, at a place that is there. */
export function buildingAt(random: Random, calendar: Calendar, site: Site, taken: Set<string>): MansionFacts {
  const type = random.weighted({ tower: 34, apartment: 56, hotel: 6, office: 4 });
  const names = namesAt(random, site, type, taken);
  const isJapanese = site.country === "JP";
  const floors = type === "tower" ? random.whole(18, 52) : random.whole(5, 17);
  const isKnown = random.chance(0.85);
  return {
    ...names,
    alias: random.chance(0.2) ? [`${names.name.replace("·", "")}一期`] : [],
    country_code: site.country,
    district_id: site.id,
    address: addressAt(random, site),
    ...around(random, site, 1.5),
    property_type: type,
    stations: stationsNear(random, site),
    built_at: `${random.whole(1988, 2027)}-${String(random.whole(1, 12)).padStart(2, "0")}`,
    structure: floors > 30 ? "SRC" : random.weighted({ RC: 76, SRC: 18, S: 6 }),
    floors_above: floors,
    floors_below: random.chance(0.6) ? random.whole(0, 3) : null,
    total_units: isKnown ? floors * random.whole(3, type === "tower" ? 16 : 9) : null,
    developer: isKnown ? random.pick(developers) : null,
    constructor_name: random.chance(0.6) ? random.pick(builders) : null,
    manager_company: random.chance(0.7) ? random.pick(managers) : null,
    manage_form: random.weighted({ full: 82, partial: 13, self: 5 }),
    land_right: isJapanese || random.chance(0.6) ? "freehold" : random.chance(0.5) ? "leasehold" : "strata",
    land_use: isJapanese ? random.pick(landUses) : null,
    ...pricesIn(random, calendar, site),
    facilities: facilitiesOf(random),
    pet_allowed: random.weighted({ yes: 48, no: 34, unknown: 18 }),
    minpaku_allowed: random.weighted({ no: 66, yes: 10, unknown: 24 }),
    description: random.chance(0.5) ? random.pick(texts) : null,
  };
}

/** Some of what people share, in the contract's order. */
export const facilitiesOf = (random: Random): Facility[] =>
  random
    .shuffle(facilityNames)
    .slice(0, random.whole(2, 8))
    .sort((a, b) => facilityNames.indexOf(a) - facilityNames.indexOf(b));

/** The same building as somebody else has written it down, a few steps away and with less known. */
export function twinOf(random: Random, one: MansionFacts): MansionFacts {
  const { lat, lng } = one;
  return {
    ...one,
    name: `${one.name.replace("·", "").replace(/(塔|公馆|行馆|中心)$/, "")}大厦`,
    name_local: one.name_local?.replace(" ", "") ?? null,
    name_en: null,
    alias: [],
    lat: lat === null ? null : degrees(lat + random.whole(1, 6) / 10_000),
    lng: lng === null ? null : degrees(lng + random.whole(-5, 5) / 10_000),
    ...{ total_units: null, developer: null, constructor_name: null, manager_company: null, land_use: null },
    ...{ avg_unit_price: null, avg_rent_unit: null, price_date: null, gross_yield: null, currency: null },
    ...{ management_fee_sqm: null, repair_fund_sqm: null, description: null, facilities: [] },
  };
}

export function namesAt(random: Random, site: Site, type: keyof typeof endings, taken: Set<string>) {
  const [chinese, japanese, english] = endings[type];
  for (let number = 1; ; number++) {
    const [brand, katakana, latin] = random.pick(brands);
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

export const addressAt = (random: Random, { country, fullName }: Site) =>
  country === "JP"
    ? `${fullName}${random.whole(1, 6)}-${random.whole(1, 24)}-${random.whole(1, 18)}`
    : `${fullName}${random.pick(streets)}${random.whole(1, 240)}号`;

const kilometresOfDegree = 111.2;
const degrees = (value: number) => Number(value.toFixed(6));

export function around(random: Random, { lat, lng }: Site, kilometres: number) {
  const [distance, angle] = [
    (kilometres * Math.sqrt(random.value())) / kilometresOfDegree,
    random.value() * 2 * Math.PI,
  ];
  return {
    lat: degrees(lat + distance * Math.sin(angle)),
    lng: degrees(lng + (distance * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180)),
  };
}

export function stationsNear(random: Random, { stations }: Site): Station[] {
  return random
    .shuffle(stations)
    .slice(0, random.whole(1, 3))
    .map(([line, station]) => ({ line, station, walk_min: random.whole(1, 18), bus_min: null }))
    .sort((a, b) => a.walk_min - b.walk_min);
}

/** Some of the figures of many, all in the money of the country. */
function pricesIn(random: Random, calendar: Calendar, { country, currency }: Site) {
  const [from, to, step] = prices[country] ?? [1_000, 9_000, 10];
  const skewed = random.value() ** 1.8;
  const price = Math.round((from + (to - from) * skewed) / step) * step;
  const gross = Math.min(8, Math.max(2.5, 4.6 + 0.9 * random.normal()));
  const hasFees = random.chance(0.7);
  // A month's share of the price, to the hundredth, or whole where the money has no smaller part.
  const monthly = (yearly: number) => {
    const amount = (price * yearly) / 12;
    return country === "JP" ? `${Math.max(1, Math.round(amount))}.00` : amount.toFixed(2);
  };
  return {
    currency,
    avg_unit_price: `${price}.00`,
    price_date: isoInstant(calendar.today - random.whole(10, 330) * day).slice(0, 10),
    avg_rent_unit: random.chance(0.8) ? monthly(gross / 100) : null,
    gross_yield: Number(gross.toFixed(2)),
    management_fee_sqm: hasFees ? monthly(0.003) : null,
    repair_fund_sqm: hasFees ? monthly(0.0015) : null,
  };
}
