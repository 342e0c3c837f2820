import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { tidyText } from "../text";
import { mostAbove, SheetError, type SheetLimits, type SheetPart } from "./sheet-error.mjs";

const workerFile = join(import.meta.dirname, "sheet-worker.mjs");
const megabyte = 1024 * 1024;
/** Of the thread; a file that needs more is refused. */
const memory = 384;
/** After this long without a row the thread is ended. */
const patience = 60_000;

export type SheetFormat = "xlsx" | "csv";
export { mostAbove, SheetError, type SheetPart };

type Message = ({ type: "part" } & SheetPart) | { type: "end" } | { type: "refused"; message: string };

const again = "请用 Excel 或 WPS 打开，另存为 xlsx 后再导入";
const marked = (kind: string) => `文件是${kind}，${again}`;
/** Files of other programs by their first bytes, and what is to be done with each. */
const foreign: readonly (readonly [sign: RegExp, why: string])[] = [
  [/^\xd0\xcf\p{Cc}\xe0/u, marked("旧版 Excel（.xls）或加了打开密码的文件").replace("xlsx", "不带密码的 xlsx")],
  [/^PK[\s\S]{28}mimetypeapplication\/vnd\.oasis/, marked("OpenDocument 表格（.ods）")],
  [/^%PDF/, "文件是 PDF，不是表格，请向对方索取 xlsx 或 csv 文件"],
  [
    /^(\x89PNG|\xff\xd8\xff|GIF8|RIFF[\s\S]{4}WEBP|[\s\S]{4}ftyp(heic|heix|mif1|msf1|avif))/,
    "文件是图片，不是表格，请选择 xlsx 或 csv 文件",
  ],
  [/^(Rar!|7z\xbc\xaf|\p{Cc}\x8b)/u, "文件是压缩包，请先解压，再导入其中的表格"],
  [/^(\xef\xbb\xbf)?\s*BEGIN:VCARD/i, "文件是通讯录（vCard），请在通讯录中导出为 CSV 后再导入"],
  [/^(\xef\xbb\xbf)?\s*[{[]\s*["{[\]}]/, "文件是 JSON，不是表格，请导出为 xlsx 或 csv 后再导入"],
  [
    /^(\xef\xbb\xbf)?\s*(<\?xml[\s\S]*<\?mso-application|<\?xml[\s\S]*<Workbook|<Workbook)/i,
    marked("Excel 2003 XML 表格"),
  ],
  [/^(\xef\xbb\xbf)?\s*(<!doctype|<html|<meta|<head|<table|<\?xml|<div|MIME-Version:)/i, marked("网页格式的表格")],
  [/^\{\\rtf/, "文件是文字文档，不是表格，请选择 xlsx 或 csv 文件"],
];

/** What a file's first bytes say it is; for what is neither, such as the former xls, what it is and what to do. */
export function sheetFormatOf(head: Uint8Array): SheetFormat | { why: string } {
  if (head.length === 0) return { why: "文件是空的，请重新导出" };
  const text = Buffer.from(head).toString("latin1");
  const other = foreign.find(([sign]) => sign.test(text));
  if (other) return { why: other[1] };
  if (text.startsWith("PK\x03\x04")) return "xlsx";
  if (text.startsWith("PK")) return { why: `文件已损坏或没有传完整，${again}` };
  if (/^(\xff\xfe|\xfe\xff)/.test(text) || !text.includes("\0")) return "csv";
  return { why: isWide(head) ? `文件是没有标记的 UTF-16 文本，${again}` : "文件不是表格，请选择 xlsx 或 csv 文件" };
}

/** Text in UTF-16 that lacks the mark by which it is known. */
const isWide = (head: Uint8Array): boolean =>
  ["utf-16le", "utf-16be"].some((encoding) => {
    const text = new TextDecoder(encoding).decode(head.subarray(0, head.length & ~1));
    return /[,;\t\n]/.test(text) && !/[\p{Cc}\p{Co}\ufffd]/u.test(text.replace(/[\r\n\t]/g, ""));
  });

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
