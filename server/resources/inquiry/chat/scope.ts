import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import { holdersIn, worksWith } from "~/server/identity/scope";
import { pick } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { readSettings } from "~/server/lib/settings";
import { holder } from "../inquiry/change";
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
  const rows = await pick(db, user, { one: sql`1` }, and(eq(user.id, userId), onLine()));
  return rows.length > 0;
}

/** Conversations that a caller sees: those of their scope, and unassigned ones, which go to the first who answers. */
export function visibleChats(caller: Caller): SQL<boolean> {
  const held =
    caller.scope("inquiry") === "all"
      ? sql`true`
      : sql`${holder} = any(array(select 0::bigint union all ${holdersIn(caller, "inquiry")}))`;
  return sql<boolean>`(${inquiry.kind} = 'chat' and ${inquiry.deleted_at} is null and ${held})`;
}
