import { sql } from "drizzle-orm";
import { mansionApplication as contract } from "~/contract/house/mansion-application";
import { mansionApplication } from "~/server/database/tables/house/property";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import {
  applicationOrder,
  applicationRows,
  selectApplications,
  toApplicationRow,
} from "./mansion-application/application-list";
import { applyTo, createFrom, mergeInto, rejectApplication } from "./mansion-application/decide";
import { applicationOf } from "./mansion-application/view";

export const mansionApplicationHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const offset = offsetOf(query);
    const where = applicationRows(query);
    const rows = await selectApplications(db)
      .where(where)
      .orderBy(applicationOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    const total = await cappedCount(db, sql`from ${mansionApplication} where ${where}`);
    return pageOf(query, rows.map(toApplicationRow), total);
  }),

  serve(contract.count, async ({ db }) => {
    const count = (status: string) =>
      sql<number>`count(*) filter (where ${mansionApplication.status} = ${status})::int`.as(status);
    const [row] = await db
      .select({
        pending: count("pending"),
        confirmed: count("confirmed"),
        merged: count("merged"),
        rejected: count("rejected"),
      })
      .from(mansionApplication);
    return found(row);
  }),

  // It keeps how many candidates there are now.
  serve(contract.get, (call) => applicationOf(call, call.params.id), { writes: true }),

  serve(contract.create, async (call) => {
    await createFrom(call, call.params.id, call.body);
    return applicationOf(call, call.params.id);
  }),

  serve(contract.merge, async (call) => {
    await mergeInto(call, call.params.id, call.body.mansion_id);
    return applicationOf(call, call.params.id);
  }),

  serve(contract.apply, async (call) => {
    await applyTo(call, call.params.id, call.body);
    return applicationOf(call, call.params.id);
  }),

  serve(contract.reject, async (call) => {
    await rejectApplication(call, call.params.id, call.body.reason);
    return applicationOf(call, call.params.id);
  }),
];
