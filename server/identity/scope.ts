import { type AnyColumn, and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Permission } from "~/contract/permissions";
import type { Db } from "~/server/database/database";
import { user } from "~/server/database/tables/system/system";
import type { Caller } from "~/server/lib/caller";

/** The people of a caller's teams, and themselves. */
const members = (caller: Caller): SQL =>
  sql`select id from "user" where team_id = any(${sql.param(caller.teamIds)}::bigint[]) or id = ${caller.id}`;

/** The rows of a resource that a caller's data scope holds, by the column that names their owner. Every list, export, count and figure uses it. */
export function inScope(owner: AnyColumn | SQL, caller: Caller, resource: string): SQL {
  switch (caller.scope(resource)) {
    case "all":
      return sql`true`;
    case "team":
      // An array, which an index is asked for; a sub-select would be joined.
      return sql`${owner} = any(array(${members(caller)}))`;
    case "self":
      return sql`${owner} = ${caller.id}`;
    default:
      return sql`false`;
  }
}

/** The people inside a data scope other than all, as a query. */
export function holdersIn(caller: Caller, resource: string): SQL {
  const scope = caller.scope(resource);
  if (scope === "team") return members(caller);
  return scope === "self" ? sql`select ${caller.id}::bigint` : sql`select null::bigint`;
}

/** Whether one owner is inside a caller's scope; nobody's rows are inside `all` only. */
export async function holds(db: Db, caller: Caller, resource: string, ownerId: number | null): Promise<boolean> {
  const scope = caller.scope(resource);
  if (scope === "all") return true;
  if (ownerId === null || scope === "none") return false;
  if (ownerId === caller.id) return true;
  if (scope === "self") return false;
  const { rows } = await db.execute(
    sql`select 1 from "user" where id = ${ownerId} and team_id = any(${sql.param(caller.teamIds)}::bigint[])`,
  );
  return rows.length > 0;
}

/** The people with a permission code by an enabled role, by the column of their number. */
export const holdsCode = (person: AnyColumn | SQL, code: Permission): SQL<boolean> =>
  sql<boolean>`exists (select 1 from user_role ur join role r on r.id = ur.role_id and r.status = 'enabled'
    where ur.user_id = ${person} and r.permissions ? ${code})`;

/** Whether a user has a permission code by an enabled role. */
export async function userHolds(db: Db, userId: number, code: Permission) {
  const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${userId}::bigint`, code)}`);
  return rows.length > 0;
}

/** Whether somebody works here and holds one of these codes: the receivers of a notice about it. */
export const worksWith = (...codes: Permission[]): SQL | undefined =>
  and(eq(user.status, "enabled"), isNull(user.deleted_at), or(...codes.map((code) => holdsCode(user.id, code))));
