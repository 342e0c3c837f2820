import { and, eq, isNull, sql } from "drizzle-orm";
import { adminCode } from "~/contract/system/role";
import type { Db } from "~/server/database/database";
import { role, user, userRole } from "~/server/database/tables/system/system";
import { refuse } from "~/server/lib/call";

export async function superAdmins(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .where(and(eq(role.code, "super_admin"), eq(user.status, "enabled"), isNull(user.deleted_at)));
  return rows.map(({ id }) => id);
}

/** Aborts a write that would leave no super administrator. Called in the write's transaction, after its changes. */
export async function keepAdmin(db: Db): Promise<void> {
  // A statement of its own: of two writes that each take one of the last two, the second waits here and then sees what the first did.
  await db.execute(sql`select 1 from role where code = ${adminCode} for no key update`);
  const { rows } = await db.execute(sql`select 1 from role r
    join user_role ur on ur.role_id = r.id join "user" u on u.id = ur.user_id
    where r.code = ${adminCode} and r.status = 'enabled' and u.status = 'enabled' and u.deleted_at is null limit 1`);
  if (rows.length === 0) refuse(40906);
}
