import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { isForKeys } from "~/contract/key-reach";
import type { DataScope, Permission } from "~/contract/permissions";
import type { Database, Db } from "~/server/database/database";
import { pool } from "~/server/database/tables/customer/pool";
import { apiKey, role, session, team, user, userRole } from "~/server/database/tables/system/system";
import { readCached } from "~/server/lib/cached-until-changed";
import type { Caller } from "~/server/lib/caller";

interface HeldRole {
  code: string;
  name: string;
  data_scope: DataScope;
  scope_overrides: Record<string, DataScope>;
  permissions: Permission[];
}

interface HeldPool {
  id: number;
  manages: boolean;
  belongs: boolean;
}

const width: Record<DataScope, number> = { none: 0, self: 1, team: 2, all: 3 };

function widest(roles: HeldRole[], resource: string): DataScope {
  const scopes = roles.map((role) => role.scope_overrides[resource] ?? role.data_scope);
  return scopes.reduce<DataScope>((best, scope) => (width[scope] > width[best] ? scope : best), "none");
}

const teamIds = sql<string[] | null>`(with recursive below as (
  select ${team.id} from ${team} where ${team.id} = ${user.team_id}
  union all select ${team.id} from ${team} join below on ${team.parent_id} = below.id)
  select array_agg(id) from below)`;

/** The pools, with what the user is in each: a member by their team or one above it. */
const pools = sql<HeldPool[]>`(with recursive above as (
  select ${team.id}, ${team.parent_id} from ${team} where ${team.id} = ${user.team_id}
  union all select ${team.id}, ${team.parent_id} from ${team} join above on ${team.id} = above.parent_id)
  select coalesce(json_agg(json_build_object('id', ${pool.id}, 'manages', ${pool.manager_ids} @> to_jsonb(${user.id}),
    'belongs', ${pool.member_team_ids} = '[]' or exists (select 1 from above where ${pool.member_team_ids} @> to_jsonb(above.id)))), '[]')
  from ${pool})`;

const roles = sql<HeldRole[]>`(select coalesce(json_agg(json_build_object('code', ${role.code}, 'name', ${role.name},
    'data_scope', ${role.data_scope}, 'scope_overrides', ${role.scope_overrides}, 'permissions', ${role.permissions}) order by ${role.id}), '[]')
  from ${userRole} join ${role} on ${role.id} = ${userRole.role_id} and ${role.status} = 'enabled' where ${userRole.user_id} = ${user.id})`;

/** A first password is known to the person who set it. A user who came in by another way did not use it and may not know it. */
const mustChangePassword = sql<boolean>`(${user.must_change_password} and ${session.method} = 'password')`;

/** Every request sends it, so it has a name: each connection plans it once, which takes longer than to run it. */
const callerStatement = (db: Database) =>
  db
    .select({
      id: user.id,
      name: user.name,
      teamId: user.team_id,
      mustChangePassword,
      teamIds,
      roles,
      pools,
      expiresAt: session.expires_at,
      renewedAt: session.renewed_at,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.user_id))
    .where(
      and(
        eq(session.id, sql.placeholder("session")),
        isNull(session.ended_at),
        eq(user.status, "enabled"),
        isNull(user.deleted_at),
      ),
    )
    .prepare("caller");

const statements = new WeakMap<Database, ReturnType<typeof callerStatement>>();

function statementOf(db: Database) {
  const statement = statements.get(db) ?? callerStatement(db);
  statements.set(db, statement);
  return statement;
}

/** For how long a token still works when another has been given in its place: calls under way, other tabs. */
const supersededMs = 5 * 60_000;

/** The caller behind a session, or undefined when it has ended, its token was replaced or its user may not work here. */
export async function loadCaller(
  db: Database,
  sessionId: string,
  now: Date,
  issuedAt = now,
): Promise<Caller | undefined> {
  const held = await readCached(db, `caller ${sessionId}`, async () => {
    const [row] = await statementOf(db).execute({ session: sessionId });
    if (!row) return undefined;
    const { expiresAt, renewedAt, ...rest } = row;
    return { caller: { ...rest, ...rightsOf(row), sessionId }, expiresAt, renewedAt };
  });
  if (!held || Date.parse(held.expiresAt) <= now.getTime()) return undefined;
  const renewed = held.renewedAt === null ? undefined : Date.parse(held.renewedAt);
  const isReplaced = renewed !== undefined && renewed > issuedAt.getTime() && renewed <= now.getTime() - supersededMs;
  return isReplaced ? undefined : held.caller;
}

/** A key by its hash, with who acts by it; `isOver`: it has ended, or its owner may not work here. Asked at each call: what the owner may counts as it is now. */
export async function loadKey(db: Database, hash: string, now: Date) {
  const [row] = await db
    .select({
      key: apiKey,
      ...{ id: user.id, name: user.name, teamId: user.team_id, mustChangePassword: user.must_change_password },
      ...{ teamIds, roles, pools, status: user.status, deletedAt: user.deleted_at },
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.user_id))
    .where(eq(apiKey.hash, hash));
  if (!row) return undefined;
  const { key, status, deletedAt, ...person } = row;
  const rights = rightsOf(row);
  const chosen = key.permissions.filter((code) => isForKeys(code) && rights.permissions.has(code));
  const caller: Caller & Required<Pick<Caller, "key">> = {
    ...person,
    ...rights,
    permissions: new Set(chosen),
    sessionId: `key:${key.id}`,
    key: { id: key.id, name: key.name, mayWrite: key.may_write },
  };
  const isOver = key.ended_at !== null || Date.parse(key.expires_at) <= now.getTime();
  return { caller, isOver: isOver || status !== "enabled" || deletedAt !== null };
}

/** What somebody's roles and team give them together. */
function rightsOf({ teamIds, roles, pools }: { teamIds: string[] | null; roles: HeldRole[]; pools: HeldPool[] }) {
  const permissions = new Set(roles.flatMap((one) => one.permissions));
  return {
    teamIds: (teamIds ?? []).map(Number),
    roles: roles.map(({ code, name }) => ({ code, name })),
    permissions,
    pools: poolsOf(pools, permissions.has("customer:pool:manage")),
    scope: (resource: string) => widest(roles, resource),
  };
}

/** Administrators of pools see and move in all of them. */
function poolsOf(pools: readonly HeldPool[], isAdministrator: boolean): Caller["pools"] {
  const those = (isMeant: (one: HeldPool) => boolean) =>
    isAdministrator || pools.every(isMeant) ? ("all" as const) : pools.filter(isMeant).map(({ id }) => id);
  return { seen: those(({ belongs, manages }) => belongs || manages), managed: those(({ manages }) => manages) };
}

export interface Colleague extends Caller {
  team: string | null;
}

/** Members of staff as callers, to ask what they may see: those at work that meet a condition, in an order. */
export async function colleagues(
  db: Db,
  { where, order, limit, offset = 0 }: { where?: SQL | undefined; order: SQL; limit: number; offset?: number },
): Promise<Colleague[]> {
  const rows = await db
    .select({ id: user.id, name: user.name, teamId: user.team_id, team: team.name, teamIds, roles, pools })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(and(eq(user.status, "enabled"), isNull(user.deleted_at), where))
    .orderBy(order, user.id)
    .limit(limit)
    .offset(offset);
  return rows.map((row) => ({ ...row, ...rightsOf(row), sessionId: "", mustChangePassword: false }));
}
