import { type SQL, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { batch, jobRun, message, operationLog, outbox, session } from "~/server/database/tables/system";
import { daily, type Job } from "./scheduler";

/** Rows per statement: a statement has a time limit. */
const chunkSize = 2_000;

/** Drops what has been kept long enough (domain B.1, B.2); an event that has not gone out within a week does not go out any more. Sessions live on for a week after their end, for the last sign-ins. */
export const logCleanup: Job = {
  name: "log_cleanup",
  lastTurn: daily("04:00"),
  async run({ services, at, signal }) {
    const { db } = services;
    const before = (days: number) => sql`${isoInstant(at.getTime() - days * 86_400_000)}::timestamptz`;
    // Whoever is told of it so late learns something that is no longer so.
    await db
      .update(outbox)
      .set({ status: "expired" })
      .where(sql`${outbox.status} = 'pending' and ${outbox.created_at} < ${before(7)}`);
    const old: [string, SQL, SQL][] = [
      ["operation_log", sql`${operationLog}`, sql`${operationLog.created_at} < ${before(730)}`],
      ["message", sql`${message}`, sql`${message.created_at} < ${before(180)}`],
      ["batch", sql`${batch}`, sql`${batch.created_at} < ${before(30)}`],
      ["session", sql`${session}`, sql`least(${session.ended_at}, ${session.expires_at}) < ${before(7)}`],
      ["outbox", sql`${outbox}`, sql`${outbox.created_at} < ${before(30)}`],
      ["job_run", sql`${jobRun}`, sql`${jobRun.ended_at} < ${before(30)}`],
    ];
    const counts: string[] = [];
    for (const [name, table, where] of old) {
      let removed = 0;
      for (let more = true; more; ) {
        signal.throwIfAborted();
        const { rowCount } = await db.execute(
          sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${where} limit ${chunkSize}))`,
        );
        removed += rowCount ?? 0;
        more = rowCount === chunkSize;
      }
      counts.push(`${name} ${removed}`);
    }
    return counts.join(", ");
  },
};
