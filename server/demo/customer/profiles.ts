import { purposes } from "~/contract/customer/customer-record";
import { latinOf } from "../shared/names";
import type { Random } from "../shared/random";
import { fourDigits } from "../shared/rows";

/** What a follow-up is about: the customer's own wishes. */
export interface Topic {
  country: string;
  place: string;
  purpose: string;
  budget: string;
  cash: boolean;
}

/** Districts of the baseline that profiles point to. */
export interface Places {
  /** By country: id and name of what customers wish for. */
  wishes: ReadonlyMap<string, readonly { id: number; name: string }[]>;
  homes: readonly { id: number; country: string }[];
}

/** By country: its name, its currency in words and in code, the median budget and its step. */
const markets = {
  JP: ["日本", "日元", "JPY", 72_000_000, 1_000_000],
  TH: ["泰国", "泰铢", "THB", 6_500_000, 100_000],
  AE: ["阿联酋", "迪拉姆", "AED", 1_900_000, 50_000],
  MY: ["马来西亚", "林吉特", "MYR", 1_300_000, 50_000],
  GB: ["英国", "英镑", "GBP", 620_000, 10_000],
  AU: ["澳大利亚", "澳元", "AUD", 900_000, 10_000],
  SG: ["新加坡", "新元", "SGD", 2_100_000, 50_000],
  US: ["美国", "美元", "USD", 850_000, 10_000],
  GR: ["希腊", "欧元", "EUR", 420_000, 10_000],
  PT: ["葡萄牙", "欧元", "EUR", 520_000, 10_000],
} as const;
const marketShares = { JP: 62, TH: 12, AE: 8, MY: 6, GB: 3, AU: 3, SG: 2, US: 2, GR: 1, PT: 1 };
const purposeShares = { investment: 42, self_use: 22, education: 14, immigration: 12, retirement: 6, holiday: 4 };
const tags = "cash_buyer urgent student_family visa_need price_sensitive yield_focus".split(" ");

const sources = {
  ...{ site_inquiry: 24, app_inquiry: 12, chat: 9, phone: 6, wecom: 13, referral: 14, event: 6, social: 8, ads: 5 },
  ...{ import: 2, other: 1 },
};
const personOf = (random: Random) => ({
  ...{ gender: random.pick(["male", "female"] as const), birth_year: random.whole(1958, 1999) },
  industry: random.pick(["internet", "finance", "manufacturing", "trade", "education"]),
  ...{ language: random.weighted({ zh: 90, zh_tw: 6, en: 3, ja: 1 }), source: random.weighted(sources) },
  loan_need: random.weighted({ none: 38, loan: 34, unknown: 28 }),
  tags: random.shuffle(tags).slice(0, random.pick([0, 0, 0, 1, 1, 2, 3])),
});

/** Facts of a person that do not depend on their history. */
export function makeProfile(random: Random, places: Places, name: string, index: number, hasBudget: boolean) {
  const code = random.weighted(marketShares);
  const [country, unit, currency, median, step] = markets[code];
  const wished = random.shuffle(places.wishes.get(code) ?? []).slice(0, random.whole(1, 3));
  const purpose = random.weighted(purposeShares);
  const middle = Math.max(median * Math.exp(random.normal() * 0.45), median * 0.35);
  const low = Math.max(Math.round((middle * 0.85) / step), 1) * step;
  const high = Math.max(Math.round((middle * 1.2) / step) * step, low + step);
  const home = random.pick(places.homes);
  const facts = {
    ...{ name, ...personOf(random), ...contactsOf(random, name, index) },
    ...{ country_code: home.country, district_id: home.id },
    purposes: [...new Set([purpose, random.weighted(purposeShares)])],
    intent_country_codes: random.chance(0.12) && code !== "JP" ? [code, "JP"] : [code],
    intent_district_ids: wished.map((wish) => wish.id),
    budget_min: hasBudget ? `${low}.00` : null,
    budget_max: hasBudget ? `${high}.00` : null,
    budget_currency: hasBudget ? currency : null,
  };
  const topic: Topic = {
    ...{ country, place: wished[0]?.name ?? country, purpose: purposes[purpose], cash: facts.loan_need === "none" },
    budget: `${Math.round(low / 10_000)}万${unit}到${Math.round(high / 10_000)}万${unit}`,
  };
  return { topic, facts };
}

/** Only numbers of the two fictitious ranges of domain G.2, each given once, and addresses under demo.test. */
function contactsOf(random: Random, name: string, index: number) {
  const latin = latinOf(name);
  const four = fourDigits(index);
  const isJapanese = random.chance(0.12);
  const cc = isJapanese ? "81" : "86";
  // A few are known by WeChat only.
  const phone = random.chance(0.96) ? `${isJapanese ? "200000" : "1990000"}${four}` : null;
  const some = (share: number, text: string) => (random.chance(share) ? text : null);
  return {
    ...{ phone, phone_cc: phone && cc, phone_e164: phone && `+${cc}${phone}`, phone_last4: phone && four },
    wechat: some(phone ? 0.6 : 1, `${latin}_${four}`),
    email: some(0.35, `${latin}${four}@demo.test`),
  };
}
