import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { staff } from "~/contract/system/staff";
import { role, team } from "~/server/database/tables/system/system";
import { writeDemo } from "~/server/demo/demo";
import { createAdmin, createFirstAdmin } from "~/server/identity/first-admin";
import { makePasswordLink } from "~/server/identity/password-link";
import { checkPassword, hashPassword, passwordFault } from "~/server/identity/password-rule";
import { randomPassword } from "~/server/lib/seal";
import type { Wire } from "~/test/support/api";
import { desk } from "~/test/support/desk";
import { makeUser, setSetting, testNow } from "~/test/support/factories";

const { db, api } = desk({});

const old = "Right-horse-9";
const asAdmin = async () => api.as((await makeUser(db, { role: "super_admin" })).id);
/** What the door says of the one field that is wrong. */
const complaint = ({ code, data }: Wire<unknown>) =>
  code === 200 ? undefined : (data as { errors: { message: string }[] }).errors.map(({ message }) => message).join();
const thrown = (act: Promise<unknown>) =>
  act.then(
    () => undefined,
    (error: Error) => error.message,
  );

/** Every way in which somebody gets a password that a person has chosen: what it says against it. */
const doors: Record<string, { file: string; set(password: string): Promise<string | undefined> }> = {
  "one's own": {
    file: "/server/identity/password-rule.ts",
    async set(new_password) {
      const me = await makeUser(db, { role: "sales", password_hash: await hashPassword(old) });
      const as = await api.as(me.id);
      return complaint(await as.unchecked(user.changePassword, { body: { old_password: old, new_password } }));
    },
  },
  "one by a mail's link": {
    file: "/server/identity/password-rule.ts",
    async set(new_password) {
      const me = await makeUser(db, { role: "sales", password_hash: await hashPassword(old) });
      const token = (await makePasswordLink(api.services, me.id, "reset")).split("#")[1] ?? "";
      return complaint(await api.send(auth.resetPassword, { body: { token, new_password } }));
    },
  },
  "a new account's": {
    file: "/server/identity/password-rule.ts",
    async set(password) {
      const { teamId, roleId } = await place();
      const facts = { name: "王新", email: "new@demo.test", team_id: teamId, role_ids: [roleId], accept_inquiry: true };
      return complaint(await (await asAdmin()).unchecked(staff.create, { body: { ...facts, password } }));
    },
  },
  "a reset one": {
    file: "/server/identity/password-rule.ts",
    async set(password) {
      const { id } = await makeUser(db, { role: "sales" });
      return complaint(await (await asAdmin()).unchecked(staff.resetPassword, { params: { id }, body: { password } }));
    },
  },
  "the first administrator's": {
    file: "/server/identity/first-admin.ts",
    set: (password) => thrown(createFirstAdmin(db, { adminEmail: "boss@example.com", adminPassword: password })),
  },
  "the demo's": {
    file: "/server/demo/write.ts",
    set: (password) => thrown(writeDemo(db, { password, size: "small", now: testNow, services: api.services })),
  },
};

async function place() {
  const [own] = await db.insert(team).values({ name: "一组" }).returning();
  const [sales] = await db.select().from(role).where(eq(role.code, "sales"));
  return { teamId: own?.id ?? 0, roleId: sales?.id ?? 0 };
}

describe.each(Object.entries(doors))("%s password", (_name, { set }) => {
  test.each([
    ["of nine characters", "Ab3-efghi", /至少10位$/],
    ["of two kinds", "abcdefghij1", /须含大写字母、小写字母、数字、符号中的三种$/],
    ["too long to sign in with", `Ab3-${"x".repeat(61)}`, /不能超过64位$/],
    ["that is common", "Password123", /太常见，容易被猜到，请换一个$/],
    ["that is common but for what is around it", "!Passw0rd-2026!", /太常见/],
  ])("%s is refused", async (_what, password, message) => {
    expect(await set(password)).toMatch(message);
  });

  test("is as long as the settings say", async () => {
    await setSetting(db, "auth.password_min", 14);
    expect(await set("Given-pass-1x")).toMatch(/至少14位$/);
  });
});

test.each(["one's own", "one by a mail's link", "a new account's", "a reset one", "the first administrator's"])(
  "%s password that keeps the rule is taken",
  async (name) => {
    expect(await doors[name]?.set("Given-pass-1")).toBeUndefined();
  },
);

test("nothing else hashes a password but what makes one by chance", () => {
  const sources = import.meta.glob<string>("/server/**/*.ts", { eager: true, query: "?raw", import: "default" });
  const hashing = Object.keys(sources).filter((file) => sources[file]?.includes("hashPassword("));
  expect(hashing.sort()).toEqual([...new Set(Object.values(doors).map(({ file }) => file))].sort());
});

test("what is made by chance keeps the rule, also the longest that the settings can ask for", async () => {
  await setSetting(db, "auth.password_min", 20);
  for (let n = 0; n < 200; n++) expect(await passwordFault(db, randomPassword())).toBeUndefined();
  expect(await checkPassword(await hashPassword("x"), "x")).toBe(true);
  await createAdmin(db, "boss@example.com");
});

test("a password from before goes on signing in", async () => {
  await setSetting(db, "auth.password_min", 20);
  const { email } = await makeUser(db, { role: "sales", password_hash: await hashPassword("short") });
  expect(await api.send(auth.login, { body: { email, password: "short" } })).toMatchObject({ code: 200 });
});
