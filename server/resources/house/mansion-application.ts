import { mansionApplication as contract } from "~/contract/house/mansion-application";
import { mansionApplication } from "~/server/database/tables/house/property";
import { countsOf, listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { applyTo, createFrom, mergeInto, rejectApplication } from "./mansion-application/decide";
import {
  applicationOf,
  applicationOrder,
  applicationRows,
  selectApplications,
  toApplicationRow,
} from "./mansion-application/view";

export const mansionApplicationHandlers = [
  serve(contract.list, ({ db, query }) => {
    const select = selectApplications(db).$dynamic();
    const [where, order] = [applicationRows(query), applicationOrder(query)];
    return listOf(db, query, { select, from: mansionApplication, where, order }, toApplicationRow);
  }),

  serve(contract.count, ({ db }) =>
    countsOf(db, mansionApplication, mansionApplication.status, ["pending", "confirmed", "merged", "rejected"]),
  ),

  // It keeps how many candidates there are now.
  serve(contract.get, (call) => applicationOf(call, call.params.id), { writes: true }),

  serveAct(contract.create, applicationOf, createFrom),

  serveAct(contract.merge, applicationOf, (call, id, { mansion_id }) => mergeInto(call, id, mansion_id)),

  serveAct(contract.apply, applicationOf, applyTo),

  serveAct(contract.reject, applicationOf, (call, id, { reason }) => rejectApplication(call, id, reason)),
];
