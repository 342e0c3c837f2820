import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { tidyText } from "../text";
import { SheetError, type SheetLimits, type SheetPart } from "./sheet-error.mjs";

const workerFile = join(import.meta.dirname, "sheet-worker.mjs");
const megabyte = 1024 * 1024;
/** Of the thread; a file that needs more is refused. */
const memory = 384;
/** Without a row for so long, the thread is ended. */
const patience = 60_000;

export type SheetFormat = "xlsx" | "csv";
export { SheetError, type SheetPart };

type Message = ({ type: "part" } & SheetPart) | { type: "end" } | { type: "refused"; message: string };

/** What a file's first bytes say it is; undefined for what is neither, such as the former xls. */
export function sheetFormatOf(head: Uint8Array): SheetFormat | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  if (begins(0x50, 0x4b, 0x03, 0x04)) return "xlsx";
  if (begins(0xd0, 0xcf, 0x11, 0xe0) || begins(0x50, 0x4b) || begins(0x25, 0x50, 0x44, 0x46)) return undefined;
  const isWide = begins(0xff, 0xfe) || begins(0xfe, 0xff);
  return isWide || !head.includes(0) ? "csv" : undefined;
}

/** The rows of a file on disk, some hundred at a time; a next part is read while the last is being worked on, none beyond. Throws a SheetError for what is wrong with the file. */
export async function* readSheet(
  file: string,
  format: SheetFormat,
  limits: Partial<SheetLimits> = {},
): AsyncGenerator<SheetPart> {
  const workerData = { file, format, limits: { rows: 200_000, columns: 200, bytes: 512 * megabyte, ...limits } };
  const worker = new Worker(workerFile, { workerData, resourceLimits: { maxOldGenerationSizeMb: memory } });
  try {
    let coming = answerOf(worker);
    for (;;) {
      const message = await coming;
      if (message.type === "end") return;
      if (message.type === "refused") throw new SheetError(message.message);
      coming = answerOf(worker);
      // It may fail before it is waited for.
      coming.catch(() => undefined);
      worker.postMessage("next");
      // Cells come in as the fields of a form do.
      const rows = message.rows.map((row) => ({ ...row, cells: row.cells.map(tidyText) }));
      yield { rows, fraction: message.fraction };
    }
  } finally {
    await worker.terminate();
  }
}

function answerOf(worker: Worker): Promise<Message> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new SheetError("文件读取超时，请拆分后再导入"))), patience);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      end();
    };
    const onMessage = (message: Message) => settle(() => resolve(message));
    const onError = (error: Error & { code?: string }) =>
      settle(() =>
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new SheetError("文件内容过大，请拆分后再导入") : error),
      );
    const onExit = () => settle(() => reject(new Error("the sheet's thread ended")));
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}
