import { MansionFields } from "~/contract/house/mansion";
import { facilities } from "~/contract/shared/property";
import { isoInstant } from "~/server/database/tables/columns";
import type { MansionFacts } from "~/server/resources/house/mansion/write";
import { type Calendar, day } from "../shared/calendar";
import type { Random } from "../shared/random";
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
  villa: ["别墅", "ヴィラ", "Villas", 2, 3],
  detached: ["庭院", "ハウス", "Houses", 2, 3],
} as const;
const streets = ["海滨大道", "中央街", "公园路", "王冠街", "码头路", "花园街", "湖畔路", "山丘街"] as const;
const developers = ["青空都市开发", "海岬不动产", "禾原建设", "望洋置业", "长汀开发", "四季城市"] as const;
const builders = ["大桥组建设", "北岭工务店", "东洋基建", "远山建设"] as const;
const managers = ["和庭物业管理", "青空社区服务", "港湾物业", "白鹭管理"] as const;
const landUses = ["商业地域", "近邻商业地域", "第一种居住地域", "准工业地域"] as const;
const texts = [
  "步行可达车站与商业街，高层视野开阔，适合自住与长期持有。",
  "由成熟团队管理，修缮计划完备，近年租赁需求稳定。",
  "位于再开发片区，周边有公园与学校，基础设施持续完善。",
] as const;
const facilityNames = Object.keys(facilities) as (keyof typeof facilities)[]; // the keys of the literal

/** The price of a square metre in the money of the country: from, to, in steps of. */
const prices: Readonly<Record<string, readonly [number, number, number]>> = {
  JP: [780_000, 2_900_000, 10_000],
  TH: [85_000, 290_000, 500],
  AE: [11_000, 34_000, 100],
  MY: [5_200, 17_500, 50],
  GB: [4_800, 19_500, 50],
  AU: [7_500, 17_000, 50],
  US: [3_900, 15_500, 50],
  SG: [15_500, 34_000, 100],
};

export const clipped = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
export const inSteps = (amount: number, step: number) => Math.max(step, Math.round(amount / step) * step);
export const money = (amount: number) => amount.toFixed(2);
/** Percent of the price in a year. */
export const yieldOf = (random: Random) => clipped(4.6 + 0.9 * random.normal(), 2.5, 8);

/** What a square metre costs there: more often little than much. */
export function squareMetreAt(random: Random, { country }: Site): number {
  const [from, to, step] = prices[country] ?? [2_300, 8_100, 10];
  return inSteps(from + (to - from) * random.value() ** 1.8, step);
}

/** What buildings and estates have in common: a place that is there, with names that nobody has. */
export function premisesAt(random: Random, site: Site, type: keyof typeof types, taken: Set<string>) {
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
    address: addressAt(random, site),
    ...around(random, site),
    stations: stationsNear(random, site),
    floors_above,
    floors_below: random.whole(0, 2),
    structure: floors_above > 30 ? ("SRC" as const) : ("RC" as const),
    developer: random.pick(developers),
    constructor_name: random.pick(builders),
    manager_company: random.pick(managers),
    facilities: facilityNames.filter((name) => shared.includes(name)),
    currency: site.currency,
  };
}

/** A building that nobody has built, with some of its figures. */
export function buildingAt(random: Random, calendar: Calendar, site: Site, taken: Set<string>): MansionFacts {
  const isJapanese = site.country === "JP";
  const premises = premisesAt(random, site, random.weighted({ tower: 34, apartment: 56, hotel: 6, office: 4 }), taken);
  const price = squareMetreAt(random, site);
  const gross = yieldOf(random);
  // A month's share of the price, whole where the money has no smaller part.
  const monthly = (yearly: number) => money((isJapanese ? Math.round : Number)((price * yearly) / 12));
  const hasFees = random.chance(0.7);
  return filledIn(MansionFields, {
    ...premises,
    built_at: `${random.whole(1988, 2027)}-${String(random.whole(1, 12)).padStart(2, "0")}`,
    total_units: random.chance(0.85) ? premises.floors_above * random.whole(3, 9) : null,
    manage_form: random.weighted({ full: 82, partial: 13, self: 5 }),
    land_right: isJapanese ? "freehold" : random.weighted({ freehold: 60, leasehold: 20, strata: 20 }),
    land_use: isJapanese ? random.pick(landUses) : null,
    avg_unit_price: money(price),
    price_date: isoInstant(calendar.today - random.whole(10, 330) * day).slice(0, 10),
    avg_rent_unit: monthly(gross / 100),
    gross_yield: Number(gross.toFixed(2)),
    management_fee_sqm: hasFees ? monthly(0.003) : null,
    repair_fund_sqm: hasFees ? monthly(0.0015) : null,
    pet_allowed: random.weighted({ yes: 48, no: 34, unknown: 18 }),
    minpaku_allowed: random.weighted({ no: 66, yes: 10, unknown: 24 }),
    description: random.chance(0.5) ? random.pick(texts) : null,
  });
}

/** The same building as somebody else has written it down, a few steps away and with less known. */
export function twinOf(random: Random, one: MansionFacts): MansionFacts {
  const { country_code, district_id, address, property_type, stations, built_at, floors_above } = one;
  return filledIn(MansionFields, {
    ...{ country_code, district_id, address, property_type, stations, built_at, floors_above },
    name: `${one.name.replace("·", "").replace(/(塔|公馆|行馆|中心)$/, "")}大厦`,
    name_local: one.name_local?.replace(" ", "") ?? null,
    lat: degrees((one.lat ?? 0) + random.whole(1, 6) / 10_000),
    lng: degrees((one.lng ?? 0) + random.whole(-5, 5) / 10_000),
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

const addressAt = (random: Random, { country, fullName }: Site) =>
  country === "JP"
    ? `${fullName}${random.whole(1, 6)}-${random.whole(1, 24)}-${random.whole(1, 18)}`
    : `${fullName}${random.pick(streets)}${random.whole(1, 240)}号`;

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
