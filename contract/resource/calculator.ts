import { z } from "zod";
import { compareDecimals, distance, ratio, sum } from "../decimal";
import * as field from "../field";
import { placesOf } from "../house/property-tax";

/** What a calculation begins with (domain F.2): a piece's defaults, and what its reader makes of them. */
export const calculatorFields = {
  calc_currency: field.optional(field.optionValue("测算币种", "currencies")),
  calc_price: field.optional(field.money("总价", "calc_currency")),
  calc_rent: field.optional(field.money("月租金", "calc_currency")),
  calc_cost_rate: field.optional(field.decimal("购房成本率", 0, 100).meta({ unit: "%", help: "税费等占总价的比例" })),
  calc_loan_ratio: field.optional(field.decimal("贷款比例", 0, 100).meta({ unit: "%" })),
  calc_loan_rate: field.optional(field.decimal("贷款年利率", 0, 100).meta({ unit: "%" })),
  calc_years: field.optional(field.integer("贷款年限", 1, 50).meta({ unit: "年" })),
};
export type CalculatorField = keyof typeof calculatorFields;
export const CalculatorFields = z.object(calculatorFields);

/** Amounts are decimal texts in one currency, rates percent. */
export const CalculatorDefaults = z.object({
  currency: z.string().nullable(),
  price: z.string().nullable(),
  rent: z.string().nullable(),
  cost_rate: z.number().nullable(),
  loan_ratio: z.number().nullable(),
  loan_rate: z.number().nullable(),
  years: z.int().nullable(),
});
export type CalculatorDefaults = z.output<typeof CalculatorDefaults>;

/** The fields of a form as a calculation takes them. */
export const calculatorOf = (values: Partial<Record<CalculatorField, unknown>>): CalculatorDefaults => {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const number = (value: unknown) => (typeof value === "number" && Number.isFinite(value) ? value : null);
  return {
    currency: text(values.calc_currency),
    price: text(values.calc_price),
    rent: text(values.calc_rent),
    cost_rate: number(values.calc_cost_rate),
    loan_ratio: number(values.calc_loan_ratio),
    loan_rate: number(values.calc_loan_rate),
    years: number(values.calc_years),
  };
};

export interface Calculation {
  costs: string;
  loan: string;
  /** What the buyer pays himself: the price without the loan, and the costs. */
  own: string;
  /** A month; null where there is a loan without its years. */
  instalment: string | null;
  /** Over all years. */
  interest: string | null;
  /** Rent of a year ÷ price, in percent with two decimals. */
  gross_yield: number | null;
  /** Rent less the instalment, a month; negative where the rent does not pay it. */
  monthly_left: string | null;
}

const isAmount = (text: string | null): text is string => text !== null && /^\d{1,16}(\.\d{1,2})?$/.test(text);

/** What a flat costs and brings (domain F.2), by the annuity L·r ÷ (1 − (1 + r)^−n). Sums are exact; the annuity's power alone is a float. */
export function calculate(given: CalculatorDefaults): Calculation | null {
  const { price, rent, cost_rate, loan_ratio, loan_rate, years } = given;
  if (!isAmount(price) || compareDecimals(price, "0") <= 0) return null;
  // A yen has no hundredths.
  const places = given.currency ? placesOf(given.currency) : 2;
  const nothing = ratio(["0"], ["1"], places);
  const share = (percent: number | null) => ratio([price, String(percent ?? 0)], ["100"], places);
  const [costs, loan] = [share(cost_rate), share(loan_ratio)];
  const own = compareDecimals(loan, price) > 0 ? costs : sum(distance(price, loan), costs);
  const hasLoan = compareDecimals(loan, "0") > 0;
  const instalment = !hasLoan ? nothing : years ? annuity(loan, loan_rate ?? 0, years, places) : null;
  const paid = instalment === null ? null : ratio([instalment, String((years ?? 0) * 12)], ["1"], places);
  const isRented = isAmount(rent);
  return {
    ...{ costs, loan, own, instalment },
    interest: !hasLoan ? nothing : paid === null || compareDecimals(paid, loan) < 0 ? null : distance(paid, loan),
    gross_yield: isRented ? Number(ratio([rent, "1200"], [price], 2)) : null,
    monthly_left: isRented && instalment !== null ? difference(rent, instalment) : null,
  };
}

/** What is paid back each month. */
function annuity(loan: string, yearlyPercent: number, years: number, places: number): string {
  const months = years * 12;
  const rate = yearlyPercent / 1200;
  if (rate === 0) return ratio([loan], [String(months)], places);
  return ((Number(loan) * rate) / (1 - (1 + rate) ** -months)).toFixed(places);
}

function difference(a: string, b: string): string {
  const text = distance(a, b);
  return compareDecimals(a, b) < 0 ? `-${text}` : text;
}
