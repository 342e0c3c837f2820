import ExcelJS from "exceljs";
import { expect, vi } from "vitest";
import { customerImport } from "~/contract/customer/customer-import";
import type { Endpoint } from "~/contract/endpoint";
import type { ImportTask } from "~/contract/shared/import-task";
import { patience } from "./patience";
import type { As } from "./signed-in";

type Bytes = string | ArrayBuffer | Uint8Array<ArrayBuffer>;
type Task = ImportTask & { errors: { row: number; field: string; message: string }[] };

export const csv = (...lines: string[]) => lines.join("\r\n");

/** A spreadsheet of these rows, changed as given. */
export async function workbook(rows: unknown[][], change: (sheet: ExcelJS.Worksheet) => void = () => undefined) {
  const book = new ExcelJS.Workbook();
  const sheet = book.addWorksheet("表");
  sheet.addRows(rows);
  change(sheet);
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** Sends a file as a screen does. */
export const begin = (as: As, start: Endpoint, body: Bytes, query: object = {}, params: Record<string, number> = {}) =>
  as.unchecked(start, { params, query: { name: "表.csv", ...query }, body: new Blob([body]) }) as Promise<{
    code: number;
    message: string;
    data: Task;
  }>; // what every import answers

/** The same; gives the task when it has ended, or what was refused. */
export async function imported(...sent: Parameters<typeof begin>): Promise<Task> {
  const { data } = await begin(...sent);
  if (data?.status !== "running") return data;
  const [as] = sent;
  return vi.waitFor(async () => {
    const now = (await as(customerImport.get, { params: { id: data.id } })).data as Task;
    expect(now.status).not.toBe("running");
    return now;
  }, patience);
}
