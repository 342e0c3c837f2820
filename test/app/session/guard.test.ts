import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { leave } from "~/app/api/leave";
import { consumeReturn } from "~/app/browser/return-path";
import { guard } from "~/app/session/guard";
import { authorizeUrl, stateOf } from "~/app/session/wecom-sign-in";
import { screenAt } from "~/contract/screens";

const origin = window.location.origin;

/** Where the access rule sends this address; null when it lets pass. */
const led = (path: string) =>
  guard(new Request(origin + path), screenAt(new URL(path, origin).pathname)?.file !== undefined).catch(
    (thrown: unknown) => {
      if (!(thrown instanceof Response)) throw thrown;
      expect(thrown.headers.get("X-Remix-Replace")).toBe("true");
      return thrown.headers.get("Location");
    },
  );

const browse = (agent: string) => vi.spyOn(window.navigator, "userAgent", "get").mockReturnValue(agent);

beforeEach(() => {
  clearToken();
  window.sessionStorage.clear();
  window.localStorage.clear();
});

describe("signed out", () => {
  it("sends staff screens to /login and remembers the way back", async () => {
    expect(await led("/customer/publicCustomer?page=2")).toBe("/login");
    expect(consumeReturn()).toBe("/customer/publicCustomer?page=2");
    expect(await led("/system/user")).toBe("/login");
    expect(await led("/CUSTOMER/publiccustomer")).toBe("/login");
    expect(await led("/clue/feedback?page=2")).toBe("/login");
    expect(consumeReturn()).toBe("/clue/feedback?page=2");
  });

  it("lets pass public screens and, to the 404 page, unknown addresses", async () => {
    expect(await led("/login")).toBeNull();
    expect(await led("/weauth?code=1")).toBeNull();
    expect(await led("/analysis/overview")).toBeNull();
    expect(await led("/no/such/page")).toBeNull();
  });

  it("never asks for WeCom in another browser", async () => {
    const asked = vi.spyOn(globalThis, "fetch");
    const left = vi.spyOn(leave, "to");
    expect(await led("/dashboard")).toBe("/login");
    expect(asked).not.toHaveBeenCalled();
    expect(left).not.toHaveBeenCalled();
  });

  it("sends / to /login", async () => expect(await led("/")).toBe("/login"));
});

describe("signed in", () => {
  beforeEach(() => keepToken("token", 604_800));
  afterEach(clearToken);

  it("lets pass", async () => expect(await led("/customer/publicCustomer")).toBeNull());
  it("sends / to /login all the same", async () => expect(await led("/")).toBe("/login"));
});

describe("addresses of the former product", () => {
  it.each([
    ["/home/inquiryInfo/55", "/inquiry/estate-inquiry/inquiryInfo/55"],
    ["/a/b/home/inquiryInfo/x/55/?from=mail", "/inquiry/estate-inquiry/inquiryInfo/55"],
    ["/home/editCustomerInfo/7?client_id=12", "/customer/editCustomerInfo/7?client_id=12"],
    ["/old/home/editCustomerInfo/7", "/customer/editCustomerInfo/7?client_id=false"],
    ["/home/editCustomerInfo/7?client_id=", "/customer/editCustomerInfo/7?client_id=false"],
    ["/home/editCustomerInfo/7?client_id=1%262", "/customer/editCustomerInfo/7?client_id=1%262"],
  ])("%s leads to %s, for anyone", async (from, to) => expect(await led(from)).toBe(to));

  it("are not mistaken for others", async () => expect(await led("/home/inquiryInformation/1")).toBeNull());
});

describe("WeCom", () => {
  const answer = (status: number, body: unknown) => vi.stubGlobal("fetch", async () => Response.json(body, { status }));
  const config = { appid: "corp1", oauth2_login_url: "https://open.example.test/authorize?keep=1" };

  beforeEach(() => {
    // It never answers: the page is gone. Here it stays.
    vi.spyOn(leave, "to").mockResolvedValue(undefined as never);
    browse("Mozilla/5.0 MicroMessenger/7.0 wxwork/4.1.10");
  });

  it("leaves for the authorization with everything that it asks for", async () => {
    answer(200, { code: 200, message: "", data: config });
    await led("/customer/editCustomerInfo/7?client_id=12");
    const target = new URL(vi.mocked(leave.to).mock.calls[0]?.[0] ?? "");
    expect(target.origin + target.pathname).toBe("https://open.example.test/authorize");
    expect(Object.fromEntries(target.searchParams)).toEqual({
      keep: "1",
      appid: "corp1",
      redirect_uri: `${origin}/weauth`,
      response_type: "code",
      scope: "snsapi_base",
      state: "/customer/editCustomerInfo/7_12",
    });
    expect(target.hash).toBe("#wechat_redirect");
    expect(JSON.parse(window.localStorage.getItem("wecom_state") ?? "{}")).toMatchObject({
      state: "/customer/editCustomerInfo/7_12",
    });
  });

  it.each([
    [400, { code: 40000, message: "请求格式错误", data: null }],
    [200, { code: 50000, message: "", data: null }],
  ])("goes to /login when the configuration does not come (%i)", async (status, body) => {
    answer(status, body);
    const shown = vi.spyOn(notifications, "show");
    expect(await led("/dashboard")).toBe("/login");
    expect(shown).not.toHaveBeenCalled();
    expect(leave.to).not.toHaveBeenCalled();
  });

  it("does not begin by itself within ten minutes of an exchange that failed", async () => {
    answer(200, { code: 200, message: "", data: config });
    window.localStorage.setItem("wecom_held", JSON.stringify({ at: Date.now() - 9 * 60_000 }));
    expect(await led("/dashboard")).toBe("/login");
    expect(leave.to).not.toHaveBeenCalled();
    window.localStorage.setItem("wecom_held", JSON.stringify({ at: Date.now() - 11 * 60_000 }));
    await led("/dashboard");
    expect(leave.to).toHaveBeenCalledOnce();
    expect(window.localStorage.getItem("wecom_held")).toBeNull();
  });

  it.each([
    ["/dashboard", "/dashboard_false"],
    ["/dashboard?client_id=", "/dashboard_false"],
    ["/dashboard?client_id=undefined", "/dashboard_false"],
    ["/dashboard?client_id=12", "/dashboard_12"],
    ["/a_b/c?client_id=12", "/a%5Fb/c_12"],
    [`/${"x".repeat(130)}`, "/dashboard"],
  ])("writes the state of %s so that one underscore parts it", (path, state) => {
    expect(stateOf(new URL(origin + path))).toBe(state);
  });

  it("keeps the hash last and the configured address's own parameters", () => {
    expect(authorizeUrl(config, new URL(`${origin}/dashboard`)).href).toMatch(
      /\?keep=1&appid=corp1&.*state=%2Fdashboard_false#wechat_redirect$/,
    );
  });
});
