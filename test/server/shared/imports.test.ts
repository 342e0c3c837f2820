import { asc, eq } from "drizzle-orm";
import ExcelJS from "exceljs";
import { beforeEach, describe, expect, test } from "vitest";
import { customer as customerContract } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import type { Endpoint } from "~/contract/endpoint";
import { unit as unitContract, unitImport } from "~/contract/house/unit";
import { districtImport } from "~/contract/region/district";
import { seoKeyword, seoKeywordImport } from "~/contract/seo/keyword";
import { headingWords } from "~/contract/shared/heading-words";
import { mappingText } from "~/contract/shared/import-columns";
import { staffImport } from "~/contract/system/staff";
import { unit } from "~/server/database/tables/house/estate";
import { district } from "~/server/database/tables/region/geography";
import { seoKeywordRank, seoKeyword as seoKeywordTable } from "~/server/database/tables/seo/seo";
import { role, user } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { customerSheet } from "~/server/resources/customer/customer-import/columns";
import { unitSheet } from "~/server/resources/house/unit/import-columns";
import { districtSheet } from "~/server/resources/region/district/import-columns";
import { keywordSheet } from "~/server/resources/seo/keyword/import-columns";
import { headingKey } from "~/server/resources/shared/import/columns";
import { amountIn, areaIn, dayIn, wrongDay, wrongNumber } from "~/server/resources/shared/import/values";
import { compareSheet } from "~/server/resources/statement/compare/columns";
import { staffSheet } from "~/server/resources/system/staff/import-columns";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate, makeRoom, makeUnit } from "~/test/support/estate";
import { days, makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";
import { csv, imported, workbook } from "~/test/support/imports";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const { admin, asAdmin, asOther } = signedIn(api, {
  admin: { role: "super_admin", name: "许管理" },
  other: { role: "super_admin" },
});
let estateId = 0;
let roomId = 0;

beforeEach(async () => {
  estateId = (await makeEstate(db)).id;
  roomId = (await makeRoom(db, { estate_id: estateId, name: "A1", area_sqm: 62.5, direction: "S" })).id;
});

const send = (start: Endpoint, bytes: Parameters<typeof imported>[2], query: object = {}, as = asAdmin) =>
  imported(as, start, bytes, query, { id: estateId });
const customers = () => rowsIn("customer");

/** A line of headings as people write them, for each import, and a row that comes in. */
const imports: [string, Endpoint, string[], string[]][] = [
  ["customers", customerImport.start, ["姓 名*", '"微信\n（必填）"', "颜色"], ["甲", "wx_1", "红"]],
  ["units", unitImport.start, ["楼号", "房间号 (必填)", "层", "列", "房型", "颜色"], "A座,101,1,01,A1,红".split(",")],
  ["districts", districtImport.start, ["国家", "名称", "颜色"], ["冰岛", "首都区", "红"]],
  ["keywords", seoKeywordImport.start, ["关键词", "搜索 意图", "颜色"], ["东京公寓", "地区", "红"]],
  [
    "staff",
    staffImport.start,
    ["名字", "企业邮箱", "部门", "岗位", "颜色"],
    "陈海,c@demo.test,总部,客服,红".split(","),
  ],
];

describe.each(imports)("%s", (...[, start, headings, row]) => {
  const dry = (sheet: Parameters<typeof send>[1], query: object = {}, as = asAdmin) =>
    send(start, sheet, { dry_run: 1, ...query }, as);

  test("headings below titles, with remarks and other words; others are named and left out", async () => {
    const sheet = csv("2026年11月名单", "制表：小王,,", headings.join(","), row.join(","));
    expect(await dry(`\ufeffsep=,\r\n${sheet}`)).toMatchObject({
      ...{ status: "done", total: 1, columns: { header_row: 3, left_out: ["颜色"], is_open: false } },
    });
  });

  test("what is not known waits for its sender, is taken as they say, and so the next time", async () => {
    const strange = headings.map((_, index) => `X${index}`);
    const sheet = csv("说明,,", strange.join(","), row.join(","));
    const open = { status: "failed", columns: { is_open: true } };
    expect(await dry(sheet)).toMatchObject(open);
    const usual = await dry(csv(headings.join(","), row.join(",")));
    const mapping = usual.columns?.mapping ?? {};
    const columns = { header_row: 2, mapping };
    const said = await dry(sheet, { header_row: 2, mapping: mappingText(mapping) });
    expect(said).toMatchObject({ status: "done", total: 1, columns: { ...columns, left_out: [strange.at(-1)] } });
    const again = await dry(csv("别的标题", strange.join(","), row.join(",")));
    expect(again).toMatchObject({ status: "done", columns });
    expect(await dry(sheet, {}, asOther)).toMatchObject(open);
  });

  test("hidden rows are told, and taken or left by choice", async () => {
    const plain = headings.map((heading) => heading.replace(/"/g, ""));
    const book = await workbook([plain, row, row], (sheet) => {
      sheet.getRow(3).hidden = true;
    });
    expect(await dry(book)).toMatchObject({ total: 2, hidden: 1 });
    expect(await dry(book, { skip_hidden: 1 })).toMatchObject({ total: 1, hidden: 1 });
  });
});

test("what is offered in the step are words within others, never a single sign of them", async () => {
  const { columns } = await send(unitImport.start, csv("楼栋,开发商房号,很长的列名", "A座,1,x"), { dry_run: 1 });
  expect(columns).toMatchObject({ is_open: true, mapping: { building: 0, unit_no: 1 }, left_out: ["很长的列名"] });
});

test("what is said of columns that are not there, or twice of one, is refused", async () => {
  const sheet = csv("甲,乙", "1,2");
  const wrong: [object, string][] = [
    [{ header_row: 9, mapping: "building:0,unit_no:1" }, "header_row"],
    [{ header_row: 1, mapping: "building:0,unit_no:7" }, "mapping"],
    [{ header_row: 1, mapping: "building:0,unit_no:0" }, "mapping"],
    [{ header_row: 1, mapping: "building:0,constructor:1" }, "mapping"],
    [{ header_row: 1, mapping: "building" }, "mapping"],
  ];
  for (const [query, field] of wrong)
    expect(await send(unitImport.start, sheet, query), field).toMatchObject({ errors: [{ field }] });
  expect(await send(customerImport.start, sheet, { header_row: 1, mapping: "constructor:0" })).toMatchObject({
    ...{ status: "failed", message: "列对应中有不存在的列" },
  });
});

const contacts: [program: string, headings: string, row: string, facts: object][] = [
  [
    "Google",
    "First Name,Middle Name,Last Name,Organization Name,Notes,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value",
    "小明,,王,,朋友,* ,wang@demo.test,Mobile,+86 139 2222 1001",
    { name: "王小明", phone: "13922221001", email: "wang@demo.test", remark: "朋友" },
  ],
  [
    "Outlook",
    "First Name,Last Name,E-mail Address,Home Phone,Mobile Phone,Categories",
    "Anna,Lee,anna@demo.test,,13922221002,",
    { name: "Anna Lee", phone: "13922221002", email: "anna@demo.test" },
  ],
  [
    "Outlook in Chinese",
    "名,姓,电子邮件地址,移动电话",
    "海,陈,chen@demo.test,13922221005",
    { name: "陈海", phone: "13922221005", email: "chen@demo.test" },
  ],
  [
    "Salesforce",
    "Salutation,First Name,Last Name,Title,Account Name,Phone,Mobile,Email",
    "Mr.,Ken,Ito,CEO,X,,13922221003,ken@demo.test",
    { name: "Ken Ito", phone: "13922221003", email: "ken@demo.test" },
  ],
  [
    "WeCom",
    csv("填写须知：请勿修改表头,,,,", "姓名,帐号,别名,职务,部门,性别,手机,个人邮箱"),
    "李娜,lina,,,销售,女,13922221004,li@demo.test",
    { name: "李娜", gender: "female", phone: "13922221004", email: "li@demo.test" },
  ],
];

test.each(contacts)("contacts of %s come in", async (_program, headings, row, facts) => {
  expect(await send(customerImport.start, `\ufeff${csv(headings, row)}`)).toMatchObject({ success: 1, errors: [] });
  expect(await customers()).toMatchObject([facts]);
});

test("members of WeCom become accounts: what must be there and has no column is the same in all rows", async () => {
  const team = await makeTeam(db, { name: "总部" });
  const sheet = csv("姓名,帐号,部门,手机,企业邮箱", "李娜,lina,总部,13922221004,li@demo.test");
  const open = await send(staffImport.start, sheet, { dry_run: 1 });
  expect(open).toMatchObject({ message: "缺少列：角色，请指定是哪一列", columns: { is_open: true } });
  const mapping = mappingText(open.columns?.mapping ?? {});
  const said = { header_row: 1, mapping, fixed: "role_ids=销售顾问" };
  expect(await send(staffImport.start, sheet, said)).toMatchObject({ success: 1, errors: [] });
  expect(await rowsIn("user", eq(user.email, "li@demo.test"))).toMatchObject([
    { name: "李娜", wecom_userid: "lina", phone: "13922221004", team_id: team.id },
  ]);
});

test("cells that are errors, dates in the place of texts, or lost numbers refuse their row, in each import", async () => {
  const date = new Date("2026-03-01");
  const units = await workbook([
    ["楼栋", "房号", "楼层", "列", "户型", "标价"],
    ["A座", date, 3, "01", "A1"],
    [date, "301", 3, "01", "A1"],
    ["A座", "302", 3, "01", date],
    ["A座", "303", 3, "01", "A1", { error: "#DIV/0!" }],
    ["A座", "304", 3, "01", "A1", date],
    ["A座", "305", 3, "01", "A1", { formula: "1+1" }],
    ["A座", "306", 3, "01", "A1", 5],
  ]);
  const lines = ({ errors }: Awaited<ReturnType<typeof send>>) =>
    errors.map(({ row, field, message }) => `${row} ${field} ${message}`);
  expect(lines(await send(unitImport.start, units))).toEqual([
    "2 房号 单元格是日期，请设为文本",
    "3 楼栋 单元格是日期，请设为文本",
    "4 户型 单元格是日期，请设为文本",
    "5 挂牌价 单元格公式出错（#DIV/0!）",
    "6 挂牌价 单元格是日期，请设为数字",
    "7 挂牌价 单元格的公式没有结果，请用 Excel 或 WPS 打开并保存后再导入",
  ]);
  expect((await rowsIn("unit")).map(({ unit_no }) => unit_no)).toEqual(["306"]);
  const people = await workbook([
    ["姓名", "手机", "微信", "备注", "出生年份", "颜色"],
    [{ error: "#N/A" }, "13922221001"],
    [date, "13922221002"],
    ["甲", "1.39E+10"],
    ["乙", "13922221003", date],
    // A note may be a day, a birth may be one, and what does not come in may be anything.
    ["丙", 13922221004, "", date, date, { error: "#N/A" }],
  ]);
  expect(lines(await send(customerImport.start, people))).toEqual([
    "2 客户姓名 单元格公式出错（#N/A）",
    "3 客户姓名 单元格是日期，请设为文本",
    "4 手机号 单元格的数字已丢失位数（1.39E+10），请设为文本后重新填写",
    "5 微信 单元格是日期，请设为文本",
  ]);
  expect(await customers()).toMatchObject([{ name: "丙", remark: "2026-03-01", birth_year: 2026 }]);
  const [districts, words, staff] = [
    csv("国家/地区,中文名", "冰岛,#REF!"),
    csv("词,意图", "3月1日,region"),
    csv("姓名,邮箱,所属团队,角色,手机", "甲,a@demo.test,总部,客服,1.39E+10"),
  ];
  expect(lines(await send(districtImport.start, districts))).toEqual(["2 中文名 单元格公式出错（#REF!）"]);
  expect(lines(await send(seoKeywordImport.start, words))).toEqual(["2 词 单元格是日期，请设为文本"]);
  expect(lines(await send(staffImport.start, staff))[0]).toContain("手机号 单元格的数字已丢失位数");
});

test("amounts and areas come in as people write them, and what is ambiguous is refused with its value", async () => {
  const units = csv(
    "楼栋,房号,楼层,列,户型,面积,标价(万)",
    "A座,1,1,01,A1,25坪,￥5980",
    "A座,2,1,01,A1,70.5㎡,5980",
    'A座,3,1,01,A1,70.5平方米,"5,980万日元"',
    "A座,4,1,01,A1,,5980万美元",
    'A座,5,1,01,A1,"1.234,56",',
  );
  const { errors } = await send(unitImport.start, units);
  expect(errors.map(({ row, message }) => [row, message])).toEqual([
    [5, "挂牌价“5980万美元”无法识别，请填写数字，如 1234567.89"],
    [6, "面积“1.234,56”分不清千位和小数，请写成如 1234567.89"],
  ]);
  const made = await db.select().from(unit).orderBy(asc(unit.unit_no));
  expect(made.map(({ area_sqm, list_price }) => [area_sqm, list_price])).toEqual([
    [82.64, "59800000.00"],
    [70.5, "59800000.00"],
    [70.5, "59800000.00"],
  ]);
  const people = csv(
    "姓名,微信,预算下限,预算上限,预算币种",
    "甲,w1,￥300万,￥500万,",
    "乙,w2,300万元,￥500万,人民币",
    '丙,w3,"1.234,56",,人民币',
  );
  const data = await send(customerImport.start, people);
  expect(data.errors.map(({ row, message }) => [row, message])).toEqual([
    [2, "请选择币种"],
    [4, "预算下限“1.234,56”分不清千位和小数，请写成如 1234567.89"],
  ]);
  expect(await customers()).toMatchObject([
    { budget_min: "3000000.00", budget_max: "5000000.00", budget_currency: "CNY" },
  ]);
  const words = csv("词,意图,排名,排名日期", "甲,region,1,10/8/2026", "乙,region,2,2026年11月3日", "丙,region,3,昨天");
  expect((await send(seoKeywordImport.start, words)).errors.map(({ message }) => message)).toEqual([
    "排名日期“10/8/2026”分不清月和日，请写成如 2026-10-08",
    "排名日期“昨天”无法识别，请写成如 2026-10-08",
  ]);
});

test("amounts, areas and days are read as people write them", () => {
  const amounts = ["1,234.5", "￥5,000", "12万", "1.5亿", "５，９８０万元", "3千万", "0.5万", "100", "1 234"];
  expect(amounts.map((text) => amountIn(text))).toEqual([
    ...["1234.5", "5000", "120000", "150000000", "59800000", "30000000", "5000", "100", "1234"],
  ]);
  for (const text of ["1.234,56", "1,23", "12,34,567", "$500", "5980万円", "约3万", "-5", "", "万"])
    expect(amountIn(text, "CNY"), text).toBeUndefined();
  expect([amountIn("5980万円", "JPY"), amountIn("5980万日元", "JPY"), amountIn("US$5", "USD")]).toEqual([
    ...["59800000", "59800000", undefined],
  ]);
  expect(["62.5", "62.5㎡", "62.5 m²", "1,062.5平", "25坪", "０坪"].map(areaIn)).toEqual([
    62.5, 62.5, 62.5, 1062.5, 82.64, 0,
  ]);
  for (const text of ["1.234,56", "25亩", "坪", "-3"]) expect(areaIn(text), text).toBeUndefined();
  const days = [
    ...["2026-11-3", "2026/11/03", "2026.11.3", "2026年11月3日", "2026年11月3号 10:00", "20261103", "3 Nov 2026"],
    ...["Nov 3, 2026", "3-Nov-2026", "2026-11-03T08:00:00Z", "2026-11-03（周二）"],
  ];
  expect(new Set(days.map(dayIn))).toEqual(new Set(["2026-11-03"]));
  for (const text of ["10/8/2026", "03-11-26", "2026-02-30", "3 Foo 2026", "昨天"])
    expect(dayIn(text), text).toBeUndefined();
  expect(wrongDay("日期", "10/8/2026")).toContain("10/8/2026");
  expect(wrongNumber("挂牌价", "1.234,56")).toContain("1.234,56");
});

test("each word stands for one field of an import, and beside a label that some import has", () => {
  const sheets = [customerSheet(true), unitSheet, districtSheet, keywordSheet, staffSheet].map(({ fields }) => fields);
  const labels = new Set([...sheets, compareSheet].flatMap((fields) => fields.map(({ label }) => label)));
  expect(Object.keys(headingWords).filter((label) => !labels.has(label))).toEqual([]);
  for (const fields of [...sheets, compareSheet]) {
    const own = new Map(fields.map(({ label }) => [headingKey(label), label]));
    for (const { label } of fields)
      for (const word of headingWords[label] ?? [])
        expect([label, undefined], word).toContain(own.get(headingKey(word)));
  }
});

// What was exported comes in again.

async function exported(endpoint: Endpoint, query: object = {}): Promise<ArrayBuffer> {
  const reply = await asAdmin.file(endpoint, { params: { id: estateId }, query: { reason: "report", ...query } });
  expect(reply.status).toBe(200);
  return reply.arrayBuffer();
}

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
  const rows = async () => dateless(await rowsIn("unit"));
  const before = await rows();
  const file = await exported(unitContract.export);
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
  const rows = async () => dateless(await rowsIn("seoKeyword"));
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
  const rows = () => rowsIn("customer");
  const before = await rows();
  for (const [endpoint, view, count] of [
    [customerContract.export, "owned", 2],
    [customerContract.exportPool, "pool", 1],
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
  expect(await rowsIn("customer")).toMatchObject([
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
  const [sales] = await rowsIn("role", eq(role.code, "sales"));
  const people = ["姓名,邮箱,所属团队,角色", `周新名,zhou@example.com,华东,${sales?.name}`];
  const task = await send(staffImport.start, csv(...people));
  expect(task.errors).toEqual([{ row: 2, field: "邮箱", message: "已存在，未作修改" }]);
  expect(await rowsIn("user", eq(user.id, known.id))).toMatchObject([{ name: "周顾问" }]);

  const places = ["国家/地区,代码,中文名,英文名", "冰岛,IS-1,首都区,'-Capital"];
  await send(districtImport.start, csv(...places));
  const rows = () => rowsIn("district", eq(district.code, "IS-1"));
  const before = await rows();
  expect(before).toMatchObject([{ name_zh: "首都区", name_en: "-Capital" }]);
  expect(await send(districtImport.start, csv(...places))).toMatchObject({ success: 1, failed: 0 });
  expect(await rows()).toEqual(before);
});
