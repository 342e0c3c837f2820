import { sql } from "drizzle-orm";
import { daily, type Job } from "./scheduler";

/** Pages of 8 KB above which a table is only analyzed: to vacuum it may take longer than a statement may, and people wait during it. */
const largest = 50_000;

/** Does for the embedded database what PostgreSQL's autovacuum does: frees space, and updates the planner's statistics. */
export const databaseCare: Job = {
  name: "database_care",
  lastTurn: daily("04:10"),
  async run({ services: { db }, signal }) {
    const { rows } = await db.execute<{ name: string; is_large: boolean }>(sql`
      select c.oid::regclass::text as name, pg_relation_size(c.oid) > ${largest * 8192}::bigint as is_large
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'months') and c.relkind = 'r'`);
    for (const { name, is_large } of rows) {
      if (signal.aborted) break;
      await db.execute(sql.raw(`${is_large ? "analyze" : "vacuum (analyze)"} ${name}`));
    }
    return `${rows.length} tables`;
  },
};
