import type { UpdateType } from "~/contract/system/app-version";
import { isoInstant } from "~/server/database/tables/columns";
import type { appVersion, broker } from "~/server/database/tables/system/admin";
import type { Places } from "../customer/profiles";
import { day, shortDay } from "../shared/calendar";
import { fourDigits, instantOrNull, stamps } from "../shared/rows";
import { type Base, staffOf } from "../terms";

type Row = typeof broker.$inferInsert;

/** Firms and people of the trade, all invented, with their countries. */
const firms =
  "青叶:JP 港湾:JP 银杏国际:JP 樱丘都市:JP 难波:JP 御堂筋:JP 京町家:JP 博多湾:JP 北辰:JP 横滨港都:JP 金湾:TH 湄南河国际:TH 滨海湾:SG 狮城家园:SG 双塔:MY 维港:HK 高桥健一:JP 田中由美:JP 山本大辅:JP 中村真理子:JP 小林翔太:JP 林雅文:JP 陈慧敏:SG 黄志强:MY 李嘉欣:HK"
    .split(" ")
    .map((firm) => firm.split(":"));
const firmsEnd = 16;
/** Numbers of domain G.2 that nobody else of the demo has. */
const freeNumbersFrom = 9_000;
/** Days until a licence ends: the third firm has let it lapse, the seventh and twelfth are about to. */
const expiry: Readonly<Record<number, number>> = { 2: -12, 6: 24, 11: 51 };

/** The licensed brokers on the listings (domain G.2): two licences end soon, one has ended. */
export function makeBrokers({ random, calendar, staff }: Base, wishes: Places["wishes"]) {
  const keepers = staffOf(staff, "estate_manager");
  return firms.map(([name = "", license_country = ""], index): Row & { id: number; name: string } => {
    const isFirm = index < firmsEnd;
    const at = calendar.working(600 - index * 20);
    const phone = `200000${fourDigits(freeNumbersFrom + index)}`;
    const expires = calendar.today + (expiry[index] ?? random.whole(120, 1_600)) * day;
    return {
      ...{ id: index + 1, broker_no: `BK${shortDay(at)}0001`, name, type: isFirm ? "company" : "individual" },
      ...{ company_name: isFirm ? `${name}不动产株式会社` : null, license_no: `(2)第9${1_000 + index * 71}号` },
      ...{ license_country, license_expire_at: isoInstant(expires).slice(0, 10) },
      ...{ contact_name: isFirm ? "佐藤" : name, email: `broker${index + 1}@demo.test`, wechat: null },
      ...{ phone_cc: "81", phone, phone_e164: `+81${phone}`, languages: ["ja", "zh", "en"], avatar_id: null },
      service_district_ids: random.some(wishes.get(license_country) ?? [], 1, 4).map(({ id }) => id),
      intro: "专营海外买家购房，提供看房、签约与交割全程陪同。",
      commission_note: "成交价 2%–3%，以合同为准",
      status: index === firmsEnd - 2 ? "disabled" : "enabled",
      ...stamps(at, random.pick(keepers).id),
    };
  });
}

type Version = [version: string, build: number, ago: number, UpdateType, least: string | null, string, notes: string];

const history: readonly Version[] = [
  ["2.8.0", 280, 150, "optional", null, "地图找房", "1. 新增地图找房\n2. 优化房源详情加载速度"],
  ["2.9.0", 290, 96, "recommend", "2.6.0", "收益计算器", "1. 新增购房成本与租金收益计算\n2. 修复部分机型闪退"],
  ["3.0.0", 300, 41, "force", "2.8.0", "全新改版", "1. 首页与搜索全新设计\n2. 支持日语界面\n3. 旧版接口停用，请更新"],
  ["3.1.0", 310, 3, "optional", "2.8.0", "视频看房", "1. 预约视频看房\n2. 收藏降价提醒"],
];

/** Four versions of each platform: the newest of iOS is out for some, that of Android is a draft. */
export function makeAppVersions({ calendar, staff }: Base): (typeof appVersion.$inferInsert)[] {
  const by = staffOf(staff, "super_admin")[0]?.id ?? null;
  return (["ios", "android"] as const).flatMap((platform) =>
    history.map(([version, build, ago, update_type, min_supported, title, notes], index) => {
      const at = calendar.at(ago, 11);
      const isNewest = index === history.length - 1;
      const isDraft = isNewest && platform === "android";
      const released = isDraft ? null : Math.min(at + day, calendar.now);
      return {
        ...{ platform, version, build, update_type, min_supported, title, notes, package_id: null },
        ...{ gray_percent: isNewest ? 20 : 100, status: isDraft ? "draft" : "released" },
        ...{ released_at: instantOrNull(released), ...stamps(at, by, released ?? at) },
      };
    }),
  );
}
