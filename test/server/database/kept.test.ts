import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { requirement as requirementContract } from "~/contract/customer/requirement";
import { tracking as trackingContract } from "~/contract/customer/tracking";
import { staff } from "~/contract/system/staff";
import { keptViolations } from "~/server/database/kept";
import { customer, requirement, tracking } from "~/server/database/tables/customer/customer";
import { estate } from "~/server/database/tables/house/estate";
import { tally } from "~/server/database/tables/system/system";
import { foldTally } from "~/server/lib/tally";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
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

test("what is kept of estates follows their place", async () => {
  const places = await db.execute<{ id: string; country_code: string }>(
    sql`select id, country_code from district where level = 2 order by id limit 2`,
  );
  const [here, there] = places.rows.map(({ id, country_code }) => ({ district_id: Number(id), country_code }));
  if (!here || !there) throw new Error("there are districts");
  await db.execute(sql`insert into ${estate} (estate_no, name, name_norm, property_type, country_code, district_id, address, currency, tenure, slug, search_text, sale_status, developer, created_at, updated_at)
    select 'XF' || g, 'n' || g, 'n' || g, 'tower', ${here.country_code}, ${here.district_id}, 'a', 'JPY', 'freehold', 's' || g, 'x', 'on_sale', 'd', now(), now() from generate_series(1, 3) g`);
  expect(await broken()).toEqual([]);
  const acts = [
    () => db.update(estate).set(there),
    () =>
      db
        .update(estate)
        .set({ deleted_at: days(0) })
        .where(eq(estate.estate_no, "XF1")),
    () => db.update(estate).set({ ...here, deleted_at: null }),
    () => db.delete(estate).where(eq(estate.estate_no, "XF2")),
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
  expect((await (await api.as(many.id))(requirementContract.list)).data.total).toBe(1);
  await db
    .update(customer)
    .set({ deleted_at: days(0), owner_id: null })
    .where(eq(customer.id, id));
  expect((await asAdmin(requirementContract.list)).data.total).toBe(0);
  expect((await asAdmin(trackingContract.list)).data.total).toBe(0);
});
