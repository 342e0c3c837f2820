import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { district } from "~/server/database/tables/region/geography";
import { withBelow } from "~/server/resources/shared/districts";

/** How many estates lie in each of these districts and in all below them; one without any is absent. */
export async function estatesIn(db: Database | Transaction, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const below = await withBelow(db, ids);
  const { rows } = await db.execute<{ id: string; n: number }>(sql`
    select place.id, sum(counted.n)::int as n
    from (select ${estate.district_id}, count(*) as n from ${estate}
      where ${estate.deleted_at} is null and ${estate.district_id} = any(${sql.param(below)}::bigint[]) group by 1) counted
    join ${district} own on own.id = counted.district_id
    left join ${district} upper on upper.id = own.parent_id
    cross join lateral (values (own.id), (own.parent_id), (upper.parent_id)) place(id)
    where place.id = any(${sql.param([...ids])}::bigint[])
    group by place.id having sum(counted.n) > 0`);
  return new Map(rows.map(({ id, n }) => [Number(id), n]));
}
