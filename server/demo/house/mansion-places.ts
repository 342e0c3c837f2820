import { and, asc, eq, gte, inArray } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "~/server/database/database";
import { country, district } from "~/server/database/tables/region/geography";

/** A district with buildings. */
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
const facts: Readonly<Record<string, Readonly<Record<string, Facts>>>> = {
  JP: {
    "13101": [35.694, 139.754, "丸之内线 东京,半藏门线 半藏门,山手线 秋叶原"],
    "13102": [35.671, 139.772, "日比谷线 银座,大江户线 胜哄,有乐町线 月岛"],
    "13103": [35.658, 139.751, "山手线 田町,日比谷线 六本木,银座线 虎之门"],
    "13104": [35.694, 139.703, "丸之内线 西新宿,东西线 神乐坂,山手线 高田马场"],
    "13105": [35.708, 139.752, "丸之内线 本乡三丁目,南北线 后乐园"],
    "13106": [35.713, 139.78, "山手线 上野,银座线 浅草"],
    "13107": [35.711, 139.801, "总武线 锦糸町,半藏门线 押上"],
    "13108": [35.673, 139.817, "有乐町线 丰洲,百合海鸥线 有明,东西线 门前仲町"],
    "13109": [35.609, 139.73, "山手线 大崎,山手线 五反田,目黑线 武藏小山"],
    "13110": [35.641, 139.698, "东横线 中目黑,东横线 自由之丘"],
    "13112": [35.646, 139.653, "田园都市线 二子玉川,田园都市线 三轩茶屋"],
    "13113": [35.664, 139.698, "东横线 代官山,山手线 惠比寿,日比谷线 广尾"],
    "13114": [35.707, 139.664, "中央线 中野,丸之内线 新中野"],
    "13116": [35.726, 139.717, "山手线 池袋,山手线 目白"],
    "26103": [35.049, 135.779, "京阪鸭东线 出町柳,乌丸线 松崎"],
    "26104": [35.01, 135.751, "乌丸线 四条,东西线 二条"],
    "26105": [34.997, 135.776, "京阪本线 祇园四条,东西线 东山"],
    "26106": [34.988, 135.756, "东海道本线 京都,乌丸线 五条"],
    "26108": [35.008, 135.714, "嵯峨野线 嵯峨岚山,岚山本线 岚山"],
    "27106": [34.676, 135.486, "长堀鹤见绿地线 西大桥,四桥线 四桥"],
    "27109": [34.658, 135.519, "谷町线 天王寺,近铁大阪线 大阪上本町"],
    "27111": [34.659, 135.499, "御堂筋线 动物园前,堺筋线 惠美须町"],
    "27123": [34.721, 135.487, "御堂筋线 新大阪,御堂筋线 西中岛南方"],
    "27127": [34.705, 135.51, "御堂筋线 梅田,京阪中之岛线 中之岛"],
    "27128": [34.681, 135.51, "御堂筋线 难波,御堂筋线 本町,堺筋线 北滨"],
    "40132": [33.591, 130.415, "机场线 博多,机场线 中洲川端"],
    "40133": [33.589, 130.393, "机场线 天神,机场线 大濠公园"],
    "40137": [33.581, 130.348, "机场线 西新,机场线 藤崎"],
  },
  TH: {
    watthana: [13.737, 100.585, "BTS素坤逸线 通罗,BTS素坤逸线 阿索"],
    "khlong-toei": [13.718, 100.575, "MRT蓝线 诗丽吉王后国家会议中心"],
    sathon: [13.708, 100.526, "BTS是隆线 素拉刹"],
    "bang-rak": [13.729, 100.524, "BTS是隆线 沙拉铃"],
    thalang: [8.033, 98.333],
  },
  AE: {
    "downtown-dubai": [25.195, 55.274, "迪拜地铁红线 哈利法塔/迪拜购物中心"],
    "dubai-marina": [25.08, 55.14, "迪拜地铁红线 DMCC"],
    "business-bay": [25.185, 55.266, "迪拜地铁红线 商业湾"],
    "palm-jumeirah": [25.112, 55.139],
    "yas-island": [24.499, 54.607],
  },
  MY: {
    klcc: [3.158, 101.712, "格拉那再也线 KLCC"],
    "mont-kiara": [3.17, 101.652],
    bangsar: [3.13, 101.671, "格拉那再也线 孟沙"],
    "johor-bahru": [1.493, 103.741],
    "george-town": [5.414, 100.329],
  },
  GB: {
    westminster: [51.497, -0.137, "朱比利线 威斯敏斯特"],
    "canary-wharf": [51.505, -0.024, "朱比利线 金丝雀码头"],
    "nine-elms": [51.481, -0.134, "北线 九榆树"],
    manchester: [53.481, -2.243],
  },
  AU: {
    sydney: [-33.869, 151.209, "机场线 圆形码头"],
    parramatta: [-33.815, 151.003],
    melbourne: [-37.814, 144.963, "城市环线 南十字星"],
    brisbane: [-27.47, 153.025],
  },
  US: {
    "los-angeles": [34.052, -118.244],
    irvine: [33.684, -117.826],
    manhattan: [40.783, -73.971, "A线 59街–哥伦布圆环"],
    miami: [25.762, -80.192],
  },
  SG: {
    orchard: [1.304, 103.832, "南北线 乌节"],
    "marina-south": [1.277, 103.861, "南北线 滨海南码头"],
    "river-valley": [1.293, 103.834, "汤申-东海岸线 大世界"],
    "jurong-east": [1.333, 103.742, "东西线 裕廊东"],
  },
  GR: {
    athens: [37.984, 23.728, "雅典地铁2号线 宪法广场"],
    piraeus: [37.942, 23.647, "雅典地铁1号线 比雷埃夫斯"],
    santorini: [36.393, 25.461],
  },
  PT: {
    "lisbon-city": [38.722, -9.139, "里斯本地铁蓝线 自由大道"],
    cascais: [38.697, -9.421, "卡斯凯什线 卡斯凯什"],
    porto: [41.158, -8.629, "波尔图地铁D线 三一"],
    lagos: [37.103, -8.674],
  },
};

const ward = alias(district, "ward");
const above = alias(district, "above");

/** Places for buildings, in the order of their codes: the districts above, and the business areas in them. */
export async function readSites(db: Database | Transaction): Promise<Site[]> {
  const rows = await db
    .select({
      id: district.id,
      country: district.country_code,
      currency: country.currency_code,
      level: district.level,
      code: district.code,
      name: district.name_zh,
      local: district.name_local,
      wardCode: ward.code,
      wardName: ward.name_zh,
      topName: above.name_zh,
    })
    .from(district)
    .innerJoin(country, eq(country.code, district.country_code))
    .innerJoin(ward, eq(ward.id, district.parent_id))
    .leftJoin(above, eq(above.id, ward.parent_id))
    .where(and(eq(district.is_open, true), gte(district.level, 2), inArray(district.country_code, Object.keys(facts))))
    .orderBy(asc(district.country_code), asc(district.code));
  return rows.flatMap(({ level, code, wardCode, wardName, topName, currency, ...row }) => {
    const fact = facts[row.country]?.[level === 2 ? code : wardCode];
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
