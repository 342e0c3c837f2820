import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import * as staffList from "~/app/routes/system/staff/staff-list";
import { renewScene } from "~/app/session/scenes";
import { user } from "~/contract/personal/user";
import { customer } from "~/server/database/tables/customer/customer";
import { team as teamTable, user as userTable } from "~/server/database/tables/system/system";
import { checkPassword } from "~/server/identity/password-rule";
import { makeCustomer, makeTeam, makeUser } from "../../../../support/factories";
import { type Actor, answer, chooseAct, dialog, fromMenu, routeTest, row } from "../../../../support/route-test";

const path = "/system/user";
const { db, api, team, staff, open } = routeTest({
  path,
  module: staffList,
  ready: () => screen.findByRole("tab", { name: "员工" }),
});
const east = team({ name: "华东" });
staff({ role: "super_admin", name: "赵管理" });
const sales = staff({ role: "sales", name: "林顾问", team: east, wecom_userid: "lin" });
const personOf = async (id: number) => (await db.select().from(userTable).where(eq(userTable.id, id)))[0];

async function choose(actor: Actor, form: Awaited<ReturnType<typeof dialog>>, label: RegExp, option: string) {
  await actor.click(await form.findByLabelText(label, { selector: "input" }));
  // The list's own filters offer some of the same words.
  const offered = await screen.findAllByText(option, { selector: "[role=option] span" });
  await actor.click(offered.at(-1) as HTMLElement);
}

it("shows people with team, roles and how full they are, beside the tree that narrows them", async () => {
  await makeCustomer(db, { owner_id: sales.id });
  await db.update(userTable).set({ customer_cap: 50 }).where(eq(userTable.id, sales.id));
  const { actor, place } = await open();
  const shown = within(row("林顾问"));
  for (const text of ["华东", "销售顾问", "1/50", "在职"]) expect(shown.getByText(text)).toBeDefined();
  const tree = within(screen.getByRole("navigation", { name: "团队" }));
  await actor.click(tree.getByText("华东"));
  await waitFor(() => expect(place.href).toBe(`${path}?team_id=${east.id}`));
  await waitFor(() => expect(screen.queryByText("赵管理")).toBeNull());
  // Users cannot act on themselves.
  expect(within(row("林顾问")).getByText("编辑")).toBeDefined();
});

it("makes an account and tells its password once, in an invitation", async () => {
  const { actor } = await open();
  await actor.click(screen.getByText("新增员工"));
  const form = await dialog("新增员工");
  fireEvent.change(await form.findByLabelText(/^姓名/), { target: { value: "钱新人" } });
  fireEvent.change(form.getByLabelText(/^邮箱/), { target: { value: "new@demo.test" } });
  await choose(actor, form, /^所属团队/, "华东");
  await choose(actor, form, /^角色/, "财务");
  await actor.click(form.getByText("保存"));
  const invitation = await dialog("邀请钱新人");
  const text = invitation.getByLabelText<HTMLTextAreaElement>("邀请内容").value;
  const address = `登录地址：${window.location.origin}/login`;
  expect(text).toMatch(new RegExp(`${address}\\n邮箱：new@demo\\.test\\n初始密码：\\S{12,}`));
  const password = /初始密码：(\S+)/.exec(text)?.[1] ?? "";
  const [made] = await db.select().from(userTable).where(eq(userTable.email, "new@demo.test"));
  expect(made?.must_change_password).toBe(true);
  expect(await checkPassword(made?.password_hash ?? "", password)).toBe(true);
  await actor.click(invitation.getByText("完成"));
  expect(await screen.findByText("new@demo.test")).toBeDefined();
});

it("changes a person", async () => {
  const { actor } = await open();
  await actor.click(within(row("林顾问")).getByText("编辑"));
  await answer(actor, "编辑员工", "保存", { 客户上限: "30" });
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await screen.findByText("0/30")).toBeDefined();
  expect(await personOf(sales.id)).toMatchObject({ customer_cap: 30, version: 2 });
});

it("gives a person a new password, which is told once", async () => {
  const { actor } = await open();
  await chooseAct(actor, row("林顾问"), "重置密码");
  await answer(actor, "重置密码", "重置密码");
  const message = (await dialog("林顾问的新密码")).getByLabelText<HTMLTextAreaElement>("登录信息").value;
  const password = /新密码：(\S{12,})/.exec(message)?.[1] ?? "";
  const changed = await personOf(sales.id);
  expect(changed?.must_change_password).toBe(true);
  expect(await checkPassword(changed?.password_hash ?? "", password)).toBe(true);
});

it.each([
  ["强制下线", "enabled", "已强制下线"],
  ["启用", "disabled", "已启用"],
  ["删除", "resigned", "已删除"],
] as const)("does %s after asking", async (name, status, message) => {
  await db.update(userTable).set({ status }).where(eq(userTable.id, sales.id));
  const token = await api.tokenOf(sales.id);
  const { actor } = await open(`?status=${status}`);
  const more = screen.queryByLabelText("林顾问的更多操作");
  if (more) await actor.click(more);
  await actor.click(await screen.findByRole(more ? "menuitem" : "button", { name }));
  await actor.click((await dialog(new RegExp(`^${name}`))).getByRole("button", { name }));
  expect(await screen.findByText(message)).toBeDefined();
  const after = await personOf(sales.id);
  if (name === "删除") expect(after?.deleted_at).not.toBeNull();
  if (name === "启用") expect(after?.status).toBe("enabled");
  if (name === "强制下线") expect(await api.send(user.profile, {}, token)).toMatchObject({ status: 401 });
});

it("moves the chosen people to another team", async () => {
  const west = await makeTeam(db, { name: "华西" });
  // The form above has fetched the teams of its test.
  renewScene("teams");
  const { actor } = await open();
  await actor.click(within(row("林顾问")).getByRole("checkbox"));
  await actor.click(within(screen.getByRole("toolbar")).getByRole("button", { name: "调整团队" }));
  const form = await dialog("调整团队");
  await choose(actor, form, /^调整到/, "华西");
  await actor.click(form.getByText("调整"));
  expect(await screen.findByText("调整团队成功：林顾问")).toBeDefined();
  expect(await personOf(sales.id)).toMatchObject({ team_id: west.id });
});

it("asks before it disables somebody", async () => {
  const { actor } = await open();
  await fromMenu(actor, "林顾问", "停用");
  const asked = await dialog("停用员工");
  expect(asked.getByText(/林顾问（.*）的所有登录会立即结束/)).toBeDefined();
  await actor.click(asked.getByText("停用", { selector: "button *" }));
  expect(await screen.findByText("已停用")).toBeDefined();
  expect(await personOf(sales.id)).toMatchObject({ status: "disabled" });
});

it("hands over what somebody has to a colleague who sells", async () => {
  const heir = await makeUser(db, { role: "sales", name: "陈接手" });
  await makeCustomer(db, { owner_id: sales.id });
  const { actor, place } = await open(`${path}?handover=${sales.id}`);
  const form = await dialog("离职交接");
  expect(
    form.getByText(
      /林顾问 名下：客户 1、未结询盘 0、待办日程 0、锁定房号 0、代理 0、对接报备 0、进行中成交 0。其中 1 位客户计入接手人的客户上限。/,
    ),
  ).toBeDefined();
  await choose(actor, form, /^接手人/, "陈接手");
  await actor.click(form.getByText("确认交接并离职"));
  expect(await screen.findByText("交接完成")).toBeDefined();
  await waitFor(() => expect(place.href).toBe(path));
  expect(await personOf(sales.id)).toMatchObject({ status: "resigned" });
  expect(await db.select().from(customer)).toMatchObject([{ owner_id: heir.id }]);
});

it("changes a team", async () => {
  const { actor } = await open(`${path}?tab=teams`);
  await actor.click(within(await screen.findByRole("row", { name: /华东/ })).getByText("编辑"));
  await answer(actor, "编辑团队", "保存", { 团队名称: "华东一部" });
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await db.select().from(teamTable)).toMatchObject([{ id: east.id, name: "华东一部" }]);
});

it("adds a team below another, and does not delete one with people in it", async () => {
  const { actor } = await open(`${path}?tab=teams`);
  await chooseAct(actor, await screen.findByRole("row", { name: /华东/ }), "新增下级");
  await answer(actor, "新增团队", "保存", { 团队名称: "一组" });
  expect(await screen.findByText("团队已新增")).toBeDefined();
  expect(await screen.findByRole("row", { name: /一组/ })).toBeDefined();
  expect(await db.select().from(teamTable).where(eq(teamTable.name, "一组"))).toMatchObject([{ parent_id: east.id }]);
  await chooseAct(actor, screen.getByRole("row", { name: /^华东/ }), "删除");
  await answer(actor, "删除团队", "删除");
  expect(await screen.findByText(/存在关联数据，不能删除（员工1人、下级团队1个）/)).toBeDefined();
});
