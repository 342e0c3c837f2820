import ExcelJS from "exceljs";
import { Open } from "unzipper";
import { found } from "~/server/lib/call";

/** A cell as the file's XML has it: a text, or a number with the format that shows it. */
export interface WrittenCell {
  value: string | number;
  format: string;
}

export interface WrittenSheet {
  headings: string[];
  /** Below the headings; an empty cell is undefined. */
  rows: (WrittenCell | undefined)[][];
  /** Of the columns, in characters. */
  widths: number[];
  /** Of the columns, also where their cells are empty. */
  formats: string[];
  /** So many rows stay in sight. */
  frozen: number;
}

/** The cells of an answered spreadsheet's first sheet, row by row; an empty one is null. */
export async function cellsOf(answer: Response): Promise<ExcelJS.CellValue[][]> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(await answer.arrayBuffer());
  const sheet = found(book.worksheets[0]);
  const rows: ExcelJS.CellValue[][] = [];
  sheet.eachRow((row) => rows.push(Array.from({ length: sheet.columnCount }, (_, at) => row.getCell(at + 1).value)));
  return rows;
}

/** What is written in the first sheet of a spreadsheet, out of its XML. */
export async function writtenSheet(bytes: ArrayBuffer): Promise<WrittenSheet> {
  const zip = await Open.buffer(Buffer.from(bytes));
  const part = async (path: string) => String(await found(zip.files.find((file) => file.path === path)).buffer());
  const styles = await part("xl/styles.xml");
  const codes = new Map(
    tags(styles, "numFmt").map((tag) => [attribute(tag, "numFmtId"), attribute(tag, "formatCode")]),
  );
  const built: Record<string, string> = { 0: "General", 1: "0", 4: "#,##0.00", 49: "@" };
  const cellStyles = /<cellXfs[\s\S]*<\/cellXfs>/.exec(styles)?.[0] ?? "";
  const formats = tags(cellStyles, "xf").map((tag) => {
    const id = attribute(tag, "numFmtId");
    return codes.get(id) ?? built[id] ?? id;
  });
  const sheet = await part("xl/worksheets/sheet1.xml");
  const lines = [...sheet.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, cells = ""]) => {
    const line: (WrittenCell | undefined)[] = [];
    for (const [, tag = "", inner = ""] of cells.matchAll(/<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
      const value = /<(?:v|t)(?: [^>]*)?>([\s\S]*?)<\/(?:v|t)>/.exec(inner)?.[1];
      if (value === undefined) continue;
      const isText = /t="(inlineStr|str|s)"/.test(tag);
      const format = formats[Number(attribute(tag, "s") || 0)] ?? "";
      line[columnOf(attribute(tag, "r"))] = { value: isText ? unescaped(value) : Number(value), format };
    }
    return line;
  });
  const [headings = [], ...rows] = lines;
  const columns = tags(sheet, "col").flatMap((tag) => {
    const span = Number(attribute(tag, "max")) - Number(attribute(tag, "min")) + 1;
    return Array.from({ length: span }, () => tag);
  });
  return {
    headings: Array.from(headings, (cell) => String(cell?.value ?? "")),
    rows,
    widths: columns.map((tag) => Number(attribute(tag, "width"))),
    formats: columns.map((tag) => formats[Number(attribute(tag, "style"))] ?? ""),
    frozen: Number(/<pane [^>]*state="frozen"/.test(sheet) && attribute(tags(sheet, "pane")[0] ?? "", "ySplit")),
  };
}

const tags = (xml: string, name: string) => xml.match(new RegExp(`<${name} [^>]*>`, "g")) ?? [];
const attribute = (tag: string, name: string) => unescaped(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(tag)?.[1] ?? "");
const columnOf = (reference: string) =>
  [...reference.replace(/\d/g, "")].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
const unescaped = (text: string) =>
  text.replace(
    /&(lt|gt|quot|apos|amp);/g,
    (_, name: "lt") => ({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" })[name],
  );
