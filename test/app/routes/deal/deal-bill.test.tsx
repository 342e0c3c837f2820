import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
// Fetched when a form is first shown, which on a busy machine takes longer than one waits for it.
import "~/app/blocks/form/record-form";
import "~/app/features/upload/upload";
import "~/app/features/property-fields/rows-field";
import "~/app/routes/deal/billing/deal-bill";
import "~/app/routes/deal/billing/bill-list";
import "~/app/routes/deal/billing/line-dialog";
import "~/app/routes/deal/billing/plan-dialog";
import "~/app/routes/deal/deal-drawer";
import * as dealList from "~/app/routes/deal/deal-list";
import "~/app/routes/deal/deal-page";
import { billing, type deal } from "~/server/database/tables/deal/deal";
import { makeBilling } from "../../../support/deal";
import { makeOwnDeal } from "../../../support/deal-rows";
import { makeMedia } from "../../../support/factories";
import { actIn, answer, dialog, enter, pick, routeTest } from "../../../support/route-test";
import { sendsFiles } from "../../../support/sent-files";

const { db, staff, open } = routeTest({
  path: "/Covenant/covenantList",
  module: dealList,
});
const sales = staff({ role: "sales", name: "林顾问" });
const finance = staff({ role: "finance", name: "陈财务" });

const subscribed = (given: Partial<typeof deal.$inferInsert> = {}) =>
  makeOwnDeal(db, { owner_id: sales.id, status: "subscribed", subscribed_at: "2026-11-18", ...given });
const linesOf = (id: number) => db.select().from(billing).where(eq(billing.deal_id, id)).orderBy(billing.id);
const line = async (name: string, index = 0) =>
  within((await screen.findAllByRole("listitem", { name }))[index] as HTMLElement);

it("makes lines of the house's plan, adds one by hand, changes it, and gives one up", async () => {
  const { id } = await subscribed();
  const { actor } = await open(`?open=${id}&tab=billing`);
  await actor.click(await screen.findByRole("button", { name: "按方案生成" }));
  const plan = await dialog(/^按方案生成账单/);
  await actor.click(await plan.findByRole("button", { name: "全款" }));
  await actor.click(plan.getByRole("button", { name: /^生成账单/ }));
  expect(await screen.findByText("账单已生成")).toBeDefined();
  expect((await linesOf(id)).map(({ type, amount }) => [type, amount])).toEqual([
    ["deposit", "6000000.00"],
    ["final", "54000000.00"],
  ]);

  await actor.click(await screen.findByRole("button", { name: "新增账单" }));
  await answer(actor, "新增账单", "保存", { 类型: pick("税费/登记费"), 金额: "300000" });
  expect(await screen.findByText("账单已新增")).toBeDefined();

  await actIn(actor, await line("税费/登记费"), "编辑");
  const edit = await dialog("编辑账单");
  const amount = await edit.findByLabelText(/^金额/);
  await actor.clear(amount);
  await enter(actor, amount, "350000");
  await actor.click(edit.getByRole("button", { name: /^保存/ }));
  await waitFor(async () => expect((await linesOf(id))[2]).toMatchObject({ type: "tax_fee", amount: "350000.00" }));

  await (await line("税费/登记费")).findByText("350,000日元");
  await actIn(actor, await line("税费/登记费"), "作废");
  const reason = await dialog("作废账单");
  await enter(actor, await reason.findByLabelText(/^作废原因/), "录入有误");
  await actor.click(reason.getByRole("button", { name: "作废" }));
  await waitFor(async () => expect((await linesOf(id))[2]).toMatchObject({ status: "void", reason: "录入有误" }));
});

it("takes a part of a payment with the slip's photo on the phone", async () => {
  const { id } = await subscribed();
  await makeBilling(db, { deal_id: id, amount: "6000000.00", due_at: "2026-11-15" });
  const { actor } = await open(`?open=${id}&tab=billing`, { phone: true });
  const late = await line("定金");
  expect(late.getByText("逾期")).toBeDefined();
  expect(late.getByText("逾期 5 天")).toBeDefined();
  expect(screen.queryByRole("button", { name: "新增账单" })).toBeNull();
  await actor.click(late.getByRole("button", { name: "登记付款" }));
  const form = await dialog("登记付款");
  sendsFiles([await makeMedia(db, { uploader: sales.id, scene: "voucher", name: "水单.png", is_private: true })]);
  await actor.upload(await form.findByLabelText("拍摄付款凭证"), new File(["a"], "水单.png", { type: "image/png" }));
  await form.findByRole("button", { name: /^移除/ });
  const amount = form.getByLabelText(/^付款金额/);
  await actor.clear(amount);
  await enter(actor, amount, "2000000");
  await actor.click(form.getByRole("radio", { name: "银行转账" }));
  await actor.click(form.getByRole("button", { name: /^登记付款/ }));
  expect(await screen.findByText("已登记付款，待财务确认到账")).toBeDefined();
  const totals = within(screen.getByLabelText("账单合计"));
  for (const [label, amount] of [
    ["应收合计", "6,000,000日元"],
    ["已收合计", "0"],
    ["待确认合计", "2,000,000日元"],
    ["待收合计", "4,000,000日元"],
  ] as const)
    await waitFor(() => expect(totals.getByText(label).nextElementSibling?.textContent).toBe(amount));
  expect((await linesOf(id)).map(({ status, amount, paid_amount }) => [status, amount, paid_amount])).toEqual([
    ["paid", "2000000.00", "2000000.00"],
    ["pending", "4000000.00", null],
  ]);
});

it("is confirmed or given back by finance, who refunds what was confirmed", async () => {
  const { id } = await subscribed();
  const paid = { status: "paid" as const, paid_at: "2026-11-18", method: "bank" as const };
  await makeBilling(db, { deal_id: id, ...paid, amount: "6000000.00", paid_amount: "6000000.00" });
  const other = { type: "down_payment" as const, period_no: 2, amount: "9000000.00", paid_amount: "9000000.00" };
  await makeBilling(db, { deal_id: id, ...paid, ...other });
  const { actor } = await open(`?open=${id}&tab=billing`, { as: finance });
  await actIn(actor, await line("首付款/手付金"), "退回");
  await answer(actor, "退回账单", "退回", { 退回原因: "凭证不清晰" });
  await waitFor(async () => expect((await linesOf(id))[1]).toMatchObject({ status: "pending", reason: "凭证不清晰" }));

  await actIn(actor, await line("定金"), "确认到账");
  await answer(actor, "确认账单", "确认到账");
  expect(await screen.findByText("已确认", { selector: "[role=alert] *" })).toBeDefined();
  expect((await linesOf(id))[0]).toMatchObject({ status: "confirmed", confirmed_by: finance.id });

  await actIn(actor, await line("定金"), "退款");
  await answer(actor, "账单退款", "退款", { 退款原因: "客户退一部分" });
  expect(await screen.findByText("已新增退款账单")).toBeDefined();
  expect((await linesOf(id))[2]).toMatchObject({ type: "refund", direction: "out", amount: "6000000.00" });
});

it("shows what is late first, what it all comes to, and keeps what destroys in the menu", async () => {
  const { id } = await subscribed();
  await makeBilling(db, { deal_id: id, type: "final", due_at: "2026-12-01", amount: "54000000.00" });
  await makeBilling(db, { deal_id: id, due_at: "2026-11-15", amount: "6000000.00" });
  const done = { status: "confirmed", paid_at: "2026-11-18", paid_amount: "300000.00" } as const;
  await makeBilling(db, { deal_id: id, type: "down_payment", amount: "300000.00", ...done });
  const given = { deal_id: id, direction: "out", type: "other", payer: "company", payee: "buyer" } as const;
  for (const [currency, amount] of Object.entries({ EUR: "90.00", THB: "500.00", USD: "1200.00" }))
    await makeBilling(db, { ...given, currency, amount, status: "refunded", due_at: "2026-11-01" });
  const { actor } = await open("?tab=bills", { as: finance });
  const rows = await screen.findAllByRole("row", { name: /赵买方/ });
  expect(rows.map((row) => row.textContent?.match(/定金|首付款|尾款/)?.[0]).filter(Boolean)).toEqual([
    ...["定金", "尾款", "首付款"],
  ]);
  const sums = within(screen.getByLabelText("账单合计"));
  expect(sums.getByText("60,300,000日元")).toBeDefined();
  expect(sums.getByText("6,000,000日元")).toBeDefined();
  // Two currencies are there, all are shown.
  const [owed] = sums.getAllByText(/\+1$/);
  expect(owed?.title).toBe("90欧元 · 500泰铢 · 1,200美元");
  const paid = within(rows[2] as HTMLElement);
  expect(paid.queryByRole("button", { name: "退款" })).toBeNull();
  await actor.click(paid.getByLabelText(/的更多操作$/));
  expect(await screen.findByRole("menuitem", { name: "退款" })).toBeDefined();
  await actor.keyboard("{Escape}");
  await actor.click(screen.getByRole("tab", { name: "待付 2" }));
  await waitFor(() => expect(screen.getAllByRole("row", { name: /赵买方/ })).toHaveLength(2));
  // The tab says which bills these are: the list stays theirs.
  expect(screen.getByRole("tab", { name: "待付 2", selected: true })).toBeDefined();
});

it.each(["?tab=bills&status=paid", "?view=billing&status=paid"])(
  "lists all lines that wait for finance at %s, each of which leads to its deal",
  async (address) => {
    const { id } = await subscribed();
    const paid = { status: "paid", paid_at: "2026-11-18", paid_amount: "6000000.00", method: "bank" } as const;
    await makeBilling(db, { deal_id: id, ...paid, amount: "6000000.00" });
    await makeBilling(db, { deal_id: id, type: "final", period_no: 2, amount: "54000000.00" });
    const { actor } = await open(address, { as: finance });
    const row = within(await screen.findByRole("row", { name: /赵买方/ }));
    expect(row.getByText("6,000,000日元")).toBeDefined();
    expect(screen.queryByText("尾款", { selector: "td *" })).toBeNull();
    await actor.click(row.getByRole("button", { name: "确认到账" }));
    await answer(actor, "确认账单", "确认到账");
    await waitFor(async () => expect((await linesOf(id))[0]).toMatchObject({ status: "confirmed" }));
  },
);
