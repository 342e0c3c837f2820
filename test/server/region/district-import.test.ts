import { asc, inArray } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { districtImport } from "~/contract/region/district";
import { district as table } from "~/server/database/tables/region/geography";
import { desk } from "~/test/support/desk";
import { cellsOf } from "~/test/support/sheet";

const { db, keeper, asKeeper, whoMay, logLines } = desk({ keeper: { role: "seo_editor", name: "周编辑" } });

/** Countries of which the baseline has no districts: nothing of it is changed. */
const ours = ["IS", "FI"];
const clear = () => db.delete(table).where(inArray(table.country_code, ours));
afterAll(clear);
beforeEach(async () => {
  await clear();
});

const send = (body: string, query: object = {}) => asKeeper.unchecked(districtImport.start, { query, body });

const heading = "国家/地区,级别,代码,上级代码,中文名,原文名,热门,状态";
const sheet = (...lines: string[]) => `\ufeff${[heading, ...lines].join("\n")}`;
const rows = async () =>
  (await db.select().from(table).where(inArray(table.country_code, ours)).orderBy(asc(table.path))).map(
    ({ path, name_zh, status, version }) => `${path} ${name_zh} ${status} ${version}`,
  );

test("parents and children come in whatever the order, after a dry run that writes nothing", async () => {
  const file = sheet(
    "冰岛,3,OLD,RVK,老城,,,",
    "IS,,RVK,C,雷克雅未克,Reykjavík,是,",
    "Iceland,1,C,,首都区,,,启用",
    "冰岛,2,,C,海边,,,停用",
  );
  const dry = await send(file, { dry_run: true });
  expect(dry.data).toMatchObject({ status: "done", dry_run: true, total: 4, success: 4, failed: 0, error_file: null });
  expect(await rows()).toEqual([]);
  expect((await send(file)).data).toMatchObject({ dry_run: false, success: 4 });
  expect(await rows()).toEqual([
    "/is/C 首都区 enabled 1",
    "/is/C/C-01 海边 disabled 1",
    "/is/C/RVK 雷克雅未克 enabled 1",
    "/is/C/RVK/OLD 老城 enabled 1",
  ]);
  const [town] = await db
    .select()
    .from(table)
    .where(inArray(table.code, ["RVK"]));
  expect(town).toMatchObject({ level: 2, initial: "L", is_hot: true, name_local: "Reykjavík", created_by: keeper.id });
  expect(town?.search_text).toContain("\nlkywk");
  const lines = await logLines();
  expect(lines.map(({ summary }) => summary)).toEqual(["导入区域：新增4个，更新0个"]);
});

test("a known code is changed, moved and closed with all below it; an empty cell changes nothing", async () => {
  await send(sheet("IS,1,A,,甲,,,", "IS,1,B,,乙,,,", "IS,2,X,A,城,Stadur,是,", "IS,3,Y,X,区,,,"));
  expect((await send(sheet("IS,,X,B,,,,", "IS,,B,,乙部,,,停用", "IS,,A,,甲,,,"))).data.success).toBe(3);
  expect(await rows()).toEqual([
    "/is/A 甲 enabled 1",
    "/is/B 乙部 disabled 2",
    "/is/B/X 城 disabled 2",
    "/is/B/X/Y 区 disabled 2",
  ]);
  const [town] = await db
    .select()
    .from(table)
    .where(inArray(table.code, ["X"]));
  expect(town).toMatchObject({ name_local: "Stadur", is_hot: true });
});

test("each wrong row is told with its reason and written to a file, the others come in", async () => {
  await send(sheet("IS,1,A,,甲,,,", "IS,2,X,A,城,,,", "IS,1,Z,,关,,,停用"));
  const cases: [string, string, string][] = [
    ["火星,1,Q,,红,,,", "国家/地区", "国家/地区“火星”不存在或已停用"],
    ["IS,9,Q,,红,,,", "级别", "级别应为1、2或3"],
    ["IS,1,a_b,,红,,,", "代码", "代码只能由字母、数字和连字符组成"],
    ["IS,2,Q4,,红,,,", "上级代码", "请填写上级代码"],
    ["IS,2,Q5,NO,红,,,", "上级代码", "上级代码“NO”不存在"],
    ["IS,3,Q6,A,红,,,", "级别", "级别应为2"],
    ["IS,,X,,城,,也许,", "热门", "热门应填“是”或“否”"],
    ["IS,,,,甲,,,", "中文名", "同级已有“甲”"],
    ["IS,1,N1,,新,,,", "", ""],
    ["IS,1,N2,,新,,,", "中文名", "与第10行重复"],
    ["IS,1,N1,,别,,,", "代码", "与第10行重复"],
    ["IS,2,P1,P2,一,,,", "上级代码", "上级区域所在的第14行有误"],
    ["IS,2,P2,P1,二,,,", "上级代码", "上级代码互相指向"],
    ["IS,1,M,,,,,", "中文名", "请输入中文名"],
    ["IS,2,K,Z,红,,,启用", "状态", "上级区域已停用"],
    ["IS,,X,Z,,,,启用", "状态", "上级区域已停用"],
  ];
  const { data } = await send(sheet(...cases.map(([line]) => line)));
  const shown = new Map(data.errors.map(({ row, ...rest }) => [row, rest]));
  for (const [index, [line, field, message]] of cases.entries())
    expect(shown.get(index + 2), line).toEqual(message ? { field, message } : undefined);
  expect(data).toMatchObject({ total: 16, success: 1, failed: 15 });
  expect(await cellsOf(await asKeeper.file(districtImport.errors, { params: { id: data.id } }))).toHaveLength(16);
});

test("what is no such file is refused as a whole, and the template fits", async () => {
  const open: [string, string][] = [
    ["名字\n甲", "没有认出列名，请指定各列是什么"],
    ["代码,中文名\nA,甲", "缺少列：国家/地区，请指定是哪一列"],
  ];
  for (const [text, message] of open)
    expect((await send(text)).data, text).toMatchObject({ status: "failed", message, columns: { is_open: true } });
  const errors = [{ field: "file", message: "文件中没有数据" }];
  expect(await send(heading)).toMatchObject({ code: 42200, data: { errors } });
  const template = await asKeeper.file(districtImport.template, { query: { format: "csv" } });
  const [line = ""] = (await template.text()).trim().split("\r\n");
  expect((await send(`${line}\nIS,1,A,,甲`)).data).toMatchObject({ success: 1 });
});

test("ten thousand rows come in at once", async () => {
  const towns = Array.from({ length: 100 }, (_, index) => `IS,2,T${index},A,城镇${index},,,`);
  const parts = Array.from({ length: 9_900 }, (_, index) => `IS,3,P${index},T${index % 100},地区${index},,,`);
  const { data } = await send(sheet(...parts, ...towns, "IS,1,A,,甲,,,"));
  expect(data).toMatchObject({ total: 10_001, success: 10_001, failed: 0 });
  expect(await db.$count(table, inArray(table.country_code, ours))).toBe(10_001);
});

whoMay(districtImport, { all: "EM SE" });
