import { eq } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import type { Endpoint } from "~/contract/endpoint";
import { unit, unitImport } from "~/contract/house/unit";
import { districtImport } from "~/contract/region/district";
import { seoKeyword, seoKeywordImport } from "~/contract/seo/keyword";
import { staffImport } from "~/contract/system/staff";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { unit as unitTable } from "~/server/database/tables/house/estate";
import { district } from "~/server/database/tables/region/geography";
import { seoKeywordRank, seoKeyword as seoKeywordTable } from "~/server/database/tables/seo/seo";
import { role, user } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate, makeRoom, makeUnit } from "~/test/support/estate";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { csv, imported } from "~/test/support/imports";
import { tableRows } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowsIn } = tableRows(db);
const api = testApi(db, { now: testNow });
const { admin, asAdmin } = signedIn(api, { admin: { role: "super_admin", name: "许管理" } });
let estateId = 0;
let roomId = 0;

beforeEach(async () => {
  estateId = (await makeEstate(db)).id;
  roomId = (await makeRoom(db, { estate_id: estateId, name: "A1", area_sqm: 62.5, direction: "S" })).id;
});

async function exported(endpoint: Endpoint, query: object = {}): Promise<ArrayBuffer> {
  const reply = await asAdmin.file(endpoint, { params: { id: estateId }, query: { reason: "report", ...query } });
  expect(reply.status).toBe(200);
  return reply.arrayBuffer();
}
const send = (start: Endpoint, body: Parameters<typeof imported>[2], query: object = {}) =>
  imported(asAdmin, start, body, query, { id: estateId });

/** Somebody changes, in their spreadsheet, the column of the row in which a cell says so. */
async function edited(bytes: ArrayBuffer, heading: string, text: string, value: number) {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes);
  const sheet = found(book.worksheets[0]);
  const column = (sheet.getRow(1).values as unknown[]).indexOf(heading);
  sheet.eachRow((row) => {
    if ((row.values as unknown[]).includes(text)) row.getCell(column).value = value;
  });
  return new Uint8Array(await book.xlsx.writeBuffer());
}

const dateless = <T extends object>(rows: T[]) => rows.map((row) => ({ ...row, updated_at: null }));

test("units: nothing changes, then the changed price alone", async () => {
  const make = (unit_no: string, given: object) =>
    makeUnit(db, { estate_id: estateId, room_id: roomId, building: "=A座", unit_no, ...given });
  await make("0301", { list_price: "59800000.00" });
  await make("3-01", { list_price: null, area_sqm: 70.25, direction: "SE", status: "off" });
  await make("302", { list_price: "1.00", status: "held", held_by: admin.id, held_until: days(1) });
  await make("303", { list_price: "2.00", status: "reserved", deal_id: 1 });
  await make("304", { list_price: "3.00", status: "sold", sold_by: "us" });
  const rows = async () => dateless(await rowsIn(unitTable));
  const before = await rows();
  const file = await exported(unit.export);
  expect(await send(unitImport.start, file, { dry_run: true })).toMatchObject({
    ...{ success: 5, failed: 0 },
    columns: { left_out: ["房型", "币种", "锁定人", "锁定至"] },
  });
  expect(await send(unitImport.start, file)).toMatchObject({ success: 5, failed: 0, errors: [], batch_id: null });
  expect(await rows()).toEqual(before);
  const held = before.findIndex(({ unit_no }) => unit_no === "302");
  const changed = await edited(file, "挂牌价", "302", 68_000_000);
  expect(await send(unitImport.start, changed)).toMatchObject({ success: 5, failed: 0 });
  const after = await rows();
  expect(after[held]).toMatchObject({ list_price: "68000000.00", status: "held", held_by: admin.id });
  expect(after.filter((_, index) => index !== held)).toEqual(before.filter((_, index) => index !== held));
});

test("keywords: nothing changes, ranks neither, then what was changed", async () => {
  const word = { lang: "zh", intent: "region", created_by: admin.id } as const;
  const ranking = { rank_current: 4, rank_best: 4, rank_at: "2026-11-01" };
  const facts = { volume: 10, difficulty: 30, target_url: "/tokyo", group_name: "-东京", ...ranking };
  const [one, lost] = await db
    .insert(seoKeywordTable)
    .values([
      { ...word, word: "东京公寓", ...facts },
      { ...word, word: "大阪公寓", rank_at: "2026-11-01" },
      { ...word, word: "京都公寓", lang: "en" },
    ])
    .returning();
  const rank = { by: admin.id, at: days(0), source: "manual" } as const;
  await db.insert(seoKeywordRank).values([
    { keyword_id: found(one).id, date: "2026-11-01", rank: 4, ...rank },
    { keyword_id: found(lost).id, date: "2026-11-01", rank: null, ...rank },
  ]);
  const rows = async () => dateless(await rowsIn(seoKeywordTable));
  const ranks = () => db.select().from(seoKeywordRank).orderBy(seoKeywordRank.keyword_id);
  const [before, ranked] = [await rows(), await ranks()];
  const file = await exported(seoKeyword.export);
  expect(await send(seoKeywordImport.start, file)).toMatchObject({ success: 3, failed: 0, errors: [] });
  expect([await rows(), await ranks()]).toEqual([before, ranked]);
  const changed = await edited(file, "搜索量", "东京公寓", 1_200);
  await send(seoKeywordImport.start, changed);
  expect((await rows()).map(({ volume }) => volume)).toEqual([1_200, null, null]);
  expect(await ranks()).toEqual(ranked);
});

test.each([true, false])("customers are there already, with numbers masked (%s) or not", async (isMasked) => {
  await setSetting(db, "export.mask_phone", isMasked);
  await makeCustomer(db, { name: "=陈海", phone: "13812345678", owner_id: admin.id });
  await makeCustomer(db, { name: "李娜", phone: null, wechat: "lina_88", owner_id: admin.id });
  await makeCustomer(db, { name: "王强", phone: "13812345679" });
  const rows = () => rowsIn(customerTable);
  const before = await rows();
  for (const [endpoint, view, count] of [
    [customer.export, "owned", 2],
    [customer.exportPool, "pool", 1],
  ] as const) {
    const file = await exported(endpoint, { view });
    for (const dry_run of [true, false]) {
      const task = await send(customerImport.start, file, { dry_run });
      expect(task).toMatchObject({ status: "done", total: count, success: 0, failed: count, batch_id: null });
      for (const error of task.errors) expect(error).toMatchObject({ field: "客户编号", message: "已存在，未作修改" });
    }
  }
  expect(await rows()).toEqual(before);
});

test("a masked cell is never written: the row lives without it, or says that it is masked", async () => {
  const lines = [
    "客户姓名,手机号,微信,备注",
    "陈海,138****5678,,",
    "李娜,139****0001,lina_88,看过****一期",
    "王强,13812345678,wa****1,",
  ];
  const task = await send(customerImport.start, csv(...lines));
  expect(task).toMatchObject({ success: 2, failed: 1 });
  expect(task.errors).toEqual([
    { row: 2, field: "手机号", message: "手机号中间位数已隐藏（138****5678），请填写完整后再导入" },
  ]);
  expect(await rowsIn(customerTable)).toMatchObject([
    { name: "李娜", phone: null, wechat: "lina_88", remark: "看过****一期" },
    { name: "王强", phone: "13812345678", wechat: null },
  ]);
  const team = await makeTeam(db, { name: "华东" });
  const staff = ["姓名,邮箱,手机号,所属团队,角色", `周顾问,z****@example.com,,${team.name},销售顾问`];
  expect((await send(staffImport.start, csv(...staff))).errors).toMatchObject([{ field: "邮箱" }]);
});

test("staff are there already; the same districts once more change nothing", async () => {
  const { id: team_id } = await makeTeam(db, { name: "华东" });
  const known = await makeUser(db, { role: "sales", name: "周顾问", email: "zhou@example.com", team_id });
  const [sales] = await rowsIn(role, eq(role.code, "sales"));
  const people = ["姓名,邮箱,所属团队,角色", `周新名,zhou@example.com,华东,${sales?.name}`];
  const task = await send(staffImport.start, csv(...people));
  expect(task.errors).toEqual([{ row: 2, field: "邮箱", message: "已存在，未作修改" }]);
  expect(await rowsIn(user, eq(user.id, known.id))).toMatchObject([{ name: "周顾问" }]);

  const places = ["国家/地区,代码,中文名,英文名", "冰岛,IS-1,首都区,'-Capital"];
  await send(districtImport.start, csv(...places));
  const rows = () => rowsIn(district, eq(district.code, "IS-1"));
  const before = await rows();
  expect(before).toMatchObject([{ name_zh: "首都区", name_en: "-Capital" }]);
  expect(await send(districtImport.start, csv(...places))).toMatchObject({ success: 1, failed: 0 });
  expect(await rows()).toEqual(before);
});
