import { sql } from "drizzle-orm";
import type { Permission } from "~/contract/permissions";
import type { DataScope } from "~/contract/user";
import type { Database } from "~/server/database/database";

/** Who is calling: a member of staff with a living session, and what his roles give him together. */
export interface Caller {
  id: number;
  name: string;
  sessionId: string;
  teamId: number | null;
  /** His team and the teams below it. */
  teamIds: number[];
  roles: { code: string; name: string }[];
  permissions: ReadonlySet<Permission>;
  /** The widest scope that any of his roles gives for a resource. */
  scope(resource: string): DataScope;
  mustChangePassword: boolean;
}

interface CallerRow extends Record<string, unknown> {
  id: string;
  name: string;
  team_id: string | null;
  must_change_password: boolean;
  team_ids: string[] | null;
  roles: {
    code: string;
    name: string;
    data_scope: DataScope;
    scope_overrides: Record<string, DataScope>;
    permissions: Permission[];
  }[];
}

const width: Record<DataScope, number> = { none: 0, self: 1, team: 2, all: 3 };

function widest(roles: CallerRow["roles"], resource: string): DataScope {
  const scopes = roles.map((role) => role.scope_overrides[resource] ?? role.data_scope);
  return scopes.reduce<DataScope>((best, scope) => (width[scope] > width[best] ? scope : best), "none");
}

/** The caller behind a session, or undefined when the session has ended or its user may not work here any more. One query. */
export async function loadCaller(db: Database, sessionId: string, now: Date): Promise<Caller | undefined> {
  const { rows } = await db.execute<CallerRow>(sql`
    select u.id, u.name, u.team_id, u.must_change_password,
      (with recursive below as (
         select id from team where id = u.team_id union all select t.id from team t join below b on t.parent_id = b.id)
       select array_agg(id) from below) as team_ids,
      (select coalesce(json_agg(json_build_object('code', r.code, 'name', r.name, 'data_scope', r.data_scope,
         'scope_overrides', r.scope_overrides, 'permissions', r.permissions) order by r.id), '[]')
       from user_role ur join role r on r.id = ur.role_id and r.status = 'enabled' where ur.user_id = u.id) as roles
    from session s join "user" u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at is null and s.expires_at > ${now.toISOString()}
      and u.status = 'enabled' and u.deleted_at is null`);
  const row = rows[0];
  if (!row) return undefined;
  return {
    id: Number(row.id),
    name: row.name,
    sessionId,
    teamId: row.team_id === null ? null : Number(row.team_id),
    teamIds: (row.team_ids ?? []).map(Number),
    roles: row.roles.map(({ code, name }) => ({ code, name })),
    permissions: new Set(row.roles.flatMap((role) => role.permissions)),
    scope: (resource) => widest(row.roles, resource),
    mustChangePassword: row.must_change_password,
  };
}
