import { notifications } from "@mantine/notifications";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { clearToken, keepToken, token } from "~/app/api/cookie";
import { leave } from "~/app/api/leave";
import { persisted, resetData } from "~/app/browser/persisted";
import { forgetReturn, rememberReturn, returnPath } from "~/app/browser/return-path";
import { finishWeCom, startByItself, startWeCom } from "~/app/session/wecom-sign-in";

const origin = window.location.origin;
const session = { access_token: "ours", expires_in: 604_800, name: "王小明", userid: "wangxm" };

const shown = vi.fn();
const texts = () => shown.mock.calls.map(([toast]) => toast.message);

/** What POST /api/auth/wecom answers, and which codes it was asked for. */
const exchanged = vi.fn<(code: string) => Response>();
const codes = () => exchanged.mock.calls.map(([code]) => code);

const config = { appid: "corp1", oauth2_login_url: "https://open.example.test/authorize", bind_attempt: false };
const success = (data: object) => Response.json({ code: 200, message: "", data });
const refused = (status: number, code: number, message: string) =>
  Response.json({ code, message, data: null }, { status });

const browse = (agent: string) => vi.spyOn(window.navigator, "userAgent", "get").mockReturnValue(agent);
const inWeCom = () => browse("Mozilla/5.0 MicroMessenger/7.0 wxwork/4.1.10");

/** Leaves for WeCom from this address and gives the state that comes back. */
async function begin(address: string): Promise<string> {
  await startWeCom(new URL(origin + address));
  return new URL(vi.mocked(leave.to).mock.calls.at(-1)?.[0] ?? "").searchParams.get("state") ?? "";
}

const back = (parts: Record<string, string>) => finishWeCom(new URLSearchParams(parts));

/** As if the browser had begun with just this state. */
const pretend = (state: string, at = Date.now()) =>
  window.localStorage.setItem("wecom_state", JSON.stringify({ state, at }));

beforeEach(() => {
  exchanged.mockReset().mockReturnValue(success(session));
  shown.mockReset();
  // It never answers: the page is gone. Here it stays.
  vi.spyOn(leave, "to").mockResolvedValue(undefined as never);
  vi.spyOn(notifications, "show").mockImplementation(shown);
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) =>
    address.startsWith("/api/auth/link") ? success(config) : exchanged(JSON.parse(String(init.body)).code),
  );
  window.sessionStorage.clear();
  window.localStorage.clear();
  clearToken();
  forgetReturn();
  resetData();
});

describe("coming back from WeCom", () => {
  it("exchanges the code, says so for a second, and keeps who it is but not the token", async () => {
    const state = await begin("/customer/publicCustomer");
    expect(await back({ code: "c1", state })).toBe("/customer/publicCustomer");
    expect(codes()).toEqual(["c1"]);
    expect(token()).toBe("ours");
    expect(persisted().user.userInfo).toEqual({ name: "王小明", userid: "wangxm" });
    expect(persisted().setting).toMatchObject({ openKeys: "/dashboard", selectedKeys: ["/dashboard"] });
    expect(shown).toHaveBeenNthCalledWith(1, expect.objectContaining({ message: "登录成功！", autoClose: 1_000 }));
    expect(shown).toHaveBeenNthCalledWith(2, expect.objectContaining({ id: "whose-account" }));
    expect(Object.keys(window.localStorage)).toEqual(["seoneox"]);
  });

  it.each([
    ["/customer/editCustomerInfo/12?client_id=88", "/customer/editCustomerInfo/12?client_id=88"],
    ["/customer/editCustomerInfo/12?client_id=a_b", "/customer/editCustomerInfo/12?client_id=a_b"],
    ["/customer/editCustomerInfo/12?client_id=false", "/customer/editCustomerInfo/12"],
    ["/customer/publicCustomer?page=2", "/customer/publicCustomer"],
    ["/no/such", "/dashboard"],
    [`/customer/editCustomerInfo/${"1".repeat(130)}`, "/dashboard"],
  ])("from %s leads to %s", async (address, place) => {
    const state = await begin(address);
    expect(await back({ code: "c1", state })).toBe(place);
  });

  it("leads to the whole address where this tab was on its way there", async () => {
    rememberReturn("/customer/requirementInput?id=7");
    const state = await begin("/customer/requirementInput?id=7");
    expect(await back({ code: "c1", state })).toBe("/customer/requirementInput?id=7");
    expect(returnPath()).toBeUndefined();
  });

  it.each([
    "//evil.test/dashboard",
    "//evil.test/dashboard_12",
    "/\\evil.test_12",
    "/\t/evil.test_false",
    "https://evil.test/dashboard_false",
    "https:evil.test_false",
    "javascript:alert(1)_false",
    "/%2f%2fevil.test_false",
    "/dashboard/..//evil.test_false",
    "/login_false",
    "/auth?code=1_false",
    "_12",
    "dashboard_12",
    "/dashboard",
    "/dashboard_",
    "/dashboard_false",
    "/dashboard_undefined&next=//evil.test",
    "/dashboard?next=1_false",
  ])("never leaves the product, not with state %j", async (state) => {
    pretend(state);
    expect(await back({ code: "c1", state })).toBe("/dashboard");
  });
});

describe("is not exchanged", () => {
  it.each<Record<string, string>>([
    {},
    { code: "c1" },
    { state: "/dashboard_false" },
    { code: "c1", state: "/customer/publicCustomer_false" },
  ])("what this browser did not begin: %j", async (parts) => {
    pretend("/dashboard_false");
    expect(await back(parts)).toBe("/login");
    expect(codes()).toEqual([]);
    expect(texts()).toEqual([]);
    // A begun sign-in can still end.
    expect(await back({ code: "c2", state: "/dashboard_false" })).toBe("/dashboard");
  });

  it("what was begun more than a minute ago", async () => {
    pretend("/dashboard_false", Date.now() - 60_000);
    expect(await back({ code: "c1", state: "/dashboard_false" })).toBe("/login");
    expect(codes()).toEqual([]);
    expect(window.localStorage.getItem("wecom_state")).toBeNull();
  });

  it("what another browser has begun, where the company binds attempts to theirs", async () => {
    config.bind_attempt = true;
    const state = await begin("/customer/publicCustomer");
    config.bind_attempt = false;
    const redirect = new URL(vi.mocked(leave.to).mock.calls.at(-1)?.[0] ?? "").searchParams.get("redirect_uri") ?? "";
    const once = new URL(redirect).searchParams.get("once") ?? "";
    expect(once).toMatch(/^[\da-f]{32}$/);
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(await back({ code: "c1", state, once: "guessed" })).toBe("/login");
    expect(codes()).toEqual([]);
    expect(await back({ code: "c1", state, once })).toBe("/customer/publicCustomer");
    expect(await back({ code: "c2", state, once })).toBe("/login");
  });

  it("a code for the second time: whoever is signed in goes on", async () => {
    const state = await begin("/customer/publicCustomer");
    await back({ code: "c1", state });
    expect(await back({ code: "c1", state })).toBe("/customer/publicCustomer");
    expect(codes()).toEqual(["c1"]);
  });

  it("a code for the second time: WeCom's browser begins anew, once", async () => {
    inWeCom();
    const state = await begin("/customer/publicCustomer");
    await back({ code: "c1", state });
    clearToken();
    vi.mocked(leave.to).mockClear();
    await back({ code: "c1", state });
    expect(leave.to).toHaveBeenCalledOnce();
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(leave.to).toHaveBeenCalledOnce();
    expect(codes()).toEqual(["c1"]);
  });

  it("a code for the second time: another browser goes to /login", async () => {
    const state = await begin("/customer/publicCustomer");
    await back({ code: "c1", state });
    clearToken();
    vi.mocked(leave.to).mockClear();
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(leave.to).not.toHaveBeenCalled();
  });
});

describe("an exchange that does not succeed leads to /login, and nothing starts by itself afterwards:", () => {
  it.each([
    [400, 40000, "请求格式错误", []],
    [503, 50300, "系统繁忙，请稍后再试", []],
    [403, 40103, "企业微信账号未绑定，请联系管理员", ["企业微信账号未绑定，请联系管理员"]],
    [403, 40102, "账号已停用", ["账号已停用"]],
  ])("%i %i", async (status, code, message, told) => {
    inWeCom();
    const state = await begin("/dashboard");
    exchanged.mockReturnValue(refused(status, code, message));
    vi.mocked(leave.to).mockClear();
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(texts()).toEqual(told);
    expect(token()).toBeUndefined();
    await startByItself(new URL(`${origin}/dashboard`));
    expect(leave.to).not.toHaveBeenCalled();

    // A user may ask for it, and a success lifts the ban.
    exchanged.mockReturnValue(success(session));
    expect(await back({ code: "c2", state: await begin("/dashboard") })).toBe("/dashboard");
    clearToken();
    vi.mocked(leave.to).mockClear();
    await startByItself(new URL(`${origin}/dashboard`));
    expect(leave.to).toHaveBeenCalledOnce();
  });

  it("and leaves a session that goes on as it is", async () => {
    const state = await begin("/dashboard");
    keepToken("mine", 604_800);
    exchanged.mockReturnValue(refused(400, 40000, "请求格式错误"));
    expect(await back({ code: "c1", state })).toBe("/login");
    expect(token()).toBe("mine");
  });
});
