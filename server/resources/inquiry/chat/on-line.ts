import { and, eq, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { user } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import { readSettings } from "~/server/lib/settings";
import { isWorking } from "../work-time";

/** Users who take conversations at present: active, on duty, with the code. */
const onLine = () => and(worksWith("inquiry:chat:reply"), eq(user.accept_inquiry, true));

/** Whether a visitor may expect an answer now: it is working time, and a user is on duty. */
export async function isSomebodyThere(db: Db, now: Date): Promise<boolean> {
  if (!isWorking(now, await readSettings(db))) return false;
  const rows = await db.select({ one: sql`1` }).from(user).where(onLine()).limit(1);
  return rows.length > 0;
}

/** Whether this user takes conversations at present, at any hour. */
export async function takesChats(db: Db, userId: number): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(user)
    .where(and(eq(user.id, userId), onLine()));
  return rows.length > 0;
}
