import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { role, user, userRole } from "~/server/database/tables/system/system";

export async function superAdmins(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: user.id })
    .from(user)
    .innerJoin(userRole, eq(userRole.user_id, user.id))
    .innerJoin(role, eq(role.id, userRole.role_id))
    .where(and(eq(role.code, "super_admin"), eq(user.status, "enabled"), isNull(user.deleted_at)));
  return rows.map(({ id }) => id);
}
