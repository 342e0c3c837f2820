import { type Language, languages as languageNames } from "~/contract/common";
import type { brokerTypes } from "~/contract/system/broker";
import { isoInstant } from "~/server/database/tables/columns";
import type { broker } from "~/server/database/tables/system/admin";
import { type Calendar, day, shortDay } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Staff } from "./staff";

type Row = typeof broker.$inferInsert;

const offered = Object.keys(languageNames) as Language[];

/** Firms and people of the trade, all invented: name, country, issuer of the licence, calling code, languages. */
const firms: readonly (readonly [name: string, country: string, license: string, cc: string, languages: string])[] = [
  ["青叶不动产株式会社", "JP", "东京都知事(3)第9{n}号", "81", "ja,zh,en"],
  ["港湾置业株式会社", "JP", "东京都知事(2)第10{n}号", "81", "ja,zh"],
  ["银杏国际不动产株式会社", "JP", "国土交通大臣(2)第9{n}号", "81", "ja,zh,en"],
  ["樱丘都市开发株式会社", "JP", "东京都知事(1)第11{n}号", "81", "ja,en"],
  ["难波住宅株式会社", "JP", "大阪府知事(4)第5{n}号", "81", "ja,zh"],
  ["御堂筋不动产株式会社", "JP", "大阪府知事(2)第6{n}号", "81", "ja"],
  ["京町家不动产株式会社", "JP", "京都府知事(2)第1{n}号", "81", "ja,en"],
  ["博多湾置业株式会社", "JP", "福冈县知事(3)第1{n}号", "81", "ja,zh"],
  ["北辰不动产株式会社", "JP", "北海道知事(石狩)第8{n}号", "81", "ja,zh,en"],
  ["横滨港都不动产株式会社", "JP", "神奈川县知事(3)第2{n}号", "81", "ja,zh"],
  ["金湾置业有限公司", "TH", "0105560{n}", "66", "en,zh"],
  ["湄南河国际有限公司", "TH", "0105562{n}", "66", "en,zh"],
  ["滨海湾地产私人有限公司", "SG", "L3010{n}", "65", "en,zh"],
  ["狮城家园私人有限公司", "SG", "L3008{n}", "65", "en,zh,zh_tw"],
  ["双塔置业有限公司", "MY", "E(1){n}", "60", "en,zh"],
  ["维港物业顾问有限公司", "HK", "C-0{n}", "852", "zh_tw,zh,en"],
  ["高桥 健一", "JP", "（东京）第2{n}号", "81", "ja,zh"],
  ["田中 由美", "JP", "（东京）第24{n}号", "81", "ja,en"],
  ["山本 大辅", "JP", "（大阪）第08{n}号", "81", "ja"],
  ["中村 真理子", "JP", "（神奈川）第11{n}号", "81", "ja,zh,en"],
  ["小林 翔太", "JP", "（福冈）第03{n}号", "81", "ja"],
  ["林 雅文", "JP", "（东京）第26{n}号", "81", "zh,zh_tw,ja"],
  ["陈 慧敏", "SG", "R0{n}A", "65", "en,zh"],
  ["黄 志强", "MY", "REN 0{n}", "60", "en,zh,zh_tw"],
  ["李 嘉欣", "HK", "E-4{n}", "852", "zh_tw,zh,en"],
];
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
  return firms.map(([name, country, license, cc, languages], index): Row => {
    const isFirm = index < firmsEnd;
    const at = calendar.working(600 - index * 20);
    const by = random.pick(keepers).id;
    const type: keyof typeof brokerTypes = isFirm ? "company" : "individual";
    const phone = numbers[cc]?.(index) ?? "";
    const places = wishes.get(country) ?? [];
    const expires = calendar.today + expiryDays(random, index) * day;
    return {
      broker_no: `BK${shortDay(at)}0001`,
      name: name.replace(/(株式会社|私人有限公司|有限公司)$/, ""),
      type,
      company_name: isFirm ? name : null,
      license_no: license.replace("{n}", String(1_000 + ((index * 3_571) % 9_000))),
      license_country: country,
      license_expire_at: isoInstant(expires).slice(0, 10),
      contact_name: isFirm ? random.pick(contacts) : name,
      phone_cc: cc,
      phone,
      phone_e164: `+${cc}${phone}`,
      email: `broker${index + 1}@demo.test`,
      wechat: null,
      languages: languages.split(",").flatMap((name) => offered.find((one) => one === name) ?? []),
      service_district_ids: random
        .shuffle(places)
        .slice(0, random.whole(1, 4))
        .map(({ id }) => id),
      avatar_id: null,
      intro: isFirm ? "专营海外买家购房，提供看房、签约与交割全程陪同。" : "从业多年，熟悉海外买家购房流程。",
      commission_note: country === "JP" ? "成交价 3% + 6 万日元（税前）" : "成交价 2%–3%，以合同为准",
      status: index === firmsEnd - 2 ? "disabled" : "enabled",
      created_at: isoInstant(at),
      updated_at: isoInstant(at),
      created_by: by,
      updated_by: by,
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
