import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { webhook } from "~/server/database/tables/system/admin";
import { operationLog, outbox } from "~/server/database/tables/system/system";
import { jobsOf } from "~/server/jobs/jobs";
import { keepLogHeads } from "~/server/jobs/system/log-heads";
import { noteRestore, presentHead, readHeads } from "~/server/lib/log-heads";
import { sealLines } from "~/server/resources/system/record/chain";
import { checkChain } from "~/server/resources/system/record/chain-check";
import { compareHeads } from "~/server/resources/system/record/saved-heads";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { days } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db);
let folders: string[];

beforeEach(async () => {
  await resetDatabase(db);
  folders = ["data", "backups"].map((name) => mkdtempSync(join(tmpdir(), `xinfang-${name}-`)));
});
afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const morning = (day: number) => new Date(`2026-11-${20 + day}T04:20:00+08:00`);
/** Lines of a day, sealed before its morning's job. */
async function write(day: number, ...summaries: string[]): Promise<number[]> {
  const line = { user_name: "王销售", module: "customer", action: "update", created_at: days(day - 1) };
  const values = summaries.map((summary) => ({ ...line, summary }));
  const rows = await db.insert(operationLog).values(values).returning({ id: operationLog.id });
  await sealLines(db, { now: morning(day) });
  return rows.map(({ id }) => id);
}

async function keep(day: number): Promise<void> {
  const jobs = jobsOf(api.services, [keepLogHeads(folders)]);
  await jobs.runDue(morning(day));
  await jobs.stop();
}

/** What somebody does who is the master of the database: the end of log and chain is gone. */
async function cutAfter(id: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`delete from operation_seal where log_id > ${id}`);
    await tx.execute(sql`delete from operation_log where id > ${id}`);
  });
}

const compare = async (day: number) => compareHeads(db, await readHeads(folders), morning(day));
const filesIn = (folder = "") => readdirSync(join(folder, "log-heads")).sort();

test("each day's head is kept in both folders, and told to the webhooks that want it", async () => {
  await db.insert(webhook).values({ name: "存证", provider: "custom", url: "sealed", events: ["log.head"] });
  await keep(0);
  await write(1, "一", "二");
  await keep(1);
  const head = await presentHead(db);
  await write(2, "三");
  await keep(2);
  await keep(2);
  for (const folder of folders) expect(filesIn(folder)).toEqual(["2026-11-21.jsonl", "2026-11-22.jsonl"]);
  expect(JSON.parse(readFileSync(join(folders[1] ?? "", "log-heads/2026-11-21.jsonl"), "utf8"))).toEqual({
    ...head,
    kept_at: "2026-11-21T04:20:00.000+08:00",
  });
  const shown = await db.select().from(outbox).orderBy(outbox.id);
  expect(shown.map(({ payload }) => payload)).toMatchObject([
    { event: "log.head", data: head },
    { event: "log.head", data: { day: "2026-11-22", place: 1 } },
  ]);
  expect(await compare(2)).toEqual({ found: 2, explained: [], lost: undefined });
});

test("a folder that is missing keeps the other from nothing, and is made up for", async () => {
  await db.insert(webhook).values({ name: "存证", provider: "custom", url: "sealed", events: ["log.head"] });
  await write(1, "一");
  const [, backups = ""] = folders;
  rmSync(backups, { recursive: true });
  writeFileSync(backups, "");
  const turn = { services: api.services, at: morning(1), signal: new AbortController().signal };
  await expect(keepLogHeads(folders).run(turn)).rejects.toThrow("ENOTDIR");
  expect(filesIn(folders[0])).toEqual(["2026-11-21.jsonl"]);
  rmSync(backups);
  await keep(1);
  expect(filesIn(backups)).toEqual(["2026-11-21.jsonl"]);
  expect(await db.select().from(outbox)).toHaveLength(1);
});

test("a tail that was cut off, which the chain alone cannot know, is named, also when the log has gone on since", async () => {
  const [, second = 0] = await write(1, "一", "二");
  await keep(1);
  const lines = await write(2, "三", "四", "五");
  await keep(2);
  await cutAfter(second + 1);
  expect((await checkChain(db, { now: morning(2) })).broken).toBeUndefined();
  const saved = { day: "2026-11-22", place: 3, log_id: `${lines.at(-1)}` };
  expect((await compare(2)).lost).toMatchObject({
    fault: "cut_off",
    after: { day: "2026-11-22", place: 1, log_id: `${second + 1}` },
    until: saved,
    remaining: 0,
  });
  await write(2, "六", "七", "八");
  expect((await checkChain(db, { now: morning(2) })).broken).toBeUndefined();
  expect((await compare(2)).lost).toMatchObject({
    fault: "rewritten",
    after: { day: "2026-11-21", place: 2, log_id: `${second}` },
    until: saved,
    remaining: 1,
  });
});

test("what went with a restore of an older backup is explained, what was lost after it is not", async () => {
  const [first = 0] = await write(1, "一");
  await keep(1);
  await write(2, "二", "三");
  await keep(2);
  await cutAfter(first);
  await noteRestore(folders[0] ?? "", {
    restored_at: "2026-11-22T10:00:00+08:00",
    backup: "backup-20261121-043000.tar.gz",
    head: (await presentHead(db)) ?? null,
  });
  const report = await compare(2);
  expect(report).toMatchObject({ found: 1, lost: undefined });
  expect(report.explained).toMatchObject([
    { restore: { backup: "backup-20261121-043000.tar.gz" }, heads: [{ day: "2026-11-22", place: 2 }] },
  ]);
  await write(3, "四", "五");
  await keep(3);
  expect((await compare(3)).lost).toBeUndefined();
  await cutAfter(first);
  expect((await compare(3)).lost).toMatchObject({ fault: "cut_off", until: { day: "2026-11-23", place: 2 } });
  // A note in another folder than the database's own explains nothing.
  await noteRestore(folders[1] ?? "", { restored_at: "2026-11-24T10:00:00+08:00", backup: null, head: null });
  expect((await compare(3)).lost).toBeDefined();
});

test("a line that a crash has broken off is passed over and told, and the next one stands by itself", async () => {
  await write(1, "一");
  const [data = ""] = folders;
  await keep(1);
  appendFileSync(join(data, "log-heads/2026-11-21.jsonl"), '{"day":"2026-');
  await write(1, "二");
  await db.execute(sql`delete from job_run`);
  await keep(1);
  expect(await readHeads([data])).toMatchObject({ unreadable: 1, heads: [{ place: 1 }, { place: 2 }] });
});
