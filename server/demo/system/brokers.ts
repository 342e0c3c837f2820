import type { Language } from "~/contract/common";
import type { brokerTypes } from "~/contract/system/broker";
import { isoInstant } from "~/server/database/tables/columns";
import type { broker } from "~/server/database/tables/system/admin";
import { type Calendar, day, shortDay } from "../shared/calendar";
import type { Random } from "../shared/random";
import { stamps } from "../shared/rows";
import type { Staff } from "./staff";

type Row = typeof broker.$inferInsert;

/** Firms and people of the trade, all invented, with their countries. */
const firms =
  "青叶:JP 港湾:JP 银杏国际:JP 樱丘都市:JP 难波:JP 御堂筋:JP 京町家:JP 博多湾:JP 北辰:JP 横滨港都:JP 金湾:TH 湄南河国际:TH 滨海湾:SG 狮城家园:SG 双塔:MY 维港:HK 高桥健一:JP 田中由美:JP 山本大辅:JP 中村真理子:JP 小林翔太:JP 林雅文:JP 陈慧敏:SG 黄志强:MY 李嘉欣:HK".split(
    " ",
  );
/** Of each country: calling code, licence, what firms are called, and languages. */
const trades: Readonly<Record<string, readonly [cc: string, license: string, ending: string, languages: Language[]]>> =
  {
    JP: ["81", "东京都知事(2)第9{n}号", "不动产株式会社", ["ja", "zh", "en"]],
    TH: ["66", "0105560{n}", "置业有限公司", ["en", "zh"]],
    SG: ["65", "L3010{n}", "地产私人有限公司", ["en", "zh"]],
    MY: ["60", "E(1){n}", "置业有限公司", ["en", "zh", "zh_tw"]],
    HK: ["852", "C-0{n}", "物业顾问有限公司", ["zh_tw", "zh", "en"]],
  };
const contacts = ["佐藤", "铃木", "渡边", "伊藤", "王女士", "加藤", "吉田", "陈先生"] as const;
/** Numbers that the plans of these countries keep free, or that nobody can have been given. */
const numbers: Readonly<Record<string, (index: number) => string>> = {
  81: (index) => `90${String(10_000_000 + index * 7_919)}`,
  66: (index) => `81${String(2_000_000 + index * 3_571)}`,
  65: (index) => `8${String(1_000_000 + index * 5_387)}`,
  60: (index) => `12${String(3_000_000 + index * 4_813)}`,
  852: (index) => `9${String(1_000_000 + index * 6_143)}`,
};
const firmsEnd = 16;

/** The licensed brokers on the listings (domain G.2): two licences end soon, one has ended. */
export function makeBrokers(
  random: Random,
  calendar: Calendar,
  staff: readonly Staff[],
  wishes: ReadonlyMap<string, readonly { id: number }[]>,
): Row[] {
  const keepers = staff.filter(({ roles, status }) => roles.includes("estate_manager") && status === "enabled");
  return firms.map((firm, index): Row => {
    const [name = "", country = ""] = firm.split(":");
    const [cc, license, ending, languages] = trades[country] ?? ["81", "", "", []];
    const isFirm = index < firmsEnd;
    const at = calendar.working(600 - index * 20);
    const by = random.pick(keepers).id;
    const type: keyof typeof brokerTypes = isFirm ? "company" : "individual";
    const phone = numbers[cc]?.(index) ?? "";
    const places = wishes.get(country) ?? [];
    const expires = calendar.today + expiryDays(random, index) * day;
    return {
      ...{ broker_no: `BK${shortDay(at)}0001`, name, type, company_name: isFirm ? name + ending : null },
      license_no: license.replace("{n}", String(1_000 + ((index * 3_571) % 9_000))),
      ...{ license_country: country, license_expire_at: isoInstant(expires).slice(0, 10) },
      ...{ contact_name: isFirm ? random.pick(contacts) : name, email: `broker${index + 1}@demo.test`, wechat: null },
      ...{ phone_cc: cc, phone, phone_e164: `+${cc}${phone}`, languages, avatar_id: null },
      service_district_ids: random
        .shuffle(places)
        .slice(0, random.whole(1, 4))
        .map(({ id }) => id),
      intro: isFirm ? "专营海外买家购房，提供看房、签约与交割全程陪同。" : "从业多年，熟悉海外买家购房流程。",
      commission_note: country === "JP" ? "成交价 3% + 6 万日元（税前）" : "成交价 2%–3%，以合同为准",
      status: index === firmsEnd - 2 ? "disabled" : "enabled",
      ...stamps(at, by),
    };
  });
}

/** The third has let it lapse, the seventh and twelfth are about to. */
function expiryDays(random: Random, index: number): number {
  if (index === 2) return -12;
  if (index === 6) return 24;
  if (index === 11) return 51;
  return random.whole(120, 1_600);
}
