import { setImmediate as breathe } from "node:timers/promises";
import type { ImportTask } from "~/contract/shared/import-task";
import { isoInstant } from "~/server/database/tables/columns";
import { found, type SignedCall } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { mostAbove, readSheet, SheetError, type SheetFormat } from "~/server/lib/sheet-reader/sheet-reader";
import { isTrace } from "../export/send";
import {
  type ChosenColumns,
  type ColumnsOpen,
  keepHabits,
  readHabits,
  type SheetRow,
  type SheetShape,
  type Understood,
  understand,
  type WrongCell,
} from "./columns";
import { errorFile } from "./error-file";
import { addTask, type Kind, type TaskRow, toTask } from "./task";

/** What its sender says of a file: whether it is only looked through, what its columns are, and whether hidden rows stay out. */
export interface Sending {
  isDryRun: boolean;
  skipsHidden: boolean;
  chosen: ChosenColumns | undefined;
}

/** A file that is read and written at one stroke, other than the customers', which goes on in the background. */
export interface WholeFile extends Sending {
  file_key: string;
  name: string;
  format: SheetFormat;
}

export interface RefusedRow {
  row: SheetRow;
  wrong: WrongCell;
}

/** What a file of a kind may say, and how many rows of it come in at once. */
export interface Taking<N extends string> {
  kind: Kind;
  shape: SheetShape<N>;
  most: number;
  /** How its rows are counted: 个房号. */
  unit: string;
}

export interface Sheet<N extends string> extends Understood<N> {
  hidden: number;
}

const shownErrors = 100;

/** Columns and rows of a file. A SheetError for one without rows, or with more than may come at once; ColumnsOpen where it waits for its sender. */
export async function wholeSheet<N extends string>(
  { services, user }: SignedCall,
  { file_key, format, chosen, skipsHidden }: WholeFile,
  { kind, shape, most, unit }: Taking<N>,
): Promise<Sheet<N>> {
  const all = await allRows(services.storage.placeOf(file_key), format, most, unit);
  if (all.length === 0) throw new SheetError("文件中没有数据");
  const { db } = services;
  const understood = understand(all, shape, await readHabits<N>(db, user.id, habitOf(kind)), chosen);
  if (understood.rows.length === 0) throw new SheetError("文件中没有数据");
  if (understood.rows.length > most) throw tooMany(most, unit);
  if (chosen) await keepHabits(db, user.id, habitOf(kind), shape, understood);
  const shown = understood.rows.filter(({ isHidden }) => !isHidden);
  const hidden = understood.rows.length - shown.length;
  return { ...understood, rows: skipsHidden ? shown : understood.rows, hidden };
}

export const breath = 200;

/** A row of a file: what it says, or why it is refused. */
export type Line<G> = { row: SheetRow } & ({ given: G } | { wrong: WrongCell });

export async function readLines<G>(rows: readonly SheetRow[], read: (row: SheetRow) => { given: G } | WrongCell) {
  const lines: Line<G>[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % breath === breath - 1) await breathe();
    const said = read(row);
    lines.push("message" in said ? { row, wrong: said } : { row, given: said.given });
  }
  return lines;
}

/** The units of all estates come in the same files. */
const habitOf = (kind: Kind): string => kind.split(":", 1)[0] ?? kind;

const tooMany = (most: number, unit: string) => new SheetError(`一次最多导入${most}${unit}，请拆分文件`);

async function allRows(place: string, format: SheetFormat, most: number, unit: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const part of readSheet(place, format, { rows: most + 2 })) {
    rows.push(...part.rows.filter((row) => !isTrace(row)));
    if (rows.length > most + mostAbove + 1) throw tooMany(most, unit);
  }
  return rows;
}

/** The file of refused rows, each with its reason; null without any. */
export async function keepRefused(
  services: Services,
  { file_key }: WholeFile,
  headings: readonly string[],
  refused: readonly RefusedRow[],
): Promise<string | null> {
  const errors = errorFile(services, `${file_key}-errors`, headings);
  await errors.add(
    refused.map(({ row, wrong }) => [
      ...headings.map((_, index) => row.cells[index] ?? ""),
      `${wrong.field}：${wrong.message}`,
    ]),
  );
  return errors.close();
}

/** Keeps what a file was refused and its task, in the transaction that has written its rows. */
export async function endImport<N extends string>(
  call: SignedCall,
  file: WholeFile,
  kind: Kind,
  sheet: Sheet<N>,
  { planned, refused, ...own }: { planned: readonly unknown[]; refused: readonly RefusedRow[] } & Partial<TaskRow>,
): Promise<ImportTask> {
  const error_key = await keepRefused(call.services, file, sheet.headings, refused);
  const counts = { sheet, total: sheet.rows.length, success: planned.length, refused, error_key, ...own };
  return toTask(await keepEnded(call, file, kind, counts), call.services.now());
}

/** The task of a file that waits until its sender has said what its columns are. */
export async function keepOpen(
  { services, user }: SignedCall,
  { file_key, name, isDryRun }: WholeFile,
  kind: Kind,
  { about, message }: ColumnsOpen,
): Promise<TaskRow> {
  const now = services.now();
  const end = { status: "failed", ended_at: isoInstant(now), message, columns: about };
  return found(await addTask(services.db, now, { user_id: user.id, name, file_key, dry_run: isDryRun, kind, ...end }));
}

/** The task of a file that has come to its end. */
export async function keepEnded(
  { db, user, services }: SignedCall,
  { file_key, name, isDryRun }: WholeFile,
  kind: Kind,
  {
    refused,
    sheet: { about, hidden },
    ...counts
  }: { refused: readonly RefusedRow[]; sheet: Pick<Sheet<string>, "about" | "hidden"> } & Pick<
    TaskRow,
    "total" | "success" | "error_key"
  > &
    Partial<TaskRow>,
): Promise<TaskRow> {
  const now = services.now();
  const row = await addTask(db, now, {
    ...{ user_id: user.id, name, file_key, dry_run: isDryRun, kind, status: "done", ended_at: isoInstant(now) },
    ...{ hidden, columns: isDryRun ? about : null },
    failed: refused.length,
    errors: refused.slice(0, shownErrors).map((one) => ({ row: one.row.number, ...one.wrong })),
    ...counts,
  });
  return found(row);
}
