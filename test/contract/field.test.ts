import { expect, test } from "vitest";
import { BulkFacts, Customer, CustomerUpdate, QuickEdit } from "~/contract/customer/customer-record";
import { TrackingCreate } from "~/contract/customer/tracking";
import { labelOf } from "~/contract/field";

const messages = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  Object.fromEntries(result.error?.issues.map((issue) => [issue.path.join("."), issue.message]) ?? []);

const valid = { name: "王建国", source: "phone", version: 1 };

test("every field of the customer carries a Chinese label", () => {
  const unlabelled = Object.entries(Customer.shape).filter(([name, schema]) => labelOf(schema, name) === name);
  expect(unlabelled.map(([name]) => name)).toEqual([]);
});

test.each(Object.entries({ CustomerUpdate, QuickEdit, BulkFacts }))(
  "%s calls a field as the customer's form does",
  (_, { shape }) => {
    const named = Object.entries(shape).filter(([name]) => name in Customer.shape);
    expect(named.length).toBeGreaterThan(3);
    for (const [name, field] of named)
      expect(labelOf(field, name)).toBe(labelOf(Customer.shape[name as keyof typeof Customer.shape], ""));
  },
);

test("a missing or overlong text is told with its label and limit", () => {
  expect(messages(CustomerUpdate.safeParse({ ...valid, name: " " }))).toEqual({ name: "请输入客户姓名" });
  expect(messages(CustomerUpdate.safeParse({ ...valid, name: "王".repeat(51) }))).toEqual({
    name: "客户姓名不能超过50个字",
  });
  expect(messages(CustomerUpdate.safeParse({ source: "phone", version: 1 }))).toEqual({ name: "请输入客户姓名" });
});

test("an empty optional field is null", () => {
  expect(CustomerUpdate.parse({ ...valid, remark: "", budget_min: "" })).toMatchObject({
    remark: null,
    budget_min: null,
  });
});

test("rules across fields complain on the right field", () => {
  expect(
    messages(CustomerUpdate.safeParse({ ...valid, budget_min: "200", budget_max: "100", budget_currency: "JPY" })),
  ).toEqual({
    budget_max: "预算上限不能小于预算下限",
  });
  expect(messages(CustomerUpdate.safeParse({ ...valid, stage: "lost" }))).toEqual({ lost_reason: "请选择流失原因" });
  expect(messages(CustomerUpdate.safeParse({ ...valid, phone: "13800000000" }))).toEqual({ phone_cc: "请选择区号" });
});

test("contacts that an edit does not name stay out of it", () => {
  expect(CustomerUpdate.parse(valid)).not.toHaveProperty("phone");
});

test("money is text with at most two decimals", () => {
  const wrong = { budget_min: "预算下限须为金额，最多两位小数" };
  for (const budget_min of ["1.234", "-1", "1e9", "一百"])
    expect(messages(CustomerUpdate.safeParse({ ...valid, budget_min, budget_currency: "JPY" }))).toEqual(wrong);
});

test("a follow-up's next date comes after it", () => {
  const result = TrackingCreate.safeParse({
    customer_id: 1,
    type: "call",
    content: "电话沟通预算",
    tracked_at: "2026-11-20T10:00:00+08:00",
    next_at: "2026-11-20T09:00:00+08:00",
  });
  expect(messages(result)).toEqual({ next_at: "下次跟进时间应晚于跟进时间" });
});
