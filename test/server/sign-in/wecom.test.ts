import { afterEach, beforeEach, expect, test } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { system } from "~/contract/system/system";
import { loginLog, operationLog, session } from "~/server/database/tables/system/system";
import { sealSetting } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, setSetting } from "~/test/support/factories";
import { startWecom } from "~/test/support/wecom";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db);
const start = new Date("2026-11-20T02:00:00Z");

let wecom: Awaited<ReturnType<typeof startWecom>>;

beforeEach(async () => {
  await resetDatabase(db);
  wecom = await startWecom(() => api.services.now());
  api.services.platforms = { wecom: wecom.url };
  api.setClock(start);
  // Each test's secret is sealed anew; a token that was given to another is not used for it.
  await setSetting(db, "wecom.corp_id", "ww12345");
  await setSetting(db, "wecom.agent_id", "1000002");
  await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "hush"));
});
afterEach(() => wecom.close());

const signIn = (code: string) => api.send(auth.wecom, { body: { code } });
const link = (headers: Record<string, string> = {}) =>
  api.app.request("http://test.local/api/auth/link?platform=wecom", { headers });

test("a code signs its member of staff in, once", async () => {
  const sales = await makeUser(db, { role: "sales", wecom_userid: "WangFang" });
  const reply = await signIn("code-1");
  expect(reply).toMatchObject({
    code: 200,
    data: { expires_in: 604_800, name: sales.name, userid: "WangFang" },
  });
  expect(await api.send(user.profile, {}, reply.data.access_token)).toMatchObject({ data: { id: sales.id } });
  expect(await db.select().from(session)).toMatchObject([{ method: "wecom", user_id: sales.id }]);
  expect(await db.select().from(loginLog)).toMatchObject([{ method: "wecom", result: "success" }]);
  expect(await db.select().from(operationLog)).toMatchObject([{ action: "login", user_id: sales.id }]);
  expect(await signIn("code-1")).toMatchObject({ status: 400, code: 40000 });
});

test("nobody bound, a disabled account and a visitor who is not of the staff are refused each in their words", async () => {
  expect(await signIn("code-1")).toMatchObject({ status: 403, code: 40103 });
  await makeUser(db, { role: "sales", wecom_userid: "LiNa", status: "disabled" });
  wecom.codes.set("code-2", { userid: "LiNa" });
  expect(await signIn("code-2")).toMatchObject({ status: 403, code: 40102 });
  wecom.codes.set("code-3", { openid: "o1234", external_userid: "wm123" });
  expect(await signIn("code-3")).toMatchObject({ status: 400, code: 40000 });
  expect((await db.select().from(loginLog).orderBy(loginLog.id)).map((row) => row.fail_reason)).toEqual([
    "not_bound",
    "disabled",
  ]);
});

test("who signs in without his first password need not change it first", async () => {
  const first = await makeUser(db, { role: "sales", wecom_userid: "WangFang", must_change_password: true });
  const { access_token } = (await signIn("code-1")).data;
  const profile = await api.send(user.profile, {}, access_token);
  expect(profile.data.must_change_password).toBe(false);
  expect((await api.send(user.views, { query: { screen: "x" } }, access_token)).code).toBe(200);
  expect((await api.send(user.profile, {}, await api.tokenOf(first.id))).data.must_change_password).toBe(true);
});

test("the company's token is asked for once, before its end, and once more when WeCom drops it early", async () => {
  await makeUser(db, { role: "sales", wecom_userid: "WangFang" });
  for (const code of ["a", "b", "c", "d", "e", "f"]) wecom.codes.set(code, { userid: "WangFang" });
  const together = await Promise.all(["a", "b", "c"].map(signIn));
  expect(together.map((reply) => reply.code)).toEqual([200, 200, 200]);
  expect(wecom.count("/cgi-bin/gettoken")).toBe(1);
  api.setClock(new Date(start.getTime() + 7_150_000));
  expect((await signIn("d")).code).toBe(200);
  expect(wecom.count("/cgi-bin/gettoken")).toBe(2);
  wecom.good.clear();
  const after = await Promise.all(["e", "f"].map(signIn));
  expect(after.map((reply) => reply.code)).toEqual([200, 200]);
  expect(wecom.count("/cgi-bin/gettoken")).toBe(3);
});

test("a platform that does not answer, or refuses the company itself, is told as such", async () => {
  await makeUser(db, { role: "sales", wecom_userid: "WangFang" });
  for (const way of ["hang", "cut"] as const) {
    api.services.platforms = { wecom: wecom.url, limit: 200 };
    wecom.state.isDown = way;
    expect(await signIn("code-1")).toMatchObject({ status: 503, code: 50300 });
  }
  wecom.state.isDown = undefined;
  api.services.platforms = { wecom: wecom.url };
  await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "wrong"));
  expect(await signIn("code-1")).toMatchObject({ status: 503, code: 50300 });
  await setSetting(db, "wecom.secret", sealSetting(api.services, "wecom.secret", "hush"));
  expect((await signIn("code-1")).code).toBe(200);
});

test("the link leads into WeCom for its own browser, and to the code to scan for any other", async () => {
  const inside = await link({ "user-agent": "Mozilla/5.0 wxwork/4.1.22 MicroMessenger/7.0.1" });
  expect(await inside.json()).toMatchObject({
    code: 200,
    data: {
      appid: "ww12345",
      agentid: "1000002",
      oauth2_login_url: "https://open.weixin.qq.com/connect/oauth2/authorize",
      bind_attempt: false,
    },
  });
  await setSetting(db, "wecom.bind_attempt", true);
  expect(await (await link()).json()).toMatchObject({ data: { bind_attempt: true } });
  const elsewhere: { data: { oauth2_login_url: string } } = await (await link()).json();
  expect(elsewhere.data.oauth2_login_url).toBe(
    "https://login.work.weixin.qq.com/wwlogin/sso/login?login_type=CorpApp&agentid=1000002",
  );
  expect((await api.send(system.publicConfig)).data.wecom).toBe(true);
});

test("without a company, or with a secret that cannot be opened, WeCom is not configured", async () => {
  await setSetting(
    db,
    "wecom.secret",
    sealSetting({ secret: "another secret of 32 bytes or more" }, "wecom.secret", "hush"),
  );
  expect(await signIn("code-1")).toMatchObject({ status: 400, code: 40000 });
  expect((await link()).status).toBe(400);
  await setSetting(db, "wecom.corp_id", "");
  expect(await signIn("code-1")).toMatchObject({ status: 400, code: 40000 });
  expect((await api.send(system.publicConfig)).data.wecom).toBe(false);
});

test("a secret is sealed: its text is not in what is stored, and one setting's seal does not pass for another's", async () => {
  const sealed = sealSetting(api.services, "wecom.secret", "hush");
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("hush");
  await setSetting(db, "wecom.secret", sealSetting(api.services, "slack.secret", "hush"));
  expect((await api.send(system.publicConfig)).data.wecom).toBe(false);
});

test("a code that is none is told on its field", async () => {
  expect(await signIn("")).toMatchObject({ status: 422, data: { errors: [{ field: "code", label: "授权码" }] } });
});

test("too many tries from one address are refused, as at the password", async () => {
  let last = await signIn("none");
  for (let attempt = 1; attempt <= 120 && last.code !== 42900; attempt++) last = await signIn("none");
  expect(last).toMatchObject({ status: 429, code: 42900 });
});

whoMay(api, system, { publicConfig: "public" });
