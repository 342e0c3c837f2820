import { expect, it } from "vitest";
import { type CalculatorDefaults, calculate } from "~/contract/resource/calculator";

const plan = (over: Partial<CalculatorDefaults> = {}): CalculatorDefaults => ({
  ...{ currency: "USD", price: "500000", rent: "2500", cost_rate: 7, loan_ratio: 60, loan_rate: 6, years: 30 },
  ...over,
});

it("reckons costs, loan, own means, the annuity, its interest and what the rent leaves", () => {
  // 300,000 at 0.5 % a month over 360 months.
  expect(calculate(plan())).toEqual({
    ...{ costs: "35000.00", loan: "300000.00", own: "235000.00", instalment: "1798.65", interest: "347514.00" },
    ...{ gross_yield: 6, monthly_left: "701.35" },
  });
});

it("divides a loan without interest evenly, and knows that a yen has no hundredths", () => {
  const yen = plan({ currency: "JPY", price: "30000000", rent: "100000", loan_ratio: 50, loan_rate: 0, years: 25 });
  expect(calculate(yen)).toMatchObject({ loan: "15000000", instalment: "50000", interest: "0", monthly_left: "50000" });
  expect(calculate({ ...yen, loan_rate: 2 })).toMatchObject({ instalment: "63578" });
});

it("says what it cannot know: nothing without a price, no instalment of a loan without its years, a rent that does not pay", () => {
  expect([calculate(plan({ price: null })), calculate(plan({ price: "0" })), calculate(plan({ price: "x" }))]).toEqual([
    ...[null, null, null],
  ]);
  expect(calculate(plan({ years: null }))).toMatchObject({ instalment: null, interest: null, monthly_left: null });
  expect(calculate(plan({ rent: null }))).toMatchObject({ gross_yield: null, monthly_left: null });
  expect(calculate(plan({ loan_ratio: null }))).toMatchObject({ loan: "0.00", instalment: "0.00", interest: "0.00" });
  expect(calculate(plan({ rent: "1000" }))?.monthly_left).toBe("-798.65");
  expect(calculate(plan({ loan_ratio: 100, cost_rate: 0 }))?.own).toBe("0.00");
});
