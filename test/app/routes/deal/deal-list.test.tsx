import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
// Fetched when a form is first shown, which on a busy machine takes longer than one waits for it.
import "~/app/blocks/form/record-form";
import "~/app/features/upload/upload";
import "~/app/features/property-fields/rows-field";
import "~/app/features/unit-board/unit-picker";
import "~/app/routes/deal/attach-dialog";
import "~/app/routes/deal/change-dialog";
import "~/app/routes/deal/deal-act";
import "~/app/routes/deal/deal-changes";
import "~/app/routes/deal/deal-drawer";
import "~/app/routes/deal/deal-files";
import * as dealList from "~/app/routes/deal/deal-list";
import "~/app/routes/deal/deal-page";
import "~/app/routes/deal/form/deal-form";
import "~/app/routes/deal/reveal-deal";
import { billing, deal, dealAttachment } from "~/server/database/tables/deal/deal";
import { unit } from "~/server/database/tables/house/estate";
import { makeAgentWith, makeLead } from "../../../support/agent-rows";
import { makeAttachment, makeBilling } from "../../../support/deal";
import { makeOwnDeal } from "../../../support/deal-rows";
import { makeEstate, makeRoom, makeUnit } from "../../../support/estate";
import { makeCustomer, makeMedia } from "../../../support/factories";
import { actIn, actOn, answer, chooseOption, dialog, enter, routeTest } from "../../../support/route-test";
import { sendsFiles } from "../../../support/sent-files";

const { db, staff, team, open } = routeTest({
  path: "/Covenant/covenantList",
  module: dealList,
});
const east = team();
const sales = staff({ role: "sales", team: east, name: "林顾问" });
const manager = staff({ role: "sales_manager", team: east, name: "周经理" });
const channel = staff({ role: "channel_manager", name: "何渠道" });

const row = (name: string) => screen.findByRole("row", { name: new RegExp(name) });
const stored = async (id: number) => (await db.select().from(deal).where(eq(deal.id, id)))[0];
const filesOf = (id: number) => db.select().from(dealAttachment).where(eq(dealAttachment.deal_id, id));
const linesOf = (id: number) => db.select().from(billing).where(eq(billing.deal_id, id)).orderBy(billing.id);

async function nextFile(scene: "deal" | "voucher", uploader = sales.id) {
  sendsFiles([await makeMedia(db, { uploader, scene, name: "文件.png", is_private: true })]);
}
const file = () => new File(["a"], "文件.png", { type: "image/png" });

/** One that was approved: subscribed, its deposit confirmed. */
async function subscribed(given: Partial<typeof deal.$inferInsert> = {}) {
  const made = await makeOwnDeal(db, {
    owner_id: sales.id,
    status: "subscribed",
    subscribed_at: "2026-11-18",
    ...given,
  });
  const paid = { paid_at: "2026-11-18", paid_amount: "6000000.00", method: "bank" as const };
  await makeBilling(db, { deal_id: made.id, status: "confirmed", ...paid, fx_rate_to_cny: "0.05000000" });
  return made;
}

describe("the list", () => {
  it("shows each what is theirs to see, with how many there are and what they come to", async () => {
    const agent = await makeAgentWith(db, { manager_id: manager.id, name: "云栖海外置业" });
    await makeOwnDeal(db, { owner_id: sales.id, agent_id: agent.id, source_type: "agent", status: "subscribed" });
    await open("", { as: manager });
    const one = within(await row("赵买方"));
    for (const text of ["60,000,000日元", "3,000,000元", "代理渠道", "云栖海外置业", "已认购", "未付"])
      expect(one.getByText(text)).toBeDefined();
    const summary = within(screen.getByLabelText("成交统计"));
    expect(summary.getByText("已售套数")).toBeDefined();
    expect(summary.getByText("1")).toBeDefined();
    expect(summary.getByText("3,000,000元")).toBeDefined();
    expect(screen.getByRole("columnheader", { name: /佣金状态/ })).toBeDefined();
  });

  const facts = ["客户", "楼盘 / 房号", "成交价 / 折合", "状态", "来源 / 代理"];
  const bill = ["付款状态", "已收合计"];
  const commission = ["佣金状态", "应收佣金", "应付代理佣金"];
  const people = { sales, sales_manager: manager, channel_manager: channel };

  it.each([
    {
      as: "sales",
      shown: [...facts, "认购 / 签约日", "付款状态"],
      tabs: ["信息", "账单", "附件 0", "审核与变更", "评论"],
      offered: bill,
      hidden: commission,
    },
    {
      as: "sales_manager",
      shown: [...facts, "顾问", "认购 / 签约日", "付款状态", "佣金状态"],
      tabs: ["信息", "账单", "佣金", "附件 0", "审核与变更", "评论"],
      offered: [...bill, ...commission],
      hidden: [],
    },
    {
      as: "channel_manager",
      shown: [...facts, "顾问", "认购 / 签约日", "佣金状态"],
      tabs: ["信息", "佣金", "附件 0", "审核与变更", "评论"],
      offered: commission,
      hidden: bill,
    },
  ] as const)("has exactly the columns and parts of $as", async ({ as, shown, tabs, offered, hidden }) => {
    const agent = await makeAgentWith(db, { manager_id: channel.id });
    await makeOwnDeal(db, { owner_id: sales.id, agent_id: agent.id, source_type: "agent", status: "subscribed" });
    const { actor } = await open("", { as: people[as] });
    await row("赵买方");
    const heads = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(heads.filter((text) => text && text !== "操作")).toEqual(shown);
    // The columns on offer, too: in the tools menu for users who export.
    const tools = screen.queryByRole("button", { name: "更多工具" });
    expect(tools !== null).toBe(as === "sales_manager");
    if (tools) await actor.click(tools);
    if (tools) expect(await screen.findByRole("menuitem", { name: "导出" })).toBeDefined();
    await actor.click(screen.getByRole(tools ? "menuitem" : "button", { name: "列设置" }));
    await screen.findByLabelText("成交编号");
    for (const label of offered) expect(screen.getByLabelText(label)).toBeDefined();
    for (const label of hidden) expect(screen.queryByLabelText(label)).toBeNull();
    await actor.keyboard("{Escape}");
    await actor.click(screen.getByRole("link", { name: "赵买方" }));
    const drawer = await dialog("赵买方");
    expect((await drawer.findAllByRole("tab")).map(({ textContent }) => textContent)).toEqual(tabs);
  });
});

describe("the form", () => {
  it("takes a unit from the live board to a deal that waits for its review", async () => {
    const estate = await makeEstate(db, { name: "云汀·湾岸塔" });
    const room = await makeRoom(db, { estate_id: estate.id, layout: "2LDK" });
    const sold = await makeUnit(db, { estate_id: estate.id, room_id: room.id, unit_no: "1202", status: "sold" });
    const flat = await makeUnit(db, { estate_id: estate.id, room_id: room.id, unit_no: "1201" });
    const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, name: "赵买方", phone: "13812345678" });
    const { actor } = await open(`?add=1&customer_id=${customer_id}&estate_id=${estate.id}`);
    const form = await dialog("新增成交");
    await waitFor(() => expect(form.getByLabelText(/^买方姓名/)).toHaveProperty("value", "赵买方"));
    const cell = async (no: string) => (await form.findByText(no, { selector: "b" })).closest("button") as HTMLElement;
    await actor.click(await cell(sold.unit_no));
    expect(await form.findByText("1202 已售，不能选择")).toBeDefined();
    await actor.click(await cell(flat.unit_no));
    expect(await form.findByText(/A座 1201 .* 挂牌价 61,800,000日元/)).toBeDefined();

    // All of it is one page, with its sum.
    const sections = ["客户", "房源", "价格与付款", "来源与业绩", "附件"];
    for (const name of sections) expect(form.getByRole("group", { name })).toBeDefined();
    const sum = within(form.getByRole("region", { name: "合计" }));
    // The board's price is filled in until another is typed.
    const price = form.getByLabelText(/^成交价/);
    expect(await sum.findByText("与挂牌价 61,800,000日元 相同")).toBeDefined();
    await actor.clear(price);
    expect(sum.getByText("填写成交价后显示")).toBeDefined();
    await enter(actor, price, "60000000");
    expect(sum.getByText("60,000,000日元")).toBeDefined();
    expect(await sum.findByText(/优惠 1,800,000日元/)).toBeDefined();
    await actor.click(await form.findByRole("button", { name: "贷款" }));
    expect(form.getByRole("textbox", { name: /^付款方式/ })).toHaveProperty("value", "贷款");
    expect(form.getByLabelText(/^贷款银行/)).toBeDefined();
    await actor.click(await form.findByRole("button", { name: "全款" }));
    expect(await sum.findByText("账单合计 60,000,000日元，与成交价一致")).toBeDefined();

    // A file dropped outside the fields of the papers is the one that a submission needs.
    await form.findByLabelText("选择认购书/买付证明");
    await nextFile("deal");
    fireEvent.drop(form.getByText("附件"), { dataTransfer: { types: ["Files"], files: [file()] } });
    await within(form.getByRole("group", { name: "认购书/买付证明" })).findByRole("button", { name: /^移除/ });
    await actor.click(form.getByRole("button", { name: /^提交审核/ }));
    expect(await screen.findByText("已提交审核")).toBeDefined();

    const [made] = await db.select().from(deal);
    expect(made).toMatchObject({
      ...{ status: "reviewing", customer_id, unit_id: flat.id, unit_no: "1201", buyer_name: "赵买方" },
      ...{ deal_price: "60000000.00", currency: "JPY", owner_id: sales.id },
    });
    expect((await linesOf(made?.id ?? 0)).map(({ type, amount }) => [type, amount])).toEqual([
      ["deposit", "6000000.00"],
      ["final", "54000000.00"],
    ]);
    expect(await filesOf(made?.id ?? 0)).toMatchObject([{ type: "subscribe_form" }]);
    expect((await db.select().from(unit).where(eq(unit.id, flat.id)))[0]).toMatchObject({ status: "reserved" });
  });

  it("keeps a draft of customer and estate alone, and says what a submission lacks where it is filled in", async () => {
    const { id: estate_id } = await makeEstate(db);
    const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, name: "赵买方" });
    const { actor } = await open(`?add=1&customer_id=${customer_id}&estate_id=${estate_id}`);
    const form = await dialog("新增成交");
    await waitFor(() => expect(form.getByLabelText(/^买方姓名/)).toHaveProperty("value", "赵买方"));
    await actor.click(form.getByRole("button", { name: /^存草稿/ }));
    expect(await screen.findByText("草稿已保存")).toBeDefined();
    const [made] = await db.select().from(deal);
    expect(made).toMatchObject({ status: "draft", customer_id, estate_id });

    const drawer = await dialog("赵买方");
    expect(await drawer.findByText("提交前还需要")).toBeDefined();
    // What would be refused is not offered: it is filled in first.
    expect(drawer.queryByRole("button", { name: "提交审核" })).toBeNull();
    await actIn(actor, drawer, "补全资料");
    const again = await dialog(/^编辑成交/);
    // It opens where the first of it is.
    await waitFor(() => expect(document.activeElement?.textContent).toBe("请填写房号"));
    for (const text of ["请填写成交价", "请至少填写一条定金账单", "请上传认购书/买付证明"])
      expect(again.getByText(text)).toBeDefined();
    await enter(actor, again.getByLabelText(/^成交价/), "60000000");
    await nextFile("deal");
    await actor.upload(await again.findByLabelText("选择认购书/买付证明"), file());
    await again.findByRole("button", { name: /^移除/ });
    await actor.click(again.getByRole("button", { name: /^存草稿/ }));
    await waitFor(async () => expect(await stored(made?.id ?? 0)).toMatchObject({ deal_price: "60000000.00" }));
    expect(await filesOf(made?.id ?? 0)).toMatchObject([{ type: "subscribe_form" }]);
  });

  it("begins at the field that nobody knows yet, and leads to the one that is wrong", async () => {
    const { id: estate_id } = await makeEstate(db);
    const unknown = await open(`?add=1&estate_id=${estate_id}`);
    const first = await dialog("新增成交");
    const buyer = (await first.findAllByLabelText(/^客户/)).find((one) => one instanceof HTMLInputElement);
    await waitFor(() => expect(document.activeElement).toBe(buyer));
    await enter(unknown.actor, first.getByLabelText(/^备注/), "急");
    await unknown.actor.click(first.getByRole("button", { name: /^存草稿/ }));
    await waitFor(() => expect(document.activeElement).toBe(buyer));
    await unknown.actor.click(first.getByRole("button", { name: "取消" }));
    unknown.unmount();

    const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, name: "赵买方" });
    const { actor } = await open(`?add=1&customer_id=${customer_id}&estate_id=${estate_id}`);
    const form = await dialog("新增成交");
    await enter(actor, await form.findByLabelText(/^成交价/), "60000000");
    await enter(actor, form.getByLabelText(/^其中税额/), "70000000");
    await actor.click(form.getByRole("button", { name: /^提交审核/ }));
    expect(await form.findByText("其中税额应小于成交价")).toBeDefined();
    expect(document.activeElement).toBe(form.getByLabelText(/^其中税额/));
    expect(await db.select().from(deal)).toEqual([]);
  });

  it("asks about nothing on leaving where only the buyer's name was looked up", async () => {
    const { id: customer_id } = await makeCustomer(db, { name: "赵买方", owner_id: sales.id });
    const { actor } = await open(`?add=1&customer_id=${customer_id}`);
    const form = await dialog("新增成交");
    await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^买方姓名/).value).toBe("赵买方"));
    await actor.click(form.getByRole("button", { name: "取消" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("knows at once what is looked up, and says that what is refused was kept", async () => {
    const estate = await makeEstate(db, { currency: "JPY" });
    const { id: unit_id } = await makeUnit(db, {
      ...{ estate_id: estate.id, room_id: (await makeRoom(db, { estate_id: estate.id })).id, unit_no: "1201" },
    });
    const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, name: "赵买方" });
    const { actor } = await open(`?add=1&customer_id=${customer_id}&estate_id=${estate.id}&unit_id=${unit_id}`);
    const form = await dialog("新增成交");
    expect(await form.findByText("与挂牌价 61,800,000日元 相同")).toBeDefined();
    await actor.click(await form.findByRole("button", { name: "全款" }));
    expect(await form.findByText("账单合计 61,800,000日元，与成交价一致")).toBeDefined();
    await actor.click(form.getByRole("button", { name: /^提交审核/ }));
    expect(await screen.findByText("草稿已保存，尚未提交")).toBeDefined();
    const saved = await dialog(/^编辑成交/);
    expect(await saved.findByText("请上传认购书/买付证明")).toBeDefined();
    const papers = saved.getByRole("group", { name: "认购书/买付证明" });
    await waitFor(() => expect(papers.contains(document.activeElement)).toBe(true));
    expect(await db.select().from(deal)).toMatchObject([{ status: "draft", unit_id, buyer_name: "赵买方" }]);
  });

  it("begins with a lead: its agent is the source", async () => {
    const agent = await makeAgentWith(db, { manager_id: manager.id, name: "云栖海外置业" });
    const { id: customer_id } = await makeCustomer(db, { owner_id: sales.id, name: "赵买方" });
    const lead = await makeLead(db, { agent_id: agent.id, customer_id, handler_id: sales.id, status: "visited" });
    const { actor } = await open(`?add=1&customer_id=${customer_id}&estate_id=${lead.estate_id}&clue_id=${lead.id}`);
    const form = await dialog("新增成交");
    await waitFor(() => expect(form.getByLabelText(/^买方姓名/)).toHaveProperty("value", "赵买方"));
    await waitFor(() =>
      expect(form.getByRole("textbox", { name: /^关联报备/ })).toHaveProperty(
        "value",
        `${lead.clue_no} · 云栖海外置业 · 已到访`,
      ),
    );
    await actor.click(form.getByRole("button", { name: /^存草稿/ }));
    await waitFor(async () =>
      expect(await db.select().from(deal)).toMatchObject([
        { clue_id: lead.id, agent_id: agent.id, source_type: "agent" },
      ]),
    );
  });
});

describe("a review", () => {
  const waiting = async (given: Partial<typeof deal.$inferInsert> = {}) => {
    const made = await makeOwnDeal(db, { owner_id: sales.id, status: "reviewing", submitted_by: sales.id, ...given });
    await makeBilling(db, { deal_id: made.id });
    await makeAttachment(db, made.id, "subscribe_form", sales.id);
    return made;
  };

  it("passes one, and refuses another with its reason", async () => {
    const one = await waiting({ buyer_name: "赵通过" });
    const other = await waiting({ buyer_name: "钱驳回" });
    const { actor } = await open("", { as: manager });
    await actOn(actor, "赵通过", "通过");
    await answer(actor, "通过成交", "通过");
    expect(await screen.findByText("已通过")).toBeDefined();
    expect(await stored(one.id)).toMatchObject({ status: "subscribed", reviewed_by: manager.id });
    await actOn(actor, "钱驳回", "驳回");
    await answer(actor, "驳回成交", "驳回", { 驳回原因: "认购书不清晰" });
    expect(await screen.findByText("已驳回", { selector: "[role=alert] *" })).toBeDefined();
    expect(await stored(other.id)).toMatchObject({ status: "rejected", reject_reason: "认购书不清晰" });
  });

  it("is withdrawn by its owner, who may delete the draft then", async () => {
    const { id } = await waiting();
    const { actor } = await open();
    await actOn(actor, "赵买方", "撤回");
    await answer(actor, "撤回成交", "撤回");
    expect(await screen.findByText("已撤回")).toBeDefined();
    expect(await stored(id)).toMatchObject({ status: "draft" });
    await actOn(actor, "赵买方", "删除");
    await answer(actor, "删除成交", "删除");
    await waitFor(async () => expect((await stored(id))?.deleted_at).not.toBeNull());
  });
});

describe("what follows", () => {
  it("says why a deal cannot be signed yet, and offers it once it can", async () => {
    const { id } = await makeOwnDeal(db, { owner_id: sales.id, status: "subscribed", subscribed_at: "2026-11-18" });
    await makeBilling(db, { deal_id: id, status: "confirmed", paid_at: "2026-11-19", paid_amount: "6000000.00" });
    const waiting = await open(`?open=${id}`, { as: manager });
    const drawer = await dialog("赵买方");
    expect(await drawer.findByText("暂不能签约")).toBeDefined();
    expect(drawer.getByText("请先上传买卖合同")).toBeDefined();
    expect(drawer.getByRole("button", { name: "签约" })).toHaveProperty("disabled", true);
    expect(within(await row("赵买方")).getByRole("button", { name: "签约" })).toMatchObject({
      ...{ disabled: true, title: "请先上传买卖合同" },
    });
    waiting.unmount();
    await makeAttachment(db, id, "contract", sales.id);
    await open("", { as: manager });
    expect(within(await row("赵买方")).getByRole("button", { name: "签约" })).toHaveProperty("disabled", false);
  });

  it("a contract is signed, the loan noted, and the keys handed over", async () => {
    const { id } = await subscribed({ payment_method: "loan", loan_bank: "三井住友", loan_amount: "40000000.00" });
    await makeAttachment(db, id, "contract", sales.id);
    await makeAttachment(db, id, "delivery", sales.id);
    const rest = { type: "final", amount: "54000000.00", paid_amount: "54000000.00" } as const;
    await makeBilling(db, { deal_id: id, ...rest, status: "confirmed", paid_at: "2026-11-19", method: "bank" });
    const signing = await open("", { as: manager });
    await actOn(signing.actor, "赵买方", "签约");
    const form = await dialog("成交签约");
    await form.findByLabelText(/^签约日/);
    await signing.actor.click(form.getByRole("button", { name: "签约" }));
    expect(await screen.findByText("已签约", { selector: "[role=alert] *" })).toBeDefined();
    expect(await stored(id)).toMatchObject({ status: "contracted", contracted_at: "2026-11-20" });
    signing.unmount();

    const { actor } = await open();
    await actOn(actor, "赵买方", "登记放款");
    const loan = await dialog("登记放款");
    await loan.findByLabelText(/^放款日/);
    await actor.click(loan.getByRole("button", { name: "登记放款" }));
    await waitFor(async () => expect(await stored(id)).toMatchObject({ loan_paid_at: "2026-11-20" }));
    await actOn(actor, "赵买方", "交割");
    const keys = await dialog("成交交割");
    await keys.findByLabelText(/^交割日/);
    await actor.click(keys.getByRole("button", { name: "交割" }));
    await waitFor(async () =>
      expect(await stored(id)).toMatchObject({ status: "completed", delivered_at: "2026-11-20" }),
    );
  });

  it("a subscription is cancelled with its plan of refunds", async () => {
    const { id } = await subscribed();
    const { actor } = await open("", { as: manager });
    await actOn(actor, "赵买方", "退订");
    const form = await dialog("退订");
    expect(await form.findByText(/可退金额 6,000,000日元/)).toBeDefined();
    await enter(actor, form.getByLabelText(/^退订\/退房原因/), "客户资金不足");
    await actor.click(form.getByRole("button", { name: "确定取消" }));
    expect(await screen.findByText("已退订", { selector: "[role=alert] *" })).toBeDefined();
    expect(await stored(id)).toMatchObject({
      ...{ status: "cancelled", cancel_type: "unsubscribe", cancel_reason: "客户资金不足" },
      refund_plan: [{ amount: "6000000.00", due_at: "2026-11-27" }],
    });
  });

  it("a change waits with what was before and after, is refused once, and then passed", async () => {
    const { id } = await subscribed();
    const asking = await open(`?open=${id}`);
    const ask = async (price: string) => {
      await actIn(asking.actor, await dialog("赵买方"), "申请变更");
      const form = await dialog("申请变更");
      const field = await form.findByLabelText(/^成交价/);
      await asking.actor.clear(field);
      await enter(asking.actor, field, price);
      await enter(asking.actor, form.getByLabelText(/^变更原因/), "开发商同意优惠");
      await asking.actor.click(form.getByRole("button", { name: /^提交审核/ }));
      await waitFor(async () => expect((await stored(id))?.change_request).toMatchObject({ reason: "开发商同意优惠" }));
    };
    await ask("59000000");
    asking.unmount();

    const { actor } = await open(`?open=${id}&tab=changes`, { as: manager });
    const drawer = await dialog("赵买方");
    const waiting = within(await drawer.findByRole("region", { name: "补充变更" }));
    const line = within(waiting.getByRole("row", { name: /成交价/ }));
    expect(line.getAllByRole("cell").map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining("60,000,000"),
      expect.stringContaining("59,000,000"),
    ]);
    await actor.click(waiting.getByRole("button", { name: "驳回变更" }));
    await answer(actor, "驳回成交变更", "驳回变更", { 驳回原因: "请补充说明" });
    await waitFor(async () =>
      expect(await stored(id)).toMatchObject({ change_request: null, deal_price: "60000000.00" }),
    );
  });

  it("a change that is passed is the deal from then on", async () => {
    const change_request = {
      edits: { deal_price: "59000000.00" },
      changes: [{ field: "deal_price", label: "成交价", before: "60,000,000日元", after: "59,000,000日元" }],
      ...{ reason: "开发商同意优惠", by: sales.id, at: "2026-11-19T10:00:00+08:00" },
    };
    const { id } = await subscribed({ change_request });
    const { actor } = await open("", { as: manager });
    expect((await row("赵买方")).textContent).toContain("变更待审");
    await actOn(actor, "赵买方", "审核变更");
    await answer(actor, "赵买方", "通过变更");
    await answer(actor, "通过成交变更", "通过变更");
    expect(await screen.findByText("变更已生效")).toBeDefined();
    expect(await stored(id)).toMatchObject({ deal_price: "59000000.00", change_request: null });
  });

  it("papers are added by their kind and taken away again", async () => {
    const { id } = await subscribed();
    const { actor } = await open(`?open=${id}&tab=files`);
    const drawer = await dialog("赵买方");
    await actor.click((await drawer.findAllByRole("button", { name: "上传附件" })).at(-1) as HTMLElement);
    const form = await dialog("上传附件");
    await nextFile("deal");
    await actor.upload(await form.findByLabelText("选择附件"), file());
    await form.findByRole("button", { name: /^移除/ });
    await actor.click(form.getByRole("button", { name: /^上传/ }));
    expect(await screen.findByText("附件已上传")).toBeDefined();
    expect(await filesOf(id)).toMatchObject([{ type: "contract" }]);
    const group = within(await drawer.findByRole("region", { name: "买卖合同" }));
    await actor.click(group.getByRole("button", { name: "删除" }));
    await answer(actor, "删除成交附件", "删除");
    await waitFor(async () => expect(await filesOf(id)).toEqual([]));
  });
});

it("stands in the place of its list on the phone", async () => {
  const { id } = await subscribed();
  const { actor } = await open("", { phone: true });
  await actor.click(await screen.findByRole("link", { name: "赵买方" }));
  expect(await screen.findByRole("heading", { name: "赵买方" })).toBeDefined();
  expect(await screen.findByText("60,000,000日元")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "返回列表" }));
  expect(await screen.findByRole("link", { name: "赵买方" })).toBeDefined();
  expect(
    await db
      .select()
      .from(deal)
      .where(and(eq(deal.id, id), eq(deal.status, "subscribed"))),
  ).toHaveLength(1);
});

it("shows who buys in full for a reason, to who may see numbers", async () => {
  const { id } = await makeOwnDeal(db, { owner_id: sales.id, buyer_phone: "13912345678", buyer_phone_cc: "86" });
  const { actor } = await open(`?open=${id}`, { as: manager });
  await answer(actor, "赵买方", "查看完整号码");
  const asked = await dialog("查看完整号码");
  await chooseOption(actor, await asked.findByRole("textbox", { name: "查看原因" }), "回访客户");
  await actor.click(asked.getByRole("button", { name: "查看" }));
  expect(await asked.findByRole("link", { name: "拨打13912345678" })).toBeDefined();
  expect(asked.getByText("今日还可查看 49 次")).toBeDefined();
});
