import { sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { dayOf, startOfDay } from "~/server/lib/list";
import { messageOf } from "~/server/lib/log";
import type { Services } from "~/server/lib/services";

/** What a job is given for one turn. */
export interface Turn {
  services: Services;
  /** The scheduled moment of the turn: a late run decides as the punctual one would have. */
  at: Date;
  /** Aborted on shutdown, and when another server has taken the turn: a long job stops between two batches and is continued later. */
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
/** A turn that has been silent this long belongs to a server that has died. */
const deadMinutes = 10;

/** One job's runs, one at a time. */
export interface JobQueue {
  /** Runs the last turn unless it has been run; notes of one that is still running that it lives. */
  look(now: Date): Promise<void>;
  ended(): Promise<void>;
}

/** A turn that this server runs. Its row's `started_at` moves on while it runs; `since` is its present value. */
interface HeldTurn {
  job: string;
  turn: string;
  since: string;
  lost: AbortController;
  noted: Promise<void>;
}

/** Several servers may have the same queues: the row of a turn is taken by one. */
export function queueOf(services: Services, job: Job, stopping: AbortSignal): JobQueue {
  let running: Promise<void> | undefined;
  let held: HeldTurn | undefined;

  async function runTurn(now: Date): Promise<void> {
    const at = job.lastTurn(now);
    held = await takeTurn(services, job.name, isoInstant(at), now);
    if (!held) return;
    const { turn, lost } = held;
    const signal = AbortSignal.any([stopping, lost.signal]);
    try {
      const result = await job.run({ services, at, signal });
      await endTurn(services, held, "done", result);
      services.log.info({ job: job.name, turn, result }, "job done");
    } catch (error) {
      await endTurn(services, held, stopping.aborted ? "stopped" : "failed", messageOf(error));
      if (!signal.aborted) services.log.error({ err: error, job: job.name, turn }, "job failed");
    }
  }

  return {
    async look(now) {
      if (!running) {
        running = runTurn(now).finally(() => {
          running = held = undefined;
        });
        return running;
      }
      if (!held) return;
      held.noted = noteAlive(services, held, now);
      await held.noted;
    },
    async ended() {
      await running?.catch(() => undefined);
    },
  };
}

async function takeTurn({ db }: Services, job: string, turn: string, now: Date): Promise<HeldTurn | undefined> {
  const ago = (minutes: number) => isoInstant(now.getTime() - minutes * 60_000);
  const since = isoInstant(now);
  const { rows } = await db.execute(sql`
    insert into job_run as run (job, turn, started_at) values (${job}, ${turn}, ${since})
    on conflict (job, turn) do update set started_at = excluded.started_at, ended_at = null, result = null
      where run.result like 'stopped%'
        or (run.result like 'failed%' and run.ended_at <= ${ago(retryMinutes)})
        or (run.ended_at is null and run.started_at <= ${ago(deadMinutes)})
    returning job`);
  return rows.length > 0 ? { job, turn, since, lost: new AbortController(), noted: Promise.resolve() } : undefined;
}

const isHeld = ({ job, turn, since }: HeldTurn) =>
  sql`job = ${job} and turn = ${turn} and started_at = ${since} and ended_at is null`;

/** Ends the run if another server has taken the turn in the meantime, since this one was silent for too long. */
async function noteAlive({ db }: Services, held: HeldTurn, now: Date): Promise<void> {
  const since = isoInstant(now);
  const { rowCount } = await db.execute(sql`update job_run set started_at = ${since} where ${isHeld(held)}`);
  if (rowCount === 1) held.since = since;
  else held.lost.abort(new Error("another server has taken the turn"));
}

async function endTurn({ db, now }: Services, held: HeldTurn, state: "done" | "failed" | "stopped", words: string) {
  await held.noted.catch(() => undefined);
  const result = `${state}: ${words}`.slice(0, 500);
  await db.execute(sql`update job_run set ended_at = ${isoInstant(now())}, result = ${result} where ${isHeld(held)}`);
}
