import { type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { tally } from "~/server/database/tables/system/system";

type Kind = "holder" | "district" | "country";

/** What is kept of a count (triggers of migration 0019): customers that count toward somebody's cap, estates of a district or country. */
export const tallied = (kind: Kind, key: SQL): SQL<number> =>
  sql<number>`(select coalesce(sum(t.n), 0)::int from ${tally} t where t.kind = ${kind} and t.key = ${key})`;

/** Puts what came and went together, one row for each count: those who read meanwhile see all of it or what it was made of. Answers how many rows it took. */
export async function foldTally(db: Database | Transaction): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    with gone as (delete from ${tally} where (kind, key) in (select kind, key from ${tally} group by kind, key having count(*) > 1) returning kind, key, n),
      kept as (insert into ${tally} (kind, key, n) select kind, key, sum(n) from gone group by kind, key having sum(n) <> 0)
    select count(*)::int as n from gone`);
  return rows[0]?.n ?? 0;
}
