import { and, eq, inArray } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { DataScope } from "~/contract/permissions";
import { isoInstant } from "~/server/database/tables/columns";
import { role, session, user, userRole } from "~/server/database/tables/system/system";
import { loadCaller } from "~/server/identity/caller";
import { holds, holdsCode, inScope } from "~/server/identity/scope";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeTeam, makeUser, testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";

const { db } = testDatabase();

type Person = Awaited<ReturnType<typeof makeUser>>;
let me: Person;
let below: Person;
let farBelow: Person;
let above: Person;
let beside: Person;
let everybody: number[];
const teamIds: number[] = [];

beforeEach(async () => {
  await resetDatabase(db);
  const top = await makeTeam(db);
  const mine = await makeTeam(db, { parent_id: top.id });
  const child = await makeTeam(db, { parent_id: mine.id });
  const grandchild = await makeTeam(db, { parent_id: child.id });
  const sibling = await makeTeam(db, { parent_id: top.id });
  teamIds.splice(0, Number.POSITIVE_INFINITY, mine.id, child.id, grandchild.id);
  me = await makeUser(db, { permissions: [], team_id: mine.id });
  below = await makeUser(db, { permissions: [], team_id: child.id });
  farBelow = await makeUser(db, { permissions: [], team_id: grandchild.id });
  above = await makeUser(db, { permissions: [], team_id: top.id });
  beside = await makeUser(db, { permissions: [], team_id: sibling.id });
  everybody = [me, below, farBelow, above, beside].map(({ id }) => id);
});

/** Gives somebody's only role this scope. */
const give = (person: Person, data_scope: DataScope) =>
  db
    .update(role)
    .set({ data_scope })
    .where(inArray(role.id, db.select({ id: userRole.role_id }).from(userRole).where(eq(userRole.user_id, person.id))));

/** Somebody as a caller, by a session that ends at that moment. */
async function callerOf(person: Person, expires_at = isoInstant(testNow.getTime() + 1)) {
  const values = { id: `${person.id}`, user_id: person.id, method: "password", created_at: isoInstant(testNow) };
  await db.delete(session);
  await db.insert(session).values({ ...values, expires_at });
  return loadCaller(db, values.id, testNow);
}
async function withScope(person: Person, scope: DataScope) {
  await give(person, scope);
  const caller = await callerOf(person);
  if (!caller) throw new Error("no caller");
  return caller;
}

test("a scope holds oneself, one's team with all below it, everybody or nobody, the same in a list, for one row and in numbers", async () => {
  const team = [me.id, below.id, farBelow.id];
  const held: Record<string, number[]> = { none: [], self: [me.id], team, all: everybody };
  for (const [scope, people] of Object.entries(held)) {
    const caller = await withScope(me, scope as DataScope); // the keys of the literal above
    const listed = await db
      .select({ id: user.id })
      .from(user)
      .where(inScope(user.id, caller, "customer"))
      .orderBy(user.id);
    expect([scope, ...listed.map(({ id }) => id)]).toEqual([scope, ...people]);
    for (const id of everybody)
      expect([scope, id, await holds(db, caller, "customer", id)]).toEqual([scope, id, people.includes(id)]);
    expect([scope, await holds(db, caller, "customer", null)]).toEqual([scope, scope === "all"]);
  }
});

test("a caller's teams are his own and all below it, not those above or beside; without a team he sees himself", async () => {
  expect((await withScope(me, "team")).teamIds.sort((one, other) => one - other)).toEqual(teamIds);
  const alone = await withScope(await makeUser(db, { permissions: [] }), "team");
  expect(alone.teamIds).toEqual([]);
  expect(await holds(db, alone, "customer", alone.id)).toBe(true);
  const listed = await db
    .select({ id: user.id })
    .from(user)
    .where(inScope(user.id, alone, "customer"));
  expect(listed).toEqual([{ id: alone.id }]);
});

test("of several roles the widest scope of a resource counts, an exception before the rest, of those that are in force", async () => {
  const roleOf = async (person: Person) =>
    (await db.select().from(userRole).where(eq(userRole.user_id, person.id)))[0]?.role_id ?? 0;
  const second = await roleOf(below);
  await give(below, "self");
  await rowsOf(db).updateIn("role", second, { scope_overrides: { deal: "all" } });
  await db.insert(userRole).values({ user_id: me.id, role_id: second });
  const both = await withScope(me, "team");
  expect([both.scope("customer"), both.scope("deal")]).toEqual(["team", "all"]);
  await db.update(role).set({ status: "disabled" }).where(eq(role.id, second));
  const one = await withScope(me, "team");
  expect([one.scope("customer"), one.scope("deal")]).toEqual(["team", "team"]);
});

test("a code is held by who has it from a role that is in force", async () => {
  const holder = await makeUser(db, { permissions: ["customer:pool:claim"] });
  const holders = () =>
    db
      .select({ id: user.id })
      .from(user)
      .where(and(inArray(user.id, [me.id, holder.id]), holdsCode(user.id, "customer:pool:claim")));
  expect(await holders()).toEqual([{ id: holder.id }]);
  const ofHolder = db.select({ id: userRole.role_id }).from(userRole).where(eq(userRole.user_id, holder.id));
  await db.update(role).set({ status: "disabled" }).where(inArray(role.id, ofHolder));
  expect(await holders()).toEqual([]);
});

test("a session ends at its moment, whatever its token says", async () => {
  expect(await callerOf(me, isoInstant(testNow.getTime() + 1))).toMatchObject({ id: me.id });
  expect(await callerOf(me, isoInstant(testNow))).toBeUndefined();
});

test("whoever was deleted is no caller any more", async () => {
  await rowsOf(db).updateIn("user", me.id, { deleted_at: isoInstant(testNow) });
  expect(await callerOf(me)).toBeUndefined();
});
