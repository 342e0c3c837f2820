import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isoInstant } from "~/server/database/tables/columns";
import { operationSeal } from "~/server/database/tables/system/admin";
import { operationLog } from "~/server/database/tables/system/system";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { forgetInLog } from "~/server/lib/audit";
import { sealLines } from "~/server/resources/system/record/chain";
import { checkChain } from "~/server/resources/system/record/chain-check";
import { desk } from "~/test/support/desk";
import { days, testNow } from "~/test/support/factories";

const { db, logLines, runDue } = desk({});

const dayLater = (count: number) => new Date(testNow.getTime() + count * 86_400_000);
const seal = (now = testNow, isThorough = false) => sealLines(db, { now, isThorough });
const check = (now = testNow, noted?: string) => checkChain(db, { now, ...(noted ? { noted } : {}) });
const seals = () => db.select().from(operationSeal).orderBy(operationSeal.day, operationSeal.place);

type Line = Partial<typeof operationLog.$inferInsert>;
async function write(...lines: Line[]): Promise<number[]> {
  const given = { user_name: "王销售", module: "customer", action: "update", summary: "编辑", created_at: days(0) };
  const rows = await db
    .insert(operationLog)
    .values(lines.map((line) => ({ ...given, ...line })))
    .returning({ id: operationLog.id });
  return rows.map(({ id }) => id);
}

/** What somebody does who is the master of the database. */
async function past(statement: ReturnType<typeof sql>) {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });
}

/** Two days of lines, sealed. */
async function twoDays() {
  const ids = await write({ summary: "一" }, { summary: "二" }, { summary: "三" });
  await seal();
  const more = await write({ summary: "四", created_at: days(1) }, { summary: "五", created_at: days(1) });
  await seal(dayLater(1));
  return [...ids, ...more];
}

describe("the database", () => {
  test("refuses to change, delete or empty the log and its seals", async () => {
    await write({});
    await seal();
    for (const statement of [
      sql`update operation_log set summary = '别的'`,
      sql`update operation_log set forgotten_at = now(), salt = null`,
      sql`delete from operation_log`,
      sql`truncate operation_log`,
      sql`update operation_seal set chain = ''`,
      sql`delete from operation_seal`,
      sql`truncate operation_seal`,
    ])
      await expect(db.execute(statement)).rejects.toMatchObject({
        cause: { code: "42501", message: expect.stringContaining("append-only") },
      });
    expect(await check()).toMatchObject({ lines: 1, broken: undefined });
  });

  test("takes out what may be forgotten and drops what is too old, and nothing else by these ways", async () => {
    // By the database's own clock, which decides what is too old.
    const [id = 0, old = 0] = await write({}, { created_at: isoInstant(Date.now() - 700 * 86_400_000) });
    const through = (how: string, statement: ReturnType<typeof sql>) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('operation_log.way', ${how}, true)`);
        await tx.execute(statement);
      });
    const refusal = { cause: { code: "42501" } };
    const fixed = sql`update operation_log set user_name = '别人', salt = null, forgotten_at = now() where id = ${id}`;
    await expect(through("forget", fixed)).rejects.toMatchObject(refusal);
    const unmarked = sql`update operation_log set summary = '' where id = ${id}`;
    await expect(through("forget", unmarked)).rejects.toMatchObject(refusal);
    await expect(through("expire", sql`delete from operation_log where id = ${old}`)).rejects.toMatchObject(refusal);
    await expect(through("forget", sql`delete from operation_log where id = ${old}`)).rejects.toMatchObject(refusal);
    await db.execute(sql`select operation_log_expire(now(), 100)`);
    expect(await logLines()).toHaveLength(2);
  });
});

describe("the chain", () => {
  test("holds over days, late commits and pauses, and knows a value that was noted", async () => {
    const ids = await twoDays();
    expect(await seal(dayLater(1))).toBe(0);
    const whole = await seals();
    expect(whole.map(({ day, place, log_id }) => [day, place, log_id])).toEqual([
      ["2026-11-20", 1, ids[0]],
      ["2026-11-20", 2, ids[1]],
      ["2026-11-20", 3, ids[2]],
      ["2026-11-21", 1, ids[3]],
      ["2026-11-21", 2, ids[4]],
    ]);
    // A commit that came late has a lower number.
    await db.execute(sql`insert into operation_log (id, user_name, module, action, summary, created_at)
      overriding system value values (${(ids[0] ?? 0) - 1}, '王销售', 'customer', 'update', '迟', ${days(1)})`);
    expect(await seal(dayLater(1))).toBe(1);
    const report = await check(dayLater(1));
    expect(report).toMatchObject({ lines: 6, days: 2, forgotten: 0, expired: 0, broken: undefined });
    expect(report.head).toMatchObject({ day: "2026-11-21", place: 3 });
    // The server was stopped: what it wrote last waits for its seal.
    await write({ created_at: days(2) });
    expect((await check(dayLater(9))).broken).toBeUndefined();
    expect((await check(dayLater(1), whole[2]?.chain)).broken).toBeUndefined();
    expect((await check(dayLater(1), "0".repeat(64))).broken).toEqual({ fault: "chain_unknown" });
  });

  test("never goes back, whatever the clock does, and is sealed in parts", async () => {
    await write({ created_at: days(1) });
    await seal(dayLater(1));
    await db.execute(sql`insert into operation_log (user_name, module, action, summary, created_at)
      select '系统', 'customer', 'update', '多', ${days(0)}::timestamptz from generate_series(1, 2500)`);
    expect(await seal(testNow)).toBe(2500);
    expect((await seals()).at(-1)).toMatchObject({ day: "2026-11-21", place: 2501 });
    expect(await check(dayLater(1))).toMatchObject({ lines: 2501, days: 1, broken: undefined });
  });

  test("names a line that was changed, by whatever little", async () => {
    const [, id = 0] = await twoDays();
    const broken = { fault: "line_changed", day: "2026-11-20", place: 2, logId: `${id}` };
    await past(sql`update operation_log set summary = '二 ' where id = ${id}`);
    expect((await check(dayLater(1))).broken).toEqual(broken);
    await past(sql`update operation_log set summary = '二' where id = ${id}`);
    expect((await check(dayLater(1))).broken).toBeUndefined();
    await past(sql`update operation_log set created_at = created_at + interval '1 microsecond' where id = ${id}`);
    expect((await check(dayLater(1))).broken).toEqual(broken);
  });

  test("names a line that is gone, and the first of two that were swapped", async () => {
    const [, second = 0, third = 0] = await twoDays();
    await past(sql`update operation_log a set summary = b.summary, salt = b.salt from operation_log b
      where a.id in (${second}, ${third}) and b.id in (${second}, ${third}) and a.id <> b.id`);
    expect((await check(dayLater(1))).broken).toMatchObject({ fault: "line_changed", logId: `${second}` });
    await past(sql`delete from operation_log where id = ${second}`);
    expect((await check(dayLater(1))).broken).toMatchObject({ fault: "line_missing", place: 2, logId: `${second}` });
  });

  test("names seals that are gone, changed or swapped, and a line that lost its seal", async () => {
    const [first = 0] = await twoDays();
    const saved = await seals();
    const broken = async () => (await check(dayLater(1))).broken;
    const restore = () =>
      past(sql`delete from operation_seal`).then(() => db.insert(operationSeal).values(saved.map((one) => one)));
    await past(sql`delete from operation_seal where place = 2 and day = '2026-11-20'`);
    expect(await broken()).toEqual({ fault: "seal_missing", day: "2026-11-20", place: 2 });
    await restore();
    await past(sql`delete from operation_seal where place = 3`);
    expect(await broken()).toMatchObject({ fault: "seal_changed", day: "2026-11-21", place: 1 });
    await restore();
    await past(sql`update operation_seal s set digest = o.digest, detail = o.detail, log_id = -o.log_id, at = o.at
      from operation_seal o where s.day = '2026-11-20' and o.day = s.day and s.place + o.place = 3`);
    await past(sql`update operation_seal set log_id = -log_id where log_id < 0`);
    expect(await broken()).toMatchObject({ fault: "seal_changed", day: "2026-11-20", place: 1 });
    await restore();
    await past(sql`update operation_seal set detail = '' where log_id = ${first}`);
    expect(await broken()).toMatchObject({ fault: "seal_changed", place: 1, logId: `${first}` });
    // Written past the server long after, under a number of the past.
    await restore();
    await db.execute(sql`insert into operation_log (id, user_name, module, action, summary, created_at)
      overriding system value values (${first - 1}, '王销售', 'customer', 'update', '插', ${days(0)})`);
    expect(await broken()).toMatchObject({ fault: "line_unsealed", logId: `${first - 1}` });
  });

  test("holds for lines that were forgotten with somebody who was destroyed, and names one that was forgotten alone", async () => {
    const target = { target_type: "customer", target_id: 7, target_name: "李客户", reason: "口述" };
    const [id = 0, later = 0] = await write({ ...target, summary: "编辑李客户" }, { ...target, summary: "再编辑" });
    await seal();
    const forget = (line: number, now: Date) =>
      forgetInLog(db, now, sql`${operationLog.id} = ${line}`, { target_name: "已删除客户#7", reason: null });
    expect(await forget(id, testNow)).toBe(1);
    await write({ action: "destroy", summary: "彻底删除客户" });
    await seal();
    const [line] = await logLines();
    expect(line).toMatchObject({ target_name: "已删除客户#7", reason: null, salt: null, summary: "编辑李客户" });
    expect(await check()).toMatchObject({ lines: 3, forgotten: 1, broken: undefined });
    expect(await forget(id, testNow)).toBe(0);
    await forget(later, dayLater(3));
    expect((await check(dayLater(3))).broken).toEqual({
      fault: "line_forgotten",
      day: "2026-11-20",
      place: 2,
      logId: `${later}`,
    });
  });

  test("goes on from the last seal of the days that have expired", async () => {
    await write({ created_at: days(-1600) }, { created_at: days(-1600) });
    await seal(dayLater(-1600));
    await write({ created_at: days(-1500) }, { created_at: days(-10) });
    await seal(dayLater(-1500));
    await write({ created_at: days(-800) });
    await seal(dayLater(-1));
    await runDue(logCleanup, new Date("2026-11-20T04:00:00+08:00"));
    // The young line of an old seal stays with all after it; of what is before, one seal for the chain.
    expect((await seals()).map(({ day, place }) => [day, place])).toEqual([
      ["2022-10-12", 1],
      ["2022-10-12", 2],
      ["2026-11-19", 1],
    ]);
    expect(await logLines()).toHaveLength(1);
    expect(await check()).toMatchObject({ lines: 1, days: 2, expired: 2, broken: undefined });
  });

  test("loses its old seals in parts of any size, but for the last one and those whose lines are there", async () => {
    const old = { created_at: days(-1600) };
    const ids = await write(old, old, old, old, old, old);
    await seal(dayLater(-1600));
    await past(sql`delete from operation_log where id < ${ids[5]}`);
    const expire = async () =>
      (await db.execute<{ n: number }>(sql`select operation_seal_expire(now(), 2) as n`)).rows[0]?.n;
    expect([await expire(), await expire(), await expire()]).toEqual([2, 2, 0]);
    expect((await seals()).map(({ log_id }) => log_id)).toEqual(ids.slice(4));
    await past(sql`delete from operation_log`);
    expect([await expire(), await expire()]).toEqual([1, 0]);
    expect((await seals()).map(({ log_id }) => log_id)).toEqual(ids.slice(5));
  });
});
