import { isoInstant } from "~/server/database/tables/columns";
import type { SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";
import { readSheet, SheetError, type SheetFormat, type SheetPart } from "~/server/lib/sheet-reader/sheet-reader";
import { errorFile, reasonHeading } from "./error-file";
import { addTask, type Kind, type TaskRow } from "./task";

/** A file that is read and written at one stroke, other than the customers', which goes on in the background. */
export interface WholeFile {
  file_key: string;
  name: string;
  format: SheetFormat;
  isDryRun: boolean;
}

export type SheetRow = SheetPart["rows"][number];
export interface WrongCell {
  /** The column's heading. */
  field: string;
  message: string;
}
export interface RefusedRow {
  row: SheetRow;
  wrong: WrongCell;
}

const shownErrors = 100;

/** Headings and rows of a file; a SheetError for one without rows, or with more than may come at once. */
export async function wholeSheet({ storage }: Services, { file_key, format }: WholeFile, most: number, unit: string) {
  const [headings, ...rows] = await allRows(storage.placeOf(file_key), format, most, unit);
  if (!headings || rows.length === 0) throw new SheetError("文件中没有数据");
  return { headings: headings.cells, rows };
}

async function allRows(place: string, format: SheetFormat, most: number, unit: string): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const part of readSheet(place, format, { rows: most + 2 })) {
    rows.push(...part.rows);
    if (rows.length > most + 1) throw new SheetError(`一次最多导入${most}${unit}，请拆分文件`);
  }
  return rows;
}

/** What stands under which column; a SheetError says why the file cannot be understood. */
export function columnsUnder<N extends string>(
  cells: readonly string[],
  headings: ReadonlyMap<N, string>,
  required: readonly N[],
): (N | undefined)[] {
  const known = new Map([...headings].map(([name, heading]) => [heading, name]));
  const columns = cells.map((cell) => known.get(cell.replace(/[*＊\s]+$/, "").trim()));
  const unknown = cells.filter((cell, index) => cell && !columns[index] && cell !== reasonHeading);
  const say = (names: readonly (N | undefined)[]) => names.map((name) => name && headings.get(name)).join("、");
  if (columns.every((name) => name === undefined)) throw new SheetError("第一行应为列名，请使用导入模板");
  if (unknown.length)
    throw new SheetError(`不认识的列：${unknown.map((cell) => cell.slice(0, 20)).join("、")}，请使用导入模板`);
  const doubled = columns.find((name, index) => name && columns.indexOf(name) !== index);
  if (doubled) throw new SheetError(`列重复：${say([doubled])}`);
  const missing = required.filter((name) => !columns.includes(name));
  if (missing.length) throw new SheetError(`缺少列：${say(missing)}`);
  return columns;
}

/** The file of refused rows, each with its reason; null without any. */
export async function keepRefused(
  services: Services,
  { file_key }: WholeFile,
  headings: readonly string[],
  refused: readonly RefusedRow[],
): Promise<string | null> {
  const errors = errorFile(services, `${file_key}-errors`, headings);
  await errors.add(refused.map(({ row, wrong }) => [...row.cells, `${wrong.field}：${wrong.message}`]));
  return errors.close();
}

/** The task of a file that has come to its end. */
export async function keepEnded(
  { db, user, services }: SignedCall,
  { file_key, name, isDryRun }: WholeFile,
  kind: Kind,
  {
    refused,
    ...counts
  }: { refused: readonly RefusedRow[] } & Pick<TaskRow, "total" | "success" | "error_key"> & Partial<TaskRow>,
): Promise<TaskRow> {
  const now = services.now();
  const row = await addTask(db, now, {
    ...{ user_id: user.id, name, file_key, dry_run: isDryRun, kind, status: "done", ended_at: isoInstant(now) },
    failed: refused.length,
    errors: refused.slice(0, shownErrors).map((one) => ({ row: one.row.number, ...one.wrong })),
    ...counts,
  });
  return found(row);
}
