import { and, asc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { team as contract, Team, TeamRow, type TeamUpdate, teamDepth } from "~/contract/system/team";
import type { Db } from "~/server/database/database";
import { target } from "~/server/database/tables/system/admin";
import { team, user } from "~/server/database/tables/system/system";
import { found, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken } from "~/server/lib/entity";
import { serve, serveAct, serveNull } from "~/server/lib/serve";

export const teamsBelow = (id: number): SQL => sql`with recursive below as (
  select ${team.id} from ${team} where ${team.id} = ${id}
  union select ${team.id} from ${team} join below on ${team.parent_id} = below.id) select id from below`;

/** All teams, each right below the one that it belongs to. */
export async function teamTree(db: Db): Promise<TeamRow[]> {
  const rows = await db
    .select({
      team,
      leader: sql<string | null>`(select u.name from "user" u where u.id = ${team.leader_id})`,
      member_count: db.$count(
        user,
        sql`${user.team_id} = ${team}.id and ${user.status} <> 'resigned' and ${user.deleted_at} is null`,
      ),
    })
    .from(team)
    .orderBy(asc(team.sort), asc(team.id));
  const below = new Map<number | null, typeof rows>();
  for (const row of rows) below.set(row.team.parent_id, [...(below.get(row.team.parent_id) ?? []), row]);
  const place = (parent: number | null, depth: number): TeamRow[] =>
    (below.get(parent) ?? []).flatMap(({ team: one, leader, member_count }) => {
      const children = place(one.id, depth + 1);
      const inChildren = children.filter(({ parent_id }) => parent_id === one.id);
      const row: TeamRow = rowOf(TeamRow, one, {
        depth,
        leader: one.leader_id === null ? null : { id: one.leader_id, name: leader ?? "" },
        member_count,
        total_count: member_count + inChildren.reduce((sum, child) => sum + child.total_count, 0),
      });
      return [row, ...children];
    });
  return place(null, 0);
}

type Given = z.output<typeof Team>;
type Row = typeof team.$inferSelect;

const teams = entity({
  table: team,
  module: "system",
  type: "team",
  title: "团队",
  separator: "：",
  nameOf: ({ name }) => name,
  fields: Team,
  present: teamOf,
});

/** Teams are few, and changed seldom: one write at a time avoids cycles. */
export const lockTeams = ({ db }: Pick<SignedCall, "db">) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended('team', 0))`);

async function createTeam(call: SignedCall, body: Given): Promise<number> {
  await lockTeams(call);
  await check(call, body);
  return (await teams.create(call, body)).id;
}

async function changeTeam(call: SignedCall, id: number, body: z.output<typeof TeamUpdate>): Promise<void> {
  const { version, ...after } = body;
  await lockTeams(call);
  const row = await teams.lock(call, id, version);
  await check(call, after, row);
  await teams.edit(call, row, after);
}

async function removeTeam(call: SignedCall, id: number): Promise<void> {
  const { db } = call;
  await lockTeams(call);
  const row = await teams.lock(call, id);
  const people = await db.$count(user, and(eq(user.team_id, id), isNull(user.deleted_at)));
  const children = await db.$count(team, eq(team.parent_id, id));
  const targets = await db.$count(target, eq(target.team_id, id));
  const ties = [people && `员工${people}人`, children && `下级团队${children}个`, targets && `月度目标${targets}条`];
  if (people + children + targets > 0) return refuse(40904, { n: ties.filter(Boolean).join("、") });
  await teams.remove(call, row);
}

async function teamOf({ db }: Pick<SignedCall, "db">, id: number): Promise<TeamRow> {
  return found((await teamTree(db)).find((row) => row.id === id));
}

async function check(call: SignedCall, after: Given, before?: Row): Promise<void> {
  const wrong = [
    ...(await teams.unknownChoices(call, after, before)),
    ...(await placeErrors(call, after.parent_id, before)),
  ];
  if (wrong.length) return refuseFields(wrong);
  const parent = after.parent_id === null ? isNull(team.parent_id) : eq(team.parent_id, after.parent_id);
  const others = and(parent, before && ne(team.id, before.id));
  const own = before?.parent_id === after.parent_id ? before.name : undefined;
  if (await isNameTaken(call, { column: team.name, name: after.name, before: own, others }))
    return refuse(40900, { label: "团队名称" });
}

/** No team may be below itself, or too deep. */
async function placeErrors({ db }: SignedCall, parentId: number | null, before?: Row): Promise<FieldError[]> {
  if (parentId === null || parentId === before?.parent_id) return [];
  const rows = await teamTree(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const parent = byId.get(parentId);
  if (!parent) return [];
  const isBelow = (row: TeamRow | undefined): boolean =>
    row !== undefined && before !== undefined && (row.id === before.id || isBelow(byId.get(row.parent_id ?? 0)));
  const say = (message: string) => [{ field: "parent_id", label: "上级团队", message }];
  if (isBelow(parent)) return say("上级团队不能是自己或自己的下级");
  const own = before && byId.get(before.id);
  const height = own ? Math.max(...rows.filter(isBelow).map(({ depth }) => depth)) - own.depth : 0;
  return parent.depth + 2 + height > teamDepth ? say(`团队最多${teamDepth}级`) : [];
}

export const teamHandlers = [
  serve(contract.list, async ({ db }) => ({ list: await teamTree(db) })),

  serve(contract.get, (call) => teamOf(call, call.params.id)),

  serve(contract.create, async (call) => ({ id: await createTeam(call, call.body) })),

  serveAct(contract.update, teamOf, changeTeam),

  serveNull(contract.remove, removeTeam),
];
