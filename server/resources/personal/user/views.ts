import { eq, sql } from "drizzle-orm";
import { SavedViews } from "~/contract/personal/user";
import type { Database, Transaction } from "~/server/database/database";
import { user } from "~/server/database/tables/system/system";
import type { Caller } from "~/server/lib/caller";

/** A list's saved views: the caller's own, then those that colleagues of their team share, by name. */
export async function viewsOf(db: Database | Transaction, caller: Caller, screen: string) {
  const mine = eq(user.id, caller.id);
  const colleague = sql`${user.team_id} = (select team_id from "user" where id = ${caller.id})
    and ${user.status} = 'enabled' and ${user.deleted_at} is null`;
  const rows = await db
    .select({ id: user.id, name: user.name, views: sql<unknown>`${user.preferences} -> 'views' -> ${screen}` })
    .from(user)
    .where(sql`(${mine} or ${colleague}) and ${user.preferences} -> 'views' ? ${screen}`)
    .orderBy(sql`${mine} desc`, user.name, user.id);
  return rows.flatMap(({ id, name, views }) => {
    const own = id === caller.id;
    const kept = SavedViews.safeParse(views).data ?? [];
    return kept.filter(({ shared }) => own || shared).map((view) => ({ ...view, owner: { id, name }, own }));
  });
}
