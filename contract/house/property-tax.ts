import { ratio, sum } from "../decimal";

/** What the tax of a year is reckoned from. Amounts are decimal texts in one currency. */
export interface Taxed {
  country: string;
  currency: string;
  price: string;
  /** The base of the taxes; absent or null: the usual share of the price. */
  assessed?: string | null;
  /** As it is known, a year; null: the usual ones of the country. */
  propertyTax: string | null;
}

export interface CostLine {
  label: string;
  amount: string;
  basis: string;
}

/** Where the usual costs of Japan are known; they are amounts in yen. */
export const hasUsualCosts = ({ country, currency }: Pick<Taxed, "country" | "currency">): boolean =>
  country === "JP" && currency === "JPY";

const assessedPercent = "70";

const wholeCurrencies = ["JPY", "KRW", "VND"];
export const placesOf = (currency: string) => (wholeCurrencies.includes(currency) ? 0 : 2);

export const percentOf = (amount: string, percent: string, places: number) => ratio([amount, percent], ["100"], places);

/** What is usually taken as the assessed value of a property of this price. */
export const usualAssessed = ({ price, currency }: Pick<Taxed, "price" | "currency">): string =>
  percentOf(price, assessedPercent, placesOf(currency));

/** The taxes of a year by name; none where they are not known. */
export function taxLines(plan: Taxed): CostLine[] {
  if (plan.propertyTax !== null) return [{ label: "房产税", amount: plan.propertyTax, basis: "每年" }];
  if (!hasUsualCosts(plan)) return [];
  const assessed = plan.assessed ?? usualAssessed(plan);
  return [
    { label: "固定资产税", amount: percentOf(assessed, "1.4", 0), basis: "评估额×1.4%" },
    { label: "都市计划税", amount: percentOf(assessed, "0.3", 0), basis: "评估额×0.3%" },
  ];
}

export const totalOf = (lines: readonly CostLine[], places: number) =>
  ratio([sum(...lines.map(({ amount }) => amount))], ["1"], places);

export const propertyTaxOf = (plan: Taxed): string => totalOf(taxLines(plan), placesOf(plan.currency));
