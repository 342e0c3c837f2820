import { createHash } from "node:crypto";
import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearToken, keepToken, token } from "~/app/api/cookie";
import { leave } from "~/app/api/leave";
import { persisted, resetData } from "~/app/browser/persisted";
import { forgetReturn, rememberReturn } from "~/app/browser/return-path";
import { provideRouter } from "~/app/browser/router-access";
import { finishSso, startSso } from "~/app/session/sso";

const origin = window.location.origin;
const config = { host: "https://id.example.test", client_id: "desk" };

const shown = vi.fn();
const texts = () => shown.mock.calls.map(([toast]) => toast.message);

/** What the provider and our API answer, and what they were asked. */
const fetched = vi.fn<(address: string, init: RequestInit) => Response>();
const requests = () => fetched.mock.calls.map(([address]) => new URL(address, origin).pathname);

const asToken = (claims: object) => `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.x`;
const now = () => Math.floor(Date.now() / 1000);
const own = asToken({ sub: "7", sid: "s", name: "林顾问" });

/** Leaves for the provider and comes back with its answer: the authorize URL's query and the id token's claims. */
async function begin(claims: object = {}) {
  await startSso(config);
  const query = new URL(vi.mocked(leave.to).mock.calls.at(-1)?.[0] ?? "").searchParams;
  const idToken = asToken({
    iss: config.host,
    aud: [config.client_id],
    exp: now() + 60,
    nonce: query.get("nonce"),
    name: "王小明",
    ...claims,
  });
  return {
    query,
    state: query.get("state") ?? "",
    tokens: { access_token: "theirs", id_token: idToken, expires_in: 43_200 },
  };
}

const profile = { id: 7, name: "林顾问" };
const refused = (code: number, message: string) => Response.json({ code, message, data: null }, { status: 403 });
const welcomed = () =>
  Response.json({ code: 200, message: "", data: profile }, { headers: { authorization: `Bearer ${own}` } });

function answer(tokens: () => Response, first: () => Response = welcomed) {
  fetched.mockImplementation((address) => (address.endsWith("/oauth/v2/token") ? tokens() : first()));
}

const back = (parts: Record<string, string>) => finishSso(new URLSearchParams(parts));

beforeEach(() => {
  fetched.mockReset();
  shown.mockReset();
  // It never answers: the page is gone. Here it stays.
  vi.spyOn(leave, "to").mockResolvedValue(undefined as never);
  vi.spyOn(notifications, "show").mockImplementation(shown);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => fetched(address, init));
  window.sessionStorage.clear();
  window.localStorage.clear();
  clearToken();
  forgetReturn();
  resetData();
});
afterEach(() => vi.useRealTimers());

describe("leaving", () => {
  it("asks the provider for a code, with a challenge of the state and everything else that is fixed (domain S.7)", async () => {
    const { query, state } = await begin();
    const target = new URL(vi.mocked(leave.to).mock.calls[0]?.[0] ?? "");
    expect(target.origin + target.pathname).toBe("https://id.example.test/oauth/v2/authorize");
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(Object.fromEntries(query)).toEqual({
      response_type: "code",
      client_id: "desk",
      redirect_uri: `${origin}/auth`,
      scope: "openid profile email",
      code_challenge: createHash("sha256").update(state).digest("base64url"),
      code_challenge_method: "S256",
      state,
      nonce: query.get("nonce"),
    });
    expect((await begin()).state).not.toBe(state);
  });
});

describe("coming back", () => {
  it("exchanges the code, keeps the provider's token until ours comes, and goes to the dashboard", async () => {
    const { state, tokens } = await begin();
    answer(() => Response.json(tokens));
    rememberReturn("/customer/publicCustomer");
    expect(await back({ code: "c1", state })).toBe("/dashboard");
    const [[address, sent] = [], [, first] = []] = fetched.mock.calls;
    expect(address).toBe("https://id.example.test/oauth/v2/token");
    expect(sent?.method).toBe("POST");
    expect(new Headers(sent?.headers).get("content-type")).toBe("application/x-www-form-urlencoded");
    expect(new Headers(sent?.headers).get("authorization")).toBeNull();
    expect(Object.fromEntries(new URLSearchParams(String(sent?.body)))).toEqual({
      grant_type: "authorization_code",
      code: "c1",
      redirect_uri: `${origin}/auth`,
      client_id: "desk",
      code_verifier: state,
    });
    expect(new Headers(first?.headers).get("authorization")).toBe("Bearer theirs");
    expect(token()).toBe(own);
    expect(persisted().user.userInfo).toBe("王小明");
    expect(persisted().setting).toMatchObject({ openKeys: "/dashboard", selectedKeys: ["/dashboard"] });
    expect(shown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: "登录成功！", autoClose: 1_000 }));
    expect({ ...window.sessionStorage }).toEqual({});
    expect(Object.keys(window.localStorage)).toEqual(["seoneox"]);
  });

  it("goes on with the work that an ended session interrupted", async () => {
    const { state, tokens } = await begin();
    answer(() => Response.json(tokens));
    const takeBack = provideRouter({ toLogin: () => undefined, checkAccess: () => undefined });
    rememberReturn("/customer/editCustomerInfo/7?client_id=3");
    expect(await back({ code: "c1", state })).toBe("/customer/editCustomerInfo/7?client_id=3");
    takeBack();
  });

  it.each([
    [{ name: undefined, preferred_username: "wang@corp" }, "wang@corp"],
    [{ name: undefined }, "林顾问"],
  ])("takes the name from elsewhere where the id token has none: %j", async (claims, name) => {
    const { state, tokens } = await begin(claims);
    answer(() => Response.json(tokens));
    await back({ code: "c1", state });
    expect(persisted().user.userInfo).toBe(name);
  });

  it("in another tab finds what was begun, for ten minutes", async () => {
    const first = await begin();
    answer(() => Response.json(first.tokens));
    window.sessionStorage.clear();
    expect(await back({ code: "c1", state: first.state })).toBe("/dashboard");
    const second = await begin();
    window.sessionStorage.clear();
    vi.useFakeTimers({ now: Date.now() + 10 * 60_000 + 1, toFake: ["Date"] });
    expect(await back({ code: "c2", state: second.state })).toBe("/login");
  });

  it("takes a token that is too large for a cookie, until ours comes", async () => {
    const { state, tokens } = await begin();
    const large = `theirs${"x".repeat(5_000)}`;
    vi.spyOn(document, "cookie", "set").mockImplementationOnce(() => undefined);
    answer(() => Response.json({ ...tokens, access_token: large }));
    expect(await back({ code: "c1", state })).toBe("/dashboard");
    expect(new Headers(fetched.mock.calls[1]?.[1].headers).get("authorization")).toBe(`Bearer ${large}`);
    expect(token()).toBe(own);
  });
});

describe("is sent to /login without a word, and without an exchange,", () => {
  const silently = async (parts: Record<string, string>) => {
    expect(await back(parts)).toBe("/login");
    expect(texts()).toEqual([]);
    expect(requests()).toEqual([]);
    expect(token()).toBeUndefined();
  };

  it("who was denied", async () => {
    const { state } = await begin();
    await silently({ error: "access_denied", state });
    // The attempt is over.
    await silently({ code: "c1", state });
  });

  it.each<Record<string, string>>([
    {},
    { code: "c1" },
    { code: "c1", state: "" },
    { code: "c1", state: "x".repeat(43) },
  ])("who brings a state that is not this browser's: %j", async (parts) => {
    await begin();
    await silently(parts);
  });

  it("who comes with the same state again", async () => {
    const { state, tokens } = await begin();
    answer(() => Response.json(tokens));
    await back({ code: "c1", state });
    fetched.mockClear();
    shown.mockClear();
    clearToken();
    await silently({ code: "c1", state });
  });

  it("who comes from another provider than asked", async () => {
    const { state } = await begin();
    await silently({ code: "c1", state, iss: "https://evil.test" });
  });
});

describe("a failed exchange shows no message and keeps nothing:", () => {
  it.each([
    ["a refused code", () => Response.json({ error: "invalid_grant" }, { status: 400 })],
    ["a provider's fault", () => new Response("<html>", { status: 502 })],
    ["an answer without a token", () => Response.json({ token_type: "Bearer" })],
    ["an answer that is none", () => new Response("<html>")],
    ["status 201", () => Response.json({ access_token: "theirs" }, { status: 201 })],
    [
      "no answer",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
  ])("%s", async (_, reply) => {
    const { state } = await begin();
    answer(reply);
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(requests()).toEqual(["/oauth/v2/token"]);
    expect(texts()).toEqual([]);
    expect(token()).toBeUndefined();
  });

  it.each([
    { nonce: "other" },
    { nonce: undefined },
    { aud: "other" },
    { iss: "https://evil.test" },
    { exp: now() - 3_600 },
  ])("an id token that was not made for this sign-in: %j", async (claims) => {
    const { state, tokens } = await begin(claims);
    answer(() => Response.json(tokens));
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(texts()).toEqual([]);
    expect(token()).toBeUndefined();
  });

  it("and leaves a session that goes on as it is", async () => {
    keepToken(own, 604_800);
    const { state } = await begin();
    answer(() => Response.json({}, { status: 400 }));
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(token()).toBe(own);
  });
});

describe("the first call with the provider's token", () => {
  it.each([
    [40106, "单点登录账号未绑定，请联系管理员"],
    [40102, "账号已停用"],
  ])("that is refused with %i tells so on /login and leaves nothing", async (code, message) => {
    const { state, tokens } = await begin();
    answer(
      () => Response.json(tokens),
      () => refused(code, message),
    );
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(texts()).toEqual([message]);
    expect(token()).toBeUndefined();
    expect(persisted().user.userInfo).toBe("");
  });

  it("that gets no answer is left to the next screen", async () => {
    const { state, tokens } = await begin();
    answer(
      () => Response.json(tokens),
      () => new Response("", { status: 503 }),
    );
    expect(await back({ code: "c1", state })).toBe("/dashboard");
    expect(token()).toBe("theirs");
    expect(texts()).toEqual([]);
  });

  it("that ends with 401 leads to /login and is told once", async () => {
    const { state, tokens } = await begin();
    answer(
      () => Response.json(tokens),
      () => Response.json({ code: 40100, message: "登录已过期，请重新登录", data: null }, { status: 401 }),
    );
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(texts()).toEqual(["登录已过期，请重新登录"]);
    expect(token()).toBeUndefined();
  });
});
