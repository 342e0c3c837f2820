import { purposes } from "~/contract/customer/customer-record";
import { latinOf } from "../shared/names";
import type { Random } from "../shared/random";
import { fourDigits } from "../shared/rows";
import type { Topic } from "../shared/texts";

/** Districts of the baseline that profiles point to. */
export interface Places {
  /** By country: id and name of what customers wish for. */
  wishes: ReadonlyMap<string, readonly { id: number; name: string }[]>;
  homes: readonly { id: number; country: string }[];
}

interface Market {
  name: string;
  currency: string;
  /** Median budget and its step, in whole units of the currency. */
  median: number;
  step: number;
  /** A budget in words. */
  words: (amount: number) => string;
}

const inMillions = (unit: string) => (amount: number) => `${Math.round(amount / 10_000)}万${unit}`;
const marketWeights = { JP: 62, TH: 12, AE: 8, MY: 6, GB: 3, AU: 3, SG: 2, US: 2, GR: 1, PT: 1 } as const;
const markets: Readonly<Record<keyof typeof marketWeights, Market>> = {
  JP: { name: "日本", currency: "JPY", median: 72_000_000, step: 1_000_000, words: inMillions("日元") },
  TH: { name: "泰国", currency: "THB", median: 6_500_000, step: 100_000, words: inMillions("泰铢") },
  AE: { name: "阿联酋", currency: "AED", median: 1_900_000, step: 50_000, words: inMillions("迪拉姆") },
  MY: { name: "马来西亚", currency: "MYR", median: 1_300_000, step: 50_000, words: inMillions("林吉特") },
  GB: { name: "英国", currency: "GBP", median: 620_000, step: 10_000, words: inMillions("英镑") },
  AU: { name: "澳大利亚", currency: "AUD", median: 900_000, step: 10_000, words: inMillions("澳元") },
  SG: { name: "新加坡", currency: "SGD", median: 2_100_000, step: 50_000, words: inMillions("新元") },
  US: { name: "美国", currency: "USD", median: 850_000, step: 10_000, words: inMillions("美元") },
  GR: { name: "希腊", currency: "EUR", median: 420_000, step: 10_000, words: inMillions("欧元") },
  PT: { name: "葡萄牙", currency: "EUR", median: 520_000, step: 10_000, words: inMillions("欧元") },
};

const purposeWeights = {
  investment: 42,
  self_use: 22,
  education: 14,
  immigration: 12,
  retirement: 6,
  holiday: 4,
} as const;
const sources = {
  site_inquiry: 24,
  app_inquiry: 12,
  chat: 9,
  phone: 6,
  wecom: 13,
  referral: 14,
  event: 6,
  social: 8,
  ads: 5,
  import: 2,
  other: 1,
} as const;
const industries = {
  internet: 18,
  finance: 14,
  manufacturing: 14,
  trade: 16,
  real_estate: 7,
  education: 6,
  medical: 7,
  professional: 7,
  freelance: 5,
  retired: 4,
  other: 2,
} as const;
const tags =
  "cash_buyer urgent repeat_buyer student_family visa_need price_sensitive tower_fan yield_focus overseas_owner decision_by_family".split(
    " ",
  );
const japaneseShare = 0.12;

/** Facts of a person that do not depend on their history. */
export function makeProfile(random: Random, places: Places, name: string, index: number, hasBudget: boolean) {
  const country = random.weighted(marketWeights);
  const market = markets[country];
  const wishes = places.wishes.get(country) ?? [];
  const wished = random.shuffle(wishes).slice(0, random.whole(1, 3));
  const purpose = random.weighted(purposeWeights);
  const second = random.weighted(purposeWeights);
  const middle = Math.max(market.median * Math.exp(random.normal() * 0.45), market.median * 0.35);
  const low = Math.max(Math.round((middle * 0.85) / market.step), 1) * market.step;
  const high = Math.max(Math.round((middle * 1.2) / market.step) * market.step, low + market.step);
  const loan = random.weighted({ none: 38, loan: 34, unknown: 28 });
  const home = random.pick(places.homes);
  const topic: Topic = {
    country: market.name,
    place: wished[0]?.name ?? market.name,
    purpose: purposes[purpose],
    budget: `${market.words(low)}到${market.words(high)}`,
    cash: loan === "none",
  };
  return {
    topic,
    facts: {
      name,
      gender: random.weighted({ male: 46, female: 48, unknown: 6 }),
      ...contactsOf(random, name, index),
      country_code: home.country,
      district_id: home.id,
      birth_year: random.chance(0.7) ? random.whole(1958, 1999) : null,
      industry: random.chance(0.75) ? random.weighted(industries) : null,
      language: random.weighted({ zh: 90, zh_tw: 6, en: 3, ja: 1 }),
      source: random.weighted(sources),
      purposes: purpose === second ? [purpose] : [purpose, second],
      intent_country_codes: random.chance(0.12) && country !== "JP" ? [country, "JP"] : [country],
      intent_district_ids: wished.map((wish) => wish.id),
      budget_min: hasBudget ? `${low}.00` : null,
      budget_max: hasBudget ? `${high}.00` : null,
      budget_currency: hasBudget ? market.currency : null,
      loan_need: loan,
      tags: random.chance(0.55) ? random.shuffle(tags).slice(0, random.whole(1, 3)) : [],
    },
  };
}

interface Contacts {
  phone_cc: string | null;
  phone: string | null;
  phone_e164: string | null;
  phone_last4: string | null;
  phone2: string | null;
  wechat: string | null;
  email: string | null;
  line_id: string | null;
  whatsapp: string | null;
}

/** Only numbers of the two fictitious ranges of domain G.2, each given once, and addresses under demo.test. */
function contactsOf(random: Random, name: string, index: number): Contacts {
  const latin = latinOf(name);
  const four = fourDigits(index);
  const isJapanese = random.chance(japaneseShare);
  // A few are known by WeChat only.
  const hasPhone = random.chance(0.96);
  const cc = isJapanese ? "81" : "86";
  const phone = isJapanese ? `200000${four}` : `1990000${four}`;
  return {
    phone_cc: hasPhone ? cc : null,
    phone: hasPhone ? phone : null,
    phone_e164: hasPhone ? `+${cc}${phone}` : null,
    phone_last4: hasPhone ? four : null,
    phone2: random.chance(0.06) ? `+861990000${fourDigits(index + 3_000)}` : null,
    wechat: !hasPhone || random.chance(0.6) ? `${latin}_${four}` : null,
    email: random.chance(0.35) ? `${latin}${four}@demo.test` : null,
    line_id: isJapanese && random.chance(0.5) ? `${latin}.${four}` : null,
    whatsapp: random.chance(0.04) ? `+${cc}${phone}` : null,
  };
}

/** What the collision check compares (domain C.1.4): numbers in E.164, the rest in lower case. */
export function contactRows(customerId: number, contacts: Contacts) {
  const values: [type: string, value: string | null][] = [
    ["phone", contacts.phone_e164],
    ["phone", contacts.phone2],
    ["wechat", contacts.wechat],
    ["email", contacts.email],
    ["line", contacts.line_id],
    ["whatsapp", contacts.whatsapp],
  ];
  return values.flatMap(([type, value]) =>
    value ? [{ customer_id: customerId, type, value_norm: value.toLowerCase() }] : [],
  );
}
