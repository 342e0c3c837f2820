import { sql } from "drizzle-orm";
import type { Database } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";

/** What the database says of work that goes on by itself; all servers see the same. */
export interface QueueState {
  /** `age`: seconds since the last turn that was done, null before the first. `failed`: how the last turn ended. `fault`: why. */
  jobs: { job: string; age: number | null; failed: boolean; fault: string | null }[];
  outbox: { pending: number; failed: number; late: number };
}

/** By the keys of both tables alone: this is asked every few seconds. */
export async function queueState(db: Database, jobs: readonly string[], now: Date): Promise<QueueState> {
  const at = sql`${isoInstant(now)}::timestamptz`;
  const seconds = (since: ReturnType<typeof sql>) => sql`extract(epoch from ${at} - ${since})::float8`;
  const [turns, rows] = await Promise.all([
    db.execute<QueueState["jobs"][number]>(sql`
      select job, ${seconds(sql`done.turn::timestamptz`)} as age, coalesce(last.result like 'failed%', false) as failed,
        case when last.result like 'failed%' then substr(last.result, 9) end as fault
      from unnest(${sql.param(jobs)}::text[]) as job
      left join lateral (
        select turn from job_run where job_run.job = job.job and result like 'done%' order by turn desc limit 1
      ) done on true
      left join lateral (
        select result from job_run where job_run.job = job.job and ended_at is not null order by turn desc limit 1
      ) last on true`),
    db.execute<QueueState["outbox"]>(sql`
      select count(*) filter (where status = 'pending')::int as pending, count(*) filter (where status = 'failed')::int as failed,
        coalesce(${seconds(sql`min(next_at) filter (where status = 'pending')`)}, 0) as late
      from outbox where status in ('pending', 'failed')`),
  ]);
  const [outbox = { pending: 0, failed: 0, late: 0 }] = rows.rows;
  return { jobs: turns.rows, outbox };
}
