import { expect, test } from "vitest";
import { z } from "zod";
import * as field from "~/contract/field";
import { cellOf, columnOf, typedCell } from "~/contract/sheet";

test("a column's kind is its field's", () => {
  const kindOf = (schema: z.ZodType) => columnOf(schema, "x").kind;
  const optional = <T extends z.ZodType>(schema: T) => field.read(field.optional(schema));
  expect(kindOf(optional(field.money("挂牌价")))).toBe("money");
  expect(kindOf(field.day("日期").nullable())).toBe("date");
  expect(kindOf(field.instant("时间"))).toBe("minute");
  expect(kindOf(optional(field.decimal("面积", 1, 9).meta({ unit: "㎡" })))).toBe("area");
  expect(kindOf(z.number().nullable().meta({ label: "比例", unit: "%" }))).toBe("percent");
  expect(kindOf(z.int().meta({ label: "次数" }))).toBe("number");
  expect(kindOf(z.int().meta({ label: "评估", options: { "1": "1/6" } }))).toBe("text");
  expect(kindOf(field.text("楼栋", 20))).toBe("text");
});

test("amounts, shares and days are numbers; what no number holds to its last digit stays a text", () => {
  expect(typedCell("money", "60000000.00")).toBe(60_000_000);
  expect(typedCell("money", "-0.10")).toBe(-0.1);
  expect(typedCell("money", "9999999999999.99")).toBe(9_999_999_999_999.99);
  expect(typedCell("money", "9999999999999999.99")).toBe("9999999999999999.99");
  expect(typedCell("percent", 14.35)).toBe(0.1435);
  expect(typedCell("percent", "2.50")).toBe(0.025);
  expect(typedCell("date", "2026-11-28")).toBe(46_354);
  expect(typedCell("minute", "2026-11-28T12:00:59.123+08:00")).toBe(46_354.5);
  expect(typedCell("second", "2026-11-28T18:00:00.000+08:00")).toBe(46_354.75);
  expect(typedCell("date", "1900-01-01")).toBe("1900-01-01");
  expect(typedCell("date", "2026-11-16 起")).toBe("2026-11-16 起");
  expect(typedCell("number", "<3")).toBe("<3");
  expect(typedCell("money", "")).toBeNull();
});

test("a text that a spreadsheet would take for a formula is none, in a column of numbers neither", () => {
  for (const kind of ["text", "money", "date"] as const) expect(typedCell(kind, "=1+1")).toBe("'=1+1");
  expect(typedCell("text", 12)).toBe("12");
});

test("a value is written in words", () => {
  const status = field.choice("状态", { on: "启用", off: "停用" });
  expect(cellOf(status, "on")).toBe("启用");
  expect(cellOf(z.array(status), ["on", "off"])).toBe("启用、停用");
  expect(cellOf(undefined, { id: 1, name: "陈海" })).toBe("陈海");
  expect([cellOf(undefined, true), cellOf(undefined, null), cellOf(undefined, 3)]).toEqual(["是", null, 3]);
});
