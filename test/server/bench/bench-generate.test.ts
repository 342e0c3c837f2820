import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { customer } from "~/contract/customer/customer";
import { nextNumber } from "~/server/resources/shared/numbers";
import { generate } from "~/test/bench/generate";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });
const customers = 400;

beforeAll(async () => {
  await resetDatabase(db);
  await generate(db, { customers, agents: 40, now: testNow });
});

async function count(rows: ReturnType<typeof sql>): Promise<number> {
  const found = await db.execute<{ n: number }>(sql`select count(*)::int as n ${rows}`);
  return found.rows[0]?.n ?? -1;
}

it("makes so many customers, a third of them for the pool, with counters that are true", async () => {
  expect(await count(sql`from customer`)).toBe(customers);
  expect(await count(sql`from customer where owner_id is null and deleted_at is null`)).toBeGreaterThan(customers / 5);
  expect(await count(sql`from tracking`)).toBeGreaterThan(customers);
  const wrong = sql`from customer c left join lateral (
      select count(*)::int as n, max(tracked_at) as last from tracking t where t.customer_id = c.id) t on true
    where c.tracking_count <> t.n or c.last_tracking_at is distinct from t.last or t.last > ${testNow.toISOString()}`;
  expect(await count(wrong)).toBe(0);
  expect(
    await count(sql`from customer where (owner_id is null) <> (assigned_at is null)
    or (owner_id is null and deleted_at is null) <> (pool_at is not null)`),
  ).toBe(0);
});

it("makes agents whose state is what their departures say, with sign-ins of their own accounts", async () => {
  expect(await count(sql`from agent`)).toBe(40);
  expect(await count(sql`from agent_login_log`)).toBe(customers);
  const states = sql`from agent a left join agent_unregister u on u.agent_id = a.id and u.target = 'agent'
    where (a.status = 'deregistering') <> (u.status is not distinct from 'pending')
      or (a.status = 'deregistered') <> (u.status is not distinct from 'completed')`;
  expect(await count(states)).toBe(0);
  const strangers = sql`from agent_login_log l join agent_account c on c.id = l.account_id where c.agent_id <> l.agent_id`;
  expect(await count(strangers)).toBe(0);
});

it("makes deals whose bills, statements, units and counts are those of their states", async () => {
  expect(await count(sql`from deal`)).toBe(customers / 5);
  expect(await count(sql`from deal where agent_id is not null`)).toBeGreaterThan(customers / 40);
  for (const wrong of [
    sql`from deal d where d.status not in ('draft', 'cancelled') and d.deal_price <> (select sum(amount) from billing b where b.deal_id = d.id and b.payer = 'buyer')`,
    sql`from deal d where d.received_total <> (select coalesce(sum(amount), 0) from billing b where b.deal_id = d.id and b.payer = 'buyer' and b.status = 'confirmed')`,
    sql`from account_statement s where s.payable_total <> (select sum(amount) from statement_item i where i.statement_id = s.id)
      or s.item_count <> (select count(*) from statement_item i where i.statement_id = s.id)`,
    sql`from deal d join clue l on l.id = d.clue_id where l.deal_id <> d.id or l.agent_id <> d.agent_id or l.customer_id <> d.customer_id or l.estate_id <> d.estate_id`,
    sql`from customer c where c.deal_count <> (select count(*) from deal d where d.customer_id = c.id and d.status in ('subscribed', 'contracted', 'completed'))`,
  ])
    expect(await count(wrong)).toBe(0);
  expect(await count(sql`from account_statement`)).toBeGreaterThan(0);
  expect(await count(sql`from developer_compare_row`)).toBeGreaterThan(0);
});

it("makes what is told and downloaded, with notifications whose counts are those of their receipts", async () => {
  expect(await count(sql`from user_behavior`)).toBe(customers);
  expect(await count(sql`from report_download`)).toBe(customers / 2);
  expect(await count(sql`from message where read_at is null`)).toBeGreaterThan(0);
  expect(await count(sql`from notification_receipt where notification_id = 1`)).toBe((customers / 5) * 2);
  const wrong = sql`from notification n where n.sent_count <> (select count(*) from notification_receipt r where r.notification_id = n.id and r.status = 'sent')
    or n.read_count <> (select count(read_at) from notification_receipt r where r.notification_id = n.id)`;
  expect(await count(wrong)).toBe(0);
});

it("leaves indexes and foreign keys as it found them", async () => {
  const missing = sql`from pg_indexes where tablename = 'customer' and indexname in ('customer_no', 'customer_pool')`;
  expect(await count(missing)).toBe(2);
  expect(await count(sql`from pg_constraint where contype = 'f' and conrelid = 'tracking'::regclass`)).toBe(2);
});

it("gives each role somebody to sign in as, and numbers that are free", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`select id from "user" where email = 'sales@bench.test'`);
  const call = await api.as(Number(rows[0]?.id));
  const listed = await call(customer.pool);
  expect(listed.data.total).toBe(await count(sql`from customer where owner_id is null and deleted_at is null`));
  const next = await nextNumber(db, "KH", testNow);
  expect(await count(sql`from customer where customer_no = ${next}`)).toBe(0);
  await makeCustomer(db, { customer_no: next });
});
