import { asc, type SQL, sql } from "drizzle-orm";
import { TeamRow } from "~/contract/system/team";
import type { Db } from "~/server/database/database";
import { team, user } from "~/server/database/tables/system/system";
import { rowOf } from "~/server/lib/row";

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
