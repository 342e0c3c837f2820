import { districtImport as contract } from "~/contract/region/district";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { ownTask, recentTasks, toTask } from "../shared/import/task";
import { explanations, templateHeadings } from "./district/import-columns";
import { importDistricts } from "./district/import-run";

const label = "区域";
/** Of twenty thousand places no file is larger. */
const mostMegabytes = 10;

export const districtImportHandlers = [
  serve(contract.template, async (call) => templateFile(call, { label, headings: templateHeadings, explanations })),

  serve(
    contract.start,
    async (call) => {
      const { name, dry_run } = call.query;
      return readReceived(call, mostMegabytes, (file) =>
        importDistricts(call, { ...file, name, isDryRun: dry_run === true }),
      );
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

  serve(contract.errors, (call) => refusedRows(call, label, "district")),
];
