import { staffImport as contract } from "~/contract/system/staff";
import { serve } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { importOf, recentImports } from "../shared/import/task";
import { explanations, templateHeadings } from "./staff/import-columns";
import { importStaff } from "./staff/import-run";

const label = "员工";
/** Of five hundred people no file is larger. */
const mostMegabytes = 5;

export const staffImportHandlers = [
  serve(contract.template, async (call) => templateFile(call, { label, headings: templateHeadings, explanations })),

  serve(
    contract.start,
    async (call) => ({
      // A file that waits for its sender has made none.
      accounts: [],
      ...(await readReceived(call, mostMegabytes, "staff", (file) => importStaff(call, file))),
    }),
    { ownTransaction: true },
  ),

  serve(contract.recent, (call) => recentImports(call, "staff")),

  serve(contract.get, (call) => importOf(call, call.params.id, "staff")),

  serve(contract.errors, (call) => refusedRows(call, label, "staff")),
];
