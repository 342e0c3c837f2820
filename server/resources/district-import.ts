import { districtImport as contract } from "~/contract/district";
import { randomToken } from "~/server/identity/token";
import { dayOf } from "~/server/lib/list";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { SheetError, sheetFormatOf } from "~/server/lib/sheet-reader/sheet-reader";
import { xlsx } from "~/server/lib/xlsx";
import { ownTask, recentTasks, toTask } from "./customer-import/task";
import { explanations, templateHeadings } from "./district/import-columns";
import { importDistricts } from "./district/import-run";

/** Of twenty thousand places no file is larger. */
const mostMegabytes = 10;

export const districtImportHandlers = [
  serve(contract.template, async ({ query, services, origin }) => {
    if (query.format === "csv") {
      // The mark tells Excel that it is UTF-8.
      const body = new TextEncoder().encode(`\ufeff${templateHeadings.join(",")}\r\n`);
      return { name: "区域导入模板.csv", type: "text/csv; charset=utf-8", body };
    }
    const notes = { name: "填写说明", rows: [["列名", "说明"], ...explanations] };
    const onError = (error: unknown) => services.log.error({ err: error, request_id: origin.id }, "template broke off");
    const sheet = { name: "区域", header: templateHeadings, chunks: async function* () {}, notes, onError };
    return { name: "区域导入模板.xlsx", ...xlsx(sheet) };
  }),

  serve(
    contract.start,
    async (call) => {
      const { query, services, raw } = call;
      const { storage } = services;
      const file_key = `import/${dayOf(services.now()).slice(0, 7)}/${randomToken()}`;
      const wrong = (message: string) => refuseFields([{ field: "file", label: "文件", message }]);
      const stored = raw.body
        ? await storage.write(file_key, raw.body, mostMegabytes * 1024 * 1024)
        : wrong("请选择文件");
      if (!stored) return refuse(41300, { n: mostMegabytes });
      try {
        const format = sheetFormatOf((await storage.head(file_key, 4096)) ?? new Uint8Array());
        if (!format || stored.size === 0) return refuse(41500);
        return await importDistricts(call, { file_key, name: query.name, format, isDryRun: query.dry_run === true });
      } catch (error) {
        return error instanceof SheetError ? wrong(error.message) : Promise.reject(error);
      } finally {
        await storage.remove(file_key);
      }
    },
    { ownTransaction: true },
  ),

  serve(contract.recent, async (call) => {
    const rows = await recentTasks(call, "district");
    return { list: rows.map((row) => toTask(row, call.services.now())) };
  }),

  serve(contract.get, async (call) =>
    toTask(found(await ownTask(call, call.params.id, "district")), call.services.now()),
  ),

  serve(contract.errors, async (call) => {
    const { error_key, created_at } = found(await ownTask(call, call.params.id, "district"));
    return {
      name: `区域导入失败记录-${dayOf(created_at).replaceAll("-", "")}.xlsx`,
      type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      body: found(await call.services.storage.read(found(error_key))),
    };
  }),
];
