import { and, eq, inArray, sql } from "drizzle-orm";
import { schedule } from "~/server/database/tables/system/system";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { reachedBy, selectSchedules, toSchedule } from "./schedule-list";

export const plans: Source = {
  kind: "schedule",
  from: sql`${schedule}`,
  id: schedule.id,
  at: schedule.start_at,
  where: ({ user }, customerId) => and(eq(schedule.customer_id, customerId), reachedBy(user)),
  show: async (call, ids) => {
    const rows = await selectSchedules(call).where(inArray(schedule.id, ids));
    const now = call.services.now();
    return byId(
      rows.map((row) => toSchedule(row, now)),
      (row) => ({ kind: "schedule", schedule: row }),
    );
  },
};
