import ExcelJS from "exceljs";
import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { operationLog } from "~/server/database/tables/system";
import { testApi } from "../support/api";
import { resetDatabase, testDatabase } from "../support/database";
import { days, makeCustomer, makeUser, setSetting, testNow } from "../support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
beforeEach(() => resetDatabase(db));

/** The file as a spreadsheet reads it: its name and its cells. */
async function download(query: Record<string, unknown>) {
  const token = await api.tokenOf((await makeUser(db, { role: "sales_manager" })).id);
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
  return { name, cells, book };
}

test("the file holds the filtered pool in the list's order, in words, contacts masked", async () => {
  const owner = await makeUser(db, { name: "陆一鸣" });
  const chen = await makeCustomer(db, {
    name: "陈海",
    phone: "13812345678",
    level: "A",
    source: "ads",
    intent_country_codes: ["JP", "TH"],
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
    "高意向(1个月内)",
    "新客户",
    "广告投放",
    "日本、泰国",
    "30000000.00",
    null,
    "JPY",
    "2026-11-19 12:00",
    "超时未跟进",
    "陆一鸣",
    4,
  ]);
});

test("no cell is a formula, whatever people have typed", async () => {
  const typed = ["=1+1", "+86", "-2", "@SUM(A1)", "\tx", "＝1", "＠a", "=cmd|'/c calc'!A0"];
  for (const name of typed) await makeCustomer(db, { name });
  const { book, cells } = await download({ sort: "created_at" });
  expect(cells.slice(1).map((line) => line[1])).toEqual(typed.map((name) => `'${name}`));
  book.worksheets[0]?.eachRow((row) => row.eachCell((cell) => expect(cell.type).not.toBe(ExcelJS.ValueType.Formula)));
});

test("more rows than one reading fetches come whole and once", async () => {
  for (let number = 0; number < 1_100; number++) await makeCustomer(db);
  const { cells } = await download({});
  expect(new Set(cells.map((line) => line[0])).size).toBe(1_101);
});

test("the reason is kept in the log before the file leaves", async () => {
  const manager = await makeUser(db, { role: "sales_manager" });
  await makeCustomer(db);
  const token = await api.tokenOf(manager.id);
  const response = await api.app.request(`${pathOf(customer.exportPool)}?reason=event_invite`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await db.select().from(operationLog)).toMatchObject([
    { action: "export", user_id: manager.id, summary: "导出公海客户1条", reason: "活动邀约" },
  ]);
  await response.body?.cancel();
});

test("without a reason of the dictionary, beyond the limit, or without its code nothing is exported", async () => {
  await setSetting(db, "export.max_rows", 100);
  for (let number = 0; number < 101; number++) await makeCustomer(db);
  const asManager = await api.as((await makeUser(db, { role: "sales_manager" })).id);
  const ask = (query: object) => asManager(customer.exportPool, { query: { reason: "report", ...query } });
  expect(await ask({ reason: undefined })).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
  expect(await ask({ reason: "curiosity" })).toMatchObject({ code: 42200, data: { errors: [{ field: "reason" }] } });
  expect(await ask({})).toMatchObject({ status: 422, code: 42200, message: "单次最多导出100条，请缩小筛选范围" });
  const asSales = await api.as((await makeUser(db, { role: "sales" })).id);
  expect((await asSales(customer.exportPool, { query: { reason: "report" } })).code).toBe(40300);
  expect(await db.select().from(operationLog)).toEqual([]);
});
