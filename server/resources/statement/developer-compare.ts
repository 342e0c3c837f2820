import { developerCompare as contract } from "~/contract/clue/developer-compare";
import { serve } from "~/server/lib/serve";
import { exportCompare } from "./compare/compare-export";
import { developersLike } from "./compare/ours";
import { comparePage, readCompare } from "./compare/view";
import { acceptRow, createCompare, disputeRow, recogniseColumns } from "./compare/write";

export const developerCompareHandlers = [
  serve(contract.list, comparePage),
  serve(contract.developers, (call) => developersLike(call.db, call.query.keyword)),
  serve(contract.columns, (call) => recogniseColumns(call, call.body)),
  serve(contract.create, (call) => createCompare(call, call.body), { ownTransaction: true }),
  serve(contract.get, (call) => readCompare(call, call.params.id)),
  serve(contract.accept, async (call) => {
    await acceptRow(call, call.params.id, call.params.n, call.body);
    return readCompare(call, call.params.id);
  }),
  serve(contract.dispute, async (call) => {
    await disputeRow(call, call.params.id, call.params.n, call.body);
    return readCompare(call, call.params.id);
  }),
  serve(contract.export, (call) => exportCompare(call, call.params.id)),
];
