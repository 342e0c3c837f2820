import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import ExcelJS from "exceljs";
import { type Cell, formats, type SheetColumn, type SheetKind, typedCell } from "~/contract/sheet";
import type { FileReply } from "./call";

interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** Rows, a chunk at a time; the next is asked for when the reader has taken the last. */
  chunks(): AsyncIterable<Cell[][]>;
  /** A second sheet of few rows, such as explanations. */
  notes?: { name: string; rows: string[][] };
  /** Told when the sheet broke off: the reply has begun by then. */
  onError(error: unknown): void;
}

/** One sheet, written while it is read: in memory is one chunk of rows. Its headings stay in sight, and each column is of its kind. */
export function xlsx(sheet: Sheet): Pick<FileReply, "type" | "body"> {
  const bytes = new PassThrough();
  write(sheet, bytes).catch((error) => {
    if (!bytes.destroyed) sheet.onError(error);
    bytes.destroy(error instanceof Error ? error : undefined);
  });
  return {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    // Node's web stream type and the DOM's describe the same object.
    body: Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>,
  };
}

async function write({ name, columns, chunks, notes }: Sheet, bytes: PassThrough): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: bytes, useStyles: true, useSharedStrings: false });
  const sheet = begin(book, name, columns);
  for await (const rows of chunks()) {
    for (const cells of rows) {
      const row = sheet.addRow(cells.map((cell, index) => plain(cell, columns[index])));
      for (const [index, cell] of cells.entries())
        if (cell !== null) row.getCell(index + 1).style = styleOf[kindOf(cell, columns[index])];
      row.commit();
    }
    if (bytes.writableNeedDrain) await Promise.race([once(bytes, "drain"), once(bytes, "close")]);
    if (bytes.destroyed) return;
  }
  sheet.commit();
  if (notes) {
    const [headings = [], ...rows] = notes.rows;
    const texts = headings.map((label, index): SheetColumn => ({ label, kind: "text", width: index ? 60 : 20 }));
    const more = begin(book, notes.name, texts);
    for (const cells of rows) more.addRow(cells.map((cell) => typedCell("text", cell))).commit();
    more.commit();
  }
  await book.commit();
}

/** A sheet with its headings, which stay in sight. */
function begin(book: ExcelJS.stream.xlsx.WorkbookWriter, name: string, columns: readonly SheetColumn[]) {
  const sheet = book.addWorksheet(name, { views: [{ state: "frozen", ySplit: 1 }] });
  sheet.columns = columns.map(({ label, kind, width = formats[kind].width }) => ({
    width: Math.max(width, widthOf(label)),
    style: { numFmt: formats[kind].format },
  }));
  const row = sheet.addRow(columns.map(({ label }) => typedCell("text", label)));
  for (const index of columns.keys()) row.getCell(index + 1).style = heading;
  row.commit();
  return sheet;
}

const heading: Partial<ExcelJS.Style> = {
  font: { bold: true, size: 11, name: "Calibri", family: 2 },
  numFmt: formats.text.format,
};
/** One object for each kind: the library looks a style up by its object, else it writes each out anew. */
const styleOf = Object.fromEntries(
  Object.entries(formats).map(([kind, { format }]) => [kind, { numFmt: format }]),
) as Record<SheetKind, Partial<ExcelJS.Style>>; // the keys of `formats`

const kindOf = (cell: Cell, column: SheetColumn | undefined): SheetKind =>
  cell !== null && typeof cell === "object" ? cell.kind : (column?.kind ?? "text");

const plain = (cell: Cell, column: SheetColumn | undefined) =>
  typedCell(kindOf(cell, column), cell !== null && typeof cell === "object" ? cell.value : cell);

/** In characters, a Han one counted twice; and room for the filter's arrow. */
const widthOf = (label: string) => label.length + label.replace(/[ -~]/g, "").length + 3;
