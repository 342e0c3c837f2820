import { isNull, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { customer } from "~/server/database/tables/customer/customer";
import { jobRun, operationLog } from "~/server/database/tables/system/system";
import { poolRelease } from "~/server/jobs/customer/pool-release";
import { jobsOf, type RunningJobs } from "~/server/jobs/jobs";
import { every, type Job, type Turn } from "~/server/jobs/scheduler";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser } from "~/test/support/factories";

const { db } = testDatabase();
const { db: together } = testDatabase(4);
const api = testApi(together);

const at = new Date("2026-11-20T02:00:00+08:00");
const minutesOn = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

beforeEach(() => resetDatabase(db));

const started: RunningJobs[] = [];
const gates: (() => void)[] = [];
afterEach(async () => {
  for (const open of gates.splice(0)) open();
  await Promise.all(started.splice(0).map((jobs) => jobs.stop()));
});

function start(list: Job[], services = api.services): RunningJobs {
  const jobs = jobsOf(services, list);
  started.push(jobs);
  return jobs;
}

/** A promise that is kept by `resolve`. */
function deferred<T>() {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** A job whose turns last until they are let go; `begun` is the first. */
function slowJob() {
  const gate = deferred<void>();
  const begun = deferred<Turn>();
  const turns: Turn[] = [];
  const job: Job = {
    name: "slow",
    lastTurn: every(60),
    async run(turn) {
      turns.push(turn);
      begun.resolve(turn);
      await gate.promise;
      turn.signal.throwIfAborted();
      return "slow";
    },
  };
  gates.push(gate.resolve);
  return { job, turns, begun: begun.promise, letGo: gate.resolve };
}

const slowRow = async () => (await db.select().from(jobRun).where(sql`job = 'slow'`))[0];

describe("jobs beside each other", () => {
  test("do not wait for a long one, which is not begun again meanwhile", async () => {
    const slow = slowJob();
    let runs = 0;
    const quick: Job = { name: "quick", lastTurn: every(1), run: async () => `run ${++runs}` };
    const jobs = start([slow.job, quick]);
    const first = jobs.runDue(at);
    await slow.begun;
    for (const [index, minutes] of [0, 1, 2, 61].entries())
      await vi.waitFor(async () => {
        await jobs.runDue(minutesOn(minutes));
        expect(runs).toBe(index + 1);
      });
    expect(slow.turns).toHaveLength(1);
    slow.letGo();
    await first;
    await jobs.runDue(minutesOn(62));
    expect(slow.turns).toHaveLength(2);
  });

  test("that run for long are theirs for as long as they run, whatever another server thinks", async () => {
    const slow = slowJob();
    const [first, second] = [start([slow.job]), start([slow.job])];
    const ended = first.runDue(at);
    await slow.begun;
    for (const minutes of [8, 16, 24]) {
      await first.runDue(minutesOn(minutes));
      await second.runDue(minutesOn(minutes + 7));
    }
    expect(slow.turns).toHaveLength(1);
    slow.letGo();
    await ended;
    expect(await slowRow()).toMatchObject({ result: "done: slow" });
  });

  test("that were not heard of for ten minutes are another's, and end where they find out", async () => {
    const [slow, other] = [slowJob(), slowJob()];
    const [first, second] = [start([slow.job]), start([other.job])];
    const lost = first.runDue(at);
    const { signal } = await slow.begun;
    const taken = second.runDue(minutesOn(10));
    await other.begun;
    await first.runDue(minutesOn(11));
    expect(signal.aborted).toBe(true);
    slow.letGo();
    await lost;
    expect(await slowRow()).toMatchObject({ result: null, ended_at: null });
    other.letGo();
    await taken;
    expect(await slowRow()).toMatchObject({ result: "done: slow" });
  });
});

describe("a job of many rows", () => {
  const count = 450;

  beforeEach(async () => {
    const { id } = await makeUser(db, { role: "sales" });
    const long_ago = minutesOn(-30 * 24 * 60).toISOString();
    await db.insert(customer).values(
      Array.from({ length: count }, (_, index) => ({
        customer_no: `KH${index}`,
        name: `客户${index}`,
        source: "phone",
        owner_id: id,
        created_at: long_ago,
        assigned_at: long_ago,
      })),
    );
  });

  const released = async () => db.$count(customer, isNull(customer.owner_id));

  test("lets others have the one connection between its batches", async () => {
    const jobs = start([poolRelease], { ...api.services, db });
    let isRunning = true;
    const run = jobs.runDue(at).finally(() => {
      isRunning = false;
    });
    const seen = new Set<number>();
    while (isRunning) seen.add(await released());
    await run;
    expect([...seen]).toEqual(expect.arrayContaining([0, 200, 400]));
    expect(await released()).toBe(count);
  });

  test("stops between two batches, and goes on at once where it stopped", async () => {
    const jobs = start([poolRelease], { ...api.services, db });
    const run = jobs.runDue(at);
    while ((await released()) === 0);
    await jobs.stop();
    await run;
    expect(await released()).toBe(200);
    await start([poolRelease]).runDue(minutesOn(1));
    expect(await released()).toBe(count);
    // Nobody twice.
    const lines = await db.select({ id: operationLog.target_id }).from(operationLog);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(count);
    expect(lines).toHaveLength(count);
    expect(await db.select().from(jobRun)).toMatchObject([{ result: `done: ${count - 200} released` }]);
  });
});
