import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { requirement as requirementContract } from "~/contract/customer/requirement";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { staff } from "~/contract/system/staff";
import { keptViolations } from "~/server/database/kept";
import { customer, requirement, tracking } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { tally } from "~/server/database/tables/system/system";
import { foldTally } from "~/server/lib/tally";
import { makeAgent } from "~/test/support/agent";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeBilling, makeDeal } from "~/test/support/deal";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeRequirement, makeTracking, makeUser, testNow } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

beforeEach(() => resetDatabase(db));

/** The rules that are broken. */
async function broken(): Promise<string[]> {
  const found: string[] = [];
  for (const [rule, query] of Object.entries(keptViolations)) {
    const { rows } = await db.execute(sql`${query} limit 1`);
    if (rows.length) found.push(rule);
  }
  return found;
}

test("what is kept of customers follows whatever becomes of them, one by one and many at once", async () => {
  const [one, other] = [await makeUser(db, { role: "sales" }), await makeUser(db, { role: "sales" })];
  const [first, second] = [
    await makeCustomer(db, { owner_id: one.id }),
    await makeCustomer(db, { owner_id: one.id, stage: "lost" }),
  ];
  const gone = await makeCustomer(db, { deleted_at: days(0) });
  for (const { id: customer_id } of [first, second, gone]) {
    await makeRequirement(db, { customer_id });
    await makeTracking(db, { customer_id, user_id: one.id });
  }
  const acts = [
    () => db.update(customer).set({ stage: "visited" }),
    () => db.update(customer).set({ owner_id: other.id }).where(eq(customer.id, first.id)),
    () => db.update(customer).set({ name: "改了名" }).where(eq(customer.id, first.id)),
    () => db.update(customer).set({ owner_id: null }),
    () => db.update(customer).set({ owner_id: other.id, stage: "completed" }),
    () =>
      db
        .update(customer)
        .set({ deleted_at: days(0), owner_id: null })
        .where(eq(customer.id, second.id)),
    () => db.update(customer).set({ deleted_at: null, owner_id: one.id, stage: "new" }),
    // As a merge moves them.
    () => db.update(requirement).set({ customer_id: first.id }),
    () => db.update(tracking).set({ customer_id: gone.id }),
    () =>
      db
        .update(customer)
        .set({ deleted_at: days(0) })
        .where(eq(customer.id, gone.id)),
  ];
  for (const act of acts) {
    await act();
    expect(await broken()).toEqual([]);
  }
  const kept = await db.$count(tally);
  expect(await foldTally(db)).toBeGreaterThan(1);
  expect(await db.$count(tally)).toBeLessThan(kept);
  expect(await foldTally(db)).toBe(0);
  expect(await broken()).toEqual([]);
});

test("what is kept of bills follows their deals", async () => {
  const [one, other] = [await makeUser(db, { role: "sales" }), await makeUser(db, { role: "sales" })];
  const { id: customer_id } = await makeCustomer(db, { owner_id: one.id });
  const { id: estate_id } = await makeEstate(db);
  const agent = await makeAgent(db, { manager_id: other.id });
  const make = () => makeDeal(db, { customer_id, estate_id, owner_id: one.id });
  const [first, second] = [await make(), await make()];
  for (const { id: deal_id } of [first, first, second]) await makeBilling(db, { deal_id });
  const put = (id: number, values: Partial<typeof deal.$inferInsert>) => () =>
    db.update(deal).set(values).where(eq(deal.id, id));
  const acts = [
    put(first.id, { owner_id: other.id }),
    put(first.id, { agent_id: agent.id }),
    put(second.id, { deleted_at: days(0) }),
    () => makeBilling(db, { deal_id: second.id }),
    put(second.id, { deleted_at: null, agent_id: agent.id }),
    () => db.update(deal).set({ owner_id: one.id, agent_id: null }),
    () => db.update(billing).set({ deal_id: second.id }),
  ];
  for (const act of acts) {
    await act();
    expect(await broken()).toEqual([]);
  }
});

test("what is kept of estates follows their place", async () => {
  const [one, two] = [await makeEstate(db), await makeEstate(db)];
  expect(await broken()).toEqual([]);
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from district where level = 2 and country_code = 'SG' order by id limit 1`,
  );
  const here = { district_id: one.district_id, country_code: one.country_code };
  const there = { district_id: Number(rows[0]?.id), country_code: "SG" };
  const acts = [
    () => db.update(estate).set(there).where(eq(estate.id, one.id)),
    () =>
      db
        .update(estate)
        .set({ deleted_at: days(0) })
        .where(eq(estate.id, one.id)),
    () =>
      db
        .update(estate)
        .set({ ...here, deleted_at: null })
        .where(eq(estate.id, one.id)),
    () => db.delete(estate).where(eq(estate.id, two.id)),
  ];
  for (const act of acts) {
    await act();
    expect(await broken()).toEqual([]);
  }
});

test("lists tell what is kept", async () => {
  const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
  const [many, few] = [await makeUser(db, { role: "sales" }), await makeUser(db, { role: "sales" })];
  for (const owner_id of [many.id, many.id, few.id]) await makeCustomer(db, { owner_id });
  const { id } = await makeCustomer(db, { owner_id: few.id });
  await makeRequirement(db, { customer_id: id });
  await makeTracking(db, { customer_id: id, user_id: few.id });
  await db.update(customer).set({ owner_id: many.id }).where(eq(customer.id, id));
  const { data } = await asAdmin(staff.list, { query: { sort: "-customer_count" } });
  expect(data.list.slice(0, 2).map((row) => [row.id, row.customer_count])).toEqual([
    [many.id, 3],
    [few.id, 1],
  ]);
  const asFew = await api.as(few.id);
  expect((await asFew(requirementContract.list)).data.total).toBe(0);
  const { data: own } = await (await api.as(many.id))(requirementContract.list);
  expect(own.total).toBe(1);
  // Kept for the list alone.
  expect(own.list[0]).not.toHaveProperty("customer_owner");
  await db
    .update(customer)
    .set({ deleted_at: days(0), owner_id: null })
    .where(eq(customer.id, id));
  expect((await asAdmin(requirementContract.list)).data.total).toBe(0);
  expect((await asAdmin(trackingContract.list)).data.total).toBe(0);
});
