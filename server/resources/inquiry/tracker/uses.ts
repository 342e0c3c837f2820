import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";

/** Those of these tracking points that have brought inquiries: they stay. */
export async function inquiriesOf(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    select asked.id from unnest(${sql.param([...ids])}::bigint[]) as asked(id)
    where exists (select 1 from ${inquiry} where ${inquiry.tracker_id} = asked.id)`);
  return new Set(rows.map(({ id }) => Number(id)));
}
