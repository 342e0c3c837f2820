import { inArray, type SQL, sql } from "drizzle-orm";
import { loginDays } from "~/contract/agent/agent-login";
import { behaviorDays } from "~/contract/customer/customer-user";
import { missingDays } from "~/contract/seo/missing-page";
import { keptOpens } from "~/contract/share/share-kinds";
import { keyDaysKept } from "~/contract/system/key";
import type { Database } from "~/server/database/database";
import { liftLimits } from "~/server/database/lift-limits";
import { agentLoginLog } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { userBehavior } from "~/server/database/tables/customer/audience";
import { searchDaily } from "~/server/database/tables/resource/search-word";
import { missingPage } from "~/server/database/tables/seo/site-page";
import { shareOpen } from "~/server/database/tables/share/share";
import { alert, webhookLog } from "~/server/database/tables/system/admin";
import { intake, signedCall } from "~/server/database/tables/system/intake";
import {
  apiCallDay,
  apiKey,
  batch,
  batchRow,
  downloadLink,
  idempotency,
  importTask,
  jobRun,
  loginAttempt,
  message,
  outbox,
  passwordLink,
  rateLimit,
  session,
} from "~/server/database/tables/system/system";
import { freePhones } from "~/server/resources/agent/unregister/free-phones";
import { forgetImports } from "~/server/resources/shared/import/task";
import { searchDays } from "~/server/resources/shared/searches";
import { keptDays, lastSeal, sealLines } from "~/server/resources/system/record/chain";
import { daily, every, type Job } from "../scheduler";

/** Seals what the operation log has got since the last turn (docs/decisions/0062). Its record and the server's own log tell the chain's head: what is kept elsewhere of them proves that nobody wrote the chain anew. */
export const recordSeal: Job = {
  name: "record_seal",
  lastTurn: every(1),
  async run({ services: { db }, at, signal }) {
    const sealed = await sealLines(db, { now: at, signal });
    return `${sealed} lines, chain ${(await lastSeal(db))?.chain ?? "empty"}`;
  },
};

/** Rows per statement: a statement has a time limit. */
const chunkSize = 2_000;

/** Months for which there are partitions before their time: so long may a server be stopped, or the job fail. */
const monthsAhead = 3;

/** Drops what has been kept long enough (domain B.1, B.2); an event that has not gone out within a week does not go out any more. Sessions live on for a week after their end, for the last sign-ins. */
export const logCleanup: Job = {
  name: "log_cleanup",
  lastTurn: daily("04:00"),
  async run({ services, at, signal }) {
    const { db } = services;
    const before = (days: number) => sql`${isoInstant(at.getTime() - days * 86_400_000)}::timestamptz`;
    // Such late news is no longer true.
    const isLate = sql`${outbox.status} = 'pending' and ${outbox.created_at} < ${before(7)}`;
    const giveUp = async () => {
      const late = db.select({ id: outbox.id }).from(outbox).where(isLate).limit(chunkSize);
      const { rowCount } = await db.update(outbox).set({ status: "expired" }).where(inArray(outbox.id, late));
      return rowCount ?? 0;
    };
    await inChunks(giveUp, signal);
    const oldBatches = sql`select ${batch.id} from ${batch} where ${batch.created_at} < ${before(30)}`;
    await db.update(importTask).set({ batch_id: null }).where(sql`${importTask.batch_id} in (${oldBatches})`);
    const old: [string, SQL, SQL][] = [
      ["message", sql`${message}`, sql`${message.created_at} < ${before(180)}`],
      ["alert", sql`${alert}`, sql`${alert.ended_at} < ${before(180)}`],
      ["share_open", sql`${shareOpen}`, sql`${shareOpen.at} < ${before(keptOpens)}`],
      ["user_behavior", sql`${userBehavior}`, sql`${userBehavior.at} < ${before(behaviorDays)}`],
      ["search_daily", sql`${searchDaily}`, sql`${searchDaily.date} < (${before(searchDays)})::date`],
      ["agent_login_log", sql`${agentLoginLog}`, sql`${agentLoginLog.at} < ${before(loginDays)}`],
      ["batch_row", sql`${batchRow}`, sql`${batchRow.batch_id} in (${oldBatches})`],
      ["batch", sql`${batch}`, sql`${batch.created_at} < ${before(30)}`],
      ["session", sql`${session}`, sql`least(${session.ended_at}, ${session.expires_at}) < ${before(7)}`],
      ["api_key", sql`${apiKey}`, sql`least(${apiKey.ended_at}, ${apiKey.expires_at}) < ${before(keyDaysKept)}`],
      ["api_call_day", sql`${apiCallDay}`, sql`${apiCallDay.day} < (${before(keyDaysKept)})::date`],
      ["password_link", sql`${passwordLink}`, sql`${passwordLink.expires_at} < ${before(0)}`],
      ["login_attempt", sql`${loginAttempt}`, sql`${loginAttempt.at} < ${before(1)}`],
      ["idempotency", sql`${idempotency}`, sql`${idempotency.expires_at} < ${before(0)}`],
      ["signed_call", sql`${signedCall}`, sql`${signedCall.at} < ${before(1)}`],
      ["intake", sql`${intake}`, sql`${intake.kind} = 'user_behavior' and ${intake.at} < ${before(behaviorDays)}`],
      ["intake", sql`${intake}`, sql`${intake.kind} = 'agent_login' and ${intake.at} < ${before(loginDays)}`],
      ["rate_limit", sql`${rateLimit}`, sql`${rateLimit.expire} < ${before(0)}`],
      ["outbox", sql`${outbox}`, sql`${outbox.created_at} < ${before(30)}`],
      ["webhook_log", sql`${webhookLog}`, sql`${webhookLog.at} < ${before(30)}`],
      ["missing_page", sql`${missingPage}`, sql`${missingPage.last_at} < ${before(missingDays)}`],
      ["download_link", sql`${downloadLink}`, sql`${downloadLink.expires_at} < ${before(1)}`],
      ["job_run", sql`${jobRun}`, sql`${jobRun.ended_at} < ${before(30)}`],
    ];
    const months = await makeMonths(db, at);
    // Soon, since their error files hold people's numbers.
    const imports = await forgetImports(services, new Date(at.getTime() - 7 * 86_400_000));
    const counts = [`new months ${months}`, `import_task ${imports}`];
    // The log is append-only but for this way; a line goes when its seal has proved it to the end.
    await sealLines(db, { now: at, isThorough: true, signal });
    for (const [name, days] of [
      ["operation_log", keptDays],
      ["user_behavior", behaviorDays],
    ] as const)
      counts.push(`${name} months ${await countBy(db, sql`drop_months(${name}, ${before(days)})`)}`);
    for (const [name, expire] of [
      ["operation_log", sql`operation_log_expire`],
      ["operation_seal", sql`operation_seal_expire`],
    ] as const) {
      const drop = () => countBy(db, sql`${expire}(${before(keptDays)}, ${chunkSize}::int)`);
      counts.push(`${name} ${await inChunks(drop, signal)}`);
    }
    for (const [name, table, where] of old) {
      const drop = async () => {
        // Asked twice: a place is one within a partition, and another one has a row at the same.
        const some = sql`select ctid from ${table} where ${where} limit ${chunkSize}`;
        const { rowCount } = await db.execute(sql`delete from ${table} where ctid = any(array(${some})) and ${where}`);
        return rowCount ?? 0;
      };
      counts.push(`${name} ${await inChunks(drop, signal)}`);
    }
    const { agents, accounts } = await freePhones(db, at);
    counts.push(`agent phones ${agents + accounts}`);
    return counts.join(", ");
  },
};

/** Makes the partitions of the next months; answers how many. */
async function makeMonths(db: Database, at: Date): Promise<number> {
  const now = sql`${isoInstant(at)}::timestamptz`;
  const until = sql`${now} + make_interval(months => ${monthsAhead}::int)`;
  const log = await countBy(db, sql`make_months('operation_log', ${now}, ${until})`);
  const behavior = await countBy(db, sql`make_months('user_behavior', ${now}, ${until})`);
  // What is known of a table as a whole is found by nobody else: PostgreSQL itself looks at each partition alone.
  if (log + behavior > 0)
    await db.transaction(async (tx) => {
      await liftLimits(tx);
      await tx.execute(sql`analyze operation_log, user_behavior`);
    });
  return log + behavior;
}

/** The number that a function of the database answers. */
async function countBy(db: Database, call: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select ${call} as count`);
  return rows[0]?.count ?? 0;
}

/** Does a chunk after the other until one is not full; answers how many rows that were. */
async function inChunks(act: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let done = 0;
  for (let count = chunkSize; count >= chunkSize; done += count) {
    signal.throwIfAborted();
    count = await act();
  }
  return done;
}
