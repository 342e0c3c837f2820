import { sql } from "drizzle-orm";
import type ExcelJS from "exceljs";
import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { cellsOf } from "~/test/support/sheet";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { manager, asManager } = signedIn(api, { manager: { role: "sales_manager", name: "许主管", team: "一组" } });

const send = (query: object, as = asManager) => as.file(customer.exportPool, { query: { reason: "report", ...query } });
/** The file as a spreadsheet reads it: its name, its cells, and the line at its end that says whose it is. */
async function download(query: object, as = asManager) {
  const response = await send(query, as);
  expect(response.status).toBe(200);
  const name = decodeURIComponent(response.headers.get("content-disposition")?.split("''")[1] ?? "");
  const [headings = [], ...rows] = await cellsOf(response);
  const trace = rows.pop()?.[0];
  /** A row by its headings, the empty cells left out. */
  const named = (row: ExcelJS.CellValue[] = []) =>
    Object.fromEntries(headings.flatMap((heading, at) => (row[at] === null ? [] : [[String(heading), row[at]]])));
  return { name, headings, rows, named, trace };
}

test("the file holds the filtered pool in the list's order, in words, contacts masked", async () => {
  const owner = await makeUser(db, { name: "陆一鸣" });
  const { customer_no } = await makeCustomer(db, {
    ...{ name: "陈海", phone: "13812345678", level: "A", source: "ads", intent_country_codes: ["JP", "TH"] },
    intent_estate_ids: [(await makeEstate(db, { name: "云汀·一号" })).id],
    ...{ budget_min: "30000000.00", budget_currency: "JPY", tracking_count: 4 },
    ...{ pool_at: days(-1), pool_reason: "auto_no_follow", last_owner_id: owner.id },
  });
  await makeCustomer(db, { name: "李娜", level: "A", pool_at: days(-2) });
  await makeCustomer(db, { name: "王强", level: "B" });
  const { name, headings, rows } = await download({ level: ["A"], sort: "pool_at" });
  expect(name).toBe("公海客户-20261120.xlsx");
  expect(headings[1]).toBe("客户姓名");
  expect(rows[0]?.[1]).toBe("李娜");
  expect(rows.slice(1)).toEqual([
    [
      ...[customer_no, "陈海", "138****5678", "A 高意向", "新客户", "广告投放", "日本、泰国"],
      ...[
        "云汀·一号 东京都 港区",
        30_000_000,
        null,
        "JPY",
        new Date("2026-11-19T12:00:00Z"),
        "超时未跟进",
        "陆一鸣",
        4,
      ],
    ],
  ]);
});

test("owned customers are exported by tab, scope and filter, with their holder", async () => {
  const seller = await makeUser(db, { name: "陆一鸣", team_id: manager.team_id });
  const stranger = await makeUser(db);
  const lost = { name: "陈海", phone: "13812345678", stage: "lost" };
  const locked = { name: "李娜", phone: "13912345678", is_locked: true, last_tracking_at: days(-2) };
  const mine = await makeCustomer(db, { owner_id: manager.id, ...lost });
  const theirs = await makeCustomer(db, { owner_id: seller.id, ...locked });
  await makeCustomer(db, { name: "王强", owner_id: stranger.id });
  await makeCustomer(db, { name: "公海" });
  const { name, headings, rows, named, trace } = await download({ view: "owned", sort: "customer_no" });
  expect(name).toBe("客户-20261120.xlsx");
  expect(headings).toEqual([
    ...["客户编号", "客户姓名", "锁定", "手机号", "客户等级", "客户阶段", "客户来源", "意向国家/地区", "意向楼盘"],
    ...["预算下限", "预算上限", "币种", "跟进人", "最近跟进", "下次跟进", "未跟进天数", "创建时间"],
  ]);
  expect(rows).toHaveLength(2);
  const row = (no: string) => named(rows.find(([first]) => first === no));
  const tracked = { 跟进人: "陆一鸣", 最近跟进: new Date("2026-11-18T12:00:00Z") };
  const numbers = { 客户姓名: "李娜", 锁定: "是", 手机号: "139****5678" };
  expect(row(theirs.customer_no)).toMatchObject({ ...numbers, ...tracked });
  expect(row(mine.customer_no)).toMatchObject({ 客户姓名: "陈海", 锁定: "否", 手机号: "138****5678" });
  expect(trace).toMatch(/^导出人：许主管（\d+）　导出时间：2026-11-20 12:00　原因：内部报表　编号：\S{8,}$/);
  expect((await download({ view: "lost" })).rows.map(([, one]) => one)).toEqual(["陈海"]);
});

test("numbers are masked for everybody unless the setting lets their holder and his code's bearers have them", async () => {
  const permissions = ["customer:info:view", "customer:info:export"] as const;
  const holder = await makeUser(db, { permissions, scope: "all" });
  const auditor = await makeUser(db, { permissions: [...permissions, "customer:phone:view"], scope: "all" });
  await makeCustomer(db, { phone: "13800000001", owner_id: holder.id });
  await makeCustomer(db, { phone: "13800000002", owner_id: auditor.id });
  const phones = async ({ id }: { id: number }) =>
    (await download({ view: "owned", sort: "created_at" }, await api.as(id))).rows.map((row) => row[3]);
  expect(await phones(auditor)).toEqual(["138****0001", "138****0002"]);
  await setSetting(db, "export.mask_phone", false);
  expect(await phones(holder)).toEqual(["13800000001", "138****0002"]);
  expect(await phones(auditor)).toEqual(["13800000001", "13800000002"]);
});

test("no cell is a formula, whatever people have typed", async () => {
  const typed = ["=1+1", "+86", "-2", "@SUM(A1)", "\tx", "＝1", "＠a", "=cmd|'/c calc'!A0"];
  for (const name of typed) await makeCustomer(db, { name });
  // A formula would be an object.
  const { rows } = await download({ sort: "created_at" });
  expect(rows.map(([, name]) => name)).toEqual(typed.map((name) => `'${name}`));
});

test("more rows than one reading fetches come whole and once", async () => {
  await db.execute(sql`insert into customer (customer_no, name, source, pool_at, created_at, updated_at)
    select 'KH' || g, '客户' || g, 'phone', ${days(0)}::timestamptz, now(), now() from generate_series(1, 1100) g`);
  const { rows } = await download({});
  expect(new Set(rows.map(([number]) => number)).size).toBe(1_100);
});

test("the reason is kept in the log before the file leaves", async () => {
  await makeCustomer(db, { phone: "13812345678", level: "A" });
  const response = await send({ reason: "event_invite", level: ["A", "B"], keyword: "13812345678" });
  expect(await rowsIn("operationLog")).toMatchObject([
    {
      ...{ action: "export", user_id: manager.id, summary: "导出公海客户1条", reason: "活动邀约" },
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
  const refused = (reason?: string) => asManager(customer.exportPool, { query: { reason } });
  for (const reason of [undefined, "curiosity"]) expect(await refused(reason)).toMatchObject(refusedAt("reason"));
  const tooMany = { status: 422, code: 42200, message: "单次最多导出100条，请缩小筛选范围" };
  expect(await refused("report")).toMatchObject(tooMany);
  expect(await rowsIn("operationLog")).toEqual([]);
});
