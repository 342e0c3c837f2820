import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { expect, test } from "vitest";
import { blacklist } from "~/contract/customer/blacklist";
import { customer } from "~/contract/customer/customer";
import { customerUser } from "~/contract/customer/customer-user";
import { tracking } from "~/contract/customer/tracking";
import { transfer } from "~/contract/customer/transfer";
import { unregister } from "~/contract/customer/unregister";
import { transferRequest } from "~/server/database/tables/customer/customer";
import { executeRequest } from "~/server/resources/customer/unregister/execute";
import { testApi } from "~/test/support/api";
import { assign, assignBatch, claim, lock, merge, recycle, restore, undo } from "~/test/support/customer-acts";
import { racingDatabase, testDatabase } from "~/test/support/database";
import {
  days,
  makeCustomer,
  makeCustomerUser,
  makeUnregister,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const { db: together, pool } = await racingDatabase(db);
const api = testApi(together, { now: testNow });

const { sales, colleague, manager, asColleague, asManager, asAdmin, asSales } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  colleague: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
  admin: { role: "super_admin" },
});

async function many<T>(count: number, make: (number: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let number = 0; number < count; number++) made.push(await make(number));
  return made;
}
const times = <T>(count: number, act: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, number) => act(number)));
const owned = (given: Parameters<typeof makeCustomer>[1] = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const rowOf = (id: number) => rowIn("customer", id);
const codes = (replies: { code: number }[]) => replies.map(({ code }) => code).sort((a, b) => a - b);
const once = [200, 40902, 40902, 40902, 40902, 40902];
/** Customers of the seller, and the batch that gave them to a colleague. */
async function assigned() {
  const ids = (await many(20, () => owned())).map(({ id }) => id);
  return { ids, batchId: (await assignBatch(asManager, ids, colleague.id)).data.batch_id };
}

test("one of two undos of a batch takes it back", async () => {
  const { ids, batchId } = await assigned();
  const replies = await times(6, (number) => undo(number % 2 ? asAdmin : asManager, batchId));
  expect(codes(replies)).toEqual(once);
  expect((await rowOf(ids[0] ?? 0)).version).toBe(3);
});

test("an undo that meets new owners and follow-ups leaves every row with one of them", async () => {
  await setSetting(db, "customer.cap", 500);
  const third = await makeUser(db, { role: "sales", team_id: sales.team_id });
  const { ids, batchId } = await assigned();
  const followUp = { type: "call", content: "电话沟通购房预算与区域", tracked_at: days(0) } as const;
  const [undone, given, ...tracked] = await Promise.all([
    undo(asManager, batchId),
    assignBatch(asManager, ids.toReversed(), third.id),
    ...ids.slice(0, 8).map((customer_id) => asColleague(tracking.create, { body: { ...followUp, customer_id } })),
  ]);
  expect(undone.data.success.length + undone.data.failed.length).toBe(20);
  expect(given.data.failed).toEqual([]);
  expect(tracked.every(({ code }) => code === 200 || code === 40301)).toBe(true);
});

test("merges that cross end, each customer in one of them", async () => {
  const rows = await many(10, () => owned());
  // Each introduced the next one, so that every merge touches a third.
  for (const [index, { id }] of rows.entries())
    await updateIn("customer", id, { referrer_customer_id: rows[(index + 3) % rows.length]?.id });
  const replies = await times(20, (number) => {
    const [a = 0, b = 0] = [number % 10, (number + 1) % 10].map((index) => rows[index]?.id);
    const [id, from] = number < 10 ? [a, b] : [b, a];
    return merge(asManager, { id, version: 1 }, { id: from });
  });
  expect(new Set(codes(replies)).size).toBeGreaterThan(1);
  for (const { code } of replies) expect([200, 40901, 40902]).toContain(code);
  const merged = await rowsIn("customer", sql`merged_to_id is not null`);
  expect(merged.length).toBe(replies.filter(({ code }) => code === 200).length);
});

test("of the requests for one customer one is approved", async () => {
  const { id: customer_id } = await owned();
  const requests = await many(6, async () => {
    const applicant = await makeUser(db, { role: "sales", team_id: sales.team_id });
    const values = { customer_id, applicant_id: applicant.id, owner_id: sales.id, reason: "熟人" };
    return (await db.insert(transferRequest).values(values).returning())[0]?.id ?? 0;
  });
  const replies = await Promise.all(requests.map((id) => asManager(transfer.approve, { params: { id } })));
  expect(codes(replies)).toEqual(once);
  const statuses = (await rowsIn("transferRequest")).map(({ status }) => status).sort();
  expect(statuses).toEqual(["approved", ...Array(5).fill("cancelled")]);
});

test("a customer is claimed or recycled", async () => {
  const pooled = await many(20, () => makeCustomer(db));
  const replies = await times(20, async (number) => {
    const id = pooled[number]?.id ?? 0;
    return Promise.all([claim(asSales, id), recycle(asManager, id)]);
  });
  for (const [claimed, recycled] of replies) {
    // Claimed first, he is recycled from his owner; recycled first, he can no longer be claimed.
    expect(recycled.code).toBe(200);
    expect([200, 40902, 40903]).toContain(claimed.code);
  }
  expect((await rowsIn("customer", sql`deleted_at is null`)).length).toBe(0);
});

test("who is being destroyed is not restored, edited or followed up", async () => {
  const trashed = await many(20, () => makeCustomer(db, { deleted_at: days(-1), last_owner_id: sales.id }));
  const ids = trashed.map(({ id }) => id);
  const [destroyed, restored] = await Promise.all([
    asAdmin(customer.destroyBatch, { body: { ids: [...ids].reverse(), confirm: "彻底删除" } }),
    asAdmin(customer.restoreBatch, { body: { ids } }),
    ...ids.map((id) => merge(asManager, { id, version: 1 }, { id: ids[0] ?? 0 })),
  ]);
  expect([...destroyed.data.success, ...restored.data.success].sort((a, b) => a - b)).toEqual(ids);
});

test("an account is removed, or its link taken away, and both leave the customer whole", async () => {
  const linked = await many(10, async () => {
    const { id: customer_id } = await owned();
    const user = await makeCustomerUser(db, { customer_id, status: "unregistering" });
    const values = { customer_user_id: user.id, status: "approved", execute_at: days(-1) };
    return { customer_id, user, request: await makeUnregister(db, values) };
  });
  await times(10, (number) => {
    const { customer_id, user, request } = linked[number] as (typeof linked)[number]; // one for each number
    const params = { id: user.id };
    return Promise.all([
      together.transaction((tx) => executeRequest(tx, api.services, testNow, request.id)),
      asManager(customerUser.unlink, { params, body: { customer_id } }),
      asAdmin.unchecked(blacklist.create, {
        body: { type: "phone", customer_id, reason: "other", effect: ["block_inquiry"] },
      }),
    ]);
  });
  expect((await rowsIn("customer", sql`not is_blacklisted`)).length).toBe(0);
});

test("a request for removal is approved once", async () => {
  const user = await makeCustomerUser(db);
  const { id } = await makeUnregister(db, { customer_user_id: user.id });
  const body = { action: "approve" as const, reason: null, force: false };
  const replies = await times(6, () => asAdmin(unregister.approve, { params: { id }, body }));
  expect(codes(replies)).toEqual(once);
});

test("every act takes its turns in one order: contacts, whoever will hold the customer, the customer", async () => {
  // PGlite lets nobody wait, so that only the statements show what is taken.
  let turns: string[] = [];
  const logQuery = (query: string, params: unknown[]) => {
    if (query.includes("pg_advisory_xact_lock(hashtextextended")) turns.push("contacts");
    if (/ from "user" .* for no key update$/.test(query)) turns.push(params[0] === sales.id ? "seller" : "colleague");
    if (/ from "customer" .* for update$/.test(query))
      turns.push(/ order by /.test(query) ? "customers in order" : "customer");
  };
  const watched = testApi(drizzle(pool, { logger: { logQuery } }), { now: testNow });
  const [bySeller, byManager] = [await watched.as(sales.id), await watched.as(manager.id)];
  const turnsOf = async (act: Promise<{ code: number }>) => {
    turns = [];
    expect((await act).code).toBe(200);
    return turns.filter((turn, index) => turns.indexOf(turn) === index);
  };
  const gone = async () => (await makeCustomer(db, { last_owner_id: sales.id, deleted_at: days(-1) })).id;
  const held = async () => (await owned()).id;
  expect(await turnsOf(claim(bySeller, (await makeCustomer(db)).id))).toEqual(["seller"]);
  const given = assign(byManager, await held(), colleague.id, { reason: "交接" });
  expect(await turnsOf(given)).toEqual(["colleague", "customer"]);
  expect(await turnsOf(lock(byManager, await held()))).toEqual(["seller", "customer"]);
  expect(await turnsOf(restore(byManager, await gone()))).toEqual(["contacts", "seller", "customer"]);
  const toColleague = restore(byManager, await gone(), colleague.id);
  expect(await turnsOf(toColleague)).toEqual(["contacts", "colleague", "customer"]);
  const merged = merge(byManager, await owned(), await owned());
  expect(await turnsOf(merged)).toEqual(["contacts", "customers in order", "customer"]);
});

const seller = async () => api.as((await makeUser(db, { role: "sales" })).id);
const pooled = async () => (await makeCustomer(db)).id;

test("of fifty who claim one customer at once, one gets him", async () => {
  const id = await pooled();
  const sellers = await many(50, seller);
  expect(codes(await Promise.all(sellers.map((as) => claim(as, id))))).toEqual([200, ...Array(49).fill(40903)]);
  const { owner_id, version } = await rowOf(id);
  expect(version).toBe(2);
  expect(await rowsIn("customerOwnerLog")).toMatchObject([{ action: "claim", to_user: owner_id }]);
});

test("the day's limit holds for one who claims many at once", async () => {
  await setSetting(db, "pool.claim_daily_limit", 5);
  const ids = await many(12, pooled);
  const replies = await Promise.all(ids.map((id) => claim(asSales, id)));
  expect(codes(replies)).toEqual([...Array(5).fill(200), ...Array(7).fill(40914)]);
});

test("the cap holds when claims and assignments meet", async () => {
  await setSetting(db, "customer.cap", 3);
  const ids = await many(10, pooled);
  const replies = ids.map((id, index) => (index % 2 ? claim(asSales, id) : assign(asManager, id, sales.id)));
  expect(codes(await Promise.all(replies))).toEqual([...Array(3).fill(200), ...Array(7).fill(40913)]);
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
