import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import { unitImport } from "~/contract/house/unit";
import { batch } from "~/contract/shared/batch";
import type { ImportTask } from "~/contract/shared/import-task";
import { unit as unitTable } from "~/server/database/tables/house/estate";
import { days } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import { unitBoard } from "~/test/support/unit-board";
import { whoMay } from "~/test/support/who-may";

const base = setUp();
const { db, api, make, rowIn, rowsIn, updateIn } = base;
const { estate, room, put, asEditor, sales } = unitBoard(base);

interface Answer {
  code: number;
  data: ImportTask & { errors: { message: string }[] };
}

const send = (text: string, query: object = {}) =>
  asEditor.unchecked(unitImport.start, { params: { id: estate.id }, query, body: text }) as Promise<Answer>;

const heading = "楼栋,楼层,列,房号,户型,面积,朝向,挂牌价,状态";
const sheet = (...lines: string[]) => `\ufeff${[heading, ...lines].join("\n")}`;
const rows = async () =>
  (await db.select().from(unitTable).orderBy(asc(unitTable.unit_no))).map((row) =>
    [row.unit_no, row.floor, row.stack, row.area_sqm, row.direction, row.list_price, row.status, row.version].join(" "),
  );
const roomOf = () => rowIn("room", room.id);
const summaries = async () => (await rowsIn("operationLog")).map((row) => row.summary);

test("new units come in after a dry run that writes nothing; known ones take what their cells say", async () => {
  const file = sheet(
    'A座,3层,01,301,A1,,,"59,800,000",',
    "A座,-1,01,B101,A1,70.25,东南,,不售",
    "A座,4F,01,401,A1,62.5,南向,61000000,已售（他渠道）",
  );
  expect((await send(file, { dry_run: true })).data).toMatchObject({
    ...{ status: "done", dry_run: true, total: 3, success: 3, failed: 0 },
    ...{ error_file: null, batch_id: null },
  });
  expect(await rows()).toEqual([]);
  expect((await send(file)).data).toMatchObject({ dry_run: false, success: 3, batch_id: expect.any(Number) });
  expect(await rows()).toEqual([
    "301 3 01   59800000.00 available 1",
    "401 4 01   61000000.00 sold 1",
    "B101 -1 01 70.25 SE  off 1",
  ]);
  expect(await roomOf()).toMatchObject({ total_count: 3, available_count: 1 });
  const again = sheet("A座,,,301,,,,60000000,不售", "A座,,,B101,,,,,可售", "A座,,,401,,,,,已售");
  expect((await send(again)).data).toMatchObject({ success: 3, failed: 0 });
  expect(await rows()).toEqual([
    "301 3 01   60000000.00 off 2",
    "401 4 01   61000000.00 sold 1",
    "B101 -1 01 70.25 SE  available 2",
  ]);
  expect(await summaries()).toEqual([
    "导入房号 云汀·湾岸塔：新增3个，更新0个",
    "导入房号 云汀·湾岸塔：新增0个，更新2个",
  ]);
});

test("of a unit that somebody has only the price changes, and what contradicts it is told", async () => {
  const holder = { status: "held", held_by: sales.id, held_until: days(1) } as const;
  for (const [index, given] of [
    ...[holder, holder, { status: "reserved", deal_id: 1 } as const],
    ...[{ status: "sold", sold_by: "us" } as const, { ...holder, held_until: days(0) }],
  ].entries())
    await put({ unit_no: String(index + 1), list_price: null, ...given });
  const { data } = await send(
    sheet(
      "A座,3,01,1,A1,62.5,南,100,可售",
      "A座,,,2,,,,200,已售",
      "A座,,,3,,,,300,已售",
      "A座,9,,4,,,,400,",
      "A座,,,5,,,,500,不售",
    ),
  );
  expect(data.errors).toEqual([
    { row: 3, field: "状态", message: "房号目前锁定中，不能改为已售" },
    { row: 5, field: "楼层", message: "已售的房号只能修改挂牌价" },
  ]);
  expect(await rows()).toEqual([
    "1 3 01   100.00 held 2",
    "2 3 01    held 1",
    "3 3 01   300.00 reserved 2",
    "4 3 01    sold 1",
    // Its time was over: first it is free, and its holder hears so.
    "5 3 01   500.00 off 3",
  ]);
  expect(await rowsIn("message")).toMatchObject([{ user_id: sales.id, title: "房号锁定已到期" }]);
});

test("each wrong row is told with its reason and written to a file, the others come in", async () => {
  await make.room({ estate_id: estate.id, name: "C3", is_proposed: true });
  await make.room({ estate_id: estate.id, name: "D4", is_leaving: true });
  await put({ unit_no: "900", status: "off" });
  const cases: [string, string, string][] = [
    [",1,01,101,A1,,,,", "楼栋", "请输入楼栋"],
    ["A座,一,01,102,A1,,,,", "楼层", "楼层“一”不是可用的值"],
    ["A座,201,01,103,A1,,,,", "楼层", "楼层不能大于200"],
    ["A座,1,,104,A1,,,,", "列", "新增房号时请填写列"],
    ["A座,1,01,105,Z9,,,,", "户型", "户型“Z9”不存在"],
    ["A座,1,01,106,C3,,,,", "户型", "户型“C3”不存在"],
    ["A座,1,01,107,D4,,,,", "户型", "户型正在等待删除"],
    ["A座,1,01,108,A1,0.5,,,", "面积", "面积不能小于1"],
    ["A座,1,01,109,A1,,上,,", "朝向", "朝向“上”不是可用的值"],
    ["A座,1,01,110,A1,,,1.5,", "挂牌价", "该币种的金额不能有小数"],
    ['A座,1,01,111,A1,,,"1.234,56",', "挂牌价", "挂牌价“1.234,56”分不清千位和小数，请写成如 1234567.89"],
    ["A座,1,01,112,A1,,,,锁定中", "状态", "新增的房号不能是锁定中"],
    ["A座,1,01,113,A1,,,,", "", ""],
    ["A座,2,01,113,A1,,,,", "房号", "与第14行重复"],
    ["A座,,,900,,,,,已售", "状态", "不售的房号不能改为已售"],
  ];
  const { data } = await send(sheet(...cases.map(([line]) => line)));
  const sent = new Map(data.errors.map(({ row, ...rest }) => [row, rest]));
  for (const [index, [line, field, text]] of cases.entries())
    expect(sent.get(index + 2), line).toEqual(text ? { field, message: text } : undefined);
  expect(data).toMatchObject({ total: 15, success: 1, failed: 14 });
  expect(data.error_file).toBe(`/api/estate/${estate.id}/unit/import/${data.id}/errors`);
  const params = { id: estate.id, import_id: data.id };
  expect(await cellsOf(await asEditor.file(unitImport.errors, { params }))).toHaveLength(15);
  expect((await asEditor(unitImport.get, { params })).data.failed).toBe(14);
  expect((await asEditor(unitImport.recent, { params })).data.list).toHaveLength(1);
  const other = await make.estate();
  expect(await asEditor(unitImport.get, { params: { ...params, id: other.id } })).toMatchObject({ code: 40400 });
});

test("what is no such file is refused as a whole, and the template fits", async () => {
  const open: [string, string][] = [
    ["名字\n甲", "没有认出列名，请指定各列是什么"],
    ["楼栋,颜色\nA座,红", "缺少列：房号，请指定是哪一列"],
    ["楼栋,房号,房号\nA座,1,2", "列重复：房号，请指定用哪一列"],
  ];
  for (const [text, message] of open)
    expect((await send(text)).data, text).toMatchObject({ status: "failed", message, columns: { is_open: true } });
  expect(await send(heading)).toMatchObject(refusedAt("file", "文件中没有数据"));
  const template = await asEditor.file(unitImport.template, { params: { id: estate.id }, query: { format: "csv" } });
  const [line = ""] = (await template.text()).trim().split("\r\n");
  expect((await send(`${line}\nA座,1,01,101,A1`)).data).toMatchObject({ success: 1 });
});

test("its undo removes what is new and puts the rest back, but what somebody has changed since stays", async () => {
  await put({ unit_no: "100", list_price: "1.00", floor: 1 });
  await put({ unit_no: "200", list_price: "2.00", floor: 2 });
  const { data } = await send(
    sheet("A座,9,,100,,,,10,已售", "A座,9,,200,,,,20,", "A座,3,01,300,A1,,,30,", "A座,4,01,400,A1,,,40,"),
  );
  const touched = await rowsIn("unit", { floor: 4 });
  await updateIn("unit", { floor: 4 }, { version: 2 });
  const undone = await asEditor(batch.undo, { params: { id: data.batch_id ?? 0 } });
  expect(undone.data.failed).toEqual([{ id: touched[0]?.id, code: 40901, message: "之后已被修改" }]);
  expect(undone.data.success).toHaveLength(3);
  expect(await rows()).toEqual([
    "100 1 01   1.00 available 3",
    "200 2 01   2.00 available 3",
    "400 4 01   40.00 available 2",
  ]);
  expect(await roomOf()).toMatchObject({ total_count: 3, available_count: 3 });
  const lines = await rowsIn("operationLog");
  expect(lines.at(-1)).toMatchObject({ module: "house", summary: "撤销导入：恢复3条，1条未恢复" });
});

/** More than one part of an undo. */
const many = 2_001;

test("many units come in at once, and go again part by part", async () => {
  const lines = Array.from({ length: many }, (_, index) => `A座,${index % 100},${index % 50},${index},A1,,,59800000,`);
  const { data } = await send(sheet(...lines));
  expect(data).toMatchObject({ total: many, success: many, failed: 0 });
  expect(await roomOf()).toMatchObject({ total_count: many, available_count: many });
  const params = { id: data.batch_id ?? 0 };
  expect((await asEditor(batch.undo, { params })).data.task).toMatchObject({ status: "running", total: many });
  await expect
    .poll(async () => (await asEditor(batch.get, { params })).data)
    .toMatchObject({ status: "done", success: many, failed: 0 });
  expect(await roomOf()).toMatchObject({ total_count: null, available_count: null });
});

whoMay(api, unitImport, { all: "EM" });
