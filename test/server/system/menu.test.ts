import { describe, expect, test } from "vitest";
import { type MenuItem, user } from "~/contract/personal/user";
import { allScreens } from "~/contract/screens";
import { type MenuEdit, menu } from "~/contract/system/menu";
import { menu as menuTable } from "~/server/database/tables/system/admin";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db);

const { asAdmin, asChannel, asService } = signedIn(api, {
  channel: { role: "channel_manager" },
  admin: { role: "super_admin" },
  service: { role: "customer_service" },
});

const asIs = { title: null, icon: null, visible: null, sort: null };
const edit = (...items: (Partial<MenuEdit> & { code: string })[]) =>
  asAdmin(menu.update, { body: { items: items.map((item) => ({ ...asIs, ...item })) } });
const entryOf = async (code: string) => (await asAdmin(menu.list)).data.find((entry) => entry.code === code);
const flat = (items: MenuItem[]): MenuItem[] => items.flatMap((item) => [item, ...flat(item.children)]);
const menuOf = async (as: As) => flat((await as(user.menus)).data);
const placesOf = async (as: As) => (await menuOf(as)).map(({ path }) => path);

test("the menu is the map", async () => {
  const pages = allScreens.filter(({ file, menu }) => file && menu).map(({ path }) => path);
  const groups = allScreens.filter(({ file }) => !file).map(({ path }) => path);
  // Groups that are no screen are in it as well.
  expect((await placesOf(asAdmin)).filter((path) => !groups.includes(path))).toEqual(pages);
});

test("a part of a screen has an entry of its own for whoever may see it, beside the screen", async () => {
  const deals = async (as: As) => {
    const group = (await as(user.menus)).data.find(({ path }) => path === "/Covenant");
    return group?.children.map(({ title, path }) => [title, path]);
  };
  const bills = ["账单", "/Covenant/covenantList?tab=bills"];
  expect(await deals(asAdmin)).toEqual([["成交记录", "/Covenant/covenantList"], bills]);
  expect(await deals(asChannel)).toEqual([["成交记录", "/Covenant/covenantList"]]);
  expect(await deals(asService)).toBeUndefined();
  await edit({ code: "/Covenant/covenantList?tab=bills", title: "收付款" });
  expect(await deals(asAdmin)).toContainEqual(["收付款", bills[1]]);
});

describe("an edit of the menu", () => {
  test("is what everybody's menu says, each within his permissions, and goes back to the map", async () => {
    const plain = await placesOf(asService);
    const { code } = await edit(
      { code: "/customer", title: "客户中心", icon: "star" as never /* no sign of ours */ },
      { code: "/customer/blackList", title: "黑名单管理", sort: 1 },
    );
    expect(code).toBe(42200);
    await edit(
      { code: "/customer", title: "客户中心", icon: "special" },
      { code: "/customer/blackList", title: "黑名单管理", sort: 1 },
      { code: "/customer/customerInfor", visible: false },
    );
    const items = await menuOf(asService);
    const item = (path: string) => items.find((one) => one.path === path);
    expect(item("/customer")).toMatchObject({ title: "客户中心", icon: "special", visible: true });
    expect(item("/customer/customerInfor")).toMatchObject({ title: "询盘客户", visible: false });
    expect(item("/customer")?.children[0]).toMatchObject({ path: "/customer/blackList", title: "黑名单管理" });
    expect([...(await placesOf(asService))].sort()).toEqual([...plain].sort());

    const codes = ["/customer", "/customer/blackList", "/customer/customerInfor"];
    await edit(...codes.map((one) => ({ code: one })));
    expect(await placesOf(asService)).toEqual(plain);
    expect(await db.select().from(menuTable)).toEqual([]);
  });

  test("keeps only what differs, and stands in the log in words", async () => {
    const before = await entryOf("/customer/tracking");
    expect(before).toMatchObject({ title: "跟进记录", visible: true, parent: "/customer", can: { hide: true } });
    await edit({ code: "/customer/tracking", title: "跟进记录", sort: before?.default.sort, visible: true });
    expect(await db.select().from(menuTable)).toEqual([]);
    expect(await db.select().from(operationLog)).toEqual([]);
    await edit({ code: "/customer/tracking", title: "跟进", visible: false });
    expect(await db.select().from(menuTable)).toMatchObject([
      { code: "/customer/tracking", title: "跟进", icon: null, visible: false, sort: null },
    ]);
    expect(await db.select().from(operationLog)).toMatchObject([
      {
        summary: "编辑菜单：跟进记录",
        changes: [
          { label: "跟进记录·名称", before: "跟进记录", after: "跟进" },
          { label: "跟进记录·菜单显示", before: "是", after: "否" },
        ],
      },
    ]);
  });

  test("hides a group with its last page", async () => {
    const pages = (await asAdmin(menu.list)).data.filter(({ parent }) => parent === "/customer");
    await edit(...pages.map(({ code }) => ({ code, visible: false })));
    const item = (await menuOf(asService)).find(({ path }) => path === "/customer");
    expect(item).toMatchObject({ visible: false });
  });

  test.each([
    [{ code: "/no/such/page" }, "items", "没有菜单：/no/such/page"],
    [{ code: "/login", title: "入口" }, "items", "没有菜单：/login"],
    [{ code: "/customer", title: "长".repeat(31) }, "items.0.title", "菜单名称不能超过30个字"],
    [{ code: "/customer", sort: 10_000 }, "items.0.sort", "排序不能大于9999"],
  ])("%j is refused", async (item, field, message) => {
    expect(await edit(item)).toMatchObject({ code: 42200, data: { errors: [{ field, message }] } });
  });
});

whoMay(api, menu, { all: "SA" });
