import { districtImport as contract } from "~/contract/region/district";
import { serve } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { importOf, recentImports } from "../shared/import/task";
import { explanations, templateHeadings } from "./district/import-columns";
import { importDistricts } from "./district/import-run";

const label = "区域";
/** Of twenty thousand places no file is larger. */
const mostMegabytes = 10;

export const districtImportHandlers = [
  serve(contract.template, async (call) => templateFile(call, { label, headings: templateHeadings, explanations })),

  serve(
    contract.start,
    (call) => readReceived(call, mostMegabytes, "district", (file) => importDistricts(call, file)),
    {
      ownTransaction: true,
    },
  ),

  serve(contract.recent, (call) => recentImports(call, "district")),

  serve(contract.get, (call) => importOf(call, call.params.id, "district")),

  serve(contract.errors, (call) => refusedRows(call, label, "district")),
];
