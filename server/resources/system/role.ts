import { and, eq, inArray, or, sql } from "drizzle-orm";
import type { z } from "zod";
import { type Permission, permissions } from "~/contract/permissions";
import { role as contract, type HolderCount, memberLimit } from "~/contract/system/role";
import type { Db } from "~/server/database/database";
import { role, team, user } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import { listOf, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveNull } from "~/server/lib/serve";
import { roleOf, selectRoles, toRoleRow } from "./role/view";
import { addRole, changeRole, copyRole, removeRole } from "./role/write";

export const roleHandlers = [
  serve(contract.holderCounts, ({ db }) => holderCounts(db)),
  serve(contract.holders, ({ db, query }) => holdersOf(db, query.code)),

  serve(contract.list, ({ db, query }) => {
    const where = and(
      query.keyword ? or(includesText(role.name, query.keyword), includesText(role.code, query.keyword)) : undefined,
      query.status?.length ? inArray(role.status, query.status) : undefined,
    );
    const order = orderOf(role, query.sort, role.id);
    return listOf(db, query, { select: selectRoles(db).$dynamic(), from: role, where, order }, toRoleRow);
  }),

  serve(contract.get, ({ db, params }) => roleOf(db, params.id)),

  serve(contract.create, async (call) => ({ id: await addRole(call, call.body) })),

  serve(contract.update, async (call) => {
    await changeRole(call, call.params.id, call.body);
    return roleOf(call.db, call.params.id);
  }),

  serveNull(contract.remove, removeRole),

  serve(contract.copy, async (call) => ({ id: await copyRole(call, call.params.id, call.body) })),
];

/** Each code with how many roles that are in force give it, and how many people who work here have it by them. */
async function holderCounts(db: Db): Promise<HolderCount[]> {
  const { rows } = await db.execute<{ code: string; roles: number; people: number }>(sql`
    select given.code, count(distinct r.id)::int as roles, count(distinct u.id)::int as people
    from role r cross join jsonb_array_elements_text(r.permissions) given(code)
    left join user_role ur on ur.role_id = r.id
    left join "user" u on u.id = ur.user_id and u.status = 'enabled' and u.deleted_at is null
    where r.status = 'enabled' group by given.code`);
  const counts = new Map(rows.map((row) => [row.code, row]));
  return permissions.flatMap((code) => {
    const found = counts.get(code);
    return found ? [{ code, roles: found.roles, people: found.people }] : [];
  });
}

/** The holders of one code: the roles that give it, and the people with those of their roles that do. */
async function holdersOf(db: Db, code: Permission): Promise<z.input<typeof contract.holders.reply>> {
  const gives = sql`${role.status} = 'enabled' and ${role.permissions} ? ${code}`;
  const people = sql<number>`(select count(*)::int from user_role ur join "user" u on u.id = ur.user_id
    where ur.role_id = "role"."id" and u.status = 'enabled' and u.deleted_at is null)`;
  const roles = await db.select({ id: role.id, name: role.name, people }).from(role).where(gives).orderBy(role.id);
  const byWhich = sql<string[]>`(select json_agg(role.name order by role.id) from user_role ur
    join role on role.id = ur.role_id where ur.user_id = "user"."id" and ${gives})`;
  const holders = await db
    .select({ id: user.id, name: user.name, team: team.name, roles: byWhich })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(worksWith(code))
    .orderBy(team.sort, user.name, user.id)
    .limit(memberLimit);
  return { roles, people: holders, total: await db.$count(user, worksWith(code)) };
}
