import { randomInt } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { blacklist } from "~/contract/customer/blacklist";
import type { Permission } from "~/contract/permissions";
import { user } from "~/contract/personal/user";
import { type RoleUpdate, role } from "~/contract/system/role";
import { role as roleTable, userRole, user as userTable } from "~/server/database/tables/system/system";
import { keepAdmin } from "~/server/identity/keep-admin";
import { desk } from "~/test/support/desk";
import { days, makeUser } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";

const { db, api, admin, asAdmin, lifeOf, logLines } = desk({ admin: { role: "super_admin", name: "沈总" } });

type Asking = Awaited<ReturnType<typeof api.as>>;
afterEach(async () => {
  const own = db.select({ id: roleTable.id }).from(roleTable).where(eq(roleTable.builtin, false));
  await db.delete(userRole).where(inArray(userRole.role_id, own));
  await db.delete(roleTable).where(eq(roleTable.builtin, false));
});

const letters = () => Array.from({ length: 8 }, () => "abcdefghij"[randomInt(10)]).join("");
const naming = () => ({ name: `角色${letters()}`, code: `made_${letters()}` });
const create = (as: Asking, body: object = {}) =>
  as.unchecked(role.create, { body: { ...naming(), data_scope: "self", remark: null, ...body } });
const made = async (body: object = {}) => (await create(asAdmin, body)).data.id;
const detailOf = async (id: number) => (await asAdmin(role.get, { params: { id } })).data;
const change = async (as: Asking, id: number, edit: Partial<RoleUpdate> & { code?: string }) =>
  as(role.update, { params: { id }, body: { version: (await detailOf(id)).version, ...edit } });
const builtin = async (code: string) =>
  (await asAdmin(role.list, { query: { keyword: code, page_size: 100 } })).data.list.find((row) => row.code === code)
    ?.id ?? 0;
const hold = (user_id: number, role_id: number) => db.insert(userRole).values({ user_id, role_id });
const complaints = ({ data }: { data: unknown }) =>
  Object.fromEntries(
    (data as { errors: { field: string; message: string }[] }).errors.map((e) => [e.field, e.message]),
  );

describe("a role", () => {
  test("is copied with all that it gives, by a line of its own in the log", async () => {
    const id = await made({ name: "驻场顾问", permissions: ["customer:info:view"], scope_overrides: { deal: "none" } });
    expect(await detailOf(id)).toMatchObject({ builtin: false, permission_count: 1, member_count: 0, is_fixed: false });
    const copied = await asAdmin(role.copy, { params: { id }, body: { name: "驻场顾问二", code: "made_onsite_two" } });
    expect(await detailOf(copied.data.id)).toMatchObject({
      ...{ code: "made_onsite_two", builtin: false },
      ...{ permissions: ["customer:info:view"], scope_overrides: { deal: "none" } },
    });
    const lines = await logLines();
    expect(lines.at(-1)).toMatchObject({ action: "create", summary: "复制角色：驻场顾问 → 驻场顾问二" });
  });

  test("gives its holders what it says with their next request, also in their menu", async () => {
    const id = await made({ permissions: ["customer:pool:view"] });
    const person = await makeUser(db, { role: "content_editor" });
    await hold(person.id, id);
    const asPerson = await api.as(person.id);
    expect((await asPerson(blacklist.list)).code).toBe(40300);
    await change(asAdmin, id, { permissions: ["customer:blacklist:view"], data_scope: "all" });
    expect((await asPerson(blacklist.list)).code).toBe(200);
    const { data } = await asPerson(user.menus);
    expect(data.flatMap(({ children }) => children.map(({ path }) => path))).toContain("/customer/blackList");
    await change(asAdmin, id, { status: "disabled" });
    expect((await asPerson(blacklist.list)).code).toBe(40300);
  });

  test("has a name and a code of its own, and keeps its code", async () => {
    const { code } = naming();
    const id = await made({ code });
    expect(await create(asAdmin, { code })).toMatchObject({ code: 40900, message: "数据已存在：角色代码" });
    expect(await change(asAdmin, id, { name: "销售顾问" })).toMatchObject({ code: 40900 });
    // The code is no part of an edit, whatever a caller sends.
    expect((await change(asAdmin, id, { remark: "新", code: "other" })).data).toMatchObject({ code });
  });

  test("stays while somebody has it, and for good where it came with the product", async () => {
    const id = await made();
    const person = await makeUser(db);
    await hold(person.id, id);
    expect(await asAdmin(role.remove, { params: { id } })).toMatchObject({
      code: 40904,
      message: "存在关联数据，不能删除（1名成员）",
    });
    await rowsOf(db).updateIn("user", person.id, { deleted_at: days(0) });
    expect((await asAdmin(role.remove, { params: { id } })).code).toBe(200);
    expect((await asAdmin(role.remove, { params: { id: await builtin("finance") } })).code).toBe(40300);
  });

  test("names its holders with team and status", async () => {
    const id = await made();
    const person = await makeUser(db, { name: "高离职", status: "resigned" });
    await hold(person.id, id);
    expect((await detailOf(id)).members).toEqual([{ id: person.id, name: "高离职", team: null, status: "resigned" }]);
    expect(
      (await asAdmin(role.list, { query: { page_size: 100 } })).data.list.find((row) => row.id === id),
    ).toMatchObject({
      member_count: 1,
    });
  });
});

describe("who may do something", () => {
  const code: Permission = "system:version:manage";
  const countOf = async () => (await asAdmin(role.holderCounts)).data.find((row) => row.code === code);

  test("is counted and named: people who work here, by roles that are in force", async () => {
    const before = (await asAdmin(role.holders, { query: { code } })).data;
    expect(before).toMatchObject({
      people: [{ id: admin.id, name: "沈总", team: null, roles: ["超级管理员"] }],
      total: 1,
    });
    expect(await countOf()).toEqual({ code, roles: 1, people: 1 });

    const id = await made({ name: "发版", permissions: [code] });
    const person = await makeUser(db, { name: "高发版", role: "content_editor" });
    const gone = await makeUser(db, { status: "resigned" });
    for (const one of [admin.id, person.id, gone.id]) await hold(one, id);
    expect(await countOf()).toEqual({ code, roles: 2, people: 2 });
    const { data } = await asAdmin(role.holders, { query: { code } });
    expect(data.roles).toMatchObject([
      { name: "超级管理员", people: 1 },
      { id, name: "发版", people: 2 },
    ]);
    expect(Object.fromEntries(data.people.map((one) => [one.name, one.roles]))).toEqual({
      沈总: ["超级管理员", "发版"],
      高发版: ["发版"],
    });

    await change(asAdmin, id, { status: "disabled" });
    expect(await countOf()).toEqual({ code, roles: 1, people: 1 });
    expect((await asAdmin(role.holders, { query: { code } })).data).toEqual(before);
  });

  test("is asked of a code that there is", async () => {
    expect((await asAdmin.unchecked(role.holders, { query: { code: "system:rocket:fly" } })).code).toBe(42200);
    expect((await asAdmin.unchecked(role.holders, { query: {} })).code).toBe(42200);
  });
});

describe("nobody is locked out", () => {
  test.each<[string, Partial<RoleUpdate>]>([
    ["permissions", { permissions: ["customer:info:view"] }],
    ["status", { status: "disabled" }],
    ["data_scope", { data_scope: "self" }],
    ["scope_overrides", { scope_overrides: { deal: "none" } }],
  ])("the role that may do everything keeps its %s", async (field, edit) => {
    const reply = await change(asAdmin, await builtin("super_admin"), edit);
    expect(complaints(reply)).toEqual({ [field]: "超级管理员的权限、数据范围和状态不能修改" });
  });

  test("of those who may do everything one is kept who works here", async () => {
    const end = (status: "disabled" | "resigned", id: number) =>
      db.update(userTable).set({ status }).where(eq(userTable.id, id));
    const keep = () => keepAdmin(db);
    await keep();
    const second = await makeUser(db, { role: "super_admin" });
    await end("disabled", admin.id);
    await keep();
    await rowsOf(db).updateIn("user", second.id, { deleted_at: days(0) });
    await expect(keep()).rejects.toMatchObject({ code: 40906, message: "系统中至少保留一名在职的超级管理员" });
  });
});

describe("somebody else who manages roles", () => {
  const own: Permission[] = ["system:role:manage", "customer:info:view"];
  let asKeeper: Asking;
  let keeperRole = 0;
  beforeEach(async () => {
    keeperRole = await made({ permissions: own, data_scope: "team" });
    const keeper = await makeUser(db, { role: "content_editor" });
    await db.delete(userRole).where(eq(userRole.user_id, keeper.id));
    await hold(keeper.id, keeperRole);
    asKeeper = await api.as(keeper.id);
  });

  test("hands out what he has, and no more", async () => {
    expect((await create(asKeeper, { permissions: own, data_scope: "team" })).code).toBe(200);
    const reply = await create(asKeeper, {
      permissions: ["customer:info:export"],
      data_scope: "self",
      scope_overrides: { deal: "all" },
    });
    expect(complaints(reply)).toEqual({
      permissions: "不能授予您自己没有的权限：客户管理·导出客户",
      scope_overrides: "不能授予比您自己更大的数据范围：成交",
    });
    expect(complaints(await create(asKeeper, { data_scope: "all" }))).toHaveProperty("data_scope");
    const params = { id: await builtin("super_admin") };
    expect(complaints(await asKeeper(role.copy, { params, body: naming() }))).toHaveProperty("name");
  });

  test("may leave and take what a role has beyond him, but not bring it into force", async () => {
    const id = await made({ permissions: ["customer:info:export", "customer:info:delete"], data_scope: "all" });
    const { code } = await change(asKeeper, id, { permissions: ["customer:info:export", "customer:info:view"] });
    expect(code).toBe(200);
    expect((await change(asKeeper, id, { status: "disabled" })).code).toBe(200);
    expect(complaints(await change(asKeeper, id, { status: "enabled" }))).toHaveProperty("permissions");
  });

  test("does not take from himself the right that he is using", async () => {
    const message = "不能取消您自己正在使用的“角色管理”权限";
    expect(complaints(await change(asKeeper, keeperRole, { permissions: [] }))).toEqual({ permissions: message });
    expect(complaints(await change(asKeeper, keeperRole, { status: "disabled" }))).toEqual({ status: message });
    expect((await detailOf(keeperRole)).permissions).toEqual(own);
  });
});

lifeOf(role, {
  by: asAdmin,
  facts: {
    ...{ name: "驻场顾问", code: "made_onsite", data_scope: "self", remark: "试用" },
    ...{ permissions: ["customer:info:view"], scope_overrides: { deal: "none" } },
  },
  shown: { status: "enabled", can: { remove: true } },
  change: {
    ...{ data_scope: "team", scope_overrides: { inquiry: "all" } },
    permissions: ["customer:info:view", "customer:info:edit", "deal:deal:view", "deal:deal:view"],
  },
  shownAfter: { permissions: ["customer:info:view", "customer:info:edit", "deal:deal:view"] },
  query: { sort: "-id" },
  named: "角色：驻场顾问",
  changes: [
    ["默认数据范围", "仅本人", "本团队及下级团队"],
    ["数据范围·询盘", null, "全部"],
    ["数据范围·成交", "无", null],
    ["功能权限·客户管理", "客户查看", "客户查看、客户编辑"],
    ["功能权限·成交管理", null, "查看成交"],
  ],
  unique: "角色名称",
  wrong: [
    [{ code: "Sales-1" }, "code", "角色代码只能用小写字母和下划线"],
    [{ code: "" }, "code", "请输入角色代码"],
    [{ name: "长".repeat(31) }, "name", "角色名称不能超过30个字"],
    [{ data_scope: "none" }, "data_scope", "请选择默认数据范围"],
    [{ permissions: ["customer:info:fly"] }, "permissions", "含有不存在的权限"],
    [{ scope_overrides: { estate: "all" } }, "scope_overrides.estate", "没有这个字段"],
    [{ scope_overrides: { deal: "world" } }, "scope_overrides.deal", "请选择数据范围"],
  ],
  roles: {
    ...{ holderCounts: "SA", holders: { roles: "SA", query: { code: "customer:info:view" } } },
    ...{ list: "SA", get: "SA", create: "SA", update: "SA", remove: "SA", copy: "SA" },
  },
  pages: { "/system/role": "SA" },
});
