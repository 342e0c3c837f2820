import { notifications } from "@mantine/notifications";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { keepToken, token } from "~/app/api/cookie";
import { leave } from "~/app/api/leave";
import { startSlackBinding, startWecomBinding } from "~/app/session/binding-start";
import { finishSso, startSso } from "~/app/session/sso";
import { finishWeCom } from "~/app/session/wecom-sign-in";

const provider = { host: "https://id.example.test", client_id: "desk" };
const place = "/personal-center";
const shown = vi.fn();
const texts = () => shown.mock.calls.map(([toast]) => toast.message);

/** What our API answers to a binding, and what it and the provider were sent. */
const bound = vi.fn<(path: string, body: Record<string, string>) => Response>();
const success = (data: unknown) => Response.json({ code: 200, message: "", data });
const replies: Record<string, () => Response> = {
  "/api/auth/link": () => success({ appid: "corp1", oauth2_login_url: "https://open.example.test/authorize" }),
  "/crm/customer/auth/slack": () =>
    success({ linked: false, slack_user_id: null, team_name: null, authorize_url: "https://slack.example.test/go" }),
  "/oauth/v2/token": () => Response.json({ access_token: "theirs", expires_in: 43_200 }),
};

beforeEach(() => {
  bound.mockReset().mockReturnValue(success(null));
  shown.mockReset();
  // It never answers: the page is gone. Here it stays.
  vi.spyOn(leave, "to").mockResolvedValue(undefined as never);
  vi.spyOn(notifications, "show").mockImplementation(shown);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const { pathname } = new URL(address, window.location.origin);
    return replies[pathname]?.() ?? bound(pathname, JSON.parse(String(init.body)));
  });
  window.sessionStorage.clear();
  window.localStorage.clear();
  keepToken("ours", 604_800);
});

const left = () => new URL(vi.mocked(leave.to).mock.calls.at(-1)?.[0] ?? "");
const stateOf = () => left().searchParams.get("state") ?? "";

/** Leaves with each platform's own start, and comes back by its own address. */
const ways = {
  wecom: {
    start: () => startWecomBinding(),
    back: (query: Record<string, string>) => finishWeCom(new URLSearchParams(query)),
    sent: ["/api/user/binding/wecom", { code: "c1" }],
    said: "已绑定企业微信",
  },
  sso: {
    start: () => startSso(provider, "bind"),
    back: (query: Record<string, string>) => finishSso(new URLSearchParams(query)),
    sent: ["/api/user/binding/sso", { access_token: "theirs" }],
    said: "已绑定单点登录",
  },
} as const;

describe.each(Object.entries(ways))("binding %s", (_, { start, back, sent, said }) => {
  it("joins the account to whoever is signed in, and leaves his session alone", async () => {
    await start();
    expect(await back({ code: "c1", state: stateOf() })).toBe(place);
    expect(bound).toHaveBeenCalledExactlyOnceWith(...sent);
    expect(texts()).toEqual([said]);
    expect(token()).toBe("ours");
  });

  it("is not done for a state that this browser has not left with, nor twice", async () => {
    await start();
    const state = stateOf();
    expect(await back({ code: "c1", state: `${state}x` })).toBe("/login");
    await back({ code: "c1", state });
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(bound).toHaveBeenCalledOnce();
  });

  it("comes back to the personal center with what the server refuses", async () => {
    bound.mockReturnValue(Response.json({ code: 40900, message: "数据已存在", data: null }, { status: 409 }));
    await start();
    expect(await back({ code: "c1", state: stateOf() })).toBe(place);
    expect(texts()).toEqual(["数据已存在"]);
    expect(token()).toBe("ours");
  });
});

it("says so when the provider lets nobody come back with a code", async () => {
  await ways.sso.start();
  expect(await ways.sso.back({ error: "access_denied", state: stateOf() })).toBe(place);
  expect(texts()).toEqual(["授权失败，请重试"]);
  expect(bound).not.toHaveBeenCalled();
});

it("keeps a WeCom state within its letters and length, and goes to Slack by the server's address", async () => {
  await startWecomBinding();
  expect(stateOf()).toMatch(/^[a-z0-9]{32}$/);
  expect(left().searchParams.get("redirect_uri")).toBe(`${window.location.origin}/weauth`);
  expect(left().hash).toBe("#wechat_redirect");
  await startSlackBinding();
  expect(left().href).toBe("https://slack.example.test/go");
});
