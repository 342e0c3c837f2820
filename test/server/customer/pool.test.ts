import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { claimClock, endsWithin } from "~/contract/customer/claim-clock";
import { customer } from "~/contract/customer/customer";
import { pool as contract } from "~/contract/customer/pool";
import { requirement } from "~/contract/customer/requirement";
import { tracking } from "~/contract/customer/tracking";
import { search } from "~/contract/search/search";
import { option } from "~/contract/shared/option";
import { setting } from "~/contract/system/setting";
import { isoInstant } from "~/server/database/tables/columns";
import { customer as customerTable } from "~/server/database/tables/customer/customer";
import { pool } from "~/server/database/tables/customer/pool";
import { user } from "~/server/database/tables/system/system";
import { readSettings } from "~/server/lib/settings";
import { businessOf } from "~/server/resources/customer/customer/open-business";
import {
  daysToPool,
  dueReason,
  isDue,
  isWarned,
  poolDueAt,
  rulePool,
} from "~/server/resources/customer/customer/ownership/pool-clock";
import { testApi } from "~/test/support/api";
import { assign, claim, create, recycle, release, restore, undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { days, makeCustomer, makeRequirement, makeTracking, setSetting, testNow } from "~/test/support/factories";
import { lifeOf } from "~/test/support/life-of";
import { rowsOf } from "~/test/support/rows";
import { chance } from "~/test/support/seed";
import { cellsOf } from "~/test/support/sheet";
import { type As, signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowIn, rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { sales, other, head, asAdmin, asManager, asSales, asOther, asHead } = signedIn(api, {
  admin: { role: "super_admin" },
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
  other: { role: "sales", team: "二组" },
  head: { role: "sales_manager", team: "二组" },
});

const fields = { name: "泰国公海", sort: 10, country_codes: ["TH"] };
let closed: number;

/** A pool for Thailand: the second team's, whose manager manages it. */
beforeEach(async () => {
  await db.delete(pool).where(sql`not ${pool.is_main}`);
  await db.update(pool).set({ rules_at: null, days_a: null, manager_ids: [] }).where(sql`${pool.is_main}`);
  const [row] = await db
    .insert(pool)
    .values({ ...fields, member_team_ids: [other.team_id ?? 0], manager_ids: [head.id] })
    .returning();
  closed = row?.id ?? 0;
});

type Given = Parameters<typeof makeCustomer>[1];
/** Each of these calls is refused so. */
async function refuses(code: number, ...calls: Promise<{ code: number }>[]): Promise<void> {
  for (const call of calls) expect(await call).toMatchObject({ code });
}
const about = (id: number) => rowIn("customer", id);
const main = async () => (await rowsIn("pool", eq(pool.is_main, true)))[0]?.id;
const inClosed = (given: Given = {}) =>
  makeCustomer(db, { name: "王泰安", phone: "13912345678", intent_country_codes: ["TH"], ...given });

test("who loses the owner goes to the first pool whose conditions hold, and is in none with one", async () => {
  const { id } = await makeCustomer(db, { owner_id: sales.id, intent_country_codes: ["TH"] });
  expect((await about(id)).pool_id).toBeNull();
  await release(asSales, id);
  expect((await about(id)).pool_id).toBe(closed);
  await assign(asAdmin, id, other.id);
  expect((await about(id)).pool_id).toBeNull();
  expect((await makeCustomer(db, { intent_country_codes: ["JP"] })).pool_id).toBe(await main());
  await db.update(pool).set({ status: "disabled" }).where(eq(pool.id, closed));
  expect((await inClosed()).pool_id).toBe(await main());
});

test("a pool of a team takes what the people of that team and those below it lose", async () => {
  await db
    .update(pool)
    .set({ country_codes: [], team_ids: [other.team_id ?? 0] })
    .where(eq(pool.id, closed));
  const [mine, theirs] = [
    await makeCustomer(db, { owner_id: sales.id }),
    await makeCustomer(db, { owner_id: other.id }),
  ];
  await release(asSales, mine.id);
  await release(asOther, theirs.id);
  expect([(await about(mine.id)).pool_id, (await about(theirs.id)).pool_id]).toEqual([await main(), closed]);
});

describe("a customer of a pool of others", () => {
  const list = async (as: As, query = {}) => (await as(customer.pool, { query })).data.list.map(({ id }) => id);

  test("is in no list, search, picker or export", async () => {
    const { id } = await inClosed();
    for (const as of [asSales, asManager]) {
      expect(await list(as)).toEqual([]);
      expect(await list(as, { pool: closed })).toEqual([]);
      expect((await as(search.find, { query: { keyword: "王泰安" } })).data).toMatchObject({ customers: [] });
      const picked = await as(option.community, { query: { scenes: ["customers"], keyword: "王泰安" } });
      expect(picked.data).toMatchObject({ customers: [] });
    }
    expect(await textOf(asManager)).not.toContain("王泰安");
    expect(await textOf(asHead)).toContain("王泰安");
    expect(await list(asOther)).toEqual([id]);
    expect(await list(asOther, { pool: closed })).toEqual([id]);
    expect(await list(asAdmin, { pool: closed })).toEqual([id]);
  });

  const textOf = async (as: As) =>
    JSON.stringify(await cellsOf(await as.file(customer.exportPool, { query: { reason: "report" } })));

  test("is not read, claimed, assigned, recycled or followed up", async () => {
    const { id } = await inClosed();
    await refuses(40301, asSales(customer.get, { params: { id } }), claim(asSales, id));
    await refuses(40301, assign(asManager, id, sales.id), recycle(asManager, id));
    const said = {
      customer_id: id,
      type: "call" as const,
      content: "电话沟通购房预算与区域",
      tracked_at: isoInstant(testNow),
    };
    await refuses(40301, asManager(tracking.create, { body: said }));
    expect((await claim(asOther, id)).data).toMatchObject({ owner: { id: other.id }, pool: null });
  });

  test("collides without the offer to claim", async () => {
    const { id } = await inClosed();
    const hit = async (as: As) =>
      (await as(customer.check, { body: { phone: "13912345678", phone_cc: "86" } })).data.hit;
    expect(await hit(asSales)).toMatchObject({ status: "pool", id: null, pool_at: null, can: { claim: false } });
    expect((await hit(asSales))?.message).toContain("其他公海");
    expect(await hit(asOther)).toMatchObject({ status: "pool", id, can: { claim: true } });
    await refuses(40911, create(asSales, { phone: "13912345678", phone_cc: "86" }));
  });

  test("has follow-ups and requirements that others do not find", async () => {
    const { id } = await inClosed();
    await makeTracking(db, { customer_id: id, user_id: other.id });
    await makeRequirement(db, { customer_id: id });
    const found = async (as: As) => [
      (await as(tracking.list)).data.list.length,
      (await as(requirement.list)).data.list.length,
    ];
    expect(await found(asManager)).toEqual([0, 0]);
    expect(await found(asHead)).toEqual([1, 1]);
  });

  test("is restored from the recycle bin by those of the pool alone, and into it", async () => {
    const { id } = await inClosed();
    await recycle(asHead, id);
    expect((await about(id)).pool_id).toBe(closed);
    expect((await asManager(customer.trashed)).data.list).toEqual([]);
    await refuses(40301, restore(asManager, id));
    await restore(asHead, id);
    expect((await about(id)).pool_id).toBe(closed);
  });
});

describe("moving", () => {
  const move = (as: As, ids: number[], pool_id: number | undefined) =>
    as(customer.moveBatch, { body: { ids, pool_id: pool_id ?? 0 } });

  test("is for the managers of a pool, and can be undone", async () => {
    const { id } = await inClosed();
    const elsewhere = await main();
    expect((await move(asOther, [id], elsewhere)).data).toMatchObject({ success: [], failed: [{ id, code: 40301 }] });
    expect((await move(asSales, [id], elsewhere)).data).toMatchObject({ success: [], failed: [{ id, code: 40301 }] });
    const { data } = await move(asHead, [id], elsewhere);
    expect(data).toMatchObject({ success: [id], failed: [] });
    expect((await about(id)).pool_id).toBe(elsewhere);
    expect((await asSales(customer.pool)).data.list).toMatchObject([{ id, pool: { id: elsewhere } }]);
    // The main pool is not this manager's.
    expect((await undo(asHead, data.batch_id)).data).toMatchObject({ success: [], failed: [{ id, code: 40301 }] });
    await db
      .update(pool)
      .set({ manager_ids: [head.id] })
      .where(sql`${pool.is_main}`);
    const again = await move(asHead, [id], closed);
    expect((await undo(asHead, again.data.batch_id)).data).toMatchObject({ success: [id] });
    expect((await about(id)).pool_id).toBe(elsewhere);
    expect((await rowsIn("customerChangeLog")).map(({ action }) => action)).toEqual(["move", "move", "undo"]);
  });

  test("needs a pool in use, and a customer without an owner", async () => {
    const { id } = await inClosed();
    await refuses(42200, move(asHead, [id], 999_999));
    const owned = await makeCustomer(db, { owner_id: other.id });
    expect((await move(asHead, [owned.id, id], closed)).data.failed.map(({ code }) => code)).toEqual([40902, 40902]);
  });
});

test("caps of a pool count what comes from it alone", async () => {
  await db.update(pool).set({ claim_daily_limit: 2, customer_cap: 1 }).where(eq(pool.id, closed));
  const [first, second, third] = [await inClosed(), await inClosed({ phone: "13912345679" }), await makeCustomer(db)];
  await claim(asOther, first.id);
  await refuses(40913, claim(asOther, second.id));
  await claim(asOther, third.id);
  await release(asOther, first.id);
  await claim(asOther, second.id);
  await release(asOther, second.id);
  const last = await inClosed({ phone: "13912345670" });
  await refuses(40914, claim(asOther, last.id));
});

test("who gave a customer back does not claim them from another pool", async () => {
  const { id } = await makeCustomer(db, { owner_id: other.id, intent_country_codes: ["TH"] });
  await release(asOther, id);
  await asAdmin(customer.moveBatch, { body: { ids: [id], pool_id: (await main()) ?? 0 } });
  await refuses(40915, claim(asOther, id));
});

describe("the clock", () => {
  const { among, upTo, isLikely } = chance();
  const past = (most: number) => days(-(isLikely(0.3) ? upTo(most) : upTo(most * 1000) / 1000));

  test("is the same in SQL and in the rule function under several pools, levels and changes", async () => {
    const third = { name: "二组公海", sort: 20, team_ids: [other.team_id ?? 0] };
    await db.insert(pool).values([
      { ...third, days_b: 20, no_deal_days: 0 },
      { name: "移民公海", sort: 5, purposes: ["immigration"], reasons: ["no_deal"], no_deal_days: 40 },
    ]);
    await db.update(pool).set({ days_a: 30, days_d: 4 }).where(eq(pool.id, closed));
    await db
      .update(pool)
      .set({ days_a: 25, rules_at: days(-2) })
      .where(sql`${pool.is_main}`);
    await db.insert(customerTable).values(
      Array.from({ length: 400 }, (_, index) => ({
        ...{ customer_no: `KH77${index}`, name: `客户${index}`, source: "phone" },
        owner_id: isLikely(0.9) ? among([sales.id, other.id]) : null,
        level: among(["A", "B", "C", "D"]),
        intent_country_codes: among([["TH"], ["JP"], ["JP", "TH"], []]),
        purposes: among([["immigration" as const], []]),
        ...{
          created_at: past(120),
          assigned_at: isLikely(0.8) ? past(60) : null,
          rule_at: isLikely(0.5) ? past(6) : null,
        },
        last_valid_tracking_at: isLikely(0.6) ? past(40) : null,
      })),
    );
    const settings = await readSettings(db);
    const rows = await db
      .select({
        ...{
          row: customerTable,
          liveDeals: businessOf.liveDeals,
          deals: businessOf.deals,
          rule_pool: rulePool(settings),
        },
        due: poolDueAt(settings, testNow),
        isDue: sql<boolean | null>`${isDue(settings, testNow)}`,
        isWarned: sql<boolean | null>`${isWarned(settings, testNow)}`,
        ...{ days: daysToPool(settings, testNow), reason: dueReason(settings) },
      })
      .from(customerTable);
    expect(rows).toHaveLength(400);
    const seen = new Set<unknown>();
    for (const { row, liveDeals, deals, rule_pool, ...found } of rows) {
      const clock = claimClock({ ...row, rule_pool, liveDeals, deals }, settings, testNow);
      seen.add(row.owner_id && rule_pool).add(clock.ends_by);
      const told = {
        ...{ due: found.due && isoInstant(found.due), isDue: found.isDue ?? false, isWarned: found.isWarned ?? false },
        reason: clock.ends_by && found.reason,
      };
      expect(told, JSON.stringify(row)).toEqual({
        ...{ due: clock.ends_at, isDue: endsWithin(clock, 0, testNow) },
        isWarned: endsWithin(clock, settings["pool.warn_days"], testNow),
        reason: clock.ends_by && `auto_${clock.ends_by}`,
      });
    }
    // Each pool, each rule, and none.
    expect(seen.size).toBe(7);
  });

  const asked = async (id: number) => (await asAdmin(customer.get, { params: { id } })).data;

  test("leaves the days of warning when the level changes, and when a rule does", async () => {
    await db.update(pool).set({ days_a: 30, days_b: 15 }).where(eq(pool.id, closed));
    const { id, version } = await makeCustomer(db, {
      ...{ owner_id: sales.id, assigned_at: days(-20), level: "A", intent_country_codes: ["TH"] },
    });
    expect(await asked(id)).toMatchObject({ days_to_pool: 10, is_warned: false });
    await asSales(customer.quick, { params: { id }, body: { version, level: "B" } });
    expect(await asked(id)).toMatchObject({ days_to_pool: 3, is_warned: true });
    const still = await makeCustomer(db, {
      ...{ owner_id: sales.id, assigned_at: days(-20), level: "A", intent_country_codes: ["TH"] },
    });
    const { data } = await asAdmin(contract.get, { params: { id: closed } });
    const { id: _, status: __, is_main: ___, customers: ____, ...body } = data;
    await asAdmin(contract.update, { params: { id: closed }, body: { ...body, days_a: 10 } });
    expect(await asked(still.id)).toMatchObject({ days_to_pool: 3, is_warned: true });
  });

  test("leaves them as well when a setting changes", async () => {
    await setSetting(db, "pool.no_follow_days", 60);
    const { id } = await makeCustomer(db, { owner_id: sales.id, assigned_at: days(-20) });
    expect(await asked(id)).toMatchObject({ days_to_pool: 40 });
    await asAdmin(setting.update, { body: { items: [{ key: "pool.no_follow_days", value: 10 }] } });
    expect(await asked(id)).toMatchObject({ days_to_pool: 3, is_warned: true });
  });

  test("leaves them when an owner changes teams and a pool goes by teams", async () => {
    await db
      .update(pool)
      .set({ country_codes: [], team_ids: [other.team_id ?? 0], no_follow_days: 5 })
      .where(eq(pool.id, closed));
    const { id } = await makeCustomer(db, { owner_id: sales.id, assigned_at: days(-10) });
    expect(await asked(id)).toMatchObject({ days_to_pool: 5 });
    await db
      .update(user)
      .set({ team_id: other.team_id, updated_at: isoInstant(testNow) })
      .where(eq(user.id, sales.id));
    expect(await asked(id)).toMatchObject({ days_to_pool: 3 });
  });
});

describe("the pools", () => {
  test("the main one has no conditions, and is neither disabled nor deleted", async () => {
    const id = (await main()) ?? 0;
    const { data } = await asAdmin(contract.get, { params: { id } });
    const { id: _, status: __, is_main: ___, customers: ____, ...body } = data;
    await refuses(42200, asAdmin(contract.update, { params: { id }, body: { ...body, country_codes: ["JP"] } }));
    await refuses(42200, asAdmin(contract.disable, { params: { id } }), asAdmin(contract.remove, { params: { id } }));
  });

  test("one with customers, those in the recycle bin included, is not deleted", async () => {
    const { id } = await inClosed();
    const remove = () => asAdmin(contract.remove, { params: { id: closed } });
    await refuses(42200, remove());
    await recycle(asHead, id);
    await refuses(42200, remove());
    await restore(asHead, id);
    await asHead(customer.moveBatch, { body: { ids: [id], pool_id: (await main()) ?? 0 } });
    await remove();
    expect(await rowsIn("pool", eq(pool.id, closed))).toEqual([]);
  });

  test("days that are not more than those of warning are refused", async () => {
    await refuses(42200, asAdmin(contract.create, { body: { ...fields, name: "日本公海", days_b: 3 } }));
  });

  test("people may choose the pools that they see", async () => {
    const labels = async (as: As) => {
      const { data } = await as(option.community, { query: { scenes: ["pools"] } });
      return data.pools?.map(({ label }) => label);
    };
    expect(await labels(asSales)).toEqual(["公海"]);
    expect(await labels(asOther)).toEqual(["泰国公海", "公海"]);
  });
});

lifeOf(api, contract, {
  by: asAdmin,
  facts: { ...fields, name: "越南公海", country_codes: ["VN"] },
  change: { name: "东南亚公海" },
  module: "customer",
  named: "公海 越南公海",
  namedAfter: "公海 东南亚公海",
  changes: [["公海名称", "越南公海", "东南亚公海"]],
  unique: "公海名称",
  wrong: [
    [{ days_a: 3 }, "days_a", "提前提醒天数"],
    [{ name: "" }, "name"],
    [{ country_codes: ["XX"] }, "country_codes"],
    [{ member_team_ids: [999_999] }, "member_team_ids"],
    [{ manager_ids: [999_999] }, "manager_ids"],
  ],
  roles: { all: "SA" },
});
