import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { mail } from "~/contract/system/mail";
import { staff } from "~/contract/system/staff";
import { system } from "~/contract/system/system";
import {
  databaseFlag,
  message,
  operationLog,
  outbox,
  passwordLink,
  setting,
  user as userTable,
} from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { mailSender } from "~/server/outbox/outbox";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeTeam, makeUser, setSetting } from "~/test/support/factories";
import { startMailServer } from "~/test/support/mail-server";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const start = new Date("2026-11-20T10:00:00+08:00");
const api = testApi(db, { now: start });
const password = "Right-horse-9";
const password_hash = await hashPassword(password);
const { sales, admin } = signedIn(api, {
  sales: { role: "sales", password_hash, email: "seller@demo.test" },
  admin: { role: "super_admin" },
});

let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  api.setClock(start);
  server.arrived.length = 0;
  await server.use(api.services);
});

const later = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const forgot = (email: string) => api.send(auth.forgotPassword, { body: { email } });
const send = () => mailSender(api.services).runDue();
const tokenIn = (text = "") => /https:\/\/desk\.example\.com\/login\?reset=1#([\w-]{43})/.exec(text)?.[1] ?? "";
const reset = (token: string, new_password: string) => api.send(auth.resetPassword, { body: { token, new_password } });
const signIn = (email: string, given: string) => api.send(auth.login, { body: { email, password: given } });
const states = async () =>
  (await db.select().from(outbox).where(eq(outbox.event, "mail")).orderBy(outbox.id)).map(({ status }) => status);

/** Asks for a link and opens the mail. */
async function linkFor(email: string): Promise<string> {
  await forgot(email);
  await send();
  return tokenIn(server.arrived.at(-1)?.text);
}

test("a forgotten password is set by the link of a mail, once; all sessions end", async () => {
  const session = await api.tokenOf(sales.id);
  expect(await forgot("Seller@demo.test")).toMatchObject({ code: 200, data: null });
  await send();
  const [arrived, ...more] = server.arrived;
  expect(more).toEqual([]);
  expect(arrived).toMatchObject({
    from: "desk@example.com",
    to: ["seller@demo.test"],
    subject: "【新房工作台】重设密码",
  });
  expect(arrived?.text).toContain("30分钟内有效，只能使用一次。");
  const token = tokenIn(arrived?.text);
  expect(JSON.stringify([await db.select().from(passwordLink), await db.select().from(outbox)])).not.toContain(token);
  expect(await api.send(auth.checkLink, { body: { token } })).toMatchObject({
    data: { name: sales.name, email: "seller@demo.test" },
  });
  expect(await reset(token, "password12")).toMatchObject({ code: 42200 });
  expect(await reset(token, password)).toMatchObject({
    data: { errors: [{ field: "new_password", message: "新密码不能与最近3次使用的密码相同" }] },
  });
  expect(await reset(token, "Other-horse-8")).toMatchObject({ code: 200, data: null });
  expect((await api.send(user.profile, {}, session)).status).toBe(401);
  expect(await signIn("seller@demo.test", password)).toMatchObject({ code: 40101 });
  expect(await signIn("seller@demo.test", "Other-horse-8")).toMatchObject({ data: { must_change_password: false } });
  const ended = { status: 409, code: 40902, message: "链接已失效或已使用，请重新获取" };
  expect(await reset(token, "Third-horse-7")).toMatchObject(ended);
  expect(await api.send(auth.checkLink, { body: { token } })).toMatchObject(ended);
  expect(await db.select().from(operationLog).where(eq(operationLog.action, "update"))).toMatchObject([
    { user_id: sales.id, summary: "用邮件中的链接设置密码，结束2个登录", target_id: sales.id },
  ]);
});

test("a link ends after half an hour, and with the next one", async () => {
  const first = await linkFor(sales.email);
  const second = await linkFor(sales.email);
  expect(await reset(first, "Other-horse-8")).toMatchObject({ code: 40902 });
  api.setClock(later(31));
  expect(await reset(second, "Other-horse-8")).toMatchObject({ code: 40902 });
  expect(await signIn(sales.email, password)).toMatchObject({ code: 200 });
});

test("of two who use a link at once, one sets the password", async () => {
  const token = await linkFor(sales.email);
  const codes = (await Promise.all(["Other-horse-8", "Third-horse-7"].map((one) => reset(token, one)))).map(
    ({ code }) => code,
  );
  expect(codes.sort()).toEqual([200, 40902]);
});

test("every address is answered alike, and leaves the same row; nobody else gets a mail", async () => {
  await makeUser(db, { email: "gone@demo.test", status: "resigned" });
  await makeUser(db, { email: "off@demo.test", status: "disabled" });
  await makeUser(db, { email: "deleted@demo.test", deleted_at: start.toISOString() });
  await makeUser(db, { email: "sso@demo.test", sso_subject: "at the provider" });
  await setSetting(db, "sso.host", "https://id.example.com");
  const others = ["nobody", "gone", "off", "deleted", "sso"].map((name) => `${name}@demo.test`);
  for (const email of others) expect(await forgot(email)).toMatchObject({ status: 200, code: 200, data: null });
  const rows = await db.select().from(outbox);
  expect(rows.map(({ event, payload }) => [event, payload])).toEqual(
    others.map((email) => ["mail", { kind: "reset", email }]),
  );
  await send();
  expect(server.arrived).toEqual([]);
  expect(await states()).toEqual(others.map(() => "skipped"));
});

test("whoever is disabled in between sets no password", async () => {
  const token = await linkFor(sales.email);
  await db.update(userTable).set({ status: "disabled" }).where(eq(userTable.id, sales.id));
  expect(await reset(token, "Other-horse-8")).toMatchObject({ code: 40902 });
});

test("an address gets three mails an hour, without a word; a place asks ten times", async () => {
  const crowded = testApi(db, { now: start });
  const ask = (email: string) => crowded.send(auth.forgotPassword, { body: { email } });
  for (let turn = 0; turn < 4; turn++) expect(await ask(sales.email)).toMatchObject({ code: 200 });
  expect(await states()).toHaveLength(3);
  for (let turn = 0; turn < 6; turn++) expect(await ask(`n${turn}@demo.test`)).toMatchObject({ code: 200 });
  expect(await ask("another@demo.test")).toMatchObject({ status: 429, code: 42900 });
});

test("a colleague is invited instead of given a password, and a reset sends a link too", async () => {
  const as = await api.as(admin.id);
  const team = await makeTeam(db);
  const [role] = (await as(staff.list, {})).data.list.flatMap(({ roles }) => roles);
  const facts = { name: "钱新人", email: "new@demo.test", team_id: team.id, role_ids: [role?.id ?? 0] };
  const body = { ...facts, phone_cc: null, phone: null, wecom_userid: null, customer_cap: null, password: null };
  const made = await as(staff.create, { body: { ...body, accept_inquiry: true } });
  expect(made.data).toMatchObject({ initial_password: null });
  await send();
  expect(server.arrived).toMatchObject([{ to: ["new@demo.test"], subject: "【新房工作台】您的账号已开通" }]);
  const token = tokenIn(server.arrived[0]?.text);
  api.setClock(later(71 * 60));
  expect(await reset(token, "Own-horse-10")).toMatchObject({ code: 200 });
  expect(await signIn("new@demo.test", "Own-horse-10")).toMatchObject({ data: { must_change_password: false } });
  const params = { id: made.data.id };
  expect((await as(staff.resetPassword, { params, body: { password: null } })).data.initial_password).toBeNull();
  await send();
  expect(server.arrived[1]).toMatchObject({ subject: "【新房工作台】请设置新密码" });
  expect(await signIn("new@demo.test", "Own-horse-10")).toMatchObject({ code: 40101 });
  expect(await reset(tokenIn(server.arrived[1]?.text), "New-horse-11")).toMatchObject({ code: 200 });
  // A chosen password is shown as ever.
  const chosen = await as(staff.resetPassword, { params, body: { password: "Chosen-horse-12" } });
  expect(chosen.data.initial_password).toBe("Chosen-horse-12");
  const [told] = await db.select().from(message).where(eq(message.user_id, made.data.id)).orderBy(desc(message.id));
  expect(told?.content).toContain("请从邮件中的链接设置密码");
});

test("without a mail server nothing is offered; what waits is left out, as with demo data", async () => {
  await forgot(sales.email);
  await db.delete(setting).where(eq(setting.key, "mail.host"));
  await send();
  expect(await states()).toEqual(["skipped"]);
  expect(await forgot(sales.email)).toMatchObject({ code: 40000, message: "没有设置邮件，请联系管理员重置密码" });
  expect((await api.send(system.publicConfig)).data.mail).toBe(false);
  await server.use(api.services);
  expect((await api.send(system.publicConfig)).data.mail).toBe(true);
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  expect((await api.send(system.publicConfig)).data.mail).toBe(false);
});

test("the settings are tried with a mail, and what is wrong with them is told", async () => {
  const as = await api.as(admin.id);
  const tried = (to: string) => as(mail.test, { body: { to } });
  expect(await tried("me@demo.test")).toMatchObject({ code: 200 });
  expect(server.arrived).toMatchObject([{ to: ["me@demo.test"], subject: "【新房工作台】测试邮件" }]);
  expect((await tried("refused@demo.test")).message).toMatch(/^邮件服务器不接受发件或收件地址：.*no such mailbox/);
  await server.use(api.services, { pass: "wrong" });
  expect((await tried("me@demo.test")).message).toMatch(/^邮件服务器不接受账号或密码/);
  api.services.outward = {};
  expect((await tried("me@demo.test")).message).toMatch(/加密有误/);
  await setSetting(db, "mail.port", 1);
  expect((await tried("me@demo.test")).message).toMatch(/^(连接不上邮件服务器|与邮件服务器的连接或加密有误)/);
  await setSetting(db, "mail.host", "");
  expect(await tried("me@demo.test")).toMatchObject({ code: 40902, message: "请先保存邮件服务器和发件地址" });
  await db.insert(databaseFlag).values({ name: "demo", value: "1" });
  expect(await tried("me@demo.test")).toMatchObject({ message: "演示数据不发送邮件" });
});

test("a mail that the server does not take is tried again", async () => {
  await server.use(api.services, { pass: "wrong" });
  await forgot(sales.email);
  await send();
  expect(await states()).toEqual(["pending"]);
  await server.use(api.services);
  api.setClock(later(1));
  await send();
  expect(await states()).toEqual(["sent"]);
  expect(server.arrived).toHaveLength(1);
});

whoMay(api, mail, { test: "SA" });
