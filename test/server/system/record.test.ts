import { describe, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { batch } from "~/contract/shared/batch";
import { auth } from "~/contract/sign-in/auth";
import { record } from "~/contract/system/record";
import { operationLog } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { desk } from "~/test/support/desk";
import { days, makeCustomer, makeTeam, makeUser, put, setSetting, testNow } from "~/test/support/factories";
import { cellsOf } from "~/test/support/sheet";

const { db, api, admin, asAdmin, whoMay } = desk({ admin: { role: "super_admin", name: "郑总" } });

const span = { created_from: "2026-11-14", created_to: "2026-11-20" };
const list = (query: object = {}) => asAdmin.unchecked(record.list, { query: { ...span, ...query } });
const found = async (query: object) => (await list(query)).data.list.map(({ summary }) => summary);

type Line = Partial<typeof operationLog.$inferInsert>;
const write = (line: Line) => {
  const given = { user_name: "王销售", module: "customer", action: "update", summary: "编辑", created_at: days(0) };
  return put(db, operationLog, { ...given, ...line });
};

describe("the operation log", () => {
  test("is found by person, module, action, number, name and day", async () => {
    const person = await makeCustomer(db, { name: "李客户" });
    const target = { target_type: "customer", target_id: person.id, target_name: person.name };
    await write({ summary: "一", user_id: admin.id, ...target });
    await write({ summary: "二", module: "auth", action: "login", result: "failed", created_at: days(-3) });
    await write({ summary: "三", target_type: "schedule", target_id: person.id, created_at: days(-6) });
    await write({ summary: "四", created_at: days(-7) });
    expect(await found({})).toEqual(["一", "二", "三"]);
    expect(await found({ sort: "created_at" })).toEqual(["三", "二", "一"]);
    expect(await found({ user_id: admin.id })).toEqual(["一"]);
    expect(await found({ module: "auth,upload" })).toEqual(["二"]);
    expect(await found({ action: "update" })).toEqual(["一", "三"]);
    expect(await found({ target: person.customer_no })).toEqual(["一"]);
    expect(await found({ target: `${person.id}` })).toEqual(["一", "三"]);
    expect(await found({ target: "李客户" })).toEqual(["一"]);
    expect(await found({ target: "KH000" })).toEqual([]);
    expect(await found({ created_from: "2026-11-13", created_to: "2026-11-14" })).toEqual(["三", "四"]);
    expect((await list({ target: person.customer_no })).data).toMatchObject({
      total: 1,
      list: [{ user_name: "王销售", module: "customer", action: "update", target_name: "李客户", result: "success" }],
    });
  });

  test("tells of one line what it changed, from where and why", async () => {
    const changes = [{ field: "name", label: "姓名", before: "李", after: "李四" }];
    const { id } = await write({ changes, reason: "核实", ua: "Mozilla", request_id: "r-1" });
    const { data } = await asAdmin(record.get, { params: { id } });
    expect(data).toMatchObject({ changes, change_count: 1, reason: "核实", ua: "Mozilla", request_id: "r-1" });
    expect(data).not.toHaveProperty("salt");
    expect((await asAdmin(record.get, { params: { id: 999_999 } })).code).toBe(40400);
  });

  test("is not asked for more than 90 days, or for days the wrong way round", async () => {
    const wrong = async (query: object) => (await list(query)).data;
    expect(await wrong({ created_from: "2026-08-22" })).toMatchObject({
      errors: [{ field: "created_from", message: "一次最多查询90天" }],
    });
    expect((await list({ created_from: "2026-08-23" })).code).toBe(200);
    expect(await wrong({ created_from: "2026-11-21" })).toMatchObject({ errors: [{ field: "created_from" }] });
    expect(await wrong({ action: "steal" })).toMatchObject({ errors: [{ field: "action" }] });
    expect(await wrong({ module: "no-such" })).toMatchObject({ errors: [{ field: "module" }] });
  });

  test("goes out as a spreadsheet, with a line of its own", async () => {
    await write({ summary: "=HYPERLINK(1)", changes: [{ field: "a", label: "等级", before: null, after: "A" }] });
    await write({ summary: "早前", created_at: days(-30) });
    const query = { ...span, reason: "report", module: ["customer"] };
    const cells = await cellsOf(await asAdmin.file(record.export, { query }));
    const head = ["时间", "操作人", "模块", "动作", "对象", "摘要", "变更", "原因", "IP", "结果", "请求编号"];
    expect(cells[0]).toEqual(head);
    expect(cells[1]).toEqual(
      expect.arrayContaining(["王销售", "客户管理", "修改", "'=HYPERLINK(1)", "等级：（空） → A", "成功"]),
    );
    expect(cells).toHaveLength(3);
    expect(await found({ action: "export" })).toEqual(["导出操作日志1条"]);
    await setSetting(db, "export.max_rows", 100);
    const more = { user_name: "系统", module: "customer", action: "update", summary: "多", created_at: days(0) };
    await db.insert(operationLog).values(Array.from({ length: 101 }, () => more));
    expect(await asAdmin(record.export, { query: { ...span, reason: "report" } })).toMatchObject({ code: 42200 });
  });

  test("tells of sign-ins, also of those that were refused", async () => {
    const { email } = await makeUser(db, { name: "林销售", password_hash: await hashPassword("Right-password-1") });
    const body = { email, password: "Wrong-password-1" };
    expect((await api.send(auth.login, { body })).code).toBe(40101);
    expect((await api.send(auth.login, { body: { ...body, email: "nobody@demo.test" } })).code).toBe(40101);
    expect((await list({ module: "auth" })).data.list).toMatchObject([
      { user_name: "未知账号", action: "login", result: "failed", summary: "登录失败：账号不存在" },
      { user_name: "林销售", action: "login", result: "failed", summary: "登录失败：密码错误" },
    ]);
  });
});

describe("bulk acts", () => {
  const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000);

  test("are listed while they can be undone: one's own, a super administrator sees everybody's", async () => {
    const team_id = (await makeTeam(db)).id;
    const manager = await makeUser(db, { role: "sales_manager", name: "陈经理", team_id });
    const sales = await makeUser(db, { team_id });
    const asManager = await api.as(manager.id);
    const { id } = await makeCustomer(db, { owner_id: manager.id });
    const assigned = await asManager(customer.assignBatch, {
      body: { ids: [id], user_id: sales.id, action: "assign", reason: "交接" },
    });
    const { batch_id } = assigned.data;
    const mine = async (asking = asManager) => (await asking(batch.list, {})).data;
    expect(await mine()).toMatchObject({
      hours: 24,
      total: 1,
      list: [{ id: batch_id, act: "assign", total: 1, status: "none", user: { name: "陈经理" }, can: { undo: true } }],
    });
    expect((await mine()).list[0]?.until).toBe(days(1));
    expect((await mine(asAdmin)).list).toHaveLength(1);
    expect((await mine(await api.as(sales.id))).list).toEqual([]);
    await asManager(batch.undo, { params: { id: batch_id ?? 0 } });
    expect((await mine()).list).toMatchObject([{ status: "done", success: 1, can: { undo: false } }]);
    api.setClock(hours(25));
    expect((await mine()).list).toEqual([]);
  });
});

whoMay(record, { all: "SA" }, { "/system/record": "SA" });
