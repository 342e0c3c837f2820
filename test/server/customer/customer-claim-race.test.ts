import { expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerOwnerLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { testApi } from "~/test/support/api";
import { assign, claim } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeCustomer, makeUser, setSetting, testNow } from "~/test/support/factories";
import { tableRows } from "~/test/support/rows";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = tableRows(db);
const api = testApi(testDatabase(10).db, { now: testNow });
const { sales, asSales, asManager } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

async function codesOf(replies: Promise<{ code: number }>[]) {
  const counts: Record<number, number> = {};
  for (const { code } of await Promise.all(replies)) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
async function many<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
}
const seller = async (): Promise<As> => api.as((await makeUser(db, { role: "sales" })).id);
const pooled = async () => (await makeCustomer(db)).id;

test("of fifty who claim one customer at once, one gets him", async () => {
  const id = await pooled();
  const sellers = await many(50, seller);
  expect(await codesOf(sellers.map((as) => claim(as, id)))).toEqual({ 200: 1, 40903: 49 });
  const { owner_id, version } = await rowIn(customerTable, id);
  expect(version).toBe(2);
  expect(await rowsIn(customerOwnerLog)).toMatchObject([{ action: "claim", to_user: owner_id }]);
});

test("the day's limit holds for one who claims many at once", async () => {
  await setSetting(db, "pool.claim_daily_limit", 5);
  const ids = await many(12, pooled);
  expect(await codesOf(ids.map((id) => claim(asSales, id)))).toEqual({ 200: 5, 40914: 7 });
});

test("the cap holds when claims and assignments meet", async () => {
  await setSetting(db, "customer.cap", 3);
  const ids = await many(10, pooled);
  const replies = ids.map((id, index) => (index % 2 ? claim(asSales, id) : assign(asManager, id, sales.id)));
  expect(await codesOf(replies)).toEqual({ 200: 3, 40913: 7 });
});

test("batches over the same customers end, each customer in one of them", async () => {
  const ids = await many(10, pooled);
  const sellers = await many(6, seller);
  const replies = await Promise.all(
    sellers.map((as, index) =>
      as(customer.claimBatch, { body: { action: "claim", ids: index % 2 ? ids : ids.toReversed() } }),
    ),
  );
  expect(replies.flatMap(({ data }) => data.success).sort((a, b) => a - b)).toEqual(ids);
});
