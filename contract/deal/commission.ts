import { compareDecimals, distance, ratio } from "../decimal";

/** Where a commission comes from (domain F.2): what the estate's rule says, the agent's own, a share of what the house receives, or by hand. */
export const commissionOrigins = {
  estate: "楼盘规则",
  setting: "系统默认",
  agent: "代理佣金标准",
  share: "应收分佣",
  manual: "手工",
} as const;
export type CommissionOrigin = keyof typeof commissionOrigins;

interface Rule {
  mode: "percent" | "fixed" | null;
  value: string | null;
  currency: string | null;
}

export interface CommissionRules {
  /** The estate's, of what the developer pays. */
  developer: Rule;
  /** The estate's, of what the agent gets. */
  estate: Rule;
  /** The agent's own; null of a deal without one. */
  agent: Rule | null;
  default_percent: string;
  agent_share: string;
}

export interface CommissionFacts {
  deal_price: string;
  /** The part of it that is tax, which nobody gets a commission on. */
  deal_price_tax: string;
  currency: string;
  /** Places that amounts of a currency are rounded to. */
  digitsOf: (currency: string) => number;
}

export interface Commission {
  amount: string;
  currency: string;
  /** In percent of the base; null where it is a fixed amount or a share of one. */
  rate: string | null;
  origin: CommissionOrigin;
}

/** An amount with two places, as columns and replies hold it. */
export const twoPlaces = (amount: string): string => ratio([amount], ["1"], 2);

/** Rounded half up to the currency's digits, which is done once: a product of several factors is not rounded in between. */
const rounded = (factors: readonly string[], divisors: readonly string[], digits: number) =>
  twoPlaces(ratio(factors, divisors, Math.min(digits, 2)));

/** What a commission is worked out of. */
export const commissionBase = ({
  deal_price,
  deal_price_tax,
}: Pick<CommissionFacts, "deal_price" | "deal_price_tax">) =>
  twoPlaces(compareDecimals(deal_price, deal_price_tax) <= 0 ? "0" : distance(deal_price, deal_price_tax));

/** By a rule, or null where it says nothing. */
function byRule({ mode, value, currency }: Rule, facts: CommissionFacts, origin: CommissionOrigin): Commission | null {
  if (mode === null || value === null) return null;
  if (mode === "fixed") {
    const code = currency ?? facts.currency;
    return { amount: rounded([value], ["1"], facts.digitsOf(code)), currency: code, rate: null, origin };
  }
  return {
    amount: rounded([commissionBase(facts), value], ["100"], facts.digitsOf(facts.currency)),
    currency: facts.currency,
    rate: value,
    origin,
  };
}

/** What the developer owes the house for a deal. */
export function receivableOf({ developer, default_percent }: CommissionRules, facts: CommissionFacts): Commission {
  return (
    byRule(developer, facts, "estate") ??
    // A rule of percent always answers.
    (byRule({ mode: "percent", value: default_percent, currency: null }, facts, "setting") as Commission)
  );
}

/** What the house owes the agent: by the estate's rule, else the agent's own, else a share of what it receives. Null of a deal without an agent. */
export function payableOf(rules: CommissionRules, facts: CommissionFacts, receivable?: Commission): Commission | null {
  const { estate, agent, agent_share, developer, default_percent } = rules;
  if (!agent) return null;
  const ruled = byRule(estate, facts, "estate") ?? byRule(agent, facts, "agent");
  if (ruled) return ruled;
  if (receivable?.origin === "manual" || developer.mode === "fixed") {
    const { amount, currency } = receivable ?? receivableOf(rules, facts);
    return {
      amount: rounded([amount, agent_share], ["100"], facts.digitsOf(currency)),
      currency,
      rate: null,
      origin: "share",
    };
  }
  // Of the exact share, so that it is rounded once.
  const percent = developer.mode === "percent" ? (developer.value ?? default_percent) : default_percent;
  return {
    amount: rounded([commissionBase(facts), percent, agent_share], ["10000"], facts.digitsOf(facts.currency)),
    currency: facts.currency,
    rate: null,
    origin: "share",
  };
}

/** An amount in parts by percentages, which make 100: each is what comes up to it less what came before, so they make the whole. */
export function inParts(amount: string, percents: readonly (number | string)[], digits: number): string[] {
  const places = Math.min(digits, 2);
  let done = "0";
  let percent = 0;
  return percents.map((one, index) => {
    // Hundredths of a percent are whole numbers.
    percent += Math.round(Number(one) * 100);
    const upTo =
      index === percents.length - 1 && percent >= 10_000
        ? twoPlaces(amount)
        : ratio([amount, String(percent)], ["10000"], places);
    const part = twoPlaces(compareDecimals(upTo, done) <= 0 ? "0" : distance(upTo, done));
    done = upTo;
    return part;
  });
}
