import { verify } from "@node-rs/argon2";
import { and, asc, count, eq, isNull, ne, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDemo, writeDemo } from "~/server/database/demo";
import { assertConsistent } from "~/server/database/demo/check";
import type { DemoAccount } from "~/server/database/demo/terms";
import { customer, customerOwnerLog, tracking } from "~/server/database/tables/customer";
import { message, operationLog, role, schedule, team, user } from "~/server/database/tables/system";
import { poolWarn } from "~/server/jobs/pool-warn";
import { nextNumber } from "~/server/lib/numbers";
import { readSettings } from "~/server/lib/settings";
import { isDue } from "~/server/resources/customer/pool-clock";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const now = new Date("2026-11-20T15:30:00+08:00");
const password = "Demo-pass-1";
const write = (size: "small" | "full" = "small") => writeDemo(db, { password, size, now });

const countOf = async (table: PgTable) => (await db.select({ n: count() }).from(table))[0]?.n;
const idOf = async (email: string) => (await db.select().from(user).where(eq(user.email, email)))[0]?.id ?? 0;

async function clear() {
  await resetDatabase(db);
  // A baseline table, which resetDatabase leaves alone.
  await db.delete(role).where(eq(role.builtin, false));
}

describe("the small demo", () => {
  let accounts: DemoAccount[];

  beforeAll(async () => {
    await clear();
    accounts = await write();
  });
  afterAll(clear);

  it("sets the demo flag and keeps its own rules", async () => {
    expect(await isDemo(db)).toBe(true);
    await assertConsistent(db, now);
  });

  it("has a tenth of everything, and the whole staff", async () => {
    expect(await countOf(customer)).toBe(120);
    expect(await countOf(tracking)).toBe(650);
    expect(await countOf(schedule)).toBe(90);
    expect(await countOf(message)).toBe(250);
    expect(await countOf(operationLog)).toBe(800);
    expect(await countOf(team)).toBe(6);
    expect(await countOf(user)).toBe(32);
    expect(await db.select().from(user).where(ne(user.status, "enabled"))).toHaveLength(2);
  });

  it("gives one account per built-in role, all with the password that was asked for", async () => {
    expect(accounts.map((account) => account.email)).toEqual(
      "super_admin sales_manager sales channel_manager estate_manager content_editor seo_editor finance customer_service"
        .split(" ")
        .map((code) => `${code}@demo.test`),
    );
    expect(accounts[2]?.role).toBe("销售顾问");
    const rows = await db.select().from(user);
    expect(await verify(rows[0]?.password_hash ?? "", password)).toBe(true);
    expect(new Set(rows.map((row) => row.password_hash)).size).toBe(1);
  });

  it("gives the first seller customers due today, warned, about to fall and locked, led by the first manager", async () => {
    const seller = await idOf("sales@demo.test");
    const own = await db.select().from(customer).where(eq(customer.owner_id, seller));
    const idle = (row: (typeof own)[number]) =>
      Math.floor(
        (now.getTime() - Math.max(Date.parse(row.last_valid_tracking_at ?? "0"), Date.parse(row.assigned_at ?? "0"))) /
          86_400_000,
      );
    const free = own.filter((row) => !row.is_locked);
    expect(own.length).toBeGreaterThanOrEqual(8);
    expect(own.some((row) => row.is_locked)).toBe(true);
    expect(free.filter((row) => idle(row) === 15)).toHaveLength(1);
    expect(free.some((row) => idle(row) >= 11 && idle(row) < 15)).toBe(true);
    const today = await db
      .select()
      .from(schedule)
      .where(
        and(
          eq(schedule.user_id, seller),
          eq(schedule.status, "pending"),
          sql`(${schedule.start_at} at time zone 'Asia/Shanghai')::date = '2026-11-20'`,
        ),
      );
    expect(today).toHaveLength(5);
    const [led] = await db
      .select({ leader: team.leader_id })
      .from(user)
      .innerJoin(team, eq(team.id, user.team_id))
      .where(eq(user.id, seller));
    expect(led?.leader).toBe(await idOf("sales_manager@demo.test"));
  });

  it("uses fictitious numbers and addresses only", async () => {
    const rows = await db.select().from(customer);
    for (const row of rows) {
      expect(row.phone_e164 ?? "+8619900000000").toMatch(/^(\+861990000|\+81900000)\d{4}$/);
      expect(row.email ?? "@demo.test").toMatch(/@demo\.test$/);
      expect(row.phone_e164 ?? row.wechat ?? row.email).not.toBeNull();
    }
  });

  it("leaves nothing to the night's run but those about to fall", async () => {
    const due = await db.execute(sql`select id from customer where owner_id is not null and not is_locked
      and (greatest(last_valid_tracking_at, assigned_at) <= ${now.toISOString()}::timestamptz - interval '15 days'
        or assigned_at <= ${now.toISOString()}::timestamptz - interval '90 days')`);
    expect(due.rows).toHaveLength(1);
  });

  it("continues numbers and ids where it ended", async () => {
    const [last] = await db.select().from(customer).orderBy(sql`${customer.id} desc`).limit(1);
    const taken = await db.select({ no: customer.customer_no }).from(customer);
    expect(taken.map((row) => row.no)).not.toContain(await nextNumber(db, "KH", new Date(last?.created_at ?? now)));
    const [row] = await db
      .insert(customer)
      .values({ customer_no: "KH-test", name: "测试", source: "other" })
      .returning();
    expect(row?.id).toBe((last?.id ?? 0) + 1);
    await db.delete(customer).where(eq(customer.customer_no, "KH-test"));
  });

  it("refuses a database in which somebody is already", async () => {
    await expect(write()).rejects.toThrow("空数据库");
  });

  it("is the same every time for the same moment", async () => {
    const shape = async () => ({
      customers: await db
        .select({ no: customer.customer_no, name: customer.name, owner: customer.owner_id, at: customer.pool_at })
        .from(customer)
        .orderBy(asc(customer.id)),
      owners: await db
        .select({ id: customerOwnerLog.customer_id, action: customerOwnerLog.action, at: customerOwnerLog.at })
        .from(customerOwnerLog)
        .orderBy(asc(customerOwnerLog.at), asc(customerOwnerLog.customer_id), asc(customerOwnerLog.action)),
      trackings: await db.select({ content: tracking.content }).from(tracking).orderBy(asc(tracking.id)),
    });
    const first = await shape();
    await clear();
    await write();
    expect(await shape()).toEqual(first);
  });
});

describe("the full demo", () => {
  beforeAll(async () => {
    await clear();
    await write("full");
  });
  afterAll(clear);

  it("has the volumes of a year", async () => {
    expect(await countOf(customer)).toBe(1200);
    expect(await countOf(tracking)).toBe(6500);
    expect(await countOf(schedule)).toBe(900);
    expect(await countOf(message)).toBe(2500);
    expect(await countOf(operationLog)).toBe(8000);
  });

  it("shares customers between owners, pool and recycle bin", async () => {
    const { rows } = await db.execute(sql`select count(*) filter (where owner_id is not null)::int as owned,
      count(*) filter (where owner_id is null and deleted_at is null)::int as pool,
      count(*) filter (where deleted_at is not null)::int as recycled,
      count(*) filter (where is_locked)::int as locked from customer`);
    expect(rows[0]).toEqual({ owned: 816, pool: 288, recycled: 96, locked: 15 });
  });

  it("leaves last night's release nothing, the next one ten, and the warning job nobody to tell", async () => {
    const { services } = testApi(db, { now });
    const settings = await readSettings(db);
    const dueAt = (at: string) =>
      db
        .select({ id: customer.id })
        .from(customer)
        .where(isDue(settings, new Date(at)));
    expect(await dueAt("2026-11-20T02:00:00+08:00")).toHaveLength(0);
    expect(await dueAt("2026-11-21T02:00:00+08:00")).toHaveLength(10);
    expect(await poolWarn.run({ services, at: now, signal: new AbortController().signal })).toBe("0 warned");
  });

  it("counts seven in ten follow-ups as valid", async () => {
    const [valid] = await db
      .select({ share: sql<number>`avg(is_valid::int)::float` })
      .from(tracking)
      .where(isNull(tracking.deleted_at));
    expect(valid?.share).toBeGreaterThan(0.67);
    expect(valid?.share).toBeLessThan(0.73);
  });

  it("gives every seller five schedules of today", async () => {
    const { rows } = await db.execute<{ n: number }>(sql`select count(s.id)::int as n from "user" u
      join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id and r.code = 'sales'
      left join schedule s on s.user_id = u.id and s.status = 'pending'
        and (s.start_at at time zone 'Asia/Shanghai')::date = '2026-11-20'
      where u.status = 'enabled' group by u.id`);
    expect(rows).toHaveLength(13);
    for (const row of rows) expect(row.n).toBeGreaterThanOrEqual(5);
  });
});
