import { and, eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { schedule } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";

const pendingOf = (userId: number) => and(eq(schedule.user_id, userId), eq(schedule.status, "pending"));

/** What is still to be done; with nobody to do it, it is cancelled. */
export const scheduleHandover = {
  resource: "schedule",
  label: "待办日程",
  count: (db: Db, userId: number): Promise<number> => db.$count(schedule, pendingOf(userId)),

  async move({ db, user, services }: SignedCall, from: { id: number }, to: { id: number } | null): Promise<number> {
    const { rowCount } = await db
      .update(schedule)
      .set({
        ...(to ? { user_id: to.id } : { status: "cancelled" }),
        ...changedBy({ user, services }),
      })
      .where(pendingOf(from.id));
    return rowCount ?? 0;
  },
};
