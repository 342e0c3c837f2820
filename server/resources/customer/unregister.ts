import { unregister as contract, unregisterReasons, unregisterStatuses } from "~/contract/customer/unregister";
import { unregisterRequest } from "~/server/database/tables/customer/audience";
import { countsOf, listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import {
  isOverdue,
  requestOrder,
  requestRowOf,
  requestRows,
  selectRequests,
  toRequestRow,
} from "./unregister/request-list";
import { approveRequest, rejectRequest } from "./unregister/review";

export const unregisterHandlers = [
  serve(contract.list, (call) => {
    const { db, query, user, services } = call;
    const now = services.now();
    const parts = {
      select: selectRequests(call).$dynamic(),
      from: unregisterRequest,
      where: requestRows(query, call.user, now),
    };
    return listOf(db, query, { ...parts, order: requestOrder(query) }, (row) => toRequestRow(row, user, now));
  }),

  serve(contract.options, async () => ({
    status: optionsOf(unregisterStatuses),
    reason: optionsOf(unregisterReasons),
  })),

  serve(contract.count, ({ db, services }) =>
    countsOf(
      db,
      unregisterRequest,
      unregisterRequest.status,
      ["pending", "approved", "rejected", "cancelled", "completed"],
      { overdue: isOverdue(services.now()) },
    ),
  ),

  serveAct(contract.approve, requestRowOf, approveRequest),

  serveAct(contract.reject, requestRowOf, (call, id, { reason }) => rejectRequest(call, id, reason)),
];

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
