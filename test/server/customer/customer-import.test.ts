import { eq, sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { customerImport } from "~/contract/customer/customer-import";
import { blacklist } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { batchRow, importTask } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { endDeadImports } from "~/server/resources/shared/import/task";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import * as imports from "~/test/support/imports";
import { csv, workbook } from "~/test/support/imports";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { rounds } from "~/test/support/seed";
import { cellsOf } from "~/test/support/sheet";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

/** Rows of several chunks. */
const large = rounds(2_000, 5_000);
const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { sales, colleague, asSales, asColleague } = signedIn(api, {
  sales: { role: "sales" },
  colleague: { role: "sales", name: "陆一鸣", email: "lu@demo.test" },
});

type Bytes = Parameters<typeof imports.begin>[2];
const named = { name: "客户.csv" };
const begin = (file: Bytes, query: object = {}, as = asSales) =>
  imports.begin(as, customerImport.start, file, { ...named, ...query });
const imported = (file: Bytes, query: object = {}, as = asSales) =>
  imports.imported(as, customerImport.start, file, { ...named, ...query });
const asNew = async (given: Parameters<typeof makeUser>[1]) => api.as((await makeUser(db, given)).id);
const errorsOf = ({ errors }: Awaited<ReturnType<typeof imported>>) =>
  errors.map(({ row, field, message }) => [row, field, message]);
const made = () => rowsIn("customer");
const names = async () => (await made()).map(({ name }) => name);

test("a template, filled in, comes into the pool with all that belongs to it", async () => {
  const [headings = []] = await cellsOf(await asSales.file(customerImport.template));
  expect(headings).toContain("客户姓名");
  expect(headings).not.toContain("跟进人");
  const row: Record<string, unknown> = {
    客户姓名: "陈海",
    手机号: 13812345678,
    邮箱: "Chen@Example.com",
    客户等级: "高意向（1个月内）",
    出生年份: new Date("1985-03-01"),
    "意向国家/地区": "日本、TH",
    购房目的: "移民/签证、投资",
    预算下限: "30,000,000",
    币种: "日元",
    客户来源: "来电",
    标签: "急购",
    备注: "微信联系",
  };
  const file = await workbook([headings, headings.map((name) => row[String(name)] ?? null)]);
  const task = await imported(file);
  expect(task).toMatchObject({ status: "done", total: 1, success: 1, failed: 0, errors: [], error_file: null });
  const [first] = await made();
  expect(first).toMatchObject({
    ...{ customer_no: "KH2611200001", name: "陈海", phone: "13812345678", phone_e164: "+8613812345678" },
    ...{ email: "chen@example.com", level: "A", stage: "qualified", birth_year: 1985, source: "phone" },
    ...{ intent_country_codes: ["JP", "TH"], purposes: ["immigration", "investment"], tags: ["urgent"] },
    ...{ budget_min: "30000000.00", budget_currency: "JPY" },
    ...{ owner_id: null, pool_reason: "new_unassigned", created_by: sales.id },
  });
  expect(await rowsIn("customerContact")).toHaveLength(2);
  expect(await rowsIn("customerOwnerLog")).toMatchObject([{ action: "create", to_user: null, by: sales.id }]);
  expect(await rowsIn("batch")).toMatchObject([
    { id: task.batch_id, act: "import", permission: "customer:info:create", user_id: sales.id, count: 1 },
  ]);
  expect(await db.select().from(batchRow)).toMatchObject([{ row_id: first?.id, before: {}, version_after: 1 }]);
  expect((await rowsIn("operationLog")).map(({ action, summary }) => [action, summary])).toEqual([
    ["import", "开始导入客户文件：客户.csv"],
    ["import", "导入客户1条，失败0条：客户.csv"],
  ]);
});

test("numbers and texts of a file come in as those of a form do", async () => {
  const file = csv(
    "客户姓名,手机号,微信,备注",
    "十位,+86 1391111700,,",
    "十二位,139111170011,,",
    "连号,12345678901,,",
    "带字母,abc13911117001,,",
    "小数,13911117006.0,,",
    "王\u200B伟\u202C,,wx_ming\u200B,",
    "又一个,,ｗｘ＿ｍｉｎｇ,",
    '换行,13911117007,,"第一行\r\n第二行"',
    "张\uE863,13911117008,,",
  );
  const task = await imported(file);
  expect(task).toMatchObject({ success: 3, failed: 6 });
  expect(errorsOf(task)).toEqual([
    ...[2, 3, 4, 5].map((row) => [row, "手机号", "手机号格式不正确"]),
    [8, "微信", "微信与第7行重复"],
    [10, "客户姓名", expect.stringContaining("生僻字")],
  ]);
  expect((await made()).map(({ name, phone, wechat, remark }) => [name, phone, wechat, remark])).toEqual([
    ["小数", "13911117006", null, null],
    ["王伟", null, "wx_ming", null],
    ["换行", "13911117007", null, "第一行\n第二行"],
  ]);
});

test("a level is taken however it is written: as people say it, by its letter, and as files had it before", async () => {
  const spellings = {
    A: ["A", "a", "Ａ", "高意向", "A 高意向", "a高意向", "高意向(1个月内)", "高意向（1个月内）", "A 高意向(1个月内)"],
    B: ["b", "中意向", "B 中意向", "中意向(3个月内)"],
    C: ["C", "低意向", "C 低意向", "低意向(半年内)"],
    D: ["D", "暂无意向", "D 暂无意向"],
  };
  const rows = Object.entries(spellings).flatMap(([level, words]) => words.map((word) => [level, word] as const));
  const lines = rows.map(([, word], index) => `客户${index},${13_911_110_000 + index},${word}`);
  expect((await imported(csv("客户姓名,手机号,客户等级", ...lines))).errors).toEqual([]);
  expect((await made()).map(({ level }) => level)).toEqual(rows.map(([level]) => level));
});

test("a dry run says the same of every row and writes none", async () => {
  const file = csv("客户姓名,手机号,客户等级", "陈海,13812345678,A", "李娜,123,B", "王强,13912345678,Z");
  const dry = await imported(file, { dry_run: 1 });
  expect(dry).toMatchObject({ dry_run: true, status: "done", total: 3, success: 1, failed: 2, batch_id: null });
  expect(dry.errors).toEqual([
    { row: 3, field: "手机号", message: "手机号格式不正确" },
    { row: 4, field: "客户等级", message: "客户等级“Z”不是可选项" },
  ]);
  expect(await names()).toEqual([]);
  expect(await imported(file)).toMatchObject({ success: 1, errors: dry.errors });
  expect(await names()).toEqual(["陈海"]);
});

test("refused rows come back in a file that can be corrected and sent again, without any formula", async () => {
  const file = csv("客户姓名,手机号,备注", "=1+1,13812345678,x", "@a,12,=cmd|'/c calc'!A0", "陈海,+8190123,-2");
  const task = await imported(file);
  expect(task).toMatchObject({ success: 1, failed: 2 });
  // A formula would be an object.
  const rows = await cellsOf(await asSales.file(customerImport.errors, { params: { id: task.id } }));
  expect(rows).toEqual([
    ["客户姓名", "手机号", "备注", "失败原因"],
    ["'@a", "12", "'=cmd|'/c calc'!A0", "手机号格式不正确"],
    ["陈海", "'+8190123", "'-2", "手机号格式不正确"],
  ]);
  const corrected = rows.map((row, index) =>
    index === 0 ? row : [row[0], index === 1 ? "13912345678" : "'+819012345678", row[2]],
  );
  expect(await imported(await workbook(corrected))).toMatchObject({ success: 2, failed: 0 });
  expect(await names()).toEqual(["=1+1", "@a", "陈海"]);
  expect((await made())[2]).toMatchObject({ phone_cc: "81", phone_e164: "+819012345678", remark: "-2" });
});

test("GB18030, UTF-8 with its mark, UTF-16, tabs and semicolons are understood", async () => {
  // 客户姓名,手机号 / 陈海,13812345601 in GB18030.
  const gb = Uint8Array.from([
    ...[0xbf, 0xcd, 0xbb, 0xa7, 0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0xca, 0xd6, 0xbb, 0xfa, 0xba, 0xc5, 0x0d, 0x0a],
    ...[0xb3, 0xc2, 0xba, 0xa3, 0x2c],
    ...new TextEncoder().encode("13812345601\r\n"),
  ]);
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${csv("客户姓名\t手机号", "王强\t13812345603")}`, "utf16le"));
  const semicolons = `\ufeff${csv("客户姓名;手机号;备注", '李娜;13812345602;"甲\n乙""丙"')}`;
  for (const file of [gb, semicolons, utf16]) expect(await imported(file)).toMatchObject({ success: 1 });
  expect(await names()).toEqual(["陈海", "李娜", "王强"]);
  expect((await made())[1]?.remark).toBe('甲\n乙"丙');
});

test("nobody comes in twice: neither out of the file nor past a customer, the bin or the blacklist", async () => {
  const owned = await makeCustomer(db, { phone: "13800000001", owner_id: colleague.id });
  await makeCustomer(db, { phone: "13800000002", owner_id: colleague.id, created_at: days(-100) });
  await makeCustomer(db, { phone: "13800000003" });
  await makeCustomer(db, { phone: "13800000004", deleted_at: days(-1) });
  await db.insert(blacklist).values({ type: "wechat", value: "spammer", reason: "ads" });
  const file = csv(
    "客户姓名,手机号,微信",
    "甲,+86 138-0000-0001,",
    "乙,13800000002,",
    "丙,13800000003,",
    "丁,13800000004,",
    "戊,,Spammer",
    "己,13800000009,wx1",
    "庚,13800000008,WX1",
    "辛,008613800000009,",
  );
  const task = await imported(file);
  expect(errorsOf(task)).toEqual([
    [2, "手机号", `该客户已由【陆一鸣】跟进（${owned.customer_no}）`],
    [3, "手机号", "该客户100天无跟进，可接管"],
    [4, "手机号", "该客户在公海，可直接领取"],
    [5, "手机号", "该客户在回收站"],
    [6, "微信", "在黑名单中"],
    [8, "微信", "微信与第7行重复"],
    [9, "手机号", "手机号与第7行重复"],
  ]);
  expect(task).toMatchObject({ total: 8, success: 1, failed: 7 });
  expect(await rowsIn("blacklist")).toMatchObject([{ hit_count: 1 }]);
  const again = await imported(csv("客户姓名,手机号", "甲,13800000001"), {}, asColleague);
  expect(errorsOf(again)).toEqual([[2, "手机号", `该客户已在您名下（${owned.customer_no}）`]]);
});

test("a seller may take them himself up to his cap; a dry run counts as the import will", async () => {
  await setSetting(db, "customer.cap", 2);
  await makeCustomer(db, { owner_id: sales.id });
  const rows = ["甲,13800000001,,", "乙,13800000002,已流失,price", "丙,13800000003,,"];
  const file = csv("客户姓名,手机号,客户阶段,流失原因", ...rows);
  for (const dry_run of [1, 0])
    expect(errorsOf(await imported(file, { to: "me", dry_run })), `dry_run ${dry_run}`).toEqual([
      [4, "跟进人", "已达客户上限（2）"],
    ]);
  expect(await rowsIn("customer", eq(customer.owner_id, sales.id))).toHaveLength(3);
  const asService = await asNew({ role: "customer_service" });
  expect(await begin(file, { to: "me" }, asService)).toMatchObject(refusedAt("to"));
});

test("only who may assign names a holder, and only one inside his scope", async () => {
  const permissions = ["customer:info:create", "customer:info:assign"] as const;
  for (const name of ["王 伟", "王伟"]) await makeUser(db, { role: "sales", name });
  await makeUser(db, { role: "sales", name: "高歇", accept_inquiry: false });
  const file = csv(
    "客户姓名,手机号,跟进人",
    "甲,13800000001,陆一鸣",
    "乙,13800000002,LU@demo.test",
    "丙,13800000003,王伟",
    "丁,13800000004,高歇",
    "戊,13800000005,",
  );
  const task = await imported(file, {}, await asNew({ permissions, scope: "all" }));
  expect(errorsOf(task)).toEqual([
    [4, expect.any(String), "有多名员工叫“王伟”，请填写邮箱"],
    [5, expect.any(String), "“高歇”不存在、不在您的权限范围内或不能接收客户"],
  ]);
  expect((await made()).map(({ owner_id }) => owner_id)).toEqual([colleague.id, colleague.id, null]);
  const narrow = await imported(file, {}, await asNew({ permissions, scope: "self" }));
  expect(narrow.failed).toBeGreaterThan(3);
  const bySeller = await imported(file, { dry_run: 1 });
  expect(bySeller).toMatchObject({ status: "done", columns: { left_out: ["跟进人"] } });
});

test.each([
  ["no name", csv("手机号", "13800000001"), "缺少列：客户姓名，请指定是哪一列"],
  ["a column twice", csv("客户姓名,客户姓名", "甲,乙"), "列重复：客户姓名，请指定用哪一列"],
  ["no headings", csv("甲,13800000001"), "没有认出列名，请指定各列是什么"],
  ["too many columns", `${"客户姓名,".repeat(300)}\r\n甲`, "列数不能超过200列"],
  ["an endless cell", csv("客户姓名", `"${"甲".repeat(40_000)}"`), "单元格内容不能超过32767个字符"],
  [
    "a broken zip",
    Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 1, 2, 3]),
    "文件已损坏或没有传完整，请用 Excel 或 WPS 打开，另存为 xlsx 后再导入",
  ],
])("a file with %s is refused as a whole", async (_what, file, message) => {
  expect(await imported(file)).toMatchObject({ status: "failed", success: 0, message });
  expect(await names()).toEqual([]);
});

test("what is no sheet, too large, or empty is refused before it is read", async () => {
  await setSetting(db, "upload.doc_mb", 1);
  const xls = Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]);
  expect(await begin(xls)).toMatchObject({ code: 41500, message: expect.stringContaining("旧版 Excel") });
  for (const none of [Uint8Array.from([1, 0, 2]), ""]) expect(await begin(none)).toMatchObject({ code: 41500 });
  expect(await begin("甲".repeat(600_000))).toMatchObject({ code: 41300, message: "文件超过1MB" });
  expect(await rowsIn("importTask")).toEqual([]);
});

test("a task is its owner's alone; a second does not begin beside it; one left by a dead server has failed", async () => {
  const values = { user_id: sales.id, kind: "customer", name: "a.csv", file_key: "import/x", dry_run: false };
  await db.insert(importTask).values({ ...values, success: 500, created_at: days(0), beat_at: days(0) });
  expect((await asColleague(customerImport.recent)).data.list).toEqual([]);
  const [running] = (await asSales(customerImport.recent)).data.list;
  expect(running).toMatchObject({ status: "running" });
  expect(await begin(csv("客户姓名,微信", "甲,wx1"))).toMatchObject({ code: 40902 });
  api.setClock(new Date(testNow.getTime() + 10 * 60_000));
  expect((await asSales(customerImport.get, { params: { id: running?.id ?? 0 } })).data).toMatchObject({
    status: "failed",
    message: "服务器已重启，导入在第500行后中断，可撤销后重新导入",
  });
  expect(await imported(csv("客户姓名,微信", "甲,wx1"))).toMatchObject({ success: 1 });
});

test("what a dead server has left behind is ended once, with its file; what lives is left alone", async () => {
  const { id: user_id, name } = sales;
  const file_key = "import/left";
  await api.services.storage.write(file_key, new Blob(["x"]).stream(), 10);
  const values = { user_id, kind: "customer", name: "a.csv", file_key, dry_run: false, created_at: days(0) };
  const alive = { ...values, file_key: "import/other", beat_at: days(0), name };
  await db.insert(importTask).values([{ ...values, success: 500, total: 900, beat_at: days(-1) }, alive]);
  expect(await endDeadImports(api.services)).toBe(1);
  expect(await endDeadImports(api.services)).toBe(0);
  const [dead, other] = await rowsIn("importTask");
  expect(dead).toMatchObject({ status: "failed", total: 500, message: expect.stringContaining("第500行后中断") });
  expect(other).toMatchObject({ status: "running", ended_at: null });
  expect(await api.services.storage.read(file_key)).toBeUndefined();
  expect(await rowsIn("operationLog")).toMatchObject([{ summary: "导入客户中断，已导入500条：a.csv" }]);
  expect(await endDeadImports(api.services, true)).toBe(1);
});

test("an import that was taken for dead writes nothing more", async () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `客户${index},wx${index}`);
  const { data } = await begin(csv("客户姓名,微信", ...rows));
  await db.update(importTask).set({ status: "failed", message: "结束" });
  const { file_key, success } = found((await rowsIn("importTask"))[0]);
  await vi.waitFor(async () => expect(await api.services.storage.head(file_key, 1)).toBeUndefined(), 20_000);
  expect(await names()).toHaveLength(success);
  const { data: task } = await asSales(customerImport.get, { params: { id: data.id } });
  expect(task).toMatchObject({ message: "结束", success });
});

test("some thousand rows come whole and in order, in chunks", async () => {
  const phone = (index: number) => `138${String(index).padStart(8, "0")}`;
  const rows = Array.from({ length: large }, (_, index) => `客户${index},${phone(index)},wx${index}`);
  // Every thousandth is one that was there.
  for (let index = 999; index < large; index += 1_000) rows[index] = rows[0] ?? "";
  const task = await imported(csv("客户姓名,手机号,微信", ...rows));
  const failed = large / 1_000;
  const success = large - failed;
  expect(task).toMatchObject({ status: "done", total: large, success, failed });
  const { rows: counts } = await db.execute(sql`select (select count(*)::int from customer) as customers,
    (select count(distinct customer_no)::int from customer) as numbers, (select count(*)::int from customer_contact) as contacts,
    (select count from batch) as batch, (select count(*)::int from batch_row) as batch_rows`);
  expect(counts).toEqual([
    { customers: success, numbers: success, contacts: 2 * success, batch: success, batch_rows: success },
  ]);
});

whoMay(api, customerImport, { all: "SM SR CS" });
