import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ExcelJS from "exceljs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSheet, SheetError, sheetFormatOf } from "~/server/lib/sheet-reader/sheet-reader";
import { zipped } from "~/test/support/zipped";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sheet-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Bytes = string | Uint8Array;

/** The rows of a file, or why it is refused. */
async function read(bytes: Bytes) {
  const file = join(folder, "sheet");
  await writeFile(file, bytes);
  const format = sheetFormatOf(Buffer.from(bytes).subarray(0, 4096));
  if (typeof format !== "string") return format.why;
  try {
    const rows = [];
    for await (const part of readSheet(file, format)) rows.push(...part.rows);
    return rows;
  } catch (error) {
    if (error instanceof SheetError) return error.message;
    throw error;
  }
}

async function cellsOf(bytes: Bytes) {
  const rows = await read(bytes);
  return typeof rows === "string" ? rows : rows.map(({ cells }) => cells);
}

async function workbook(fill: (sheet: ExcelJS.Worksheet) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  fill(book.addWorksheet("表"));
  return new Uint8Array(await book.xlsx.writeBuffer());
}

test.each([
  [
    "sep=,\r\n姓名,电话\r\n甲,1",
    [
      ["姓名", "电话"],
      ["甲", "1"],
    ],
  ],
  [
    "\ufeffsep=;\n姓名;电话\n甲,乙;1",
    [
      ["姓名", "电话"],
      ["甲,乙", "1"],
    ],
  ],
  ["sep=\t\n姓名\t电话", [["姓名", "电话"]]],
  ['"sep=|"\r\n姓名|电话', [["姓名", "电话"]]],
  [
    '姓名,电话\n甲,"=""0139"""\n乙,="1"',
    [
      ["姓名", "电话"],
      ["甲", "0139"],
      ["乙", "1"],
    ],
  ],
  // Of the words of a title nothing tells how the cells are parted.
  ["客户名单, 十一月\n姓名;电话\n甲;1\n乙;2", [["客户名单, 十一月"], ["姓名", "电话"], ["甲", "1"], ["乙", "2"]]],
])("the first lines say how the cells are parted: %j", async (text, cells) => {
  expect(await cellsOf(text)).toEqual(cells);
  const rows = await read(text);
  expect(typeof rows === "string" || rows[0]?.number).toBe(1);
});

test("what a cell is beside its text is told: in a text as in a workbook", async () => {
  const cells = ["#N/A", "#DIV/0!", "Err:502", "1.39E+10", "########", "3月1日", "1-Mar", "2026/3/1", "1E3", "#12"];
  expect(await read(`${cells.join(",")}\n1.3911117006E+10,12.5`)).toEqual([
    {
      number: 1,
      cells,
      marks: {
        ...{ 0: "error", 1: "error", 2: "error", 3: "lost", 4: "lost", 5: "date", 6: "date", 7: "date" },
      },
    },
    { number: 2, cells: ["13911117006", "12.5"] },
  ]);
  const book = await workbook((sheet) => {
    sheet.addRow([{ error: "#N/A" }, new Date("2026-03-01"), 110101199003079000, 13911117006, { formula: "A1+1" }]);
    sheet.addRow([{ formula: "A1", result: { error: "#REF!" } }, { formula: "A1", result: "甲" }, "#N/A"]);
    sheet.addRow(["藏"]).hidden = true;
    sheet.addRow(["客户_x000D_\n姓名", "_x005F_x0041_"]);
    sheet.getCell("F1").value = 0.5;
    sheet.getCell("F1").numFmt = '_ * #,##0.00_ ;_ "天"* -#,##0.00_ ';
  });
  expect(await read(book)).toEqual([
    {
      number: 1,
      cells: ["#N/A", "2026-03-01", "110101199003079000", "13911117006", "", "0.5"],
      marks: { 0: "error", 1: "date", 2: "lost", 4: "uncounted" },
    },
    { number: 2, cells: ["#REF!", "甲", "#N/A"], marks: { 0: "error", 2: "error" } },
    { number: 3, cells: ["藏"], isHidden: true },
    { number: 4, cells: ["客户\n姓名", "_x0041_"] },
  ]);
});

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))));
const utf16 = (text: string) => Buffer.from(text, "utf16le");

test.each<[string, Bytes, RegExp]>([
  ["an old workbook", bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /旧版 Excel（\.xls）.*另存为/],
  ["a PDF", "%PDF-1.7\n", /PDF.*索取/],
  ["a picture", bytes("\x89PNG\r\n\x1a\n"), /图片/],
  ["a packed file", bytes("Rar!\x1a\x07"), /先解压/],
  ["a page", "<html><table><tr><td>姓名</td></tr></table>", /网页格式.*另存为/],
  ["a workbook of 2003", '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>', /2003.*另存为/],
  ["contacts", "BEGIN:VCARD\nFN:甲\nEND:VCARD", /vCard.*CSV/],
  ["JSON", '[{"name":"甲"}]', /JSON/],
  ["nothing", "", /空的/],
  ["wide text without its mark", utf16("姓名,电话\r\n甲,1\r\n"), /UTF-16.*另存为/],
  ["no text", bytes([1, 0, 2, 3]), /不是表格/],
  // 客戶姓名,電話 / 王小明 in Big5.
  [
    "Big5",
    bytes([0xab, 0xc8, 0xa4, 0xe1, 0xa9, 0x6d, 0xa6, 0x57], ",", [0xb9, 0x71, 0xb8, 0xdc], "\r\n", [
      ...[0xa4, 0xfd, 0xa4, 0x70, 0xa9, 0xfa],
    ]),
    /Big5.*CSV UTF-8/,
  ],
  // 氏名,電話番号 / 山田たろう in Shift_JIS.
  [
    "Shift_JIS",
    bytes([0x8e, 0x81, 0x96, 0xbc], ",", [0x93, 0x64, 0x98, 0x62, 0x94, 0xd4, 0x8d, 0x86], "\r\n", [
      ...[0x8e, 0x52, 0x93, 0x63, 0x82, 0xbd, 0x82, 0xeb, 0x82, 0xa4],
    ]),
    /Shift_JIS.*CSV UTF-8/,
  ],
  ["no encoding at all", bytes("a,b\r\n", [0x81, 0x20, 0xff, 0xff, 0xc3]), /编码无法识别/],
  [
    "a broken byte",
    Buffer.concat([Buffer.from("姓名,备注\n甲,好"), Buffer.from([0xff]), Buffer.from("的")]),
    /第2行.*损坏/,
  ],
  [
    "a broken byte far below",
    Buffer.concat([Buffer.from("\ufeff姓名\n"), Buffer.from("甲\n".repeat(50_000)), Buffer.from([0xff, 0x0a])]),
    /第50002行.*损坏/,
  ],
  ["a byte that is no text", Buffer.concat([Buffer.alloc(5_000, "a,"), Buffer.from([0])]), /不是文字/],
])("%s is named with what to do", async (_what, file, words) => {
  expect(await read(file)).toMatch(words);
});

const parts = {
  "[Content_Types].xml": "<Types/>",
  "xl/workbook.xml": '<workbook><sheets><sheet name="a" r:id="r1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="sheet.xml"/></Relationships>',
  "xl/sheet.xml": "<worksheet><sheetData><row><c t='str'><v>甲</v></c></row></sheetData></worksheet>",
};

test.each<[string, Record<string, string>, RegExp]>([
  ["an .ods", { mimetype: "x", "content.xml": "<a/>" }, /\.ods.*另存为/],
  ["a .numbers", { "Index/Document.iwa": "x" }, /\.numbers.*另存为/],
  ["an .xlsb", { "xl/workbook.bin": "x" }, /\.xlsb.*另存为/],
  ["a .docx", { "word/document.xml": "<a/>" }, /\.docx/],
  ["packed files", { "客户.csv": "姓名" }, /先解压/],
  ["a broken sheet", { ...parts, "xl/sheet.xml": "<worksheet><row" }, /工作表部分已损坏.*另存为/],
  ["broken texts", { ...parts, "xl/sharedStrings.xml": "<sst><" }, /文字部分已损坏/],
  ["broken styles", { ...parts, "xl/styles.xml": "<a></b>" }, /格式部分已损坏/],
  ["a broken book", { ...parts, "xl/workbook.xml": "<!DOCTYPE a><workbook/>" }, /工作簿部分已损坏/],
  ["no sheet", { ...parts, "xl/_rels/workbook.xml.rels": "<Relationships/>" }, /没有可以读取的工作表/],
])("of what is zipped %s is named with what to do", async (_what, files, words) => {
  expect(await cellsOf(zipped(parts))).toEqual([["甲"]]);
  expect(await read(zipped(files))).toMatch(words);
  expect(await read(zipped(files).subarray(0, 40))).toMatch(/已损坏或没有传完整/);
});
