import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { binding } from "~/contract/personal/binding";
import { user } from "~/contract/personal/user";
import { user as table } from "~/server/database/tables/system/system";
import { openSetting, readSettings, sealSetting } from "~/server/lib/settings";
import { desk } from "~/test/support/desk";
import { makeUser, setSetting, testNow } from "~/test/support/factories";
import { startPlatform } from "~/test/support/platform";

const { db, api, lin, asLin, logLines, whoMay } = desk({ lin: { name: "林晓" } });
const { services } = api;
const center = "https://desk.example.com/personal-center";
const wecomCode = (body: string) => ({ body: { code: body } });

/** The platforms' own servers, as far as binding uses them: a code or token begins with the account that it means. */
const team = { id: "T1", name: "新房公司" };
const accountIn = (code: string | null) => /^(\w+)-/.exec(code ?? "")?.[1];
let platform: Awaited<ReturnType<typeof startPlatform>>;
beforeAll(async () => {
  platform = await startPlatform(({ path, query, body }) => {
    const form = new URLSearchParams(body);
    const [userid, sub, id] = [query.get("code"), form.get("token"), form.get("code")].map(accountIn);
    const ok = { errcode: 0, errmsg: "ok" };
    const answers: Record<string, object> = {
      "/cgi-bin/gettoken": { ...ok, access_token: "company", expires_in: 7200 },
      "/cgi-bin/auth/getuserinfo": userid ? { ...ok, userid } : { errcode: 40029, errmsg: "invalid code" },
      "/oauth/v2/introspect": { active: Boolean(sub), sub, aud: "desk", exp: testNow.getTime() / 1000 + 3600 },
      "/api/oauth.v2.access": id
        ? { ok: true, authed_user: { id }, team: { ...team }, access_token: "xoxb-bot" }
        : { ok: false, error: "invalid_code" },
    };
    return { json: answers[path] ?? {} };
  });
  services.platforms = { wecom: platform.url, slack: platform.url };
  services.allowsPrivateSso = true;
});
afterAll(() => platform.close());

beforeEach(async () => {
  platform.asked.length = 0;
  team.id = "T1";
  await setSetting(db, "wecom.corp_id", "corp");
  await setSetting(db, "wecom.secret", sealSetting(services, "wecom.secret", "secret"));
  await setSetting(db, "sso.host", services.platforms?.slack);
  await setSetting(db, "sso.client_id", "desk");
  await setSetting(db, "sso.api_client_id", "desk-api");
  await setSetting(db, "sso.api_secret", sealSetting(services, "sso.api_secret", "secret"));
  await setSetting(db, "slack.client_id", "slack-app");
  await setSetting(db, "slack.secret", sealSetting(services, "slack.secret", "slack-secret"));
});

const rowOf = async (id: number) => (await db.select().from(table).where(eq(table.id, id)))[0];
const summaries = async () => (await logLines()).map(({ summary }) => summary);

describe("WeCom and single sign-on", () => {
  it("are bound by what proves them, shown in the profile, and given up again, each with a line", async () => {
    expect((await asLin(binding.bindWecom, wecomCode("lin-1"))).code).toBe(200);
    expect((await asLin(binding.bindSso, { body: { access_token: "subject7-1" } })).code).toBe(200);
    expect((await asLin(user.profile)).data.bindings).toEqual({ wecom: true, slack: false, sso: true });
    expect(await rowOf(lin.id)).toMatchObject({ wecom_userid: "lin", sso_subject: "subject7" });
    for (const platform of ["wecom", "sso"])
      expect((await asLin(binding.unbind, { params: { platform } })).code).toBe(200);
    expect(await rowOf(lin.id)).toMatchObject({ wecom_userid: null, sso_subject: null });
    expect(await summaries()).toEqual(["绑定企业微信", "绑定单点登录", "解绑企业微信", "解绑单点登录"]);
  });

  it("may be bound once more to the same account, but not to another beside it", async () => {
    await asLin(binding.bindWecom, wecomCode("lin-1"));
    expect((await asLin(binding.bindWecom, wecomCode("lin-2"))).code).toBe(200);
    expect((await asLin(binding.bindWecom, wecomCode("other-3"))).code).toBe(40902);
    expect(await summaries()).toEqual(["绑定企业微信"]);
  });

  it("are refused where a colleague has them, also where both come at once", async () => {
    await makeUser(db, { wecom_userid: "wang", sso_subject: "subject8" });
    expect(await asLin(binding.bindWecom, wecomCode("wang-1"))).toMatchObject({
      status: 409,
      message: "数据已存在：企业微信账号",
    });
    expect((await asLin(binding.bindSso, { body: { access_token: "subject8-1" } })).message).toBe(
      "数据已存在：单点登录账号",
    );
    const asOther = await api.as((await makeUser(db)).id);
    const both = await Promise.all([asLin, asOther].map((as) => as(binding.bindWecom, wecomCode("new-1"))));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 40900]);
  });

  it("are refused without a proof, without a body, and where they are not configured", async () => {
    expect((await asLin(binding.bindWecom, wecomCode("!"))).code).toBe(40104);
    expect((await asLin(binding.bindSso, { body: { access_token: "!" } })).code).toBe(40104);
    expect((await asLin(binding.bindWecom, wecomCode(""))).code).toBe(42200);
    expect((await asLin(binding.unbind, { params: { platform: "sso" } })).code).toBe(40400);
    expect((await asLin(binding.unbind, { params: { platform: "constructor" } })).code).toBe(40400);
    await setSetting(db, "wecom.corp_id", "");
    await setSetting(db, "sso.host", "");
    expect((await asLin(binding.bindWecom, wecomCode("lin-1"))).code).toBe(40000);
    expect((await asLin(binding.bindSso, { body: { access_token: "subject7-1" } })).code).toBe(40000);
    expect((await api.send(binding.bindWecom, wecomCode("lin-1"))).code).toBe(40100);
  });
});

describe("Slack", () => {
  /** The user's own browser: the token is in its cookie. */
  async function browserOf(userId: number) {
    const token = await api.tokenOf(userId);
    const begin = async (redirect = center) => {
      const { data } = await api.send(binding.slack, { query: { redirect } }, token);
      const url = new URL(data.authorize_url ?? "");
      return { ...data, url, state: url.searchParams.get("state") ?? "" };
    };
    const comeBack = (query: Record<string, string>, headers: Record<string, string> = {}) =>
      api.app.request(`http://test.local${binding.slackReturn.path}?${new URLSearchParams(query)}`, {
        headers: { cookie: `access_token=${token}`, ...headers },
      });
    return { begin, comeBack };
  }

  it("is linked by consent: the visitor goes there with a state of his own and comes back to his page", async () => {
    const { begin, comeBack } = await browserOf(lin.id);
    const { url, state, linked } = await begin();
    expect(linked).toBe(false);
    expect(`${url.origin}${url.pathname}`).toBe(`${services.platforms?.slack}/oauth/v2/authorize`);
    const redirect_uri = "https://desk.example.com/api/auth/slack/callback";
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: "slack-app",
      scope: "chat:write",
      redirect_uri,
    });
    const reply = await comeBack({ code: "U42-1", state });
    expect([reply.status, reply.headers.get("location")]).toEqual([302, "/personal-center?slack=linked"]);
    expect(Object.fromEntries(new URLSearchParams(platform.asked[0]?.body))).toEqual({
      client_id: "slack-app",
      client_secret: "slack-secret",
      code: "U42-1",
      redirect_uri,
    });
    expect(await begin()).toMatchObject({ linked: true, slack_user_id: "U42", team_name: "新房公司" });
    expect(openSetting(services, await readSettings(db), "slack.bot_token")).toBe("xoxb-bot");
    expect((await asLin(binding.unlinkSlack)).code).toBe(200);
    expect((await begin()).linked).toBe(false);
    expect(await summaries()).toEqual(["绑定Slack", "连接Slack工作区 新房公司", "解绑Slack"]);
  });

  it("takes a state once, for ten minutes, and from the browser that was sent", async () => {
    const { begin, comeBack } = await browserOf(lin.id);
    const stranger = await browserOf((await makeUser(db)).id);
    const { state } = await begin();
    for (const failed of [
      await comeBack({ code: "U42-1" }),
      await comeBack({ code: "U42-1", state: `${state}x` }),
      await stranger.comeBack({ code: "U42-1", state }),
      await comeBack({ code: "U42-1", state }, { cookie: "" }),
    ]) {
      expect(failed.status).toBe(400);
      expect(await failed.json()).toMatchObject({ code: 40104, message: "授权失败，请重试" });
    }
    expect(platform.asked).toEqual([]);
    expect((await comeBack({ code: "U42-1", state })).status).toBe(302);
    expect((await comeBack({ code: "U42-2", state })).status).toBe(400);

    const late = await begin();
    api.setClock(new Date(testNow.getTime() + 11 * 60_000));
    expect((await comeBack({ code: "U42-3", state: late.state })).status).toBe(400);
    api.setClock(testNow);
    expect(platform.asked).toHaveLength(1);
  });

  it("tells a browser on its page why it failed: refused there, a colleague's account, another workspace", async () => {
    const { begin, comeBack } = await browserOf(lin.id);
    const page = { accept: "text/html,application/xhtml+xml" };
    const locationOf = async (query: Record<string, string>) =>
      (await comeBack({ ...query, state: (await begin()).state }, page)).headers.get("location");
    expect(await locationOf({ error: "access_denied" })).toBe("/personal-center?slack=40104");
    expect(await locationOf({ code: "!" })).toBe("/personal-center?slack=40104");
    expect((await comeBack({}, page)).headers.get("location")).toBe("/personal-center?slack=40104");

    const wang = await browserOf((await makeUser(db)).id);
    await wang.comeBack({ code: "U1-1", state: (await wang.begin()).state });
    expect(await locationOf({ code: "U1-2" })).toBe("/personal-center?slack=40900");
    team.id = "T2";
    expect(await locationOf({ code: "U2-1" })).toBe("/personal-center?slack=40104");
    expect((await rowOf(lin.id))?.slack_user_id).toBeNull();
  });

  it("comes back to this site's screens alone", async () => {
    const { begin, comeBack } = await browserOf(lin.id);
    for (const redirect of [
      "https://evil.example/x//evil.example",
      "//evil.example",
      "javascript:alert(1)",
      "/login",
    ]) {
      const { state } = await begin(redirect);
      const { headers } = await comeBack({ code: "!", state }, { accept: "text/html" });
      expect(headers.get("location")).toBe("/personal-center?slack=40104");
    }
  });

  it("says so where it is not configured", async () => {
    await setSetting(db, "slack.secret", "");
    expect((await asLin(binding.slack)).data).toEqual({
      linked: false,
      slack_user_id: null,
      team_name: null,
      authorize_url: null,
    });
    expect((await asLin(binding.unlinkSlack)).code).toBe(40400);
  });
});

whoMay(binding, {
  ...{ slack: "any", unlinkSlack: "any", slackReturn: "public", bindWecom: "any", bindSso: "any", unbind: "any" },
});
