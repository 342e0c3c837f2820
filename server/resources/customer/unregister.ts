import { sql } from "drizzle-orm";
import { unregister as contract, unregisterReasons, unregisterStatuses } from "~/contract/customer/unregister";
import { unregisterRequest } from "~/server/database/tables/customer/audience";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
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
  serve(contract.list, async (call) => {
    const { db, query, user, services } = call;
    const offset = offsetOf(query);
    const now = services.now();
    const where = requestRows(query, now);
    const rows = await selectRequests(call)
      .where(where)
      .orderBy(requestOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    const list = rows.map((row) => toRequestRow(row, user, now));
    return pageOf(query, list, await cappedCount(db, sql`from ${unregisterRequest} where ${where}`));
  }),

  serve(contract.options, async () => ({
    status: optionsOf(unregisterStatuses),
    reason: optionsOf(unregisterReasons),
  })),

  serve(contract.count, async ({ db, services }) => {
    const count = (status: string) =>
      sql<number>`count(*) filter (where ${unregisterRequest.status} = ${status})::int`.as(status);
    const [row] = await db
      .select({
        pending: count("pending"),
        approved: count("approved"),
        rejected: count("rejected"),
        cancelled: count("cancelled"),
        completed: count("completed"),
        overdue: sql<number>`count(*) filter (where ${isOverdue(services.now())})::int`.as("overdue"),
      })
      .from(unregisterRequest);
    return found(row);
  }),

  serve(contract.approve, async (call) => {
    await approveRequest(call, call.params.id, call.body);
    return requestRowOf(call, call.params.id);
  }),

  serve(contract.reject, async (call) => {
    await rejectRequest(call, call.params.id, call.body.reason);
    return requestRowOf(call, call.params.id);
  }),
];

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
