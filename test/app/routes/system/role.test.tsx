import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as roleScreen from "~/app/routes/system/role/role";
import { role as contract } from "~/contract/system/role";
import { menu as menuTable } from "~/server/database/tables/system/admin";
import { role as roleTable, userRole } from "~/server/database/tables/system/system";
import { routeTest } from "../../../support/route-test";

const { db, api, staff, open } = routeTest({ path: "/system/role", module: roleScreen });
const admin = staff({ role: "super_admin" });
let id = 0;

beforeEach(async () => {
  const asAdmin = await api.as(admin.id);
  const body = { name: "驻场", code: "onsite", data_scope: "self", permissions: ["customer:info:view"] } as const;
  const made = await asAdmin(contract.create, { body: { ...body, permissions: [...body.permissions], remark: null } });
  id = made.data.id;
});
afterEach(async () => {
  const own = db.select({ id: roleTable.id }).from(roleTable).where(eq(roleTable.builtin, false));
  await db.delete(userRole).where(inArray(userRole.role_id, own));
  await db.delete(roleTable).where(eq(roleTable.builtin, false));
});
const kept = async () => (await db.select().from(roleTable).where(eq(roleTable.id, id)))[0];

it("says what a change of permissions gives and takes before it is saved", async () => {
  const { actor } = await open(`?id=${id}&tab=permission`);
  await actor.click(await screen.findByLabelText("客户编辑"));
  await actor.click(screen.getByLabelText("客户查看"));
  expect(screen.getByText("已修改 2 项，尚未保存")).toBeDefined();
  await actor.keyboard("{Control>}s{/Control}");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("客户管理·客户编辑")).toBeDefined();
  expect(dialog.getByText("客户管理·客户查看")).toBeDefined();
  fireEvent.click(dialog.getByText("确认保存"));
  await screen.findByText("已保存");
  expect((await kept())?.permissions).toEqual(["customer:info:edit"]);
});

it("says on each permission who may do it: roles and people, by name when it is opened", async () => {
  await db.insert(userRole).values({ user_id: admin.id, role_id: id });
  const { actor, place } = await open(`?id=${id}&tab=permission`);
  expect(await screen.findByRole("button", { name: "谁可以系统管理·角色管理：1 个角色，1 人" })).toBeDefined();
  await actor.click(screen.getByRole("button", { name: /^谁可以客户管理·客户查看：\d 个角色，1 人$/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "谁可以客户管理·客户查看" }));
  const people = within(await dialog.findByRole("list", { name: "员工" })).getAllByRole("listitem");
  expect(people.map(({ textContent }) => textContent)).toEqual([`${admin.name}–超级管理员、驻场`]);
  expect(within(dialog.getByRole("list", { name: "角色" })).getByText("驻场")).toBeDefined();
  await actor.click(dialog.getByRole("link", { name: "销售顾问" }));
  await screen.findByRole("heading", { name: "销售顾问" });
  expect(place.href).toMatch(/^\/system\/role\?id=\d+&tab=permission$/);
});

it("keeps what was touched when somebody else was quicker", async () => {
  const { actor } = await open(`?id=${id}&tab=permission`);
  await actor.click(await screen.findByLabelText("客户编辑"));
  await db
    .update(roleTable)
    .set({ version: 2, permissions: ["house:estate:view", "dashboard:trend:view"] })
    .where(eq(roleTable.id, id));
  fireEvent.click(screen.getByText("保存"));
  fireEvent.click(await within(await screen.findByRole("dialog")).findByText("确认保存"));
  await screen.findByText("数据已被他人修改，请刷新");
  const theirs = await screen.findByLabelText<HTMLInputElement>("房源检索");
  await expect.poll(() => theirs.checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>("客户编辑").checked).toBe(true);
  fireEvent.click(screen.getByText("保存"));
  fireEvent.click(await within(await screen.findByRole("dialog")).findByText("确认保存"));
  await expect
    .poll(async () => (await kept())?.permissions.toSorted())
    .toEqual(["customer:info:edit", "dashboard:trend:view", "house:estate:view"]);
});

it("takes a role away after asking, and shows the list", async () => {
  const { actor, place } = await open(`?id=${id}`);
  await actor.click(await screen.findByRole("button", { name: "删除" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByText("删除", { selector: "button *" }));
  await screen.findByText("已删除");
  expect(await kept()).toBeUndefined();
  expect(place.href).toBe("/system/role");
  await waitFor(() => expect(screen.queryByRole("link", { name: "驻场" })).toBeNull());
});

it("gives an entry of the menu another name", async () => {
  const { actor } = await open("?view=menu");
  fireEvent.change(await screen.findByLabelText("黑名单的名称"), { target: { value: "禁止名单" } });
  fireEvent.click(screen.getByText("保存"));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("黑名单：改名为 禁止名单")).toBeDefined();
  await actor.click(dialog.getByText("确认保存"));
  await screen.findByText("已保存");
  expect(await db.select().from(menuTable)).toMatchObject([{ code: "/customer/blackList", title: "禁止名单" }]);
});

it("makes a role and a copy of one, and opens each where its permissions are given", async () => {
  const { actor, place, unmount } = await open();
  await actor.click(await screen.findByText("新增"));
  const form = within(await screen.findByRole("dialog", { name: "新增角色" }));
  fireEvent.change(await form.findByLabelText(/名称/), { target: { value: "巡场" } });
  fireEvent.change(form.getByLabelText(/代码/), { target: { value: "patrol" } });
  await actor.click(form.getByText("保存"));
  await screen.findByText("已新增");
  const [made] = await db.select().from(roleTable).where(eq(roleTable.code, "patrol"));
  await waitFor(() => expect(place.href).toBe(`/system/role?id=${made?.id}&tab=permission`));
  unmount();

  const again = await open(`?id=${id}`);
  await again.actor.click(await screen.findByText("复制"));
  const copy = within(await screen.findByRole("dialog", { name: "复制角色" }));
  expect(await copy.findByLabelText(/名称/)).toHaveProperty("value", "驻场副本");
  await again.actor.click(copy.getByText("复制", { selector: "button *" }));
  await screen.findByText("已复制");
  expect(await db.select().from(roleTable).where(eq(roleTable.code, "onsite_copy"))).toMatchObject([
    { name: "驻场副本", permissions: ["customer:info:view"] },
  ]);
});
