import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { target } from "~/server/database/tables/system/admin";
import { team } from "~/server/database/tables/system/system";
import { holds } from "~/server/identity/scope";
import { pick } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Days, People } from "~/server/resources/shared/figure";
import { daysOfMonth } from "~/server/resources/shared/range";
import { teamsInReach } from "./reach";

/** The targets next to the figures: of the chosen person or team, else of the caller's scope. Only for one month from its first, all countries. */
export async function targetsBeside(
  db: Db,
  caller: Caller,
  days: Days,
  people: People,
): Promise<ReadonlyMap<string, number>> {
  const month = days.to.slice(0, 7);
  if (people.country || days.from !== daysOfMonth(month).from) return new Map();
  const whose = await subjectOf(db, caller, people);
  if (!whose) return new Map();
  const rows = await pick(db, target, ["metric", "value"], and(eq(target.month, month), whose));
  const sums = new Map<string, number>();
  for (const { metric, value } of rows) sums.set(metric, (sums.get(metric) ?? 0) + Number(value));
  return sums;
}

async function subjectOf(db: Db, caller: Caller, { team_id, user_id }: People): Promise<SQL | undefined> {
  if (user_id) return (await holds(db, caller, "customer", user_id)) ? eq(target.user_id, user_id) : undefined;
  const scope = caller.scope("customer");
  if (team_id) return inArray(target.team_id, teamIds(db, and(eq(team.id, team_id), teamsInReach(caller))));
  if (scope === "self") return eq(target.user_id, caller.id);
  if (scope === "team") return caller.teamId === null ? undefined : eq(target.team_id, caller.teamId);
  return scope === "all" ? inArray(target.team_id, teamIds(db, isNull(team.parent_id))) : undefined;
}

const teamIds = (db: Db, where: SQL | undefined) => db.select({ id: team.id }).from(team).where(where);
