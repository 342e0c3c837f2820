import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type DataScope, dataScopes, type Permission, permissions } from "~/contract/permissions";
import { adminCode, memberLimit, type RoleDetail, RoleRow, roleScopes, scopeResources } from "~/contract/system/role";
import type { Db } from "~/server/database/database";
import { role, team, user, userRole } from "~/server/database/tables/system/system";
import type { Grant } from "~/server/identity/grant";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";

export type RoleRecord = typeof role.$inferSelect;

const memberCount = sql<number>`(select count(*)::int from user_role ur
  join "user" u on u.id = ur.user_id and u.deleted_at is null where ur.role_id = "role"."id")`;

/** Roles with how many hold them, to be narrowed and ordered. */
export const selectRoles = (db: Db, where?: SQL) =>
  db.select({ role, member_count: memberCount }).from(role).where(where);

type Selected = Awaited<ReturnType<typeof selectRoles>>[number];

const known: ReadonlySet<string> = new Set(permissions);
const isScope = (text: string): text is DataScope => text in dataScopes;
const isOwnScope = (text: string): text is keyof typeof roleScopes => text in roleScopes;

/** What a role's row gives; codes and resources that this version does not know any more are left out. */
export function grantOf(row: RoleRecord): Grant & Pick<RoleDetail, "data_scope" | "permissions" | "scope_overrides"> {
  const scopes = Object.entries(row.scope_overrides).filter(
    (entry): entry is [string, DataScope] => entry[0] in scopeResources && isScope(entry[1]),
  );
  return {
    data_scope: isOwnScope(row.data_scope) ? row.data_scope : "self",
    scope_overrides: Object.fromEntries(scopes),
    permissions: row.permissions.filter((code): code is Permission => known.has(code)),
  };
}

export function toRoleRow({ role: row, member_count }: Selected): RoleRow {
  const { builtin } = row;
  const grant = grantOf(row);
  return rowOf(RoleRow, row, {
    data_scope: grant.data_scope,
    permission_count: grant.permissions.length,
    member_count,
    can: { remove: !builtin },
  });
}

export async function roleOf(db: Db, id: number): Promise<RoleDetail> {
  const [selected] = await selectRoles(db, eq(role.id, id));
  const row = found(selected);
  const members = await db
    .select({ id: user.id, name: user.name, team: team.name, status: user.status })
    .from(userRole)
    .innerJoin(user, and(eq(user.id, userRole.user_id), isNull(user.deleted_at)))
    .leftJoin(team, eq(team.id, user.team_id))
    .where(eq(userRole.role_id, id))
    // People who work come first.
    .orderBy(sql`${user.status} <> 'enabled'`, team.sort, user.name, user.id)
    .limit(memberLimit);
  return { ...toRoleRow(row), ...grantOf(row.role), members, is_fixed: row.role.code === adminCode };
}
