import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createApp } from "~/server/app";
import { jobRun, outbox } from "~/server/database/tables/system/system";
import { daily, every, type Job } from "~/server/jobs/scheduler";
import type { Services } from "~/server/lib/services";
import { createMetrics, type Watched } from "~/server/metrics/metrics";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { testFolder } from "~/test/support/test-folder";

const { db, pool } = testDatabase();
const { services } = testApi(db, { now: testNow });
const token = "a token of 16 bytes or more";
const folder = testFolder();
beforeEach(() => resetDatabase(db));

const job = (name: string, lastTurn: Job["lastTurn"]): Job => ({ name, lastTurn, run: async () => "" });
const ago = (minutes: number) => new Date(testNow.getTime() - minutes * 60_000).toISOString();

/** A server that is watched: what it answers, and its figures by name and labels. */
function watched({ own = {}, ...given }: Partial<Watched> & { own?: Partial<Services> } = {}) {
  const all = { ...services, ...own };
  const metrics = createMetrics({
    ...{ services: all, served, pools: { requests: pool, lists: undefined }, jobs: [] },
    ...{ dataDir: folder, backupDir: undefined, token },
    ...given,
  });
  const app = createApp(all, undefined, undefined, metrics);
  return {
    ask: (path: string, init?: RequestInit) => app.request(path, init),
    async figures() {
      const text = await (await metrics.answer()).text();
      const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
      return Object.fromEntries(lines.map((line) => [line.replace(/ \S+$/, ""), Number(line.split(" ").at(-1))]));
    },
  };
}

const bearer = (value: string) => ({ headers: { authorization: `Bearer ${value}` } });

test("metrics are read with the token, and by nobody else", async () => {
  const { ask } = watched();
  const answer = await ask("/metrics", bearer(token));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toContain("text/plain");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(await answer.text()).toContain("nodejs_eventloop_lag_seconds ");
  for (const init of [undefined, bearer(""), bearer(`${token}!`)])
    expect((await ask("/metrics", init)).status).toBe(404);
});

test("without a token nobody reads them at the main port", async () => {
  const { ask } = watched({ token: undefined });
  for (const init of [undefined, bearer(""), bearer("undefined")])
    expect((await ask("/metrics", init)).status).toBe(404);
  expect((await createApp(services).request("/metrics", bearer(token))).status).toBe(404);
});

test("requests are counted and timed by the contract's endpoint, never by their path", async () => {
  const { ask, figures } = watched();
  await ask("/api/customer/information/4711");
  await ask("/api/customer/information/4712?secret=4711");
  await ask("/api/public/sitemap-9.xml");
  await ask("/api/auth/login", { method: "POST", body: "x".repeat(2_000_000) });
  await ask("/api/4711");
  const found = await figures();
  expect(found).toMatchObject({
    'xinfang_requests_total{endpoint="GET /api/customer/information/{id}",status="401"}': 2,
    'xinfang_requests_total{endpoint="GET /api/public/sitemap-{n}.xml",status="404"}': 1,
    'xinfang_requests_total{endpoint="POST /api/auth/login",status="413"}': 1,
    'xinfang_requests_total{endpoint="other",status="404"}': 1,
    'xinfang_request_seconds_count{endpoint="GET /api/customer/information/{id}"}': 2,
  });
  // Values are any numbers.
  expect(Object.keys(found).join("\n")).not.toMatch(/471[12]/);
});

test("a public read that was answered before is counted as its endpoint too", async () => {
  const kept: unknown[] = [];
  const keep = (_key: string, answer: unknown) => kept.push(answer);
  const { ask, figures } = watched({ own: { answers: { find: () => kept[0], begin: () => 1, keep } } });
  for (let n = 0; n < 2; n++) expect((await ask("/api/public/video")).status).toBe(200);
  expect(kept).toHaveLength(1);
  expect(await figures()).toMatchObject({
    'xinfang_requests_total{endpoint="GET /api/public/video",status="200"}': 2,
  });
});

test("requests that are refused for want of a place are counted apart", async () => {
  const { ask, figures } = watched({ own: { places: 0 } });
  expect((await ask("/api/user/menus")).status).toBe(503);
  expect(await figures()).toMatchObject({
    xinfang_requests_shed_total: 1,
    'xinfang_requests_total{endpoint="GET /api/user/menus",status="503"}': 1,
  });
});

test("a job tells its age, its period and whether it failed the last time", async () => {
  await db.insert(jobRun).values([
    { job: "sweep", turn: ago(20), ended_at: ago(20), result: "done: 1" },
    { job: "sweep", turn: ago(10), ended_at: ago(9), result: "failed: no room" },
    { job: "sweep", turn: ago(0) },
    { job: "night", turn: ago(60), ended_at: ago(59), result: "done: 2" },
  ]);
  const jobs = [job("sweep", every(10)), job("night", daily("11:00")), job("new", every(1))];
  const found = await watched({ jobs }).figures();
  expect(found).toMatchObject({
    'xinfang_job_age_seconds{name="sweep"}': 1200,
    'xinfang_job_age_seconds{name="night"}': 3600,
    'xinfang_job_period_seconds{name="sweep"}': 600,
    'xinfang_job_period_seconds{name="night"}': 86_400,
    'xinfang_job_period_seconds{name="new"}': 60,
    'xinfang_job_failed{name="sweep"}': 1,
    'xinfang_job_failed{name="night"}': 0,
    'xinfang_job_failed{name="new"}': 0,
  });
  expect(found).not.toHaveProperty(['xinfang_job_age_seconds{name="new"}']);
});

test("the outbox tells how much waits, and for how long the first has been due", async () => {
  const row = { event: "wecom", payload: {} };
  await db.insert(outbox).values([
    { ...row, next_at: ago(5) },
    { ...row, next_at: ago(-5) },
    { ...row, next_at: ago(90), status: "failed" },
    { ...row, next_at: ago(90), status: "sent" },
  ]);
  const { figures } = watched();
  expect(await figures()).toMatchObject({
    'xinfang_outbox_rows{status="pending"}': 2,
    'xinfang_outbox_rows{status="failed"}': 1,
    xinfang_outbox_late_seconds: 300,
  });
  await db.delete(outbox);
  expect(await figures()).toMatchObject({ 'xinfang_outbox_rows{status="pending"}': 0, xinfang_outbox_late_seconds: 0 });
});

test("the age of the newest backup, room on the disks, and connections are told", async () => {
  const { figures } = watched({ backupDir: folder });
  expect(await figures()).toMatchObject({ xinfang_backup_age_seconds: Number.NaN });
  const file = join(folder, "backup-20261120-043000.tar.gz");
  writeFileSync(file, "");
  utimesSync(file, new Date(ago(60)), new Date(ago(60)));
  const found = await figures();
  expect(found).toMatchObject({
    xinfang_backup_age_seconds: 3600,
    xinfang_database_up: 1,
    'xinfang_database_connections{pool="requests",state="busy"}': 0,
    'xinfang_database_connections{pool="lists",state="idle"}': 0,
    'xinfang_database_waiting{pool="requests"}': 0,
  });
  for (const name of ["data", "backups"]) {
    expect(found[`xinfang_disk_free_bytes{folder="${name}"}`]).toBeGreaterThan(0);
    expect(found[`xinfang_disk_size_bytes{folder="${name}"}`]).toBeGreaterThan(0);
  }
});

const nowhere = new pg.Pool({ host: "/nowhere" });
afterAll(() => nowhere.end());

test("without a database the rest is told, and of its queues nothing", async () => {
  const { figures } = watched({ own: { db: drizzle(nowhere) }, jobs: [job("sweep", every(10))] });
  const found = await figures();
  expect(found).toMatchObject({ xinfang_database_up: 0, process_cpu_seconds_total: expect.any(Number) });
  expect(Object.keys(found).filter((name) => /xinfang_(job_(age|failed)|outbox_rows)/.test(name))).toEqual([]);
});
