import { negated, ratio, signedSum } from "~/contract/decimal";

interface Counted {
  amount: string;
  adjust_amount: string;
}

export interface Totals {
  total_amount: string;
  adjust_total: string;
  tax_amount: string;
  payable_total: string;
}

/** What a statement's items come to: exact sums; the tax inside the payable amount is rounded once, half up, to the currency's digits. */
export function totalsOf(items: readonly Counted[], taxRate: number, digits: number): Totals {
  const total_amount = signedSum("0.00", ...items.map(({ amount }) => amount));
  const adjust_total = signedSum("0.00", ...items.map(({ adjust_amount }) => adjust_amount));
  const payable_total = signedSum(total_amount, adjust_total);
  return { total_amount, adjust_total, payable_total, tax_amount: taxInside(payable_total, taxRate, digits) };
}

function taxInside(amount: string, rate: number, digits: number): string {
  if (rate === 0) return "0.00";
  const hundredths = Math.round(rate * 100);
  const isNegative = amount.startsWith("-");
  const bare = isNegative ? negated(amount) : amount;
  const tax = ratio([bare, String(hundredths)], [String(10_000 + hundredths)], Math.min(digits, 2));
  const written = ratio([tax], ["1"], 2);
  return isNegative ? negated(written) : written;
}
