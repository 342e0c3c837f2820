import { beforeEach, expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { createAdmin, createFirstAdmin, hasUsers } from "~/server/identity/first-admin";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";

const { db } = testDatabase();
const api = testApi(db);
beforeEach(() => resetDatabase(db));

test("the first administrator signs in with the password that was made, and must change it", async () => {
  expect(await hasUsers(db)).toBe(false);
  const password = await createAdmin(db, " Boss@Example.com ");
  expect(await hasUsers(db)).toBe(true);
  const { data } = await api.send(auth.login, { body: { email: "boss@example.com", password } });
  expect(data.must_change_password).toBe(true);
  const profile = await api.send(user.profile, {}, data.access_token);
  expect(profile.data).toMatchObject({ data_scope: "all", roles: [{ code: "super_admin" }] });
});

test("an address that is taken is refused in plain words", async () => {
  await createAdmin(db, "boss@example.com");
  await expect(createAdmin(db, "BOSS@example.com")).rejects.toThrow("账号 boss@example.com 已存在");
});

test("without a configured administrator the start says which command makes one", async () => {
  expect(await createFirstAdmin(db, { adminEmail: undefined, adminPassword: undefined })).toContain(
    "npm run admin -- 邮箱",
  );
  expect(await hasUsers(db)).toBe(false);
  expect(await createFirstAdmin(db, { adminEmail: "a@example.com", adminPassword: "Given-pass-1" })).toBe("");
  expect(await hasUsers(db)).toBe(true);
});
