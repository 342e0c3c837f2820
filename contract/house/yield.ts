import { compareDecimals, distance, ratio, sum } from "../decimal";
import { propertyTaxOf } from "./property-tax";

/** What a flat brings a year (domain F.2). Amounts are decimal texts in one currency. */
export interface Income {
  price: string;
  /** A month. */
  rent: string | null;
  management?: string | null;
  repair?: string | null;
  /** A year. */
  propertyTax?: string | null;
}

/** Rent of a year ÷ price, in percent with two decimals; null without a rent or a price. */
export function grossYield({ price, rent }: Income): number | null {
  if (rent === null || compareDecimals(price, "0") <= 0) return null;
  return Number(ratio([rent, "1200"], [price], 2));
}

/** (Rent − management − repair of a year − property tax) ÷ price, in percent with two decimals; negative where the costs are higher than the rent. */
export function netYield({ price, rent, management, repair, propertyTax }: Income): number | null {
  if (rent === null || compareDecimals(price, "0") <= 0) return null;
  const income = ratio([rent, "12"], ["1"], 2);
  const costs = sum(ratio([sum(management ?? "0", repair ?? "0"), "12"], ["1"], 2), propertyTax ?? "0");
  const percent = Number(ratio([distance(income, costs), "100"], [price], 2));
  return compareDecimals(income, costs) < 0 && percent > 0 ? -percent : percent;
}

/** Of what has no price yet, nothing follows. */
const unpriced = "0";

/** What an estate brings by its lowest price and the rent that it names; taxes that nobody has named are the usual ones, as in the purchase cost calculator. */
export const estateIncome = (facts: {
  country_code: string;
  currency: string;
  price_min: string | null;
  expected_rent: string | null;
  management_fee: string | null;
  repair_fund: string | null;
  property_tax: string | null;
}): Income => ({
  price: facts.price_min ?? unpriced,
  rent: facts.expected_rent,
  management: facts.management_fee,
  repair: facts.repair_fund,
  propertyTax: propertyTaxOf({
    country: facts.country_code,
    currency: facts.currency,
    price: facts.price_min ?? unpriced,
    propertyTax: facts.property_tax,
  }),
});
