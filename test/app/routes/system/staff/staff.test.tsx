import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq } from "drizzle-orm";
import { beforeEach, expect, it } from "vitest";
import * as staffList from "~/app/routes/system/staff/staff-list";
import { customer } from "~/server/database/tables/customer/customer";
import { team as teamTable, user as userTable } from "~/server/database/tables/system/system";
import { testApi } from "../../../../support/api";
import { resetDatabase, testDatabase } from "../../../../support/database";
import { makeCustomer, makeTeam, makeUser, testNow } from "../../../../support/factories";
import { renderRoute, signInAs } from "../../../../support/render-route";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const path = "/system/user";

type Person = Awaited<ReturnType<typeof makeUser>>;
let admin: Person;
let sales: Person;
let east: Awaited<ReturnType<typeof makeTeam>>;

beforeEach(async () => {
  await resetDatabase(db);
  east = await makeTeam(db, { name: "华东" });
  admin = await makeUser(db, { role: "super_admin", name: "赵管理" });
  sales = await makeUser(db, { role: "sales", name: "林顾问", team_id: east.id, wecom_userid: "lin" });
});

async function open(at = path) {
  const { viewer } = await signInAs(api, admin.id);
  const view = renderRoute({ path, module: staffList, at }, viewer);
  await screen.findByRole("tab", { name: "员工" });
  return view;
}
const row = (name: string) => screen.getByRole("row", { name: new RegExp(name) });
const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));
const personOf = async (id: number) => (await db.select().from(userTable).where(eq(userTable.id, id)))[0];
type Actor = Awaited<ReturnType<typeof open>>["actor"];

async function pick(actor: Actor, form: Awaited<ReturnType<typeof dialog>>, label: RegExp, option: string) {
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
  for (const text of ["华东", "销售顾问", "lin", "1/50", "在职"]) expect(shown.getByText(text)).toBeDefined();
  const tree = within(screen.getByRole("navigation", { name: "团队" }));
  await actor.click(tree.getByText("华东"));
  await waitFor(() => expect(place.href).toBe(`${path}?team_id=${east.id}`));
  await waitFor(() => expect(screen.queryByText("赵管理")).toBeNull());
  // Nobody acts upon himself.
  expect(within(row("林顾问")).getByText("重置密码")).toBeDefined();
});

it("makes an account and tells its password once, in an invitation", async () => {
  const { actor } = await open();
  await actor.click(screen.getByText("新增员工"));
  const form = await dialog("新增员工");
  fireEvent.change(await form.findByLabelText(/^姓名/), { target: { value: "钱新人" } });
  fireEvent.change(form.getByLabelText(/^邮箱/), { target: { value: "new@demo.test" } });
  await pick(actor, form, /^所属团队/, "华东");
  await pick(actor, form, /^角色/, "财务");
  await actor.click(form.getByText("确定"));
  const invitation = await dialog("邀请钱新人");
  const text = invitation.getByLabelText<HTMLTextAreaElement>("邀请内容").value;
  expect(text).toMatch(/登录地址：.*\/login\n邮箱：new@demo\.test\n初始密码：\S{12,}/);
  await actor.click(invitation.getByText("完成"));
  expect(await screen.findByText("new@demo.test")).toBeDefined();
});

it("changes a person", async () => {
  const { actor } = await open();
  await actor.click(within(row("林顾问")).getByText("编辑"));
  const form = await dialog("编辑员工");
  fireEvent.change(await form.findByLabelText(/^客户上限/), { target: { value: "30" } });
  await actor.click(form.getByText("确定"));
  expect(await screen.findByText("已保存")).toBeDefined();
  expect(await screen.findByText("0/30")).toBeDefined();
  expect(await personOf(sales.id)).toMatchObject({ customer_cap: 30, version: 2 });
});

it("asks before it disables somebody", async () => {
  const { actor } = await open();
  await actor.click(screen.getByLabelText("林顾问的更多操作"));
  await actor.click(await screen.findByRole("menuitem", { name: "停用" }));
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
    form.getByText(/林顾问 名下：客户 1、待办日程 0、锁定房号 0。其中 1 个客户计入接手人的客户上限。/),
  ).toBeDefined();
  await pick(actor, form, /^接手人/, "陈接手");
  await actor.click(form.getByText("确认交接并离职"));
  expect(await screen.findByText("交接完成")).toBeDefined();
  await waitFor(() => expect(place.href).toBe(path));
  expect(await personOf(sales.id)).toMatchObject({ status: "resigned" });
  expect(await db.select().from(customer)).toMatchObject([{ owner_id: heir.id }]);
});

it("adds a team below another, and does not delete one with people in it", async () => {
  const { actor } = await open(`${path}?tab=teams`);
  const eastRow = within(await screen.findByRole("row", { name: /华东/ }));
  await actor.click(eastRow.getByText("新增下级"));
  const form = await dialog("新增团队");
  fireEvent.change(await form.findByLabelText(/^团队名称/), { target: { value: "一组" } });
  await actor.click(form.getByText("确定"));
  expect(await screen.findByText("团队已新增")).toBeDefined();
  expect(await screen.findByRole("row", { name: /一组/ })).toBeDefined();
  expect(await db.select().from(teamTable).where(eq(teamTable.name, "一组"))).toMatchObject([{ parent_id: east.id }]);
  await actor.click(eastRow.getByText("删除"));
  await actor.click((await dialog("删除团队")).getByText("删除", { selector: "button *" }));
  expect(await screen.findByText(/存在关联数据，不能删除（员工1人、下级团队1个）/)).toBeDefined();
});
