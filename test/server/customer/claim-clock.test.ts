import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { claimClock, endsWithin } from "~/contract/customer/claim-clock";
import { stages } from "~/contract/customer/customer-record";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { readSettings, type Settings } from "~/server/lib/settings";
import { businessOf } from "~/server/resources/customer/customer/open-business";
import {
  daysToPool,
  dueReason,
  isDue,
  isWarned,
  poolDueAt,
} from "~/server/resources/customer/customer/ownership/pool-clock";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { days, makeUser, testNow } from "~/test/support/factories";
import { chance } from "~/test/support/seed";

const { db } = testDatabase();
const count = 400;

const { among, upTo, isLikely } = chance();

/** A moment up to so many days ago; some lie on a whole day, where the limits are. */
const past = (most: number) => days(-(isLikely(0.3) ? upTo(most) : upTo(most * 1000) / 1000));
const maybe = <T>(share: number, value: T) => (isLikely(share) ? value : null);

beforeAll(async () => {
  await resetDatabase(db);
  const owner = await makeUser(db);
  await db.insert(customer).values(
    Array.from({ length: count }, (_, index) => {
      const owner_id = maybe(0.9, owner.id);
      return {
        customer_no: `KH00${index}`,
        name: `客户${index}`,
        source: "phone",
        owner_id,
        stage: among(Object.keys(stages)),
        created_at: past(120),
        assigned_at: maybe(0.8, past(100)),
        last_valid_tracking_at: maybe(0.6, past(40)),
        is_locked: isLikely(0.25),
        locked_until: maybe(0.7, days(upTo(20) - 10)),
      };
    }),
  );
});

const rules = Array.from({ length: 12 }, (_, index) => ({
  "pool.enabled": index !== 0,
  "pool.no_follow_days": among([1, 7, 15, 30]),
  "pool.no_deal_days": among([0, 20, 60, 90]),
  "pool.warn_days": among([0, 3, 10]),
}));

test.each(rules)("SQL and the rule function agree under %o", async (rule) => {
  const settings: Settings = { ...(await readSettings(db)), ...rule };
  const rows = await db
    .select({
      row: customer,
      liveDeals: businessOf.liveDeals,
      deals: businessOf.deals,
      due: poolDueAt(settings, testNow),
      isDue: sql<boolean | null>`${isDue(settings, testNow)}`,
      isWarned: sql<boolean | null>`${isWarned(settings, testNow)}`,
      days: daysToPool(settings, testNow),
      reason: dueReason(settings),
    })
    .from(customer);
  expect(rows).toHaveLength(count);
  for (const { row, liveDeals, deals, ...found } of rows) {
    const clock = claimClock({ ...row, liveDeals, deals }, settings, testNow);
    const told = {
      due: found.due && isoInstant(found.due),
      isDue: found.isDue ?? false,
      isWarned: found.isWarned ?? false,
      days: found.days,
      reason: clock.ends_by && found.reason,
    };
    expect(told, JSON.stringify(row)).toEqual({
      due: clock.ends_at,
      isDue: endsWithin(clock, 0, testNow),
      isWarned: endsWithin(clock, settings["pool.warn_days"], testNow),
      days: clock.ends_at && Math.ceil((Date.parse(clock.ends_at) - testNow.getTime()) / 86_400_000) + 0,
      reason: clock.ends_by && `auto_${clock.ends_by}`,
    });
  }
});

test("the rows show every way in which a clock can stand", async () => {
  const settings = await readSettings(db);
  const rows = await db.select().from(customer);
  const clocks = rows.map((row) => claimClock({ ...row, liveDeals: 0, deals: 0 }, settings, testNow));
  expect(new Set(clocks.map(({ hold }) => hold))).toEqual(new Set([null, "completed", "lock"]));
  expect(new Set(clocks.map(({ ends_by }) => ends_by))).toEqual(new Set([null, "no_follow", "no_deal"]));
});

test("a live deal and a switched-off pool stop it, and a deal once made ends the second rule", async () => {
  const settings = await readSettings(db);
  const [row] = await db.select().from(customer).where(eq(customer.stage, "new")).limit(1);
  if (!row) throw new Error("no customer");
  const held = { ...row, owner_id: 1, is_locked: false, assigned_at: days(-80), last_valid_tracking_at: days(-1) };
  const under = (given: object, rule = {}) =>
    claimClock({ ...held, liveDeals: 0, deals: 0, ...given }, { ...settings, ...rule }, testNow);
  expect(under({})).toMatchObject({ ends_by: "no_deal", ends_at: days(10) });
  expect(under({ deals: 1 })).toMatchObject({ ends_by: "no_follow", ends_at: days(14) });
  expect(under({ liveDeals: 1, deals: 1 })).toMatchObject({ hold: "deal", ends_at: null });
  expect(under({}, { "pool.enabled": false })).toMatchObject({ hold: "off", ends_at: null });
  expect(under({ is_locked: true, locked_until: days(3) })).toMatchObject({ hold: "lock", held_until: days(3) });
});
