import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import type { WriteError } from "~/app/api/writes";
import { Value } from "~/app/blocks/detail/value";
import { fieldOf } from "~/app/blocks/form/field/schema-fields";
import { type FormSection, RecordForm, type Then } from "~/app/blocks/form/record-form";
import * as field from "~/contract/field";
import { renderRoute, someViewer } from "~/test/support/render-route";

const Part = z.object({
  part: field.text("批次", 5),
  percent: field.decimal("比例", 0.01, 100).meta({ label: "比例", control: "number", unit: "%" }),
  amount: field.optional(field.money("金额")),
  due: field.choice("条件", { contract: "签约结", loan: "放款结" }),
});
const Plan = z
  .object({ plan: z.array(Part).max(3, "计划最多3行").default([]).meta({ label: "计划", control: "rows" }) })
  .superRefine(({ plan }, context) => {
    if (plan.reduce((sum, { percent }) => sum + percent, 0) !== 100)
      context.addIssue({ code: "custom", path: ["plan"], message: "比例合计应为100%" });
  });
const sections: FormSection<typeof Plan>[] = [{ title: "付款", fields: ["plan"] }];
const first = { part: "首期", percent: 30, amount: null, due: "contract" };

const sent = vi.fn<(body: unknown) => void>();
let refusal: WriteError["fields"] = [];

function Form() {
  const submit = (body: unknown, then: Then) => {
    sent(body);
    if (refusal.length) then().onError({ code: 42200, message: "", data: null, fields: refusal });
  };
  return <RecordForm form={{ schema: Plan, sections, value: { plan: [first] }, pending: false, onSubmit: submit }} />;
}

async function open() {
  renderRoute({ path: "/plan", module: { default: Form } }, someViewer());
  await screen.findByText("添加计划");
}
const row = (n: number) => within(screen.getByLabelText(`第${n}条`));
const type = (label: RegExp, value: string, n: number) =>
  fireEvent.change(row(n).getByLabelText(label, { selector: "input" }), { target: { value } });
const save = () => fireEvent.click(screen.getByText("保存"));

beforeEach(() => {
  sent.mockClear();
  refusal = [];
});

it("draws each row by its contract, and says what is wrong at its own cell, then of the whole", async () => {
  await open();
  expect(row(1).getByLabelText(/^条件/, { selector: "input" })).toHaveProperty("value", "签约结");
  fireEvent.click(screen.getByText("添加计划"));
  type(/^比例/, "120", 2);
  type(/^金额/, "1.234", 2);
  save();
  expect(await row(2).findByText("请输入批次")).toBeDefined();
  expect(row(2).getByText("比例不能大于100")).toBeDefined();
  expect(row(2).getByText("金额须为金额，最多两位小数")).toBeDefined();
  expect(row(2).getByText("请选择条件")).toBeDefined();
  expect(row(1).queryByText("请输入批次")).toBeNull();

  fireEvent.click(row(2).getByLabelText("移除"));
  save();
  expect(await screen.findByText("比例合计应为100%")).toBeDefined();
  expect(sent).not.toHaveBeenCalled();
  type(/^比例/, "100", 1);
  save();
  expect(sent).toHaveBeenCalledWith({ plan: [{ ...first, percent: 100 }] });
});

it("moves rows with their focus, and takes no more than there may be", async () => {
  await open();
  fireEvent.click(screen.getByText("添加计划"));
  fireEvent.click(screen.getByText("添加计划"));
  expect(screen.getByText("最多3条").closest("button")).toHaveProperty("disabled", true);
  type(/^批次/, "尾款", 3);
  fireEvent.click(row(3).getByLabelText("上移"));
  expect(row(2).getByLabelText(/^批次/)).toHaveProperty("value", "尾款");
  expect(document.activeElement?.closest("li")?.getAttribute("aria-label")).toBe("第2条");
});

it("says of a row's refusal by the server which row it is", async () => {
  refusal = [{ field: "plan.0.amount", label: "金额", message: "日元没有小数" }];
  await open();
  type(/^比例/, "100", 1);
  save();
  expect(await screen.findByText("第1条：日元没有小数")).toBeDefined();
  type(/^比例/, "90", 1);
  await waitFor(() => expect(screen.queryByText("第1条：日元没有小数")).toBeNull());
});

const parts = [first, { part: "尾款", percent: 70, amount: "500", due: "loan" }];
const Words = () => <Value field={fieldOf(Plan, "plan")} value={parts} />;

it("is told in words where both sides of a stale version stand", () => {
  renderRoute({ path: "/plan", module: { default: Words } }, someViewer());
  return screen.findByText("首期 30% 签约结；尾款 70% 500 放款结");
});
