import { sql } from "drizzle-orm";
import type { Unread } from "~/contract/personal/user";
import type { Db } from "~/server/database/database";
import { message, schedule } from "~/server/database/tables/system/system";
import { dayOf, startOfDay } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";

/** What waits for somebody: their schedules up to the end of today, overdue ones among them, and their unread messages. */
export async function unreadOf(db: Db, userId: number, now: Date): Promise<Unread> {
  const endOfToday = startOfDay(dayOf(now), 1);
  const { rows } = await db.execute<Unread & Record<string, unknown>>(sql`select
    (select count(*)::int from ${schedule} where user_id = ${userId} and status = 'pending' and start_at < ${endOfToday}) as total_schedule,
    (select count(*)::int from ${message} where user_id = ${userId} and read_at is null) as total_mail`);
  return found(rows[0]);
}
