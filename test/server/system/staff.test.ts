import { and, eq, isNull } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { customer as customerContract } from "~/contract/customer/customer";
import { user as userContract } from "~/contract/personal/user";
import { option } from "~/contract/shared/option";
import { auth } from "~/contract/sign-in/auth";
import { staff, staffImport } from "~/contract/system/staff";
import { insertRows } from "~/server/database/insert-rows";
import { customer, customerOwnerLog, transferRequest } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import {
  importTask,
  message,
  operationLog,
  role,
  schedule,
  session,
  user,
} from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { desk } from "~/test/support/desk";
import { makeCustomer, makeInquiry, makeSchedule, makeTeam, makeUser } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import type { As } from "~/test/support/signed-in";

const { db, api, admin, sales, asAdmin, asSales, whoMay, logLines } = desk({
  admin: { role: "super_admin", name: "赵管理" },
  sales: { role: "sales", name: "林顾问", team: "华东" },
});

const roleId = async (code: string) => found((await db.select().from(role).where(eq(role.code, code)))[0]).id;
const bodyOf = async (given: Record<string, unknown> = {}) => ({
  name: "钱新人",
  email: "New.Person@Demo.test",
  phone_cc: "86",
  phone: "138 1234 5678",
  team_id: sales.team_id,
  role_ids: [await roleId("sales")],
  wecom_userid: "qianxinren",
  customer_cap: null,
  accept_inquiry: true,
  ...given,
});
const create = async (caller: As, given: Record<string, unknown> = {}) =>
  caller.unchecked(staff.create, { body: { password: null, ...(await bodyOf(given)) } });
const rowOf = async (id: number) => (await asAdmin(staff.get, { params: { id } })).data;
const update = async (caller: As, id: number, given: Record<string, unknown>) => {
  const { version, name, email, phone_cc, phone, team_id, role_ids, wecom_userid, customer_cap, accept_inquiry } =
    await rowOf(id);
  const held = { version, name, email, phone_cc, phone, team_id: team_id ?? sales.team_id, role_ids, wecom_userid };
  return caller.unchecked(staff.update, { params: { id }, body: { ...held, customer_cap, accept_inquiry, ...given } });
};
const signIn = (email: string, password: string | null) =>
  api.send(auth.login, { body: { email, password: password ?? "", remember: false } });
const lines = (id: number) =>
  logLines(
    and(eq(operationLog.target_type, "user"), eq(operationLog.target_id, id), eq(operationLog.module, "system")),
  );
const errorsOf = (wire: { data: unknown }) => (wire.data as { errors: unknown[] }).errors;

describe("an account", () => {
  test("begins with a password that is told once and has to be replaced, and lives on to the log in words", async () => {
    const made = await create(asAdmin);
    expect(made).toMatchObject({ code: 200, data: { initial_password: expect.stringMatching(/^.{12,}$/) } });
    const { id, initial_password } = made.data;
    expect(await rowOf(id)).toMatchObject({
      email: "new.person@demo.test",
      phone: "13812345678",
      team: { id: sales.team_id, name: "华东" },
      roles: [{ code: "sales" }],
      must_change_password: true,
      status: "enabled",
      customer_count: 0,
      cap: 200,
    });
    const signedIn = await signIn("NEW.person@demo.test", initial_password);
    expect(signedIn).toMatchObject({ code: 200, data: { must_change_password: true } });
    const [line] = await lines(id);
    expect(line).toMatchObject({ action: "create", summary: "新增员工：钱新人" });
    expect(line?.changes).toContainEqual({ field: "team_id", label: "所属团队", before: null, after: "华东" });
    expect(JSON.stringify([line, await db.select().from(message)])).not.toContain(initial_password);
    expect(await db.select().from(message).where(eq(message.user_id, id))).toMatchObject([{ title: "您的账号已开通" }]);
  });

  test("takes a password that fits the rule, and shares address, number and WeCom name with nobody", async () => {
    expect(errorsOf(await create(asAdmin, { password: "simple" }))).toMatchObject([
      { field: "password", message: "初始密码至少10位" },
    ]);
    const { data } = await create(asAdmin, { password: "Typed-words-1" });
    expect(data.initial_password).toBe("Typed-words-1");
    for (const [given, label] of [
      [{ phone: "13900000001", wecom_userid: "other" }, "邮箱"],
      [{ email: "b@demo.test", wecom_userid: "other" }, "手机号"],
      [{ email: "b@demo.test", phone: null, phone_cc: null }, "企业微信账号"],
    ] as const)
      expect(await create(asAdmin, given)).toMatchObject({ code: 40900, message: `数据已存在：${label}` });
    for (const [given, field] of [
      [{ phone: "123" }, "phone"],
      [{ role_ids: [] }, "role_ids"],
      [{ role_ids: [999] }, "role_ids"],
      [{ team_id: 999 }, "team_id"],
      [{ email: "none" }, "email"],
      [{ customer_cap: 10_000 }, "customer_cap"],
    ] as const)
      expect(errorsOf(await create(asAdmin, { email: "c@demo.test", wecom_userid: null, ...given }))).toMatchObject([
        { field },
      ]);
  });

  test("is changed in its present version only, its provider's name taken away but never written", async () => {
    await db.update(user).set({ sso_subject: "subject-1" }).where(eq(user.id, sales.id));
    const other = await makeTeam(db, { name: "华南" });
    const changes = { name: "林经理", team_id: String(other.id), role_ids: [await roleId("sales_manager")] };
    const changed = await update(asAdmin, sales.id, { ...changes, clear_sso: true });
    expect(changed).toMatchObject({
      ...{ code: 200, data: { name: "林经理", team: { name: "华南" }, roles: [{ code: "sales_manager" }] } },
    });
    expect(changed.data).toMatchObject({ sso_bound: false, version: 2 });
    expect((await lines(sales.id)).at(-1)?.changes).toEqual([
      { field: "name", label: "姓名", before: "林顾问", after: "林经理" },
      { field: "team_id", label: "所属团队", before: "华东", after: "华南" },
      { field: "role_ids", label: "角色", before: "销售顾问", after: "销售经理" },
      { field: "sso_subject", label: "单点登录", before: "已绑定", after: "未绑定" },
    ]);
    expect(await update(asAdmin, sales.id, { version: 1, name: "旧" })).toMatchObject({
      code: 40901,
      data: { name: "林经理", version: 2 },
    });
  });

  test("gets a new password, and every session of it ends at once; so do kicking and disabling", async () => {
    const { data } = await asAdmin(staff.resetPassword, { params: { id: sales.id }, body: { password: null } });
    expect(await asSales(userContract.profile)).toMatchObject({ code: 40100 });
    expect(await signIn(sales.email, data.initial_password)).toMatchObject({ code: 200 });
    expect(await asAdmin(staff.kick, { params: { id: sales.id } })).toMatchObject({ data: { count: 1 } });
    const again = await api.as(sales.id);
    expect(await asAdmin(staff.disable, { params: { id: sales.id } })).toMatchObject({ data: { status: "disabled" } });
    expect(await again(userContract.profile)).toMatchObject({ code: 40100 });
    expect(await db.$count(session, and(eq(session.user_id, sales.id), isNull(session.ended_at)))).toBe(0);
    expect(await asAdmin(staff.disable, { params: { id: sales.id } })).toMatchObject({ code: 40902 });
    expect(await asAdmin(staff.enable, { params: { id: sales.id } })).toMatchObject({ data: { status: "enabled" } });
    expect((await lines(sales.id)).map(({ summary }) => summary)).toEqual([
      "重置员工密码：林顾问（结束1个登录）",
      "强制下线员工：林顾问（结束1个登录）",
      "停用员工：林顾问",
      "启用员工：林顾问",
    ]);
    expect(JSON.stringify(await lines(sales.id))).not.toContain(data.initial_password);
  });

  test("is deleted only once its person has left and nothing is left to do; its address is free again", async () => {
    const remove = () => asAdmin(staff.remove, { params: { id: sales.id } });
    expect(await remove()).toMatchObject({ code: 40902 });
    await db.update(user).set({ status: "resigned" }).where(eq(user.id, sales.id));
    await makeCustomer(db, { owner_id: sales.id });
    expect(await remove()).toMatchObject({ code: 40904 });
    await db.update(customer).set({ owner_id: null }).where(eq(customer.owner_id, sales.id));
    expect(await remove()).toMatchObject({ code: 200 });
    expect(await asAdmin(staff.get, { params: { id: sales.id } })).toMatchObject({ code: 40400 });
    expect(await create(asAdmin, { email: sales.email })).toMatchObject({ code: 200 });
  });
});

describe("nobody", () => {
  test("locks himself out, or takes the last who may do everything", async () => {
    for (const act of [staff.disable, staff.kick, staff.remove])
      expect(await asAdmin(act, { params: { id: admin.id } })).toMatchObject({ code: 42200 });
    expect(await asAdmin(staff.resetPassword, { params: { id: admin.id }, body: { password: null } })).toMatchObject({
      code: 42200,
    });
    expect(errorsOf(await update(asAdmin, admin.id, { role_ids: [await roleId("sales")] }))).toMatchObject([
      { field: "role_ids", message: "不能修改自己的角色" },
    ]);
  });

  test("raises himself by another's account or by a role beyond his own", async () => {
    const clerk = await makeUser(db, { permissions: ["system:user:manage"], scope: "all", team_id: sales.team_id });
    const asClerk = await api.as(clerk.id);
    const refused = [{ field: "role_ids" }];
    expect(errorsOf(await create(asClerk))).toMatchObject([
      { field: "role_ids", message: expect.stringMatching("超出自己") },
    ]);
    expect(errorsOf(await create(asClerk, { role_ids: [await roleId("super_admin")] }))).toMatchObject(refused);
    // He may keep the facts of a seller, but not give himself the seller's door.
    expect(await update(asClerk, sales.id, { name: "林新名" })).toMatchObject({ code: 200 });
    expect(errorsOf(await update(asClerk, sales.id, { wecom_userid: "mine", email: "me@demo.test" }))).toMatchObject([
      { field: "email" },
      { field: "wecom_userid" },
    ]);
    expect(await asClerk(staff.resetPassword, { params: { id: sales.id }, body: { password: null } })).toMatchObject({
      code: 40300,
    });
    for (const act of [staff.disable, staff.kick])
      expect(await asClerk(act, { params: { id: admin.id } })).toMatchObject({ code: 40300 });
    expect(await update(asClerk, admin.id, { name: "新名" })).toMatchObject({ code: 40300 });
    const { data } = await asClerk(option.community, { query: { scenes: ["roles"] } });
    // Roles of other tests may be there too; each of the company's own holds more than they do.
    const offered = new Set(data.roles?.filter(({ disabled }) => !disabled).map(({ label }) => label));
    expect(offered.size).toBeGreaterThan(0);
    const own = await db.select({ name: role.name }).from(role).where(eq(role.builtin, true));
    expect(own.length).toBeGreaterThan(5);
    expect(own.filter(({ name }) => offered.has(name))).toEqual([]);
    // To write to is not to give.
    const audience = await asClerk(option.community, { query: { scenes: ["audience_roles"] } });
    const named = audience.data.audience_roles?.map(({ label }) => label);
    expect(own.every(({ name }) => named?.includes(name))).toBe(true);
  });
});

test("the list finds by keyword, role, status and team with the teams below, and counts customers against the limit", async () => {
  const below = await makeTeam(db, { name: "一组", parent_id: sales.team_id });
  await rowsOf(db).updateIn("user", sales.id, {
    phone_e164: "+8613812345678",
    phone: "13812345678",
    phone_cc: "86",
    customer_cap: 5,
  });
  const manager = await makeUser(db, { role: "sales_manager", name: "王经理", team_id: below.id, status: "disabled" });
  for (const stage of ["new", "lost"]) await makeCustomer(db, { owner_id: sales.id, stage });
  // As an address might say it.
  const find = async (query: Record<string, unknown>) =>
    (await asAdmin.unchecked(staff.list, { query: query })).data.list.map(({ id }) => id);
  expect((await asAdmin(staff.list, { query: { keyword: "林顾" } })).data.list).toMatchObject([
    { id: sales.id, customer_count: 1, cap: 5 },
  ]);
  expect(await find({ keyword: "138 1234 5678" })).toEqual([sales.id]);
  expect(await find({ keyword: sales.email.slice(0, 12) })).toEqual([sales.id]);
  expect(await find({ team_id: sales.team_id, sort: "name" })).toEqual([sales.id, manager.id]);
  expect(await find({ team_id: below.id })).toEqual([manager.id]);
  expect(await find({ status: ["disabled"] })).toEqual([manager.id]);
  expect(await find({ role_id: [await roleId("super_admin")] })).toEqual([admin.id]);
  expect((await find({ sort: "-customer_count" }))[0]).toBe(sales.id);
});

test("people are moved to another team together, each with a line of his own", async () => {
  const other = await makeTeam(db, { name: "华南" });
  const reply = await asAdmin(staff.moveTeam, { body: { ids: [sales.id, admin.id, 9999], team_id: other.id } });
  expect(reply.data).toMatchObject({ success: [admin.id, sales.id], failed: [{ id: 9999, code: 40400 }] });
  expect((await rowOf(sales.id)).team).toEqual({ id: other.id, name: "华南" });
  expect((await lines(sales.id)).at(-1)?.changes).toEqual([
    { field: "team_id", label: "所属团队", before: "华东", after: "华南" },
  ]);
});

describe("who leaves", () => {
  const handOver = (body: Record<string, unknown>, id = sales.id) =>
    asAdmin.unchecked(staff.handover, { params: { id }, body: body });

  test("hands customers and what is still to be done to a colleague, in one act with one line", async () => {
    const heir = await makeUser(db, { role: "sales", name: "陈接手", accept_inquiry: false, customer_cap: 3 });
    const applicant = await makeUser(db, { role: "sales" });
    const customers = [];
    for (const stage of ["new", "contacted", "lost"])
      customers.push(await makeCustomer(db, { owner_id: sales.id, stage, is_locked: true }));
    const [first] = customers;
    const request = { customer_id: found(first).id, owner_id: sales.id, applicant_id: applicant.id, reason: "老客户" };
    await db.insert(transferRequest).values(request);
    await makeSchedule(db, { user_id: sales.id, customer_id: found(first).id });
    const done = await makeSchedule(db, { user_id: sales.id, status: "done" });
    await makeInquiry(db, { assignee_id: sales.id });

    expect((await asAdmin(staff.handoverPreview, { params: { id: sales.id } })).data).toEqual({
      list: [
        { resource: "customer", label: "客户", count: 3 },
        { resource: "inquiry", label: "未结询盘", count: 1 },
        { resource: "schedule", label: "待办日程", count: 1 },
        { resource: "unit", label: "锁定房号", count: 0 },
        { resource: "agent", label: "代理", count: 0 },
        { resource: "clue", label: "对接报备", count: 0 },
        { resource: "deal", label: "进行中成交", count: 0 },
      ],
      counted: 2,
    });
    expect((await handOver({ to: "user", target_user_id: heir.id })).data.list.map(({ count }) => count)).toEqual([
      3, 1, 1, 0, 0, 0, 0,
    ]);
    expect(await db.select().from(inquiry)).toMatchObject([{ assignee_id: heir.id, status: "assigned" }]);
    expect(await asSales(userContract.profile)).toMatchObject({ code: 40100 });
    expect(await rowOf(sales.id)).toMatchObject({ status: "resigned", customer_count: 0, can: { handover: false } });
    const owned = { owner_id: heir.id, last_owner_id: sales.id, is_locked: false, version: 2 };
    expect(await db.select().from(customer).orderBy(customer.id)).toMatchObject(
      customers.map(({ id }) => ({ id, ...owned })),
    );
    const handed = { action: "resign", from_user: sales.id, to_user: heir.id, by: admin.id };
    expect(await db.select().from(customerOwnerLog).orderBy(customerOwnerLog.id)).toMatchObject(
      customers.map(({ id }) => ({ customer_id: id, ...handed })),
    );
    expect(await db.select().from(transferRequest)).toMatchObject([{ status: "cancelled" }]);
    expect(await db.select().from(schedule).orderBy(schedule.id)).toMatchObject([
      { user_id: heir.id, status: "pending" },
      { id: done.id, user_id: sales.id },
    ]);
    expect(await db.select().from(message).where(eq(message.user_id, heir.id))).toMatchObject([
      {
        content:
          "赵管理将【林顾问】的工作交接给您：客户3、未结询盘1、待办日程1、锁定房号0、代理0、对接报备0、进行中成交0。",
      },
    ]);
    const shown = await lines(sales.id);
    expect(shown.map(({ summary }) => summary)).toEqual([
      "离职交接：林顾问（交给陈接手：客户3、未结询盘1、待办日程1、锁定房号0、代理0、对接报备0、进行中成交0）",
    ]);
    const asHeir = await api.as(heir.id);
    expect(await asHeir(customerContract.get, { params: { id: found(first).id } })).toMatchObject({ code: 200 });
  });

  test("gives nobody more than he may hold, nor customers to who is no seller, nor anything to himself", async () => {
    const heir = await makeUser(db, { role: "sales", customer_cap: 1 });
    const editor = await makeUser(db, { role: "content_editor" });
    const away = await makeUser(db, { role: "sales", status: "disabled" });
    for (const stage of ["new", "contacted"]) await makeCustomer(db, { owner_id: sales.id, stage });
    expect(await handOver({ to: "user", target_user_id: heir.id })).toMatchObject({ code: 40913 });
    for (const target_user_id of [editor.id, away.id, sales.id, null])
      expect(errorsOf(await handOver({ to: "user", target_user_id }))).toMatchObject([{ field: "target_user_id" }]);
    expect(await handOver({ to: "pool" }, admin.id)).toMatchObject({ code: 42200 });
    expect(await rowOf(sales.id)).toMatchObject({ status: "enabled", customer_count: 2 });
    expect(await db.select().from(customerOwnerLog)).toEqual([]);
  });

  test("leaves two thousand customers to the pool within seconds, and what was to be done with them is cancelled", async () => {
    const one = await makeCustomer(db, { owner_id: sales.id });
    const { id: _, ...values } = one;
    const many = Array.from({ length: 1_999 }, (_, index) => ({ ...values, customer_no: `KH${index}` }));
    await db.transaction((tx) => insertRows(tx, customer, many));
    await makeSchedule(db, { user_id: sales.id, customer_id: one.id });
    expect((await handOver({ to: "pool" })).data.list.map(({ count }) => count)).toEqual([2_000, 0, 1, 0, 0, 0, 0]);
    const inPool = and(eq(customer.pool_reason, "owner_resigned"), eq(customer.last_owner_id, sales.id));
    expect(await db.$count(customer, and(inPool, isNull(customer.owner_id)))).toBe(2_000);
    expect(await db.$count(customerOwnerLog, eq(customerOwnerLog.action, "resign"))).toBe(2_000);
    expect(await db.select().from(schedule)).toMatchObject([{ status: "cancelled" }]);
    expect(await db.$count(operationLog, eq(operationLog.module, "system"))).toBe(1);
  });
});

describe("a file of people", () => {
  const heading = "姓名,邮箱,手机号,所属团队,角色,客户上限,接收自动分配";
  const send = async (caller: number, rows: string[], query: object = {}) =>
    (await api.as(caller)).unchecked(staffImport.start, {
      ...{ query: { name: "员工.csv", ...query }, body: [heading, ...rows].join("\r\n") },
    });

  test("is looked through, taken in with first passwords, and its refused rows are reported", async () => {
    await makeTeam(db, { name: "一组", parent_id: sales.team_id });
    const rows = [
      "钱一,one@demo.test,13812345678,华东/一组,销售顾问、客服,50,否",
      `钱二,${sales.email},,华东,销售顾问,,`,
      "钱三,three@demo.test,+8613812345678,华东,销售顾问,,",
      "钱四,four@demo.test,,西北,销售顾问,,",
      "钱五,five@demo.test,,华东,没有的角色,,",
      "钱六,six@demo.test,,一组,财务,,",
    ];
    const before = await db.$count(user);
    const looked = await send(admin.id, rows, { dry_run: true });
    expect(looked.data).toMatchObject({ status: "done", dry_run: true, total: 6, success: 2, failed: 4, accounts: [] });
    expect(await db.$count(user)).toBe(before);
    const { data } = await send(admin.id, rows);
    expect(data.errors).toEqual([
      { row: 3, field: "邮箱", message: "已存在，未作修改" },
      { row: 4, field: "手机号", message: "与第2行重复" },
      { row: 5, field: "所属团队", message: "团队“西北”不存在或已停用" },
      { row: 6, field: "角色", message: "角色“没有的角色”不存在或已停用" },
    ]);
    expect(data.accounts).toMatchObject([{ email: "one@demo.test" }, { email: "six@demo.test" }]);
    const { initial_password } = found(data.accounts[0]);
    expect(await signIn("one@demo.test", initial_password)).toMatchObject({ data: { must_change_password: true } });
    const stored = JSON.stringify([await db.select().from(importTask), await logLines()]);
    expect(stored).not.toContain(initial_password);
    const list = await asAdmin(staff.list, { query: { keyword: "钱一" } });
    expect(list.data.list).toMatchObject([
      { team: { name: "一组" }, phone: "13812345678", cap: 50, accept_inquiry: false, roles: [{}, {}] },
    ]);
    expect((await asAdmin(staffImport.recent)).data.list).toMatchObject([{ success: 2 }, { dry_run: true }]);
    expect((await asAdmin(staffImport.errors, { params: { id: data.id } })).status).toBe(200);
  });

  test("is refused as a whole where it is none of ours, and gives nobody a role beyond the sender's", async () => {
    expect(errorsOf(await send(admin.id, []))).toMatchObject([{ message: "文件中没有数据" }]);
    const many = Array.from({ length: 501 }, (_, index) => `钱,many${index}@demo.test,,华东,销售顾问,,`);
    expect(errorsOf(await send(admin.id, many))).toMatchObject([{ message: expect.stringContaining("500") }]);
    const clerk = await makeUser(db, { permissions: ["system:user:manage"], scope: "all" });
    const { data } = await send(clerk.id, ["钱一,one@demo.test,,华东,超级管理员,,"]);
    expect(data).toMatchObject({ success: 0, failed: 1, errors: [{ field: "角色" }] });
  });
});

whoMay(staff, { all: "SA" }, { "/system/user": "SA" });

whoMay(staffImport, { all: "SA" });
