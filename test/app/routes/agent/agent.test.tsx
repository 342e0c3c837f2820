import { useLocation } from "@remix-run/react";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import * as accountList from "~/app/routes/agent/account-list";
import * as agentForm from "~/app/routes/agent/agent-form";
import * as agentList from "~/app/routes/agent/agent-list";
import { shanghaiDay } from "~/contract/day";
import { agentAccount, agentUnregister, agent as table } from "~/server/database/tables/agent/agent";
import { accountStatement } from "~/server/database/tables/clue/statement";
import { makeAccount, makeAgent } from "../../../support/agent";
import { makeUser } from "../../../support/factories";
import { type Actor, actOn, chooseOption, dialog, routeTest } from "../../../support/route-test";
import { makeSale } from "../../../support/statement";

const { db, staff, open } = routeTest({
  path: "/agent/list",
  module: agentList,
});
const Elsewhere = () => <p>{useLocation().search}</p>;
const others = { "/agent/list": Elsewhere };
const manager = staff({ role: "channel_manager", name: "何渠道" });
const other = staff({ role: "channel_manager", name: "吴渠道" });
const boss = staff({ role: "super_admin", name: "赵管理" });

const rowOf = (text: string) => within(screen.getByText(text).closest("tr") ?? document.body);
const press = (actor: Actor, form: ReturnType<typeof within>, label: string) =>
  actor.click(form.getByText(label, { selector: "button *" }));

it("shows agents with their acts, opens one beside the list, and disables, enables and deletes it", async () => {
  const { id } = await makeAgent(db, { manager_id: manager.id, name: "青山地产" });
  await makeAccount(db, { agent_id: id, name: "周主号" });
  const { actor } = await open("");
  await actor.click(await screen.findByText("青山地产"));
  const drawer = await dialog("青山地产");
  expect(await drawer.findByText("结算周期")).toBeDefined();
  await actor.click(drawer.getByRole("tab", { name: "子账号" }));
  expect(await drawer.findByText("周主号")).toBeDefined();
  await actor.click(drawer.getByRole("tab", { name: "评论" }));
  expect(await drawer.findByRole("button", { name: "发送" })).toBeDefined();
  await actor.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await actOn(actor, "青山地产", "停用");
  const off = await dialog("停用代理");
  fireEvent.change(await off.findByLabelText(/^停用原因/), { target: { value: "违规报备" } });
  await press(actor, off, "停用");
  await waitFor(async () => expect(await db.select().from(table)).toMatchObject([{ status: "disabled" }]));
  await actOn(actor, "青山地产", "启用");
  await press(actor, await dialog("启用代理"), "启用");
  await waitFor(async () => expect(await db.select().from(table)).toMatchObject([{ status: "active" }]));
  await actOn(actor, "青山地产", "删除");
  await press(actor, await dialog("删除代理"), "删除");
  await waitFor(() => expect(screen.queryByText("青山地产")).toBeNull());
});

it("gives one agent, or several with undo, to a colleague", async () => {
  await makeAgent(db, { manager_id: manager.id, name: "青山地产" });
  await makeAgent(db, { manager_id: manager.id, name: "白河地产" });
  const { actor } = await open("", { as: boss });
  const stored = async () => (await db.select().from(table).orderBy(table.id)).map(({ manager_id }) => manager_id);
  const give = async (form: ReturnType<typeof within>, name: string) => {
    await chooseOption(actor, await form.findByLabelText(/^渠道经理/, { selector: "input" }), new RegExp(`^${name}`));
    await press(actor, form, "分配");
  };
  await screen.findByText("青山地产");
  await actOn(actor, "青山地产", "分配渠道经理");
  await give(await dialog("变更渠道经理"), "吴渠道");
  await waitFor(async () => expect(await stored()).toEqual([other.id, manager.id]));
  await actOn(actor, "青山地产", "分配渠道经理");
  await give(await dialog("变更渠道经理"), "何渠道");
  await waitFor(async () => expect(await stored()).toEqual([manager.id, manager.id]));
  for (const name of ["青山地产", "白河地产"]) await actor.click(rowOf(name).getByRole("checkbox"));
  await actor.click(within(screen.getByRole("toolbar", { name: "批量操作" })).getByText("分配渠道经理"));
  await give(await dialog("批量分配渠道经理"), "吴渠道");
  await waitFor(async () => expect(await stored()).toEqual([other.id, other.id]));
  await actor.click(await screen.findByRole("button", { name: "撤销" }));
  await waitFor(async () => expect(await stored()).toEqual([manager.id, manager.id]));
});

it("makes an agent with its main account, whose password is shown once, and changes it", async () => {
  const { actor } = await open("", { path: "/agent/list/addAgent", module: agentForm, others });
  const type = async (label: RegExp, value: string, at = 0) => {
    const [...found] = await screen.findAllByLabelText(label, { selector: "input" });
    fireEvent.change(found[at] as HTMLElement, { target: { value } });
  };
  const pick = async (label: RegExp, name: RegExp) => {
    await actor.click(await screen.findByLabelText(label, { selector: "input" }));
    await actor.click(await screen.findByRole("option", { name }));
  };
  await pick(/^类型/, /个人/);
  await type(/^代理名称/, "海川置业");
  await pick(/^国家/, /日本/);
  await type(/^联系人/, "周联系");
  await type(/^联系电话/, "13900000001");
  await type(/^佣金标准/, "3");
  await type(/^主账号姓名/, "周主号");
  await type(/^登录手机号/, "13900000002");
  await actor.click(screen.getByText("保存"));
  const shown = await dialog("周主号的初始密码");
  expect(shown.getByLabelText("登录信息")).toHaveProperty("value", expect.stringMatching(/初始密码：\S{16,}/));
  const [made] = await db.select().from(table);
  // By default the agent is the manager's own, for a year.
  expect(made).toMatchObject({ name: "海川置业", manager_id: manager.id, commission_value: "3.00" });
  expect(made).toMatchObject({ cooperation_from: shanghaiDay(), cooperation_to: shanghaiDay(365) });
});

it("changes an agent and keeps its bank account, which the form does not show", async () => {
  const { id } = await makeAgent(db, { manager_id: manager.id, name: "青山地产", bank_account: "sealed" });
  const { actor } = await open(`?id=${id}`, {
    ...{ path: "/agent/list/addAgent", module: agentForm, others },
  });
  fireEvent.change(await screen.findByLabelText(/^简称/), { target: { value: "青山" } });
  expect(screen.queryByLabelText(/^主账号姓名/)).toBeNull();
  expect(screen.getByLabelText(/^收款账号/)).toHaveProperty("value", "");
  await actor.click(screen.getByText("保存"));
  await waitFor(async () =>
    expect(await db.select().from(table)).toMatchObject([{ short_name: "青山", bank_account: "sealed", version: 2 }]),
  );
});

it("manages an agent's accounts: a new one to the limit, changed, reset, disabled, made the main one and deleted", async () => {
  const { id: agent_id } = await makeAgent(db, { manager_id: manager.id, name: "青山地产", account_limit: 2 });
  await makeAccount(db, { agent_id, name: "周主号" });
  const { actor } = await open(`?agent_id=${agent_id}`, { path: "/agent/list/childAgent", module: accountList });
  const fill = async (form: ReturnType<typeof within>, label: RegExp, value: string) =>
    fireEvent.change(await form.findByLabelText(label), { target: { value } });
  const add = async () => {
    await actor.click(await screen.findByRole("button", { name: "新增子账号" }));
    const form = await dialog("新增子账号");
    await fill(form, /^姓名/, "田中");
    await fill(form, /^登录手机号/, "13900000009");
    await press(actor, form, "保存");
    return form;
  };
  await add();
  await press(actor, await dialog("田中的初始密码"), "完成");
  expect(await screen.findByText("子账号已达上限：2 / 2")).toBeDefined();
  await add();
  expect(await screen.findByText("子账号已达上限（2）")).toBeDefined();
  await actor.keyboard("{Escape}");

  const stored = async () => (await db.select().from(agentAccount).orderBy(agentAccount.id)).at(-1);
  await actOn(actor, "田中", "编辑");
  const edit = await dialog("编辑子账号");
  await fill(edit, /^姓名/, "佐藤");
  await press(actor, edit, "保存");
  await screen.findByText("佐藤");
  await actOn(actor, "佐藤", "重置密码");
  await press(actor, await dialog("重置子账号密码"), "重置密码");
  await press(actor, await dialog("佐藤的新密码"), "完成");
  await actOn(actor, "佐藤", "停用");
  const off = await dialog("停用子账号");
  await fill(off, /^停用原因/, "已离职");
  await press(actor, off, "停用");
  await waitFor(async () => expect(await stored()).toMatchObject({ name: "佐藤", status: "disabled" }));
  await actOn(actor, "佐藤", "启用");
  await press(actor, await dialog("启用子账号"), "启用");
  await waitFor(async () => expect(await stored()).toMatchObject({ status: "enabled" }));
  await actOn(actor, "佐藤", "移交主账号");
  await press(actor, await dialog("移交主账号"), "移交");
  await waitFor(async () => expect(await stored()).toMatchObject({ is_main: true }));
  await actOn(actor, "周主号", "删除");
  await press(actor, await dialog("删除子账号"), "删除");
  await waitFor(() => expect(screen.queryByText("周主号")).toBeNull());
});

it("begins the departure of an account in its list, and of the whole agent in the agents'", async () => {
  const { id: agent_id } = await makeAgent(db, { manager_id: manager.id, name: "青山地产" });
  await makeAccount(db, { agent_id, name: "周主号" });
  const { id: account_id } = await makeAccount(db, { agent_id, name: "田中", is_main: false });
  const begin = async (actor: Actor, name: string, reason: string) => {
    await actOn(actor, name, "发起注销");
    const form = await dialog("发起注销");
    fireEvent.change(await form.findByLabelText(/^注销原因/), { target: { value: reason } });
    await press(actor, form, "发起注销");
    expect(await screen.findByText("已提交注销申请，等待审核")).toBeDefined();
  };
  const accounts = { path: "/agent/list/childAgent", module: accountList };
  const view = await open(`?agent_id=${agent_id}`, accounts);
  await screen.findByText("田中");
  await begin(view.actor, "田中", "已离职");
  view.unmount();
  const { actor } = await open("");
  await screen.findByText("青山地产");
  await begin(actor, "青山地产", "不再续约");
  expect(await screen.findByText("注销中")).toBeDefined();
  const about = { agent_id, status: "pending", applicant: "何渠道" };
  expect(await db.select().from(agentUnregister).orderBy(agentUnregister.id)).toMatchObject([
    { ...about, target: "account", account_id, reason: "已离职" },
    { ...about, target: "agent", account_id: null, reason: "不再续约" },
  ]);
});

it("shows what came of an agent's leads and what it is owed, each of which leads to its record", async () => {
  const { id: agent_id } = await makeAgent(db, { manager_id: manager.id, name: "青山地产" });
  const seller = await makeUser(db, { role: "sales", name: "林顾问" });
  const { deal } = await makeSale(db, { agent_id, owner_id: seller.id, deal: { unit_no: "1208" } });
  const amounts = { total_amount: "1140000.00", adjust_total: "0.00", tax_amount: "0.00", payable_total: "1140000.00" };
  await db.insert(accountStatement).values({
    ...{ statement_no: "DZ2026110001", agent_id, settle_cycle: "monthly", currency: "JPY", item_count: 1 },
    ...{ period_from: "2026-11-01", period_to: "2026-11-30", ...amounts },
  });
  const { actor } = await open(`?open=${agent_id}`);
  const drawer = await dialog("青山地产");
  await actor.click(await drawer.findByRole("tab", { name: "成交" }));
  const sold = await drawer.findByRole("link", { name: deal.deal_no });
  expect(sold.getAttribute("href")).toBe(`/Covenant/covenantList?open=${deal.id}`);
  expect(drawer.getByText(/A座 1208 · 60,000,000日元 · 青山地产 · 顾问 林顾问$/)).toBeDefined();
  // The bill is not for a channel manager.
  expect(drawer.queryByText(/^付款：/)).toBeNull();
  await actor.click(drawer.getByRole("tab", { name: "对账单" }));
  const owed = await drawer.findByRole("link", { name: "DZ2026110001" });
  expect(owed.getAttribute("href")).toMatch(/^\/clue\/accountStatement\?open=\d+$/);
  expect(drawer.getByText("1笔 · 应付合计 1,140,000日元")).toBeDefined();
  const next = drawer.getByRole("link", { name: "新增对账单" });
  expect(next.getAttribute("href")).toBe(`/clue/accountStatement?add=1&agent_id=${agent_id}`);
});
