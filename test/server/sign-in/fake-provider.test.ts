import { createHash, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { decodeJwt } from "jose";
import { beforeEach, expect, test } from "vitest";
import { databaseFlag, loginLog, user as userTable } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { demoFlag } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { setSetting } from "~/test/support/factories";
import { listening } from "~/test/support/listening";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db);
const password = "demo-password-1";
const password_hash = await hashPassword(password);

// The provider's package works on Node's own requests: it needs a server that listens.
const { urlOf } = listening(api.app.fetch);

/** All four conditions hold. */
const { sales } = signedIn(api, {
  sales: { role: "sales", password_hash, email: "sales@demo.test", wecom_userid: "sales" },
});

beforeEach(async () => {
  api.setClock(undefined);
  api.services.host = "127.0.0.1";
  await setSetting(db, "sso.host", "");
  await setSetting(db, "wecom.corp_id", "");
  await db.insert(databaseFlag).values(demoFlag).onConflictDoNothing();
});

interface Envelope {
  code: number;
  data: Record<string, unknown>;
}
const json = async (response: Response): Promise<Envelope> => response.json();

/** A browser as far as a redirect and cookies go. */
function visitor(headers: Record<string, string> = {}) {
  const cookies = new Map<string, string>();
  return async function go(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(address, urlOf()), {
      ...init,
      redirect: "manual",
      headers: { ...headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const next = response.headers.get("location");
    const isOurs = next && !new URL(next, urlOf()).pathname.startsWith("/auth");
    return isOurs && response.status < 400 && !next.includes("code=") ? go(next) : response;
  };
}

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
const redirectUri = () => `${urlOf()}/auth`;

const authorizeUrl = () =>
  `/oauth/v2/authorize?${new URLSearchParams({
    response_type: "code",
    client_id: "xinfang-desk",
    redirect_uri: redirectUri(),
    scope: "openid profile email",
    code_challenge: challenge,
    code_challenge_method: "S256",
    state: verifier,
    nonce: "a-nonce",
  })}`;

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });
const actionIn = (page: string) => /<form method="post" action="([^"]+)"/.exec(page)?.[1] ?? "";

/** Through the provider's page with the user's password; the answer sends the visitor back to the app. */
async function passSso(person = sales.id, secret = password): Promise<Response> {
  const go = visitor();
  const page = await (await go(authorizeUrl())).text();
  return go(actionIn(page), form({ person: String(person), password: secret, act: "sign-in" }));
}

const exchange = (code: string, more: Record<string, string> = {}) =>
  fetch(`${urlOf()}/oauth/v2/token`, {
    method: "POST",
    headers: { origin: urlOf() },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri(),
      client_id: "xinfang-desk",
      code_verifier: verifier,
      ...more,
    }),
  });

const profileWith = (token: string) =>
  fetch(`${urlOf()}/api/user/profile`, { headers: { authorization: `Bearer ${token}` } });

const publicConfig = async (headers: Record<string, string> = {}) =>
  (await json(await fetch(`${urlOf()}/api/system/config/public`, { headers }))).data;

test("single sign-on stands in: authorize, password, code, tokens, and the first call with the provider's token", async () => {
  expect(await publicConfig()).toMatchObject({ sso: { host: urlOf(), client_id: "xinfang-desk" }, wecom: true });
  const back = await passSso();
  const returned = new URL(back.headers.get("location") ?? "");
  expect(returned.origin + returned.pathname).toBe(redirectUri());
  expect(returned.searchParams.get("state")).toBe(verifier);
  const code = returned.searchParams.get("code") ?? "";
  const reply = await exchange(code);
  expect(reply.status).toBe(200);
  const tokens: { access_token: string; id_token: string; expires_in: number } = await reply.json();
  expect(tokens.expires_in).toBe(43_200);
  expect(decodeJwt(tokens.id_token)).toMatchObject({
    iss: urlOf(),
    aud: "xinfang-desk",
    name: sales.name,
    nonce: "a-nonce",
  });
  const profile = await profileWith(tokens.access_token);
  expect(await json(profile)).toMatchObject({ code: 200, data: { id: sales.id, name: sales.name } });
  expect(profile.headers.get("authorization")).toMatch(/^Bearer ey/);
  expect(await db.select().from(loginLog)).toMatchObject([{ method: "sso", user_id: sales.id }]);
  // A code is good for one use, and its second use ends what it gave.
  expect((await exchange(code)).status).toBe(400);
});

test("the provider's page refuses a wrong password, a cancelled sign-in goes back with an error, and a disabled account is told so", async () => {
  const wrong = await passSso(sales.id, "wrong");
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("演示密码不正确");
  const go = visitor();
  const page = await (await go(authorizeUrl())).text();
  const cancelled = await go(actionIn(page), form({ act: "cancel" }));
  expect(new URL(cancelled.headers.get("location") ?? "").searchParams.get("error")).toBe("access_denied");
  await db.update(userTable).set({ status: "disabled" }).where(eq(userTable.id, sales.id));
  const code = new URL((await passSso()).headers.get("location") ?? "").searchParams.get("code") ?? "";
  const { access_token }: { access_token: string } = await (await exchange(code)).json();
  expect(await json(await profileWith(access_token))).toMatchObject({ code: 40102 });
});

test("a code is not exchanged without its verifier, and not for another address", async () => {
  const code = new URL((await passSso()).headers.get("location") ?? "").searchParams.get("code") ?? "";
  expect((await exchange(code, { code_verifier: randomBytes(32).toString("base64url") })).status).toBe(400);
  const foreign = await visitor()(
    authorizeUrl().replace(encodeURIComponent(redirectUri()), "https%3A%2F%2Fevil.test%2Fauth"),
  );
  expect(foreign.status).toBe(400);
  expect(await foreign.text()).toContain("登录没有完成");
});

/** The app's request to WeCom, and the address of its page. */
async function wecomRequest(): Promise<{ url: URL; fields: Record<string, string> }> {
  const { data } = await json(await fetch(`${urlOf()}/api/auth/link?platform=wecom`));
  const url = new URL(String(data.oauth2_login_url));
  const fields = {
    appid: String(data.appid),
    redirect_uri: `${urlOf()}/weauth`,
    response_type: "code",
    scope: "snsapi_base",
    state: "/customer/customerInfor_false",
  };
  url.search = new URLSearchParams(fields).toString();
  return { url, fields };
}

const passWecom = async (more: Record<string, string> = {}) => {
  const { url, fields } = await wecomRequest();
  const filled = { ...fields, person: String(sales.id), password, act: "sign-in", hash: "#wechat_redirect", ...more };
  return visitor()(url.pathname, form(filled));
};
const codeIn = (back: Response) => new URL(back.headers.get("location") ?? "").searchParams.get("code") ?? "";
const signInBy = async (code: string) =>
  json(
    await fetch(`${urlOf()}/api/auth/wecom`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    }),
  );

test("WeCom stands in: its page, a code for one use within five minutes, and the token for it", async () => {
  const { url } = await wecomRequest();
  const page = await fetch(url);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(await page.text()).toContain(sales.name);
  const back = await passWecom();
  expect(new URL(back.headers.get("location") ?? "").searchParams.get("state")).toBe("/customer/customerInfor_false");
  expect(await signInBy(codeIn(back))).toMatchObject({ code: 200, data: { name: sales.name, userid: "sales" } });
  expect((await signInBy(codeIn(back))).code).toBe(40000);
  const late = codeIn(await passWecom());
  api.setClock(new Date(Date.now() + 5 * 60_000 + 1_000));
  expect((await signInBy(late)).code).toBe(40000);
});

test("WeCom's page takes no request that WeCom would not: without the end of its address, for another site, company or scope", async () => {
  const refused: Record<string, string>[] = [
    { hash: "" },
    { redirect_uri: "https://evil.test/weauth" },
    { appid: "ww1" },
    { scope: "snsapi_userinfo" },
    { state: "x".repeat(129) },
    { password: "wrong" },
  ];
  for (const bad of refused) expect([bad, (await passWecom(bad)).status]).toEqual([bad, 400]);
});

const gone = async (headers: Record<string, string> = {}) => {
  const { sso, wecom } = await publicConfig(headers);
  const pages = [
    "/oauth/v2/authorize",
    "/oauth/v2/keys",
    "/.well-known/openid-configuration",
    "/stand-in/wecom/authorize",
  ];
  const statuses = await Promise.all(pages.map(async (path) => (await fetch(urlOf() + path, { headers })).status));
  const link = await json(await fetch(`${urlOf()}/api/auth/link?platform=wecom`, { headers }));
  return { sso, wecom, statuses, link: link.code };
};
const nothingThere = { sso: null, wecom: false, statuses: [404, 404, 404, 404], link: 40000 };

test("each of the four conditions alone makes both fake providers disappear, with the tokens and codes that they gave", async () => {
  const code = codeIn(await passWecom());
  const granted = await exchange(
    new URL((await passSso()).headers.get("location") ?? "").searchParams.get("code") ?? "",
  );
  const { access_token }: { access_token: string } = await granted.json();

  await db.delete(databaseFlag);
  expect(await gone()).toEqual(nothingThere);
  expect((await json(await profileWith(access_token))).code).toBe(40100);
  expect((await signInBy(code)).code).toBe(40000);
  await db.insert(databaseFlag).values(demoFlag);

  api.services.host = "0.0.0.0";
  expect(await gone()).toEqual(nothingThere);
  api.services.host = "127.0.0.1";

  for (const name of ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded"])
    expect(await gone({ [name]: "for=1.2.3.4" })).toEqual(nothingThere);

  const byName = await api.app.request("http://desk.example.test/api/system/config/public");
  expect((await json(byName)).data).toMatchObject({ sso: null, wecom: false });

  await setSetting(db, "sso.host", "https://sso.example.test");
  await setSetting(db, "wecom.corp_id", "ww12345");
  expect(await gone()).toEqual(nothingThere);

  // Whole again, they are there again.
  await setSetting(db, "sso.host", "");
  await setSetting(db, "wecom.corp_id", "");
  expect((await json(await profileWith(access_token))).code).toBe(200);
});
