import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import { customer } from "~/contract/customer/customer";
import { emailOf, generate } from "~/test/bench/generate";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

beforeAll(async () => {
  await resetDatabase(db);
  await generate(db, 700, testNow);
  // Some are locked, one for a time that has passed; some have waited since long.
  await db.execute(sql`update customer set is_locked = true, locked_until = case when id % 2 = 0 then null else ${testNow.toISOString()}::timestamptz - interval '1 day' end
    where owner_id is not null and id % 37 < 2`);
  await db.execute(
    sql`update customer set next_tracking_at = next_tracking_at - interval '400 days' where next_tracking_at is not null and id % 3 = 0`,
  );
});

async function admin() {
  const { rows } = await db.execute<{ id: string }>(sql`select id from "user" where email = ${emailOf("super_admin")}`);
  return api.as(Number(rows[0]?.id));
}

/** The numbers of all rows that a query finds. */
async function found(query: Record<string, unknown>): Promise<number[]> {
  const call = await admin();
  const ids: number[] = [];
  for (let page = 1; ; page++) {
    const { data } = await call(customer.list, { query: { ...query, page, page_size: 100 } });
    ids.push(...data.list.map(({ id }) => id));
    if (ids.length >= data.total) return ids.sort((a, b) => a - b);
  }
}

const known = new Map<object, Promise<number[]>>();
/** The same without a tab, asked once. */
function among(filter: Record<string, unknown>): Promise<number[]> {
  const ids = known.get(filter) ?? found(filter);
  known.set(filter, ids);
  return ids;
}

const day = (fromNow: number) => new Date(testNow.getTime() + fromNow * 86_400_000).toISOString().slice(0, 10);

const filters: Record<string, unknown>[] = [
  { stage: ["contacted", "visited"] },
  { stage: ["lost"] },
  { created_from: day(-400), created_to: day(-200) },
  { created_from: day(-45) },
  { created_to: day(-700) },
  { tracked_from: day(-6), tracked_to: day(0) },
  { tracked_from: day(-3) },
  { tracked_to: day(-9) },
  { next_from: day(-1), next_to: day(0) },
  { next_to: day(-390) },
  { next_from: day(3) },
  { keyword: "王" },
  { keyword: "建国" },
  { keyword: `KH${day(-300).slice(2, 7).replace("-", "")}` },
  { country: ["SG"] },
  { tag: ["cash_buyer", "urgent"] },
  { keyword: "王", stage: ["contacted"], created_from: day(-600) },
];

it.each(["today", "warning", "locked", "lost"])("the tab %s with a filter is what both find", async (view) => {
  const tab = new Set(await found({ view }));
  expect(tab.size).toBeGreaterThan(4);
  let some = 0;
  for (const filter of filters) {
    const expected = (await among(filter)).filter((id) => tab.has(id));
    expect([filter, await found({ view, ...filter })]).toEqual([filter, expected]);
    some += expected.length;
  }
  expect(some).toBeGreaterThan(20);
});
