import type { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import { readMapping } from "~/contract/shared/import-columns";
import type { ImportTask } from "~/contract/shared/import-task";
import { textColumns } from "~/contract/sheet";
import {
  type Answer,
  type FileReply,
  found,
  type Origin,
  Refusal,
  refuse,
  refuseFields,
  type SignedCall,
} from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { randomToken } from "~/server/lib/seal";
import { type Served, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { SheetError, type SheetFormat, sheetFormatOf } from "~/server/lib/sheet-reader/sheet-reader";
import { xlsx } from "~/server/lib/xlsx";
import { ColumnsOpen } from "./columns";
import { importOf, type Kind, ownTask, recentImports, toTask } from "./task";
import { keepOpen, type Sending, type WholeFile } from "./whole-file";

interface Template {
  /** What its rows are, such as 客户. */
  label: string;
  headings: string[];
  /** Of each column its name and what goes into it. */
  explanations: string[][];
}

/** An empty file to be filled in: xlsx with an explanation of each column, or csv. */
export function templateFile(
  { query, services, origin }: { query: { format: "xlsx" | "csv" }; services: Services; origin: Origin },
  { label, headings, explanations }: Template,
): FileReply {
  if (query.format === "csv") {
    // The mark tells Excel that it is UTF-8.
    const body = new TextEncoder().encode(`\ufeff${headings.join(",")}\r\n`);
    return { name: `${label}导入模板.csv`, type: "text/csv; charset=utf-8", body };
  }
  const notes = { name: "填写说明", rows: [["列名", "说明"], ...explanations] };
  const onError = (error: unknown) => services.log.error({ err: error, request_id: origin.id }, "template broke off");
  const sheet = { name: label, columns: textColumns(headings), chunks: async function* () {}, notes, onError };
  return { name: `${label}导入模板.xlsx`, ...xlsx(sheet) };
}

interface SentQuery {
  dry_run?: boolean | undefined;
  skip_hidden?: boolean | undefined;
  header_row?: number | undefined;
  mapping?: string | undefined;
  fixed?: string | undefined;
}

/** What a file's sender says of it. */
export function sendingOf({ dry_run, skip_hidden, header_row, mapping, fixed = "" }: SentQuery): Sending {
  const values = Object.fromEntries(new URLSearchParams(fixed));
  const chosen = header_row && mapping ? { header_row, mapping: readMapping(mapping), fixed: values } : undefined;
  return { isDryRun: dry_run === true, skipsHidden: skip_hidden === true, chosen };
}

type SentCall = SignedCall & { raw: Request; query: SentQuery & { name: string } };

/** Keeps a sent file while it is read to its end; one that waits for its sender ends as a task that says so. Refuses with 41300, 41500, or on the field `file`. */
async function readReceived<T extends ImportTask>(
  call: SentCall,
  mostMegabytes: number,
  kind: Kind,
  read: (file: WholeFile) => Promise<T>,
): Promise<T | ImportTask> {
  const { services, raw, query } = call;
  const { storage } = services;
  const file_key = `import/${dayOf(services.now()).slice(0, 7)}/${randomToken()}`;
  const wrong = (message: string) => refuseFields([{ field: "file", label: "文件", message }]);
  const stored = raw.body ? await storage.write(file_key, raw.body, mostMegabytes * 1024 * 1024) : wrong("请选择文件");
  if (!stored) return refuse(41300, { n: mostMegabytes });
  try {
    const format = await formatOf(services, file_key);
    const file = { file_key, format, name: query.name, ...sendingOf(query) };
    return await read(file).catch(async (error: unknown) => {
      if (!(error instanceof ColumnsOpen)) throw error;
      return toTask(await keepOpen(call, file, kind, error), services.now());
    });
  } catch (error) {
    if (error instanceof SheetError) return wrong(error.message);
    throw error;
  } finally {
    await storage.remove(file_key);
  }
}

/** What a kept file is, by its first bytes. Refuses with 41500, in words that name what it is instead and what to do. */
export async function formatOf({ storage }: Pick<Services, "storage">, key: string): Promise<SheetFormat> {
  const format = sheetFormatOf((await storage.head(key, 4096)) ?? new Uint8Array());
  if (typeof format === "string") return format;
  throw new Refusal(41500, format.why);
}

/** The file of the rows that one of the caller's own imports has refused. */
export async function refusedRows(
  call: SignedCall & { params: { id: number } },
  label: string,
  kind?: Parameters<typeof ownTask>[2],
): Promise<FileReply> {
  const { error_key, created_at } = found(await ownTask(call, call.params.id, kind));
  return {
    name: `${label}导入失败记录-${dayOf(created_at).replaceAll("-", "")}.xlsx`,
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    body: found(await call.services.storage.read(found(error_key))),
  };
}

type ImportContract = Readonly<Record<"template" | "start" | "recent" | "get" | "errors", Endpoint>>;

interface ImportCall extends SignedCall {
  raw: Request;
  origin: Origin;
  params: { id: number; import_id?: number };
  query: SentQuery & { name: string; format: "xlsx" | "csv" };
}

interface Import extends Omit<Template, "headings"> {
  kind: (call: ImportCall) => Kind | Promise<Kind>;
  /** Larger than any file of so many rows. */
  megabytes: number;
  read: (call: ImportCall, file: WholeFile) => Promise<ImportTask>;
  /** What the answer has in addition to its task where a file waits for its sender. */
  waiting?: object;
}

/** The handlers of `importEndpoints`; the contract's factory gives every import these shapes. */
export function importHandlers(
  contract: ImportContract,
  { label, explanations, kind, megabytes, read, waiting }: Import,
): Served[] {
  const on = (endpoint: Endpoint, act: (call: ImportCall, kind: Kind) => unknown, ownTransaction = false) =>
    serve(
      endpoint,
      async (given) => {
        const call = given as unknown as ImportCall;
        return (await act(call, await kind(call))) as Answer<z.ZodType>;
      },
      { ownTransaction },
    );
  const numberIn = ({ params }: ImportCall) => params.import_id ?? params.id;
  const headings = explanations.map(([heading = ""]) => heading);
  return [
    on(contract.template, (call) => templateFile(call, { label, headings, explanations })),
    on(
      contract.start,
      async (call, own) => ({ ...waiting, ...(await readReceived(call, megabytes, own, (file) => read(call, file))) }),
      true,
    ),
    on(contract.recent, recentImports),
    on(contract.get, (call, own) => importOf(call, numberIn(call), own)),
    on(contract.errors, (call, own) => refusedRows({ ...call, params: { id: numberIn(call) } }, label, own)),
  ];
}
