import { and, asc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { target } from "~/server/database/tables/system/admin";
import { team, user } from "~/server/database/tables/system/system";
import { holdsCode, inScope } from "~/server/identity/scope";
import type { Caller } from "~/server/lib/caller";

const above = alias(team, "above");

/** A user who claims customers is a seller (domain A.1), and has targets. */
const isSeller = and(eq(user.status, "enabled"), isNull(user.deleted_at), holdsCode(user.id, "customer:pool:claim"));

/** Targets are seen and set within the scope in which their figures are counted. */
const scopeOf = (caller: Caller) => caller.scope("customer");

/** The teams of a caller's scope; a caller who sees only themselves has none. */
export function teamsInReach(caller: Caller): SQL | undefined {
  const scope = scopeOf(caller);
  if (scope === "all") return undefined;
  return scope === "team" && caller.teamIds.length ? inArray(team.id, caller.teamIds) : sql`false`;
}

export const peopleInReach = (caller: Caller): SQL => inScope(user.id, caller, "customer");

/** Teams and people that a month shows: those who are to have targets, have one, or have reached something (`active`). */
export async function subjectsOf(db: Db, caller: Caller, month: string, active: readonly number[]) {
  const held = (column: typeof target.team_id | typeof target.user_id) =>
    sql`(select ${column} from ${target} where ${target.month} = ${month} and ${column} is not null)`;
  const teams = await db
    .select({ id: team.id, name: team.name, team_id: team.parent_id, team: above.name })
    .from(team)
    .leftJoin(above, eq(above.id, team.parent_id))
    .where(and(teamsInReach(caller), or(eq(team.status, "enabled"), inArray(team.id, held(target.team_id)))))
    .orderBy(asc(team.sort), asc(team.id));
  const people = await db
    .select({ id: user.id, name: user.name, team_id: user.team_id, team: team.name })
    .from(user)
    .leftJoin(team, eq(team.id, user.team_id))
    .where(
      and(peopleInReach(caller), or(isSeller, inArray(user.id, held(target.user_id)), inArray(user.id, [...active]))),
    )
    .orderBy(sql`${team.sort} nulls last`, sql`${team.id} nulls last`, asc(user.id));
  return { teams, people };
}
