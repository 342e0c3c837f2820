import { sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { dayOf, startOfDay } from "~/server/lib/list";
import { messageOf } from "~/server/lib/log";
import type { Services } from "~/server/lib/services";

/** What a job is given for one turn. */
export interface Turn {
  services: Services;
  /** The moment the turn stands for: a late run decides as the punctual one would have. */
  at: Date;
  /** Aborted on shutdown: a long job stops between two rows, and its turn is tried again. */
  signal: AbortSignal;
}

export interface Job {
  name: string;
  /** The last moment up to now at which it was to run. */
  lastTurn(now: Date): Date;
  /** Safe to run again. Answers what it did, in a few words for the record. */
  run(turn: Turn): Promise<string>;
}

/** Each day at `HH:mm`, Asia/Shanghai. */
export function daily(time: string): Job["lastTurn"] {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const offset = (hours * 60 + minutes) * 60_000;
  return (now) => {
    const today = Date.parse(startOfDay(dayOf(now))) + offset;
    return new Date(today <= now.getTime() ? today : today - 86_400_000);
  };
}

/** Every so many minutes, counted from the full hour. */
export function every(minutes: number): Job["lastTurn"] {
  const span = minutes * 60_000;
  return (now) => new Date(Math.floor(now.getTime() / span) * span);
}

const retryMinutes = 5;
/** A turn begun this long ago and not ended was begun by a server that has died. */
const deadMinutes = 60;

/** Runs a job's last turn unless it has been run. Several servers may ask at once: the row of the turn is taken by one. */
export async function runTurn(services: Services, job: Job, now: Date, signal: AbortSignal): Promise<void> {
  const at = job.lastTurn(now);
  const turn = isoInstant(at);
  if (!(await claimTurn(services, job.name, turn, now))) return;
  try {
    const result = await job.run({ services, at, signal });
    await endTurn(services, job.name, turn, "done", result);
    services.log.info({ job: job.name, turn, result }, "job done");
  } catch (error) {
    await endTurn(services, job.name, turn, "failed", messageOf(error));
    if (!signal.aborted) services.log.error({ err: error, job: job.name, turn }, "job failed");
  }
}

async function claimTurn({ db }: Services, job: string, turn: string, now: Date): Promise<boolean> {
  const ago = (minutes: number) => isoInstant(now.getTime() - minutes * 60_000);
  const { rows } = await db.execute(sql`
    insert into job_run as run (job, turn, started_at) values (${job}, ${turn}, ${isoInstant(now)})
    on conflict (job, turn) do update set started_at = excluded.started_at, ended_at = null, result = null
      where (run.result like 'failed%' and run.ended_at <= ${ago(retryMinutes)})
        or (run.ended_at is null and run.started_at <= ${ago(deadMinutes)})
    returning job`);
  return rows.length > 0;
}

async function endTurn({ db, now }: Services, job: string, turn: string, state: "done" | "failed", words: string) {
  const result = `${state}: ${words}`.slice(0, 500);
  await db.execute(
    sql`update job_run set ended_at = ${isoInstant(now())}, result = ${result} where job = ${job} and turn = ${turn}`,
  );
}
