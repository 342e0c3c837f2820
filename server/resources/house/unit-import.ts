import { unitImport as contract } from "~/contract/house/unit";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { readReceived, refusedRows, templateFile } from "../shared/import/import-file";
import { ownTask, recentTasks, toTask } from "../shared/import/task";
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
      const { name, dry_run } = call.query;
      await findEstate(call.db, call.params.id);
      return readReceived(call, mostMegabytes, (file) =>
        importUnits(call, call.params.id, { ...file, name, isDryRun: dry_run === true }),
      );
    },
    { ownTransaction: true },
  ),

  serve(contract.recent, async (call) => {
    const rows = await recentTasks(call, `unit:${call.params.id}`);
    return { list: rows.map((row) => toTask(row, call.services.now())) };
  }),

  serve(contract.get, async (call) => {
    const { id, import_id } = call.params;
    return toTask(found(await ownTask(call, import_id, `unit:${id}`)), call.services.now());
  }),

  serve(contract.errors, (call) => {
    const { id, import_id } = call.params;
    return refusedRows({ ...call, params: { id: import_id } }, label, `unit:${id}`);
  }),
];
