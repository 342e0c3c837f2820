import { screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { StatementBriefs } from "~/app/features/statement/statement-briefs";
import * as statementList from "~/app/routes/clue/statement/statement-list";
import type { agent } from "~/server/database/tables/agent/agent";
import {
  accountStatement,
  developerCompare,
  developerCompareRow,
  statementItem,
} from "~/server/database/tables/clue/statement";
import { deal as dealTable } from "~/server/database/tables/deal/deal";
import { operationLog } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { seal } from "~/server/lib/seal";
import { bankPurpose } from "~/server/resources/agent/agent/view";
import { makeAgent } from "../../../support/agent";
import { type Actor, actOn, answer, chooseOption, dialog, enter, routeTest, row } from "../../../support/route-test";
import { sendsFiles } from "../../../support/sent-files";
import { makeFile, makeSale, sendSheet } from "../../../support/statement";

const { db, api, staff, open } = routeTest({
  path: "/clue/accountStatement",
  module: statementList,
  ready: () => screen.findByRole("tab", { name: /^全部/ }),
});
const payer = staff({ role: "finance", name: "钱财务" });
const manager = staff({ role: "channel_manager", name: "何渠道" });
const seller = staff({ role: "sales" });
const stored = async (id: number) =>
  found((await db.select().from(accountStatement).where(eq(accountStatement.id, id)))[0]);
const agentOf = (given: Partial<typeof agent.$inferInsert> = {}) =>
  makeAgent(db, {
    ...{ manager_id: manager.id, name: "海川置业", bank_name: "东京银行" },
    bank_account: seal(api.services, bankPurpose, "6222000012345678"),
    ...given,
  });

/** Waits until the list shows this status. */
const stands = (status: string) => waitFor(() => within(row("DZ2026110001")).getByText(status));

/** A file that finishes uploading into the dialog's field of that label. */
async function sendFile(
  actor: Actor,
  form: Awaited<ReturnType<typeof dialog>>,
  label: string,
  scene: "statement" | "voucher",
) {
  sendsFiles([await makeFile(db, payer.id, scene)]);
  await actor.upload(await form.findByLabelText(`选择${label}`), new File(["a"], "凭证.png", { type: "image/png" }));
  await form.findByRole("button", { name: /^移除/ });
}

/** Inserts a statement of one sale. */
async function made(
  given: Partial<typeof accountStatement.$inferInsert> = {},
  of: Partial<typeof agent.$inferInsert> = {},
) {
  const { id: agent_id } = await agentOf(of);
  const sold = await makeSale(db, { agent_id, owner_id: seller.id });
  const amounts = { total_amount: "1140000.00", adjust_total: "0.00", tax_amount: "0.00", payable_total: "1140000.00" };
  const [one] = await db
    .insert(accountStatement)
    .values({
      ...{ statement_no: "DZ2026110001", agent_id, settle_cycle: "monthly", currency: "JPY", item_count: 1 },
      ...{ period_from: "2026-11-01", period_to: "2026-11-30", ...amounts, ...given },
    })
    .returning();
  const statement = found(one);
  await db.insert(statementItem).values({
    ...{ statement_id: statement.id, no: 1, clue_id: sold.clue.id, part: 1, kind: "commission", deal_id: sold.deal.id },
    ...{ billing_id: found(sold.bills[0]).id, customer_name: "赵买方", estate: sold.estate.name, unit: "A座 1203" },
    ...{ deal_price: "60000000.00", deal_currency: "JPY", basis: "57000000.00", rate: "2", amount: "1140000.00" },
    ...{ condition: "contract", due_at: "2026-11-05" },
  });
  return { ...sold, statement };
}

describe("a statement", () => {
  it("is made of what is due, with an adjustment that says why, and opens beside the list", async () => {
    const { id: agent_id } = await agentOf();
    const october = { agent_id, owner_id: seller.id, deal: { contracted_at: "2026-10-20" } };
    const { estate, deal } = await makeSale(db, october);
    await makeSale(db, { ...october, parts: [{ currency: "CNY", amount: "100.00" }] });
    const { actor } = await open("", { as: manager });
    await actor.click(found((await screen.findAllByRole("button", { name: /^新增对账单/ }))[0]));
    const page = within(await screen.findByRole("region", { name: "新增对账单" }));
    await enter(actor, page.getByRole("textbox", { name: /^代理/ }), "海川");
    await actor.click(await screen.findByRole("option", { name: /海川置业/ }));
    await chooseOption(actor, page.getByRole("textbox", { name: /^币种/ }), /日元|JPY/);
    // The last month is already filled in.
    await actor.click(page.getByRole("button", { name: /^预览应结佣金/ }));
    expect(await page.findByText("其他币种另需出单：CNY 1笔")).toBeDefined();
    const name = `${estate.name} A座 ${deal.unit_no}`;
    const line = within(page.getByRole("listitem", { name }));
    await enter(actor, line.getByLabelText(`${name}的调整金额`), "-40000");
    await actor.click(page.getByRole("button", { name: "存草稿" }));
    expect(await line.findByText("请填写调整原因")).toBeDefined();
    await enter(actor, line.getByLabelText(`${name}的调整原因`), "车费代付");
    expect(page.getByText("应付合计 1,100,000日元")).toBeDefined();
    await actor.click(page.getByRole("button", { name: "存草稿" }));
    expect(await screen.findByText(/^已新增 DZ/)).toBeDefined();
    const drawer = await dialog(/^DZ/);
    expect(await drawer.findByText("调整 -40,000日元：车费代付")).toBeDefined();
    expect(await db.select().from(accountStatement)).toMatchObject([{ payable_total: "1100000.00", status: "draft" }]);
  });

  it("is changed as a draft, sent after a question, disputed and given back", async () => {
    const { statement } = await made();
    const { actor } = await open();
    await actOn(actor, "DZ2026110001", "编辑");
    const page = within(await screen.findByRole("region", { name: "编辑对账单" }));
    await enter(actor, await page.findByLabelText(/的备注$/), "已核对");
    await actor.click(page.getByRole("button", { name: "保存" }));
    await waitFor(async () => expect((await db.select().from(statementItem))[0]?.note).toBe("已核对"));
    await screen.findByRole("row", { name: /DZ2026110001/ });
    await actOn(actor, "DZ2026110001", "发送");
    await answer(actor, /发送/, "发送");
    expect(await screen.findByText("已发送，等待代理确认")).toBeDefined();
    await stands("待确认");
    await actOn(actor, "DZ2026110001", "登记异议");
    await answer(actor, "登记代理异议", "登记异议", { 异议说明: "少算一套" });
    await waitFor(async () => expect(await stored(statement.id)).toMatchObject({ status: "disputed" }));
    await stands("有异议");
    await actOn(actor, "DZ2026110001", "退回修改");
    await answer(actor, /退回修改/, "退回修改");
    await waitFor(async () => expect(await stored(statement.id)).toMatchObject({ status: "draft" }));
  });

  it("is confirmed with proof, invoiced, and paid to the account that is shown and noted", async () => {
    const { statement } = await made({ status: "sent" });
    const { actor } = await open();
    // From home by the menu: 线索管理, 对账单, and these three presses, with nothing to type.
    await actor.click(within(row("DZ2026110001")).getByRole("button", { name: "确认" }));
    const confirm = await dialog("记录代理确认");
    await sendFile(actor, confirm, "确认凭证", "statement");
    await actor.click(confirm.getByRole("button", { name: "确认" }));
    expect(await screen.findByText("已记录代理确认")).toBeDefined();
    await stands("已确认");
    expect(await stored(statement.id)).toMatchObject({ confirm_by: "周联系" });
    await actOn(actor, "DZ2026110001", "登记发票");
    const invoice = await dialog("登记发票");
    await enter(actor, await invoice.findByLabelText(/^发票号/), "INV-7");
    await sendFile(actor, invoice, "发票文件", "statement");
    await actor.click(invoice.getByRole("button", { name: "登记发票" }));
    expect(await screen.findByText("已登记发票")).toBeDefined();
    await stands("已开票");
    await actOn(actor, "DZ2026110001", "付款");
    const pay = await dialog(/^付款/);
    const bank = within(await pay.findByRole("region", { name: "收款账户" }));
    expect(bank.getByText("6222000012345678")).toBeDefined();
    expect(await db.$count(operationLog, eq(operationLog.action, "unmask"))).toBe(1);
    await sendFile(actor, pay, "付款凭证", "voucher");
    await actor.click(pay.getByRole("button", { name: /^登记付款/ }));
    expect(await screen.findByText("已登记付款，报备已结佣")).toBeDefined();
    expect(await stored(statement.id)).toMatchObject({ status: "paid", paid_by: payer.id, invoice_no: "INV-7" });
  });

  it("says why it cannot be sent or paid yet, in the list and beside it", async () => {
    const { statement, deal } = await made({}, { bank_account: null, invoice_required: false });
    await db.update(dealTable).set({ status: "cancelled" }).where(eq(dealTable.id, deal.id));
    const waiting = await open(`?open=${statement.id}`);
    const drawer = await dialog("DZ2026110001");
    expect(await drawer.findByText("暂不能发送")).toBeDefined();
    expect(drawer.getByText(/已不符合结佣条件，请编辑对账单移除后再发送$/)).toBeDefined();
    expect(within(row("DZ2026110001")).getByRole("button", { name: "发送" })).toHaveProperty("disabled", true);
    waiting.unmount();
    await db.update(accountStatement).set({ status: "confirmed" }).where(eq(accountStatement.id, statement.id));
    await open();
    expect(within(row("DZ2026110001")).getByRole("button", { name: "付款" })).toMatchObject({
      ...{ disabled: true, title: "该代理还没有登记收款账户，不能付款" },
    });
  });

  it("gives an invoice back, and is void with a reason; the drawer says what was done", async () => {
    const { statement } = await made({ status: "invoiced", invoice_no: "INV-1" });
    const { actor } = await open();
    await actOn(actor, "DZ2026110001", "撤回发票");
    await answer(actor, "撤回发票", "撤回发票", { 撤回原因: "抬头有误" });
    expect(await screen.findByText("发票已撤回")).toBeDefined();
    await stands("已确认");
    await actOn(actor, "DZ2026110001", "作废");
    await answer(actor, "作废对账单", "作废", { 作废原因: "重新生成" });
    await waitFor(async () => expect(await stored(statement.id)).toMatchObject({ status: "void" }));
    await actor.click(within(row("DZ2026110001")).getByRole("link", { name: "DZ2026110001" }));
    const drawer = await dialog("DZ2026110001");
    expect(await drawer.findByText("作废对账单 DZ2026110001")).toBeDefined();
    expect(drawer.getAllByText("重新生成").length).toBeGreaterThan(0);
  });

  it("stands on paper with its sums and lines to sign, and leaves as a spreadsheet", async () => {
    const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
    await made();
    const { actor } = await open();
    await actOn(actor, "DZ2026110001", "打印");
    const sheet = within(await screen.findByRole("article", { name: "对账单" }));
    expect(sheet.getByRole("row", { name: /应付合计.*1,140,000日元/ })).toBeDefined();
    expect(sheet.getByText("代理确认（签章 / 日期）：")).toBeDefined();
    // The phone shows each amount with its label.
    const labelled = (label: string) =>
      [...document.querySelectorAll(`td[data-label="${label}"]`)].map(({ textContent }) => textContent);
    expect(labelled("应付")).toEqual(["1,140,000日元"]);
    expect(labelled("应结").length).toBeGreaterThan(1);
    expect(print).not.toHaveBeenCalled();
    await actor.click(screen.getByRole("button", { name: "打印" }));
    expect(print).toHaveBeenCalledOnce();
    await actor.click(screen.getByRole("button", { name: "返回列表" }));
    await screen.findByRole("row", { name: /DZ2026110001/ });
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined }));
    await actOn(actor, "DZ2026110001", "导出xlsx");
    await waitFor(async () => expect(await db.$count(operationLog, eq(operationLog.action, "export"))).toBe(1));
  });

  it("stands on the phone in the place of its list, its acts under the thumb", async () => {
    const { statement } = await made();
    const { actor } = await open(`?open=${statement.id}`, {
      phone: true,
      ready: () => screen.findByRole("heading", { name: "DZ2026110001" }),
    });
    expect(screen.getByRole("button", { name: "发送" })).toBeDefined();
    // Statements are written on the desk.
    await actor.click(screen.getByRole("button", { name: /的更多操作$/ }));
    expect(await screen.findByRole("menuitem", { name: "导出xlsx" })).toBeDefined();
    expect(screen.queryByText("编辑")).toBeNull();
    await actor.keyboard("{Escape}");
    await actor.click(screen.getByRole("button", { name: "返回列表" }));
    expect(await screen.findByText("DZ2026110001")).toBeDefined();
    expect(screen.queryByRole("button", { name: "新增对账单" })).toBeNull();
  });
});

describe("a developer's sheet", () => {
  it("is sent, its columns are confirmed, and its lines are accepted or disputed", async () => {
    const { id: agent_id } = await agentOf();
    const developer = "云汀不动产";
    const receivable = { amount: "1710000.00", due_at: "2026-11-25" };
    await makeSale(db, { agent_id, owner_id: seller.id, developer, deal: { unit_no: "1203" }, receivable });
    await makeSale(db, { agent_id, owner_id: seller.id, developer, deal: { unit_no: "1204" }, receivable });
    const { actor } = await open("?view=compare");
    await actor.click(found((await screen.findAllByRole("button", { name: /^开发商对账/ }))[0]));
    const form = await dialog("开发商对账");
    await chooseOption(actor, await form.findByRole("textbox", { name: /^开发商/ }), developer);
    await chooseOption(actor, form.getByRole("textbox", { name: /^币种/ }), /日元|JPY/);
    sendsFiles([
      await sendSheet(api.services, payer.id, [
        ["结佣", "室号", "单价说明"],
        [1700000, "A1203", ""],
        [1710000, "A1204", "无"],
      ]),
    ]);
    const mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    await actor.upload(form.getByLabelText("选择对账文件"), new File(["a"], "对账.xlsx", { type: mime }));
    await form.findByRole("button", { name: /^移除/ });
    await actor.click(form.getByRole("button", { name: /^识别列/ }));
    expect(await form.findByText(/第1行为列名，共2行；请确认列对应/)).toBeDefined();
    expect(form.getByRole<HTMLInputElement>("textbox", { name: /^房号/ }).value).toBe("室号（第2列）");
    // 结佣 alone is no heading that everybody uses: it is chosen.
    expect(form.getByRole<HTMLButtonElement>("button", { name: "开始对账" }).disabled).toBe(true);
    await chooseOption(actor, form.getByRole("textbox", { name: /^佣金金额/ }), "结佣（第1列）");
    await actor.click(form.getByRole("button", { name: "开始对账" }));
    const page = within(await screen.findByRole("region", { name: "开发商对账" }));
    expect(page.getByRole("heading", { name: "云汀不动产 2026-11 对账" })).toBeDefined();
    const line = within(page.getByRole("listitem", { name: /1203$/ }));
    expect(line.getByText("金额不符：对方 1,700,000日元，我方 1,710,000日元")).toBeDefined();
    expect(page.queryByRole("listitem", { name: /1204$/ })).toBeNull();
    await actor.click(line.getByRole("button", { name: "争议" }));
    await answer(actor, "标记对账争议", "标记争议", { 争议说明: "少付一万" });
    expect(await line.findByText("有争议")).toBeDefined();
    await actor.click(line.getByRole("button", { name: "接受" }));
    await answer(actor, "接受对账差异", "接受");
    expect(await line.findByText("已接受")).toBeDefined();
    await actor.click(page.getByRole("button", { name: "全部 2" }));
    expect(page.getByRole("listitem", { name: /1204$/ })).toBeDefined();
    vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:1", revokeObjectURL: () => undefined }));
    await actor.click(page.getByRole("button", { name: "导出xlsx" }));
    await waitFor(async () => expect(await db.$count(operationLog, eq(operationLog.action, "export"))).toBe(1));
    await actor.click(page.getByRole("button", { name: "返回列表" }));
    expect(await screen.findByRole("row", { name: /云汀不动产/ })).toBeDefined();
    expect(await db.$count(developerCompare)).toBe(1);
    expect(await db.$count(developerCompareRow, eq(developerCompareRow.decision, "open"))).toBe(0);
  });
});

it("names nobody's statements where there are none", () => {
  expect(StatementBriefs({ rows: [] }).props.title).toBe("没有对账单");
});
