import { staffImport as contract } from "~/contract/system/staff";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { ownTask, recentTasks, toTask } from "../shared/import/task";
import { explanations, templateHeadings } from "./staff/import-columns";
import { importStaff } from "./staff/import-run";

const label = "员工";
/** Of five hundred people no file is larger. */
const mostMegabytes = 5;

export const staffImportHandlers = [
  serve(contract.template, async (call) => templateFile(call, { label, headings: templateHeadings, explanations })),

  serve(
    contract.start,
    async (call) => {
      const { name, dry_run } = call.query;
      return readReceived(call, mostMegabytes, (file) =>
        importStaff(call, { ...file, name, isDryRun: dry_run === true }),
      );
    },
    { ownTransaction: true },
  ),

  serve(contract.recent, async (call) => {
    const rows = await recentTasks(call, "staff");
    return { list: rows.map((row) => toTask(row, call.services.now())) };
  }),

  serve(contract.get, async (call) => toTask(found(await ownTask(call, call.params.id, "staff")), call.services.now())),

  serve(contract.errors, (call) => refusedRows(call, label, "staff")),
];
