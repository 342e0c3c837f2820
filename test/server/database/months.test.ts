import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { asc, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isoInstant } from "~/server/database/tables/columns";
import { userBehavior } from "~/server/database/tables/customer/audience";
import { operationLog } from "~/server/database/tables/system/system";
import { logCleanup } from "~/server/jobs/system/log-cleanup";
import { sealLines } from "~/server/resources/system/record/chain";
import { checkChain } from "~/server/resources/system/record/chain-check";
import { desk } from "~/test/support/desk";
import { makeBehavior, makeCustomerUser } from "~/test/support/factories";

const { db, runJob } = desk({});
const tables = ["operation_log", "user_behavior"] as const;

/** By the database's own clock, which decides what is too old. */
const now = new Date();
/** The first moment of a month in Asia/Shanghai, so many months from this one. */
const monthFromNow = (count: number) => {
  const today = new Date(now.getTime() + 8 * 3_600_000);
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + count) - 8 * 3_600_000);
};
const nameOf = (table: string, month: Date) =>
  `${table}_${new Date(month.getTime() + 8 * 3_600_000).toISOString().slice(0, 7).replace("-", "_")}`;

/** The partitions of a table with their bounds, as they read in Asia/Shanghai. */
async function partitionsOf(table: string) {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local timezone = 'Asia/Shanghai'`);
    const { rows } = await tx.execute<{ name: string; bounds: string }>(sql`
      select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::regclass and c.relnamespace = 'months'::regnamespace order by 1`);
    return new Map(rows.map(({ name, bounds }) => [name, bounds]));
  });
}

const makeMonths = (table: string, since: Date, until = since) =>
  db.execute(sql`select make_months(${table}, ${isoInstant(since)}::timestamptz, ${isoInstant(until)}::timestamptz)`);

const line = (at: Date, summary = "编辑") => ({
  ...{ user_name: "王销售", module: "customer", action: "update", summary, created_at: isoInstant(at) },
});

/** The summaries of the lines, each with its partition. */
async function placed() {
  const { rows } = await db.execute<{ summary: string; place: string }>(
    sql`select summary, tableoid::regclass::text as place from ${operationLog} order by ${asc(operationLog.id)}`,
  );
  return rows.map(({ summary, place }) => `${summary} ${place.replace("months.operation_log_", "")}`);
}

/** What the catalog says of a table, without the names that a schema gives. */
async function described(schema: string, table: string): Promise<string[]> {
  const { rows } = await db.execute<{ told: string }>(sql`
    with own as (select c.oid from pg_class c where c.relname = ${table} and c.relnamespace = ${schema}::regnamespace)
    select told from (
      select concat_ws(' ', 'column', attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, pg_get_expr(adbin, adrelid)) as told
        from own join pg_attribute on attrelid = own.oid and attnum > 0 left join pg_attrdef on adrelid = own.oid and adnum = attnum
      union all select concat_ws(' ', 'constraint', conname, pg_get_constraintdef(k.oid)) from own join pg_constraint k on conrelid = own.oid and contype <> 'n'
      union all select concat_ws(' ', 'index', replace(replace(pg_get_indexdef(indexrelid), ${`${schema}.`}, ''), ' ON ONLY ', ' ON '), indisvalid)
        from own join pg_index on indrelid = own.oid
    ) all_told order by told collate "C"`);
  return rows.map(({ told }) => told);
}

describe("the tables that are parted by month", () => {
  test("are what drizzle says, although their migration is written by hand", async () => {
    const [none, both] = [generateDrizzleJson({}), generateDrizzleJson({ operationLog, userBehavior })];
    const statements = await generateMigration(none, both);
    await db.execute(sql`create schema drawn`);
    try {
      await db.transaction(async (tx) => {
        await tx.execute(sql`set local search_path = drawn, public`);
        for (const statement of statements)
          await tx.execute(sql.raw(statement.replace('ALTER TABLE "', 'ALTER TABLE drawn."')));
      });
      for (const table of tables) {
        const lines = await described("public", table);
        expect(lines.length).toBeGreaterThan(12);
        expect(lines).toEqual(await described("drawn", table));
      }
    } finally {
      await db.execute(sql`drop schema drawn cascade`);
    }
  });

  test("have a partition for this month and three more once the job has run, each from its first day to the next one's", async () => {
    await runJob(logCleanup, now);
    for (const table of tables) {
      const partitions = await partitionsOf(table);
      for (const ahead of [0, 1, 2, 3]) expect([...partitions.keys()]).toContain(nameOf(table, monthFromNow(ahead)));
      expect(partitions.get(`${table}_rest`)).toBe("DEFAULT");
      partitions.delete(`${table}_rest`);
      for (const [name, bounds] of partitions) {
        const [year = 0, month = 0] = name.slice(-7).split("_").map(Number);
        const day = (count: number) => new Date(Date.UTC(year, month - 1 + count)).toISOString().slice(0, 10);
        expect(bounds).toBe(`FOR VALUES FROM ('${day(0)} 00:00:00+08') TO ('${day(1)} 00:00:00+08')`);
      }
    }
  });

  test("take a row whose month has no partition, and bring it there when it gets one", async () => {
    const [far, near] = [monthFromNow(9), monthFromNow(10)];
    for (const month of [far, near])
      await db.execute(sql.raw(`drop table if exists months.${nameOf("operation_log", month)}`));
    await db.insert(operationLog).values([line(far, "远"), line(near, "更远"), line(monthFromNow(-40), "早")]);
    expect(await placed()).toEqual(["远 rest", "更远 rest", "早 rest"]);
    await makeMonths("operation_log", far);
    await makeMonths("operation_log", monthFromNow(-40));
    expect(await placed()).toEqual([`远 ${nameOf("", far).slice(1)}`, "更远 rest", "早 rest"]);
    const { rows } = await db.execute(sql`select to_regclass('months.operation_log_rest_before') as left_over`);
    expect(rows).toEqual([{ left_over: null }]);
    await expect(db.execute(sql`truncate months.operation_log_rest`)).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  });

  test("refuse changes of the log in each partition as in the whole", async () => {
    await makeMonths("operation_log", now);
    await db.insert(operationLog).values([line(now), line(monthFromNow(-40))]);
    for (const part of [nameOf("operation_log", monthFromNow(0)), "operation_log_rest"])
      for (const act of ["update months.* set summary = ''", "delete from months.*", "truncate months.*"])
        await expect(db.execute(sql.raw(act.replace("*", part)))).rejects.toMatchObject({ cause: { code: "42501" } });
    expect(await placed()).toHaveLength(2);
  });
});

describe("at night", () => {
  test("a month of the log goes at once when all of it is 730 days old, and the chain goes on", async () => {
    const day = 86_400_000;
    const edge = new Date(now.getTime() - 730 * day);
    const old = monthFromNow(-25);
    const edgeMonth = [24, 25].map((count) => monthFromNow(-count)).find((month) => month <= edge) ?? old;
    const gone = new Date(edgeMonth.getTime() - 5 * day);
    for (const month of [gone, edge, now]) await makeMonths("operation_log", month);
    const lines = [line(gone, "整月"), line(edgeMonth, "未满"), line(now, "今天"), line(monthFromNow(-40), "早")];
    for (const one of lines) {
      await db.insert(operationLog).values(one);
      await sealLines(db, { now: new Date(one.created_at) });
    }
    await runJob(logCleanup, now);
    // What has no partition goes by its own day.
    expect((await placed()).map((text) => text.split(" ")[0])).toEqual(["未满", "今天"]);
    expect([...(await partitionsOf("operation_log")).keys()]).not.toContain(nameOf("operation_log", gone));
    expect(await checkChain(db, { now })).toMatchObject({ lines: 2, broken: undefined });
  });

  test("no month of the log goes before, whoever asks", async () => {
    await makeMonths("operation_log", monthFromNow(-2));
    await db.insert(operationLog).values(line(monthFromNow(-2)));
    await db.execute(sql`select drop_months('operation_log', now() + interval '1 year')`);
    expect(await placed()).toHaveLength(1);
  });

  test("a month that somebody drops by hand is missed", async () => {
    await makeMonths("operation_log", now);
    const [lost] = await db.insert(operationLog).values(line(now)).returning();
    await sealLines(db, { now });
    await db.execute(sql.raw(`drop table months.${nameOf("operation_log", monthFromNow(0))}`));
    expect((await checkChain(db, { now })).broken).toMatchObject({ fault: "line_missing", logId: `${lost?.id}` });
    await makeMonths("operation_log", now);
  });

  test("a month of behaviours goes at once, of the month at the edge what is older than 180 days", async () => {
    const day = 86_400_000;
    const moments = [-240, -181, -179, 0].map((count) => new Date(now.getTime() + count * day));
    const { id } = await makeCustomerUser(db);
    for (const at of moments) {
      await makeMonths("user_behavior", at);
      await makeBehavior(db, { customer_user_id: id, type: "login", at: isoInstant(at) });
    }
    await runJob(logCleanup, now);
    const left = await db.select().from(userBehavior).orderBy(userBehavior.at);
    expect(left.map(({ at }) => Date.parse(at))).toEqual(moments.slice(2).map((at) => Math.trunc(at.getTime())));
    expect([...(await partitionsOf("user_behavior")).keys()]).not.toContain(nameOf("user_behavior", moments[0] ?? now));
  });
});

test("a line under the number of another one is found, although the database takes it", async () => {
  const [first] = await db.insert(operationLog).values(line(now)).returning();
  await sealLines(db, { now });
  const twin = { ...line(monthFromNow(-1), "假"), id: first?.id };
  await db.insert(operationLog).values(twin);
  await db.insert(operationLog).values(line(new Date(now.getTime() + 60_000)));
  await sealLines(db, { now });
  expect((await checkChain(db, { now })).broken).toEqual({ fault: "line_unsealed", logId: `${first?.id}` });
});
