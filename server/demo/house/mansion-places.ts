import { and, asc, eq, gte, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "~/server/database/database";
import { country, district } from "~/server/database/tables/region/geography";
import { type Random, share, times } from "../shared/random";

export interface Site {
  id: number;
  country: string;
  currency: string;
  name: string;
  /** With those above it, as an address begins. */
  fullName: string;
  local: string | null;
  /** Its middle, and the stations in it; of a business area those of its ward. */
  lat: number;
  lng: number;
  stations: readonly (readonly [line: string, station: string])[];
}

type Facts = readonly [lat: number, lng: number, stations?: string];

/** Middles of the districts of level 2 in which business is done, and stations there as `line station`; places as they are. */
const facts: Readonly<Record<string, Facts>> = {
  "JP 13101": [35.694, 139.754, "丸之内线 东京,半藏门线 半藏门,山手线 秋叶原"],
  "JP 13103": [35.658, 139.751, "山手线 田町,日比谷线 六本木,银座线 虎之门"],
  "JP 13104": [35.694, 139.703, "丸之内线 西新宿,东西线 神乐坂,山手线 高田马场"],
  "JP 13108": [35.673, 139.817, "有乐町线 丰洲,百合海鸥线 有明,东西线 门前仲町"],
  "JP 13113": [35.664, 139.698, "东横线 代官山,山手线 惠比寿,日比谷线 广尾"],
  "JP 26104": [35.01, 135.751, "乌丸线 四条,东西线 二条"],
  "JP 27127": [34.705, 135.51, "御堂筋线 梅田,京阪中之岛线 中之岛"],
  "JP 27128": [34.681, 135.51, "御堂筋线 难波,御堂筋线 本町,堺筋线 北滨"],
  "JP 40133": [33.589, 130.393, "机场线 天神,机场线 大濠公园"],
  "TH watthana": [13.737, 100.585, "BTS素坤逸线 通罗,BTS素坤逸线 阿索"],
  "AE downtown-dubai": [25.195, 55.274, "迪拜地铁红线 哈利法塔/迪拜购物中心"],
  "MY klcc": [3.158, 101.712, "格拉那再也线 KLCC"],
  "GB westminster": [51.497, -0.137, "朱比利线 威斯敏斯特"],
  "AU sydney": [-33.869, 151.209, "机场线 圆形码头"],
  "US manhattan": [40.783, -73.971, "A线 59街–哥伦布圆环"],
  "SG orchard": [1.304, 103.832, "南北线 乌节"],
  "GR athens": [37.984, 23.728, "雅典地铁2号线 宪法广场"],
  "PT lisbon-city": [38.722, -9.139, "里斯本地铁蓝线 自由大道"],
};

const ward = alias(district, "ward");
const above = alias(district, "above");

const countries = { JP: 62, TH: 12, AE: 8, MY: 6, GB: 3, AU: 3, US: 2, SG: 2, GR: 1, PT: 1 } as const;

/** So many places of all countries (domain G.2), every site of one about as often. */
export const placesOf = (random: Random, sites: readonly Site[], total: number): Site[] =>
  [...share(total, countries)].flatMap(([country, count]) => {
    const here = random.shuffle(sites.filter((site) => site.country === country));
    return times(count, (place) => here[place % here.length] ?? random.pick(here));
  });

/** Places for buildings, in the order of their codes: the districts above, and the business areas in them. */
export async function readSites(db: Database | Transaction): Promise<Site[]> {
  const rows = await db
    .select({
      ...{ id: district.id, country: district.country_code, currency: country.currency_code, level: district.level },
      ...{ code: district.code, name: district.name_zh, local: district.name_local },
      ...{ wardCode: ward.code, wardName: ward.name_zh, topName: above.name_zh },
    })
    .from(district)
    .innerJoin(country, eq(country.code, district.country_code))
    .innerJoin(ward, eq(ward.id, district.parent_id))
    .leftJoin(above, eq(above.id, ward.parent_id))
    .where(
      and(eq(district.is_open, true), gte(district.level, 2), inArray(district.country_code, Object.keys(countries))),
    )
    .orderBy(asc(district.country_code), asc(district.code));
  return rows.flatMap(({ level, code, wardCode, wardName, topName, currency, ...row }) => {
    const fact = facts[`${row.country} ${level === 2 ? code : wardCode}`];
    if (!(fact && currency)) return [];
    const [lat, lng, stations = ""] = fact;
    return {
      ...row,
      ...{ lat, lng, currency },
      fullName: [topName, wardName, row.name].filter(Boolean).join(""),
      stations: stations.split(",").flatMap((one) => {
        const [line, station] = one.split(" ");
        return line && station ? [[line, station] as const] : [];
      }),
    };
  });
}
