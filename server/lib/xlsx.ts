import { once } from "node:events";
import { PassThrough, Readable } from "node:stream";
import ExcelJS from "exceljs";
import type { FileReply } from "./call";

export type Cell = string | number | null;

interface Sheet {
  name: string;
  header: string[];
  /** Rows, a chunk at a time; the next is asked for when the reader has taken the last. */
  chunks(): AsyncIterable<Cell[][]>;
  /** A second sheet of few rows, such as explanations. */
  notes?: { name: string; rows: Cell[][] };
  /** Told when the sheet broke off: the reply has begun by then. */
  onError(error: unknown): void;
}

/** One sheet, written while it is read: in memory is one chunk of rows. A text that a spreadsheet would take for a formula is kept from being one. */
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

async function write({ name, header, chunks, notes }: Sheet, bytes: PassThrough): Promise<void> {
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: bytes, useStyles: false, useSharedStrings: false });
  const sheet = book.addWorksheet(name);
  sheet.addRow(header.map(safe)).commit();
  for await (const rows of chunks()) {
    for (const cells of rows) sheet.addRow(cells.map(safe)).commit();
    if (bytes.writableNeedDrain) await Promise.race([once(bytes, "drain"), once(bytes, "close")]);
    if (bytes.destroyed) return;
  }
  sheet.commit();
  if (notes) {
    const more = book.addWorksheet(notes.name);
    for (const cells of notes.rows) more.addRow(cells.map(safe)).commit();
    more.commit();
  }
  await book.commit();
}

function safe(cell: Cell): Cell {
  return typeof cell === "string" && /^[=+\-@\t\r\0＝＋－＠]/.test(cell) ? `'${cell}` : cell;
}
