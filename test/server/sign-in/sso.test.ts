import { eq } from "drizzle-orm";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { user } from "~/contract/personal/user";
import { auth } from "~/contract/sign-in/auth";
import { system } from "~/contract/system/system";
import { createApp } from "~/server/app";
import {
  databaseFlag,
  loginLog,
  operationLog,
  session,
  user as userTable,
} from "~/server/database/tables/system/system";
import { subjectOfSso } from "~/server/identity/sso";
import { Refusal } from "~/server/lib/call";
import { demoFlag, sealSetting } from "~/server/lib/settings";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, setSetting } from "~/test/support/factories";
import { startPlatform } from "~/test/support/platform";

const { db } = testDatabase();
const api = testApi(db);
/** Another process on the same database. */
const other = testApi(db);
other.services.allowsPrivateSso = true;
// Longer than a number can be.
const clientId = "271828182845904523";

interface Key {
  kid: string;
  pair: GenerateKeyPairResult;
}
const makeKey = async (kid: string): Promise<Key> => ({
  kid,
  pair: await generateKeyPair("RS256", { extractable: true }),
});
const [first, second] = [await makeKey("first"), await makeKey("second")];

/** What the provider knows and how it fares; set anew before each test. */
let keys: Key[];
let isDown: "hang" | "cut" | undefined;
let opaque: Map<string, Record<string, unknown>>;
let userinfo: Record<string, unknown>;
/** What the provider waits for before it answers who the first caller is. */
let firstWaits: Promise<unknown> | undefined;

/** Shaped as Zitadel: its paths, no name in a token, opaque tokens that only introspection knows. */
const startProvider = () =>
  startPlatform(async ({ path, headers, body }) => {
    if (isDown) return isDown;
    if (path === "/oauth/v2/keys") {
      const published = keys.map(async ({ kid, pair }) => ({
        ...(await exportJWK(pair.publicKey)),
        kid,
        use: "sig",
        alg: "RS256",
      }));
      return { json: { keys: await Promise.all(published) } };
    }
    if (path === "/oidc/v1/userinfo") {
      const waits = firstWaits;
      firstWaits = undefined;
      await waits;
      return { json: userinfo };
    }
    if (path === "/oauth/v2/introspect") {
      const credentials = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64").toString();
      if (credentials !== "api%40xinfang:hush%20hush") return { status: 401, json: { error: "invalid_client" } };
      const known = opaque.get(new URLSearchParams(body).get("token") ?? "");
      return { json: known ? { active: true, ...known } : { active: false } };
    }
    return { status: 404, json: {} };
  });
/** A new one for each test, so that nothing is remembered of the last. */
let provider: Awaited<ReturnType<typeof startProvider>>;
afterEach(() => provider.close());

const hour = 3600;
const seconds = () => Math.floor(api.services.now().getTime() / 1000);

/** An access token for twelve hours, as the provider signs it. */
function signed(claims: JWTPayload = {}, key = first, lasts = 12 * hour): Promise<string> {
  return new SignJWT({ aud: [clientId, "271828"], jti: "V2_1", client_id: clientId, ...claims })
    .setProtectedHeader({ alg: "RS256", kid: key.kid, typ: "JWT" })
    .setIssuer(claims.iss ?? provider.url)
    .setSubject(claims.sub ?? "161803")
    .setIssuedAt(seconds())
    .setExpirationTime(seconds() + lasts)
    .sign(key.pair.privateKey);
}

const profile = (token: string) => api.send(user.profile, {}, token);

beforeEach(async () => {
  await resetDatabase(db);
  vi.useRealTimers();
  api.setClock(undefined);
  api.services.platforms = {};
  api.services.allowsPrivateSso = true;
  api.services.outward = {};
  keys = [first];
  isDown = undefined;
  opaque = new Map();
  userinfo = { sub: "161803" };
  firstWaits = undefined;
  provider = await startProvider();
  await setSetting(db, "sso.host", provider.url);
  await setSetting(db, "sso.client_id", clientId);
});

async function allowIntrospection() {
  await setSetting(db, "sso.api_client_id", "api@xinfang");
  await setSetting(db, "sso.api_secret", sealSetting(api.services, "sso.api_secret", "hush hush"));
}

test("the provider's token opens a session, and the first answer carries a token of ours that works from then on", async () => {
  const sales = await makeUser(db, { role: "sales", sso_subject: "161803" });
  const reply = await profile(await signed());
  expect(reply).toMatchObject({ code: 200, data: { id: sales.id } });
  const ours = reply.headers.get("authorization")?.replace("Bearer ", "") ?? "";
  const claims = JSON.parse(Buffer.from(ours.split(".")[1] ?? "", "base64url").toString());
  expect(claims).toMatchObject({ iss: "xinfang-desk", sub: String(sales.id), name: sales.name });
  isDown = "cut";
  expect(await profile(ours)).toMatchObject({ code: 200, data: { id: sales.id } });
  expect(await db.select().from(loginLog)).toMatchObject([{ method: "sso", result: "success", user_id: sales.id }]);
  expect(await db.select().from(operationLog)).toMatchObject([{ action: "login", user_id: sales.id }]);
});

test("ten first calls at once make one session and one line in each log", async () => {
  await makeUser(db, { role: "sales", email: "wang@demo.test" });
  userinfo = { sub: "161803", email: "Wang@demo.test", email_verified: true };
  const token = await signed();
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? api : other).send(user.profile, {}, token)),
  );
  expect(replies.map(({ code, headers }) => [code, headers.has("authorization")])).toEqual(
    Array.from({ length: 10 }, () => [200, true]),
  );
  expect(await db.select().from(session)).toHaveLength(1);
  expect(await db.select().from(loginLog)).toHaveLength(1);
});

test("a process that still asks who someone is, while another binds him and opens his session, lets him in too", async () => {
  await makeUser(db, { role: "sales", email: "wang@demo.test" });
  userinfo = { sub: "161803", email: "wang@demo.test", email_verified: true };
  const token = await signed();
  let go = () => {};
  firstWaits = new Promise<void>((resolve) => {
    go = resolve;
  });
  const late = api.send(user.profile, {}, token);
  await expect.poll(() => provider.count("/oidc/v1/userinfo")).toBe(1);
  expect((await other.send(user.profile, {}, token)).code).toBe(200);
  go();
  expect((await late).code).toBe(200);
  expect(await db.select().from(session)).toHaveLength(1);
  expect(await db.select().from(loginLog)).toHaveLength(1);
});

test("whoever signed out does not come back by the same token of the provider", async () => {
  await makeUser(db, { role: "sales", sso_subject: "161803" });
  const token = await signed();
  const ours = (await profile(token)).headers.get("authorization")?.replace("Bearer ", "") ?? "";
  expect((await api.send(auth.logout, {}, ours)).code).toBe(200);
  expect(await profile(token)).toMatchObject({ status: 401, code: 40100 });
  expect((await profile(await signed({ jti: "V2_2" }))).code).toBe(200);
});

test("a subject that nobody is bound to is bound once by an address that the provider has verified", async () => {
  const sales = await makeUser(db, { role: "sales", email: "wang@demo.test" });
  userinfo = { sub: "161803", email: "wang@demo.test", email_verified: false };
  expect(await profile(await signed())).toMatchObject({ status: 403, code: 40106 });
  userinfo = { sub: "someone else", email: "wang@demo.test", email_verified: true };
  expect((await profile(await signed({ jti: "V2_2" }))).code).toBe(40106);
  userinfo = { sub: "161803", email: "wang@demo.test", email_verified: true };
  expect((await profile(await signed({ jti: "V2_3" }))).code).toBe(200);
  const [bound] = await db.select().from(userTable).where(eq(userTable.id, sales.id));
  expect(bound?.sso_subject).toBe("161803");
  // The address of somebody who is bound is no way in for another subject.
  userinfo = { sub: "other", email: "wang@demo.test", email_verified: true };
  expect((await profile(await signed({ sub: "other" }))).code).toBe(40106);
  const failed = (await db.select().from(loginLog)).filter((row) => row.result === "failed");
  expect(failed.map((row) => row.fail_reason)).toEqual(["not_bound", "not_bound", "not_bound"]);
});

test("a disabled account is told so, before and after its first call", async () => {
  const gone = await makeUser(db, { role: "sales", sso_subject: "161803", status: "disabled" });
  const token = await signed();
  expect(await profile(token)).toMatchObject({ status: 403, code: 40102 });
  expect(await db.select().from(session)).toEqual([]);
  await db.update(userTable).set({ status: "enabled" }).where(eq(userTable.id, gone.id));
  expect((await profile(token)).code).toBe(200);
  await db.update(userTable).set({ status: "resigned" }).where(eq(userTable.id, gone.id));
  expect((await profile(token)).code).toBe(40102);
});

test("a token that is not the provider's for us is no token", async () => {
  await makeUser(db, { role: "sales", sso_subject: "161803" });
  const stranger = await makeKey("first");
  const [head = "", body = ""] = (await signed()).split(".");
  const none = Buffer.from(JSON.stringify({ alg: "none", typ: "JWT" })).toString("base64url");
  const confused = await new SignJWT({ aud: clientId })
    .setProtectedHeader({ alg: "HS256", kid: "first" })
    .setIssuer(provider.url)
    .setSubject("161803")
    .setExpirationTime(seconds() + hour)
    .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(first.pair.publicKey))));
  const bad = {
    "another audience": await signed({ aud: "314159@other" }),
    "another issuer": await signed({ iss: "https://evil.test" }),
    expired: await signed({}, first, -60),
    "an id token": await signed({ nonce: "n", at_hash: "h" }),
    "a stranger's key": await signed({}, stranger),
    "alg none": `${none}.${body}.`,
    "a public key as a secret": confused,
    "no signature": `${head}.${body}.`,
    "no subject": await signed({ sub: "" }),
    garbage: "garbage",
  };
  for (const [name, token] of Object.entries(bad)) expect([name, (await profile(token)).code]).toEqual([name, 40100]);
  expect(await db.select().from(session)).toEqual([]);
});

test("keys that the provider has changed are asked for again", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date() });
  await makeUser(db, { role: "sales", sso_subject: "161803" });
  expect((await profile(await signed())).code).toBe(200);
  keys = [second];
  vi.setSystemTime(Date.now() + 6_000);
  expect((await profile(await signed({ jti: "V2_2" }, second))).code).toBe(200);
  const asked = provider.count("/oauth/v2/keys");
  // Unknown keys do not make us ask at every token.
  for (const jti of ["a", "b", "c"])
    expect((await profile(await signed({ jti }, await makeKey(jti)))).code).toBe(40100);
  expect(provider.count("/oauth/v2/keys")).toBe(asked);
});

test("an opaque token is asked about in the name of our API client, and the answer holds for a while", async () => {
  const sales = await makeUser(db, { role: "sales", email: "wang@demo.test" });
  const claims = { sub: "161803", aud: [clientId], client_id: clientId, exp: seconds() + 12 * hour, iss: provider.url };
  opaque.set("opaque-1", { ...claims, email: "wang@demo.test", email_verified: true });
  opaque.set("opaque-2", { ...claims, aud: ["314159@other"], client_id: "314159@other" });
  opaque.set("opaque-3", { ...claims, exp: seconds() - 60 });
  expect((await profile("opaque-1")).code).toBe(40100);
  await allowIntrospection();
  const before = provider.count("/oauth/v2/introspect");
  expect(await profile("opaque-1")).toMatchObject({ code: 200, data: { id: sales.id } });
  expect((await profile("opaque-1")).code).toBe(200);
  expect(provider.count("/oauth/v2/introspect")).toBe(before + 1);
  for (const token of ["opaque-2", "opaque-3", "unknown"]) expect((await profile(token)).code).toBe(40100);
});

test("a provider that does not answer is told as such, and nobody waits for it", async () => {
  await makeUser(db, { role: "sales", sso_subject: "161803" });
  await allowIntrospection();
  for (const way of ["hang", "cut"] as const) {
    isDown = way;
    api.services.platforms = { limit: 200 };
    for (const token of [`opaque-${way}`, await signed()])
      expect(await profile(token)).toMatchObject({ status: 503, code: 50300 });
  }
  isDown = undefined;
  api.services.platforms = {};
  expect((await profile(await signed())).code).toBe(200);
});

test("the public configuration names the provider only where it is configured", async () => {
  const configured = await api.send(system.publicConfig);
  expect(configured.data.sso).toEqual({ host: provider.url, client_id: clientId });
  await setSetting(db, "sso.client_id", "");
  expect((await api.send(system.publicConfig)).data).toMatchObject({ sso: null, wecom: false });
});

test("only the page that the provider sends back to may call it", async () => {
  const app = createApp(api.services, async (request, hostsOf) => Response.json(await hostsOf(request)));
  const hostsOf = async (path: string) => (await (await app.request(path)).json()).connect;
  for (const path of ["/auth?code=1&state=2", "/AUTH/"]) expect(await hostsOf(path)).toEqual([provider.url]);
  for (const path of ["/login", "/dashboard", "/auth/other"]) expect(await hostsOf(path)).toEqual([]);
});

test("the subject of a token is told for a binding, and a bad token refused", async () => {
  const device = { nameFor: async () => undefined, remember: async () => {} };
  const origin = { id: "r", ip: "", ua: "", device };
  const visit = { services: api.services, raw: new Request("http://test.local/"), origin };
  expect(await subjectOfSso(visit, await signed())).toBe("161803");
  const refusal = await subjectOfSso(visit, "garbage").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toMatchObject({ code: 40104 });
  await setSetting(db, "sso.host", "");
  expect(await subjectOfSso(visit, "garbage").catch((error: unknown) => error)).toMatchObject({ code: 40000 });
});

test.each([
  ["this machine", "127.0.0.1"],
  ["a private network", "10.1.2.3"],
  ["a cloud's metadata", "169.254.169.254"],
  ["a private network of IPv6", "fd00::1"],
])("a provider whose name leads to %s is not asked, unless the deployment allows it", async (_, address) => {
  const sales = await makeUser(db, { role: "sales", sso_subject: "161803" });
  api.services.outward = { resolve: async () => [address] };
  api.services.allowsPrivateSso = false;
  expect(await profile(await signed())).toMatchObject({ status: 503, code: 50300 });
  api.services.allowsPrivateSso = true;
  expect((await profile(await signed())).data).toMatchObject({ id: sales.id });
});

test("a provider on this machine is asked in the demo", async () => {
  await makeUser(db, { role: "sales", sso_subject: "161803" });
  api.services.allowsPrivateSso = false;
  await db.insert(databaseFlag).values(demoFlag);
  expect((await profile(await signed())).code).toBe(200);
});
