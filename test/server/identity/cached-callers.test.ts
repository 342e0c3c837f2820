import { eq, type SQL, sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { user as own } from "~/contract/personal/user";
import { staff } from "~/contract/system/staff";
import type { Transaction } from "~/server/database/database";
import { role, session, setting, team, user, userRole } from "~/server/database/tables/system/system";
import { cacheUntilChanged, dropCached, readCached } from "~/server/lib/cached-until-changed";
import { readSettings } from "~/server/lib/settings";
import { desk } from "~/test/support/desk";
import { testNow } from "~/test/support/factories";

const { db, api, sales, asAdmin, asSales } = desk({
  admin: { role: "super_admin" },
  sales: { permissions: ["customer:info:view"], team: "一组" },
});
cacheUntilChanged([db], api.services.events);
afterAll(() => dropCached(db));

/** Changes rows without any notification. */
const unheard = (change: (tx: Transaction) => Promise<unknown>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await change(tx);
  });

/** Reads until values are kept: none is before the connection for notifications is open. */
beforeEach(async () => {
  dropCached(db);
  let reads = 0;
  await expect
    .poll(async () => {
      const before = reads;
      for (let turn = 0; turn < 2; turn++) await readCached(db, "probe", async () => ++reads);
      return reads - before;
    })
    .toBeLessThan(2);
});

const profile = () => asSales(own.profile);
const rename = (name: string) => (tx: Transaction) => tx.update(user).set({ name }).where(eq(user.id, sales.id));

test("a caller is read once, until somebody is told to be another", async () => {
  const read = () =>
    readCached(
      db,
      `probe ${sales.id}`,
      async () => (await db.select().from(user).where(eq(user.id, sales.id)))[0]?.name,
    );
  const before = await read();
  await unheard(rename("王顾问"));
  expect(await read()).toBe(before);
  await db.transaction(rename("赵顾问"));
  await expect.poll(read).toBe("赵顾问");
});

const changes: [name: string, change: () => Promise<unknown>, code: number][] = [
  [
    "an ended session",
    () => db.update(session).set({ ended_at: testNow.toISOString() }).where(eq(session.user_id, sales.id)),
    40100,
  ],
  ["a deleted session", () => db.delete(session).where(eq(session.user_id, sales.id)), 40100],
  ["a disabled member", () => db.update(user).set({ status: "disabled" }).where(eq(user.id, sales.id)), 40100],
];

test.each(changes)("%s is refused on every server, as soon as it is told", async (_, change, code) => {
  expect((await profile()).code).toBe(200);
  await change();
  await expect.poll(async () => (await profile()).code).toBe(code);
});

const rights = async () => (await profile()).data?.permissions;
const rows: [name: string, change: () => Promise<unknown>][] = [
  ["a role that is disabled", () => db.update(role).set({ status: "disabled" }).where(held(role.id))],
  ["a role that is taken away", () => db.delete(userRole).where(eq(userRole.user_id, sales.id))],
  ["a role of fewer permissions", () => db.update(role).set({ permissions: [] }).where(held(role.id))],
];
const held = (id: typeof role.id): SQL => sql`${id} in (select role_id from user_role where user_id = ${sales.id})`;

test.each(rows)("%s gives nothing any more", async (_, change) => {
  expect(await rights()).toContain("customer:info:view");
  await change();
  await expect.poll(rights).toEqual([]);
});

test("a team that comes below is in sight, and a setting holds", async () => {
  const keptTeams = () => readCached(db, "teams", async () => (await db.select().from(team)).length);
  const before = await keptTeams();
  await db.insert(team).values({ name: "二组", parent_id: sales.team_id });
  await expect.poll(keptTeams).toBe(before + 1);
  expect((await readSettings(db))["customer.recycle_keep_days"]).not.toBe(77);
  await db.insert(setting).values({ key: "customer.recycle_keep_days", value: 77 });
  await expect.poll(async () => (await readSettings(db))["customer.recycle_keep_days"]).toBe(77);
});

test("what an administrator takes away holds before he is answered, also where nothing is told", async () => {
  expect((await profile()).code).toBe(200);
  const silence = async (how: "disable" | "enable") => {
    await db.execute(sql.raw(`alter table "user" ${how} trigger user_access`));
    await db.execute(sql.raw(`alter table "session" ${how} trigger session_access`));
  };
  await silence("disable");
  try {
    expect((await asAdmin(staff.disable, { params: { id: sales.id } })).code).toBe(200);
    expect((await profile()).code).toBe(40100);
  } finally {
    await silence("enable");
  }
});
