import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import {
  loginAttempt,
  loginLog,
  operationLog,
  session,
  user as userTable,
} from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeUser, setSetting } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db);
/** Servers of their own for many tries: an address has 120 a minute. */
const [crowded, remembering] = [testApi(db), testApi(db)];
const password = "Right-horse-9";
const password_hash = await hashPassword(password);

const { sales } = signedIn(api, { sales: { role: "sales", password_hash } });

const login = (email: string, given = password, at = api) => at.send(auth.login, { body: { email, password: given } });

test("a right password opens a session whose token works and carries the name", async () => {
  const reply = await login(sales.email.toUpperCase());
  expect(reply).toMatchObject({
    status: 200,
    code: 200,
    data: { token_type: "Bearer", expires_in: 604_800, must_change_password: false },
  });
  const claims = JSON.parse(Buffer.from(reply.data.access_token.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ name: sales.name, sub: String(sales.id) });
  const profile = await api.send(user.profile, {}, reply.data.access_token);
  expect(profile.data).toMatchObject({ email: sales.email, data_scope: "self", roles: [{ code: "sales" }] });
  expect(await db.select().from(operationLog)).toMatchObject([{ action: "login", user_id: sales.id }]);
});

test("a wrong password and an unknown account get the same words", async () => {
  for (const email of [sales.email, "nobody@demo.test"])
    expect(await login(email, "wrong")).toMatchObject({ status: 400, code: 40101, message: "邮箱或密码错误" });
  expect((await db.select().from(loginLog).orderBy(loginLog.id)).map((row) => row.fail_reason)).toEqual([
    "bad_password",
    "not_found",
  ]);
});

test("after five wrong passwords the account is locked for fifteen minutes, for the right one too", async () => {
  const start = new Date("2026-11-20T02:00:00Z");
  api.setClock(start);
  for (let attempt = 1; attempt < 5; attempt++) expect((await login(sales.email, "wrong")).code).toBe(40101);
  const locked = { status: 403, code: 40302, message: "账号已锁定，请15分钟后再试" };
  expect(await login(sales.email, "wrong")).toMatchObject(locked);
  expect(await login(sales.email)).toMatchObject(locked);
  api.setClock(new Date(start.getTime() + 15 * 60_000 + 1));
  expect((await login(sales.email)).code).toBe(200);
});

test("of fifty tries at once five are judged: the right password among the others does not come in", async () => {
  const guesses = Array.from({ length: 50 }, (_, n) => (n === 40 ? password : `wrong ${n}`));
  const replies = await Promise.all(guesses.map((guess) => login(sales.email, guess, crowded)));
  expect(replies.filter(({ code }) => code === 200)).toEqual([]);
  expect(replies.filter(({ code }) => code === 40101)).toHaveLength(4);
  expect(replies[40]?.code).toBe(40302);
  const judged = (await db.select().from(loginLog)).filter((row) => row.fail_reason === "bad_password");
  expect(judged).toHaveLength(5);
});

test("an address that nobody has locks as one that somebody has", async () => {
  api.setClock(new Date("2026-11-20T02:00:00Z"));
  for (let attempt = 1; attempt < 5; attempt++) expect((await login("nobody@demo.test")).code).toBe(40101);
  for (let attempt = 1; attempt < 3; attempt++)
    expect(await login("nobody@demo.test")).toMatchObject({ code: 40302, message: "账号已锁定，请15分钟后再试" });
});

/** Signs in from a browser that shows its device cookie; gives the code, and the cookie it has then. */
async function loginFrom(cookie: string, email: string, given = password) {
  const response = await remembering.app.request("http://test.local/api/auth/login", {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ email, password: given }),
  });
  const { code } = await response.json();
  return { code, cookie: response.headers.get("set-cookie") ?? "" };
}

test("strangers who lock an account do not lock out the browser that signed in to it before, which has a count of its own", async () => {
  const other = await makeUser(db, { role: "sales", password_hash });
  const { cookie } = await loginFrom("", sales.email);
  expect(cookie).toMatch(/^device=.*; Max-Age=15552000; Path=\/api; HttpOnly; SameSite=Lax$/);
  for (const email of [sales.email, other.email]) for (let n = 0; n < 5; n++) await login(email, "wrong");
  expect((await login(sales.email)).code).toBe(40302);
  const mine = cookie.split(";")[0] ?? "";
  expect((await loginFrom(mine, other.email)).code).toBe(40302);
  const forged = mine.replace(/\.\d+\./, `.${other.id}.`);
  expect((await loginFrom(forged, other.email)).code).toBe(40302);
  expect((await loginFrom(mine, sales.email)).code).toBe(200);
  for (let n = 0; n < 5; n++) await loginFrom(mine, sales.email, "wrong");
  expect((await loginFrom(mine, sales.email)).code).toBe(40302);
});

test("a browser remembers the five accounts that signed in last", async () => {
  const people = [];
  for (let n = 0; n < 6; n++) people.push(await makeUser(db, { role: "sales", password_hash }));
  let cookie = "";
  for (const { email } of people) cookie = (await loginFrom(cookie, email)).cookie.split(";")[0] ?? "";
  for (const { email } of people) for (let n = 0; n < 5; n++) await login(email, "wrong", remembering);
  const codes = [];
  for (const { email } of people) codes.push((await loginFrom(cookie, email)).code);
  expect(codes).toEqual([40302, 200, 200, 200, 200, 200]);
});

test("the old password is not guessed by who has found a token: five tries, then a lock, and each is logged", async () => {
  api.setClock(new Date("2026-11-20T02:00:00Z"));
  const token = await api.tokenOf(sales.id);
  const change = (old_password: string) =>
    api.send(user.changePassword, { body: { old_password, new_password: "Another-horse-7" } }, token);
  const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => change(n === 15 ? password : `wrong ${n}`)));
  expect(replies.filter(({ code }) => code === 40105)).toHaveLength(4);
  expect(replies.filter(({ code }) => code === 40302)).toHaveLength(16);
  expect(await change(password)).toMatchObject({ code: 40302, message: "账号已锁定，请15分钟后再试" });
  const lines = await db.select().from(operationLog).orderBy(operationLog.id);
  expect(lines.filter((line) => line.result === "failed")).toHaveLength(21);
  expect(lines[0]).toMatchObject({ summary: "修改密码失败：原密码错误", target_id: sales.id, user_id: sales.id });
  api.setClock(new Date("2026-11-20T02:15:01Z"));
  expect((await change(password)).code).toBe(200);
  // The sign-in's tries are counted apart.
  expect((await login(sales.email, "Another-horse-7")).code).toBe(200);
});

test("a disabled account is told so only with the right password", async () => {
  const gone = await makeUser(db, { role: "sales", password_hash, status: "disabled" });
  expect((await login(gone.email, "wrong")).code).toBe(40101);
  expect(await login(gone.email)).toMatchObject({ status: 403, code: 40102, message: "账号已停用" });
});

test("bad input is told on its field", async () => {
  const reply = await login("not an address", "");
  expect(reply).toMatchObject({
    status: 422,
    code: 42200,
    message: "校验失败",
    data: {
      errors: [
        { field: "email", label: "邮箱", message: "邮箱格式不正确" },
        { field: "password", label: "密码", message: "请输入密码" },
      ],
    },
  });
});

test("sign-out ends the token at once", async () => {
  const token = await api.tokenOf(sales.id);
  expect((await api.send(auth.logout, {}, token)).code).toBe(200);
  expect(await api.send(user.profile, {}, token)).toMatchObject({ status: 401, code: 40100 });
});

test("no token, a foreign token and an expired one are refused alike", async () => {
  const token = await api.tokenOf(sales.id);
  for (const wrong of [undefined, "x.y.z", `${token.slice(0, -3)}abc`])
    expect((await api.send(user.profile, {}, wrong)).code).toBe(40100);
  api.setClock(new Date(Date.now() + 8 * 86_400_000));
  expect((await api.send(user.profile, {}, token)).code).toBe(40100);
});

test("a token older than twelve hours is answered with a new one in the authorization header", async () => {
  const token = await api.tokenOf(sales.id);
  expect((await api.send(user.profile, {}, token)).headers.get("authorization")).toBeNull();
  api.setClock(new Date(Date.now() + 13 * 3_600_000));
  const renewed = (await api.send(user.profile, {}, token)).headers.get("authorization");
  expect(renewed).toMatch(/^Bearer /);
  expect((await api.send(user.profile, {}, renewed?.slice(7))).code).toBe(200);
});

test("who works every day is never signed out: a renewed token prolongs the session", async () => {
  let token = await api.tokenOf(sales.id);
  const start = Date.now();
  for (let day = 1; day <= 10; day++) {
    api.setClock(new Date(start + day * 86_400_000));
    const reply = await api.send(user.profile, {}, token);
    expect(reply.code).toBe(200);
    token = reply.headers.get("authorization")?.slice(7) ?? token;
  }
});

test("however often its token is renewed, a session ends after the days of the setting", async () => {
  await setSetting(db, "auth.session_days", 3);
  let token = await api.tokenOf(sales.id);
  const start = Date.now();
  const at = async (hours: number) => {
    api.setClock(new Date(start + hours * 3_600_000));
    const reply = await api.send(user.profile, {}, token);
    token = reply.headers.get("authorization")?.slice(7) ?? token;
    return reply.code;
  };
  for (const hours of [20, 40, 60, 71]) expect(await at(hours)).toBe(200);
  expect(await at(72.1)).toBe(40100);
});

test("a token that was renewed stops working five minutes later; those renewed at once are one", async () => {
  const token = await api.tokenOf(sales.id);
  const start = Date.now() + 13 * 3_600_000;
  api.setClock(new Date(start));
  const first = (await api.send(user.profile, {}, token)).headers.get("authorization")?.slice(7);
  api.setClock(new Date(start + 4 * 60_000));
  const second = (await api.send(user.profile, {}, token)).headers.get("authorization")?.slice(7);
  api.setClock(new Date(start + 6 * 60_000));
  expect((await api.send(user.profile, {}, token)).code).toBe(40100);
  for (const renewed of [first, second]) expect((await api.send(user.profile, {}, renewed)).code).toBe(200);
});

test("a first password must be changed before anything else", async () => {
  const fresh = await makeUser(db, { role: "sales", password_hash, must_change_password: true });
  const { data } = await login(fresh.email);
  expect(data.must_change_password).toBe(true);
  expect((await api.send(user.options, {}, data.access_token)).code).toBe(40300);
  const change = (old_password: string, new_password: string) =>
    api.send(user.changePassword, { body: { old_password, new_password } }, data.access_token);
  expect((await change("wrong", "Other-horse-8")).code).toBe(40105);
  expect((await change(password, "short")).data).toMatchObject({
    errors: [{ field: "new_password", message: "新密码至少10位" }],
  });
  expect((await change(password, password)).code).toBe(42200);
  expect((await change(password, "Other-horse-8")).code).toBe(200);
  expect((await api.send(user.options, {}, data.access_token)).code).toBe(200);
});

/** A way to wait until the server has read an account and is about to hash: it counts the try between the two. */
const untilCounted = () => expect.poll(() => db.$count(loginAttempt), { interval: 1 }).toBeGreaterThan(0);
/** What a password change or a reset by somebody else leaves. */
const replace = (id: number, hash: string) =>
  db.update(userTable).set({ password_hash: hash }).where(eq(userTable.id, id));

test("a password that is replaced while it is judged signs nobody in any more", async () => {
  const other = await hashPassword("Other-horse-8");
  const attempt = login(sales.email);
  await untilCounted();
  await replace(sales.id, other);
  expect((await attempt).code).toBe(40101);
  // The one that was there before.
  expect(await db.$count(session)).toBe(1);
  expect((await login(sales.email, "Other-horse-8")).code).toBe(200);
});

test("a password that was reset meanwhile is not changed by whoever knew the old one", async () => {
  const other = await hashPassword("Other-horse-8");
  const mine = await api.tokenOf(sales.id);
  const body = { old_password: password, new_password: "Another-horse-7" };
  const change = api.send(user.changePassword, { body }, mine);
  await untilCounted();
  await replace(sales.id, other);
  expect((await change).code).toBe(40902);
  const [row] = await db.select().from(userTable).where(eq(userTable.id, sales.id));
  expect(row?.password_hash).toBe(other);
});

test("changing the password ends the other sessions and keeps this one", async () => {
  const other = await api.tokenOf(sales.id);
  const mine = await api.tokenOf(sales.id);
  await api.send(user.changePassword, { body: { old_password: password, new_password: "Other-horse-8" } }, mine);
  expect((await api.send(user.profile, {}, other)).status).toBe(401);
  expect((await api.send(user.profile, {}, mine)).status).toBe(200);
  expect(await db.$count(session)).toBe(3);
});

whoMay(api, auth, {
  login: "public",
  link: "public",
  wecom: "public",
  jsConfig: "any",
  forgotPassword: "public",
  checkLink: "public",
  resetPassword: "public",
  logout: "any",
});
