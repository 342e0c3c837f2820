import { unitImport as contract } from "~/contract/house/unit";
import { serve } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { importOf, recentImports } from "../shared/import/task";
import { explanations, templateHeadings } from "./unit/import-columns";
import { importUnits } from "./unit/import-run";
import { findEstate } from "./unit/state";

const label = "房号";
/** Of twenty thousand units no file is larger. */
const mostMegabytes = 10;

export const unitImportHandlers = [
  serve(contract.template, async (call) => {
    await findEstate(call.db, call.params.id);
    return templateFile(call, { label, headings: templateHeadings, explanations });
  }),

  serve(
    contract.start,
    async (call) => {
      await findEstate(call.db, call.params.id);
      return readReceived(call, mostMegabytes, `unit:${call.params.id}`, (file) =>
        importUnits(call, call.params.id, file),
      );
    },
    { ownTransaction: true },
  ),

  serve(contract.recent, async (call) => {
    await findEstate(call.db, call.params.id);
    return recentImports(call, `unit:${call.params.id}`);
  }),

  serve(contract.get, async (call) => {
    await findEstate(call.db, call.params.id);
    return importOf(call, call.params.import_id, `unit:${call.params.id}`);
  }),

  serve(contract.errors, async (call) => {
    const { id, import_id } = call.params;
    await findEstate(call.db, id);
    return refusedRows({ ...call, params: { id: import_id } }, label, `unit:${id}`);
  }),
];
