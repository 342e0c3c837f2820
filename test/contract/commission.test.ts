import fc from "fast-check";
import { expect, test } from "vitest";
import { billsOf, type PlanLine } from "~/contract/deal/billing-record";
import { type CommissionRules, inParts, payableOf, receivableOf } from "~/contract/deal/commission";
import { buyerShare, missingOf } from "~/contract/deal/deal-record";
import { sum } from "~/contract/decimal";

const none = { mode: null, value: null, currency: null };
const rules: CommissionRules = { developer: none, estate: none, agent: none, default_percent: "3", agent_share: "60" };
const digitsOf = (code: string) => (code === "JPY" ? 0 : 2);
const facts = { deal_price: "61234567.00", deal_price_tax: "1234567.00", currency: "JPY", digitsOf };

test("commissions follow the first rule that says something, of the price without its tax (domain F.2)", () => {
  expect(receivableOf(rules, facts)).toEqual({ amount: "1800000.00", currency: "JPY", rate: "3", origin: "setting" });
  expect(payableOf(rules, facts)).toMatchObject({ amount: "1080000.00", origin: "share" });
  const percent = { mode: "percent" as const, value: "2.50", currency: null };
  const fixed = { mode: "fixed" as const, value: "8000.00", currency: "CNY" };
  expect(receivableOf({ ...rules, developer: percent }, facts)).toMatchObject({
    amount: "1500000.00",
    origin: "estate",
  });
  expect(receivableOf({ ...rules, developer: fixed }, facts)).toMatchObject({ amount: "8000.00", currency: "CNY" });
  expect(payableOf({ ...rules, developer: fixed }, facts)).toMatchObject({ amount: "4800.00", currency: "CNY" });
  expect(payableOf({ ...rules, agent: percent }, facts)).toMatchObject({ amount: "1500000.00", origin: "agent" });
  expect(payableOf({ ...rules, agent: percent, estate: fixed }, facts)).toMatchObject({ origin: "estate" });
  expect(payableOf({ ...rules, agent: null }, facts)).toBeNull();
});

test("an amount is rounded half up, once, to the digits of its currency", () => {
  const at = (deal_price: string, currency: string, default_percent: string) =>
    receivableOf({ ...rules, default_percent }, { ...facts, deal_price, deal_price_tax: "0.00", currency }).amount;
  expect(at("50", "JPY", "3")).toBe("2.00");
  expect(at("49", "JPY", "3")).toBe("1.00");
  expect(at("0.50", "CNY", "3")).toBe("0.02");
  expect(at("9999999999999999.99", "CNY", "3")).toBe("300000000000000.00");
  // Rounded first it would be 1, of which 60 % is 0.6 and so 1.
  const small = { ...facts, deal_price: "25", deal_price_tax: "0", currency: "JPY" };
  expect([receivableOf(rules, small).amount, payableOf(rules, small)?.amount]).toEqual(["1.00", "0.00"]);
});

const money = fc.tuple(fc.bigInt(1n, 10n ** 13n), fc.constantFrom(0, 2)).map(([n, digits]) => ({
  digits,
  amount: digits === 0 ? `${n}.00` : `${n / 100n}.${String(n % 100n).padStart(2, "0")}`,
}));
/** Hundredths of percents that make a whole. */
const percents = fc
  .array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 5 })
  .filter((parts) => parts.reduce((total, one) => total + one, 0) < 10_000)
  .map((parts) => [...parts, 10_000 - parts.reduce((total, one) => total + one, 0)].map((one) => one / 100));

test("parts are the whole, whatever is rounded, and none has more places than its currency", () => {
  fc.assert(
    fc.property(money, percents, ({ amount, digits }, parts) => {
      const made = inParts(amount, parts, digits);
      expect(sum("0.00", ...made)).toBe(amount);
      if (digits === 0) expect(made.every((one) => one.endsWith(".00"))).toBe(true);
    }),
  );
});

test("a plan's lines are the price, each due after the day that it counts from", () => {
  fc.assert(
    fc.property(money, percents, ({ amount, digits }, parts) => {
      const lines: PlanLine[] = parts.map((percent, index) => ({
        ...{ plan: "分期", type: index === 0 ? "deposit" : "final", percent, due: "contracted", days: index * 30 },
      }));
      const bills = billsOf(lines, { deal_price: amount, currency: "CNY", digits, contracted_at: "2026-01-31" });
      expect(sum("0.00", ...bills.map((one) => one.amount))).toBe(amount);
      expect(bills.every(({ due_at }) => due_at >= "2026-01-31")).toBe(true);
    }),
  );
  const line: PlanLine = { plan: "全款", type: "final", percent: 100, due: "delivery", days: 1 };
  const known = { deal_price: "1.00", currency: "CNY", digits: 2, subscribed_at: "2026-02-28" };
  expect(billsOf([line], known)[0]?.due_at).toBe("2026-03-01");
  // Nothing is due behind the keys because the contract is near them.
  const interim: PlanLine = { ...line, type: "interim", percent: 40, due: "contracted", days: 180 };
  const soon = { ...known, delivery_due_at: "2026-05-01" };
  const daysOf = (facts: typeof known) =>
    billsOf([interim, { ...line, percent: 60, days: 0 }], facts).map(({ due_at }) => due_at);
  expect(daysOf(soon)).toEqual(["2026-05-01", "2026-05-01"]);
  // Nobody knows yet when that is: it is after all else.
  expect(daysOf(known)).toEqual(["2026-08-27", "2026-08-27"]);
});

test("shares make a hundred, and a submission asks for what its kind needs", () => {
  expect(buyerShare([{ share: 33.33 }, { share: 33.34 }])).toBe(33.33);
  const whole = {
    ...{ buyer_name: "林", unit_no: "1", area_sqm: 1, deal_price: "1", currency: "JPY", payment_method: "full" },
    ...{ source_type: "direct", attachments: [{ type: "subscribe_form" }], bills: [{ type: "deposit" }] },
  };
  expect(missingOf(whole)).toEqual([]);
  const more = missingOf({ ...whole, payment_method: "loan", source_type: "agent", bills: [] });
  expect(more.map(({ field }) => field)).toEqual(["loan_bank", "loan_amount", "clue_id", "bills"]);
});
