import fc from "fast-check";
import { expect, it } from "vitest";
import { formatNumber } from "~/contract/decimal";
import * as field from "~/contract/field";
import {
  fieldText,
  formatArea,
  formatBeside,
  formatBudget,
  formatExact,
  formatMoney,
  formatMoneyRange,
  formatPercent,
  formatPhone,
} from "~/contract/format";

it("writes money in 万 and 亿, with the currency's name", () => {
  expect(formatMoney("59800000.00", "JPY")).toBe("5,980万日元");
  expect(formatMoney("117000000.00", "JPY")).toBe("1.17亿日元");
  expect(formatMoney("2082000.00", "CNY")).toBe("208.2万元");
  expect(formatMoney("9800.50", "CNY")).toBe("9,800.5元");
  expect(formatMoney("3000000.00", "USD")).toBe("300万美元");
  expect(formatMoney(null, "JPY")).toBe("");
  expect(formatExact("59800000.00", "JPY")).toBe("59,800,000日元");
});

it("never writes an amount as the limit beside it that it is not", () => {
  expect(formatBeside("29999999", "30000000", "JPY")).toBe("29,999,999日元");
  expect(formatBeside("30000000", "30000000.00", "JPY")).toBe("3,000万日元");
  expect(formatBeside("29990000", "30000000", "JPY")).toBe("2,999万日元");
  expect(formatBeside("30000001", "30000000", "JPY")).toBe("30,000,001日元");
  expect(formatBeside("29999999", null, "JPY")).toBe("3,000万日元");
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2e9 }), fc.integer({ min: -60_000, max: 60_000 }), (limit, off) => {
      const [amount, beside] = [String(Math.max(0, limit + off)), String(limit)];
      const isLimit = Number(amount) === limit;
      expect(formatBeside(amount, beside, "CNY") === formatMoney(beside, "CNY")).toBe(isLimit);
    }),
  );
});

it("writes a range with its unit once, unless the units differ", () => {
  expect(formatMoneyRange("30000000.00", "59800000.00", "JPY")).toBe("3,000–5,980万日元");
  expect(formatMoneyRange("59800000.00", "128000000.00", "JPY")).toBe("5,980万–1.28亿日元");
  expect(formatMoneyRange("8000.00", "30000.00", "CNY")).toBe("0.8–3万元");
  expect(formatMoneyRange("59800000.00", "59800000.00", "JPY")).toBe("5,980万日元");
  expect(formatBudget("30000000.00", null, "JPY")).toBe("3,000万日元以上");
  expect(formatBudget(null, "59800000.00", "JPY", "exact")).toBe("59,800,000日元以下");
  expect(formatArea(42.5, 88)).toBe("42.5–88㎡");
  expect(formatArea(62.5, 62.5)).toBe("62.5㎡");
});

it("writes a percentage, and a number with the country's code unless it is Chinese", () => {
  expect(formatPercent(4.52)).toBe("4.52%");
  expect(formatPercent(null)).toBe("");
  expect(formatPhone("9012345678", "81")).toBe("+81 9012345678");
  expect(formatPhone("138****5678", "86")).toBe("138****5678");
});

it("writes a field's value by what its schema says: the currency beside an amount, the unit after a number", () => {
  const rent = field.metaOf(field.money("租金").meta({ unit: "/月" }));
  expect(fieldText(rent, "180000.00", { currency: "JPY" })).toBe("18万日元/月");
  expect(fieldText(rent, "180000.00", { currency: "JPY" }, "exact")).toBe("180,000日元/月");
  expect(fieldText(field.metaOf(field.decimal("比例", 0, 100).meta({ unit: "%" })), 4.5)).toBe("4.5%");
  expect(fieldText(field.metaOf(field.integer("年限", 0, 99).meta({ unit: "年" })), 18)).toBe("18年");
  expect(fieldText(field.metaOf(field.integer("出生年份", 1900, 2100)), 1988)).toBe("1988");
  const views = { label: "浏览", definition: "页面打开的次数" };
  expect(fieldText({ label: "浏览", figure: views }, 13240)).toBe("13,240");
});

it.each([
  [20.825, "20.83"],
  [1.005, "1.01"],
  [-1.005, "-1.01"],
  [-0.004, "0"],
  [0.005, "0.01"],
  [1234.5, "1,234.5"],
  [999.995, "1,000"],
  [1e15, "1,000,000,000,000,000"],
  [1e21, "1,000,000,000,000,000,000,000"],
  [1e-7, "0"],
  ["1234567.891", "1,234,567.89"],
])("writes %s to two decimals, halves away from zero, and nothing without a sign", (value, text) =>
  expect(formatNumber(value)).toBe(text),
);
