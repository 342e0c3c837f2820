import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";

/** The leaders of these people's teams, by person: the nearest team with a leader other than themselves. */
export async function leadersOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; leader: string }>(sql`
    with recursive above(id, leader, parent, depth) as (
      select u.id, t.leader_id, t.parent_id, 0 from "user" u join team t on t.id = u.team_id where u.id = any(${sql.param(ids)}::bigint[])
      union all select above.id, t.leader_id, t.parent_id, above.depth + 1 from above join team t on t.id = above.parent
        where above.leader is null or above.leader = above.id)
    select distinct on (id) id, leader from above where leader is not null and leader <> id order by id, depth`);
  return new Map(rows.map(({ id, leader }) => [Number(id), Number(leader)]));
}
