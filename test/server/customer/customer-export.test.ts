import { sql } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
beforeEach(() => resetDatabase(db));

/** The file as a spreadsheet reads it: its name, its cells, and the line at its end that says whose it is. */
async function download(query: Record<string, unknown>, userId?: number) {
  const token = await api.tokenOf(userId ?? (await makeUser(db, { role: "sales_manager" })).id);
  const url = `${pathOf(customer.exportPool)}?${writeQuery({ reason: "report", ...query })}`;
  const response = await api.app.request(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await response.arrayBuffer());
  const cells: ExcelJS.CellValue[][] = [];
  book.worksheets[0]?.eachRow((row) => {
    const line: ExcelJS.CellValue[] = [];
    row.eachCell({ includeEmpty: true }, (cell) => void line.push(cell.value));
    cells.push(line);
  });
  const name = decodeURIComponent(response.headers.get("content-disposition")?.split("''")[1] ?? "");
  const trace = cells.pop()?.[0];
  return { name, cells, book, trace };
}

test("the file holds the filtered pool in the list's order, in words, contacts masked", async () => {
  const owner = await makeUser(db, { name: "陆一鸣" });
  const chen = await makeCustomer(db, {
    name: "陈海",
    phone: "13812345678",
    level: "A",
    source: "ads",
    intent_country_codes: ["JP", "TH"],
    intent_estate_ids: [(await makeEstate(db, { name: "云汀·一号" })).id],
    budget_min: "30000000.00",
    budget_currency: "JPY",
    pool_at: days(-1),
    pool_reason: "auto_no_follow",
    last_owner_id: owner.id,
    tracking_count: 4,
  });
  await makeCustomer(db, { name: "李娜", level: "A", pool_at: days(-2) });
  await makeCustomer(db, { name: "王强", level: "B" });
  const { name, cells } = await download({ level: ["A"], sort: "pool_at" });
  expect(name).toBe("公海客户-20261120.xlsx");
  expect(cells.map((line) => line[1])).toEqual(["客户姓名", "李娜", "陈海"]);
  expect(cells[2]).toEqual([
    chen.customer_no,
    "陈海",
    "138****5678",
    "A 高意向",
    "新客户",
    "广告投放",
    "日本、泰国",
    "云汀·一号 东京都 港区",
    30_000_000,
    null,
    "JPY",
    new Date("2026-11-19T12:00:00Z"),
    "超时未跟进",
    "陆一鸣",
    4,
  ]);
});

test("owned customers are exported by tab, scope and filter, with their holder", async () => {
  const manager = await makeUser(db, { role: "sales_manager", name: "许主管", team_id: (await makeTeam(db)).id });
  const seller = await makeUser(db, { name: "陆一鸣", team_id: manager.team_id });
  const stranger = await makeUser(db, { team_id: (await makeTeam(db)).id });
  const mine = await makeCustomer(db, { name: "陈海", phone: "13812345678", owner_id: manager.id, stage: "lost" });
  const theirs = await makeCustomer(db, {
    name: "李娜",
    phone: "13912345678",
    owner_id: seller.id,
    is_locked: true,
    last_tracking_at: days(-2),
  });
  await makeCustomer(db, { name: "王强", owner_id: stranger.id });
  await makeCustomer(db, { name: "公海" });
  const { name, cells, trace } = await download({ view: "owned", sort: "customer_no" }, manager.id);
  expect(name).toBe("客户-20261120.xlsx");
  expect(cells[0]).toEqual([
    "客户编号",
    "客户姓名",
    "锁定",
    "手机号",
    "客户等级",
    "客户阶段",
    "客户来源",
    "意向国家/地区",
    "意向楼盘",
    "预算下限",
    "预算上限",
    "币种",
    "跟进人",
    "最近跟进",
    "下次跟进",
    "未跟进天数",
    "创建时间",
  ]);
  const line = (no: string) => cells.find(([first]) => first === no)?.filter((cell) => cell !== null);
  expect(cells).toHaveLength(3);
  expect(line(theirs.customer_no)?.slice(1, 4)).toEqual(["李娜", "是", "139****5678"]);
  expect(line(theirs.customer_no)).toContain("陆一鸣");
  expect(line(theirs.customer_no)).toContainEqual(new Date("2026-11-18T12:00:00Z"));
  expect(line(mine.customer_no)?.slice(1, 4)).toEqual(["陈海", "否", "138****5678"]);
  expect(trace).toMatch(/^导出人：许主管（\d+）　导出时间：2026-11-20 12:00　原因：内部报表　编号：\S{8,}$/);
  const lost = await download({ view: "lost" }, manager.id);
  expect(lost.cells.slice(1).map((cell) => cell[1])).toEqual(["陈海"]);
});

test("numbers are masked for everybody unless the setting lets their holder and his code's bearers have them", async () => {
  const manager = await makeUser(db, {
    permissions: ["customer:info:view", "customer:info:export"],
    scope: "all",
  });
  const auditor = await makeUser(db, {
    permissions: ["customer:info:view", "customer:info:export", "customer:phone:view"],
    scope: "all",
  });
  await makeCustomer(db, { phone: "13800000001", owner_id: manager.id });
  await makeCustomer(db, { phone: "13800000002", owner_id: auditor.id });
  const phones = async (userId: number) =>
    (await download({ view: "owned", sort: "created_at" }, userId)).cells.slice(1).map((line) => line[3]);
  expect(await phones(auditor.id)).toEqual(["138****0001", "138****0002"]);
  await setSetting(db, "export.mask_phone", false);
  expect(await phones(manager.id)).toEqual(["13800000001", "138****0002"]);
  expect(await phones(auditor.id)).toEqual(["13800000001", "13800000002"]);
});

test("no cell is a formula, whatever people have typed", async () => {
  const typed = ["=1+1", "+86", "-2", "@SUM(A1)", "\tx", "＝1", "＠a", "=cmd|'/c calc'!A0"];
  for (const name of typed) await makeCustomer(db, { name });
  const { book, cells } = await download({ sort: "created_at" });
  expect(cells.slice(1).map((line) => line[1])).toEqual(typed.map((name) => `'${name}`));
  book.worksheets[0]?.eachRow((row) => row.eachCell((cell) => expect(cell.type).not.toBe(ExcelJS.ValueType.Formula)));
});

test("more rows than one reading fetches come whole and once", async () => {
  await db.execute(sql`insert into customer (customer_no, name, source, pool_at, created_at, updated_at)
    select 'KH' || g, '客户' || g, 'phone', ${days(0)}::timestamptz, now(), now() from generate_series(1, 1100) g`);
  const { cells } = await download({});
  expect(new Set(cells.map((line) => line[0])).size).toBe(1_101);
});

test("the reason is kept in the log before the file leaves", async () => {
  const manager = await makeUser(db, { role: "sales_manager" });
  const token = await api.tokenOf(manager.id);
  const query = "reason=event_invite&level=A,B&keyword=13812345678";
  await makeCustomer(db, { phone: "13812345678", level: "A" });
  const response = await api.app.request(`${pathOf(customer.exportPool)}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await db.select().from(operationLog)).toMatchObject([
    {
      action: "export",
      user_id: manager.id,
      summary: "导出公海客户1条",
      reason: "活动邀约",
      changes: expect.arrayContaining([
        { field: "level", label: "客户等级", before: null, after: "A 高意向、B 中意向" },
        { field: "keyword", label: "关键词", before: null, after: "138****5678" },
      ]),
    },
  ]);
  await response.body?.cancel();
});

test("without a reason of the dictionary, or beyond the limit nothing is exported", async () => {
  await setSetting(db, "export.max_rows", 100);
  for (let number = 0; number < 101; number++) await makeCustomer(db);
  const asManager = await api.as((await makeUser(db, { role: "sales_manager" })).id);
  const ask = (query: object) => asManager(customer.exportPool, { query: { reason: "report", ...query } });
  expect(await ask({ reason: undefined })).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
  expect(await ask({ reason: "curiosity" })).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
  expect(await ask({})).toMatchObject({ status: 422, code: 42200, message: "单次最多导出100条，请缩小筛选范围" });
  expect(await db.select().from(operationLog)).toEqual([]);
});
