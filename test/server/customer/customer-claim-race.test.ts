import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerOwnerLog, customer as customerTable } from "~/server/database/tables/customer/customer";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeCustomer, makeTeam, makeUser, setSetting, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(testDatabase(10).db, { now: testNow });
beforeEach(() => resetDatabase(db));

const codesOf = (replies: { code: number }[]) => {
  const counts: Record<number, number> = {};
  for (const { code } of replies) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};
const claim = (as: Awaited<ReturnType<typeof api.as>>, id: number) =>
  as(customer.claim, { params: { id }, body: { action: "claim" } });

test("of fifty who claim one customer at once, one gets him", async () => {
  const { id } = await makeCustomer(db);
  const sellers = [];
  for (let number = 0; number < 50; number++) sellers.push(await api.as((await makeUser(db, { role: "sales" })).id));
  const replies = await Promise.all(sellers.map((as) => claim(as, id)));
  expect(codesOf(replies)).toEqual({ 200: 1, 40903: 49 });
  const winner = replies.find(({ code }) => code === 200)?.data.owner?.id;
  const [row] = await db.select().from(customerTable).where(eq(customerTable.id, id));
  expect(row).toMatchObject({ owner_id: winner, version: 2 });
  expect(await db.select().from(customerOwnerLog)).toMatchObject([{ action: "claim", to_user: winner }]);
});

test("the day's limit holds for one who claims many at once", async () => {
  await setSetting(db, "pool.claim_daily_limit", 5);
  const asSales = await api.as((await makeUser(db, { role: "sales" })).id);
  const ids = [];
  for (let number = 0; number < 12; number++) ids.push((await makeCustomer(db)).id);
  const replies = await Promise.all(ids.map((id) => claim(asSales, id)));
  expect(codesOf(replies)).toEqual({ 200: 5, 40914: 7 });
});

test("the cap holds when claims and assignments meet", async () => {
  await setSetting(db, "customer.cap", 3);
  const { id: team_id } = await makeTeam(db);
  const sales = await makeUser(db, { role: "sales", team_id });
  const asSales = await api.as(sales.id);
  const asManager = await api.as((await makeUser(db, { role: "sales_manager", team_id })).id);
  const ids = [];
  for (let number = 0; number < 10; number++) ids.push((await makeCustomer(db)).id);
  const body = { action: "assign" as const, user_id: sales.id, reason: null };
  const replies = await Promise.all(
    ids.map((id, index) => (index % 2 ? claim(asSales, id) : asManager(customer.assign, { params: { id }, body }))),
  );
  expect(codesOf(replies)).toEqual({ 200: 3, 40913: 7 });
});

test("batches over the same customers end, each customer in one of them", async () => {
  const ids: number[] = [];
  for (let number = 0; number < 10; number++) ids.push((await makeCustomer(db)).id);
  const sellers = [];
  for (let number = 0; number < 6; number++) sellers.push(await api.as((await makeUser(db, { role: "sales" })).id));
  const replies = await Promise.all(
    sellers.map((as, index) =>
      as(customer.claimBatch, { body: { action: "claim", ids: index % 2 ? ids : [...ids].reverse() } }),
    ),
  );
  expect(replies.flatMap(({ data }) => data.success).sort((a, b) => a - b)).toEqual(ids);
});
