import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { customer } from "~/contract/customer/customer";
import { nextNumber } from "~/server/resources/shared/numbers";
import { emailOf, generate } from "~/test/bench/generate";
import { pairs, requests } from "~/test/bench/requests";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const customers = 400;

beforeAll(async () => {
  await resetDatabase(db);
  await generate(db, customers, testNow);
});

async function count(rows: SQL): Promise<number> {
  const found = await db.execute<{ n: number }>(sql`select count(*)::int as n ${rows}`);
  return found.rows[0]?.n ?? -1;
}

async function signedIn(role: string) {
  const { rows } = await db.execute<{ id: string }>(sql`select id from "user" where email = ${emailOf(role)}`);
  return api.as(Number(rows[0]?.id));
}

it("makes so many customers, a third of them for the pool, with counters that are true", async () => {
  expect(await count(sql`from customer`)).toBe(customers);
  expect(await count(sql`from customer where owner_id is null and deleted_at is null`)).toBeGreaterThan(customers / 5);
  for (const wrong of [
    sql`from customer c left join lateral (select count(*)::int as n, max(tracked_at) as last from tracking t where t.customer_id = c.id) t on true
      where c.tracking_count <> t.n or c.last_tracking_at is distinct from t.last or t.last > ${testNow.toISOString()}`,
    sql`from customer where (owner_id is null) <> (assigned_at is null) or (owner_id is null and deleted_at is null) <> (pool_at is not null)`,
    sql`from customer c where inquiry_count <> (select count(*) from inquiry i where i.customer_id = c.id)`,
    sql`from customer c where deal_count <> (select count(*) from deal d where d.customer_id = c.id and d.status in ('subscribed', 'contracted', 'completed'))`,
    sql`from estate e where clue_count <> (select count(*) from clue l where l.estate_id = e.id)`,
    sql`from deal d where deal_price <> (select sum(amount) from billing b where b.deal_id = d.id and b.payer = 'buyer')`,
  ])
    expect(await count(wrong)).toBe(0);
});

it("leaves indexes, foreign keys and triggers as it found them", async () => {
  expect(await count(sql`from pg_indexes where tablename = 'customer' and indexname = 'customer_no'`)).toBe(1);
  expect(await count(sql`from pg_constraint where contype = 'f' and conrelid = 'tracking'::regclass`)).toBe(2);
  expect(await count(sql`from pg_trigger where tgenabled = 'D'`)).toBe(0);
});

it("gives each role somebody to sign in as, with customers of their own, and numbers that are free", async () => {
  const call = await signedIn("sales");
  const pool = await call(customer.pool);
  expect(pool.data.total).toBe(await count(sql`from customer where owner_id is null and deleted_at is null`));
  const mine = await call(customer.list, { query: { view: "mine" } });
  expect(mine.data.total).toBeGreaterThan(0);
  const next = await nextNumber(db, "KH", testNow);
  expect(await count(sql`from customer where customer_no = ${next}`)).toBe(0);
  await makeCustomer(db, { customer_no: next });
});

it("asks forty requests and twenty pairs", () => {
  expect(requests).toHaveLength(40);
  expect(pairs).toHaveLength(20);
  expect(new Set([...requests, ...pairs].map(({ name }) => name)).size).toBe(60);
});
