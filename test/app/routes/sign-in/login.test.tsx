import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { leave } from "~/app/api/leave";
import { changeUserInfo } from "~/app/browser/persisted";
import { forgetReturn, rememberReturn } from "~/app/browser/return-path";
import * as login from "~/app/routes/sign-in/login";
import { renderRoute, someViewer } from "~/test/support/render-route";

type Answers = Record<string, () => Response | Promise<Response>>;

const success = (data: object) => Response.json({ code: 200, message: "", data });
const configured = (sso: object | null, wecom: boolean) => () => success({ sso, wecom });
const bothWays = configured({ host: "https://id.example.test", client_id: "desk" }, true);
const link = "/api/auth/link";
const config = "/api/system/config/public";

/** The sign-in page, with what the server answers by path. */
function open(answers: Answers) {
  vi.stubGlobal("fetch", async (address: string) => {
    const reply = answers[address.split("?")[0] ?? ""];
    if (!reply) throw new Error(`unexpected request ${address}`);
    return reply();
  });
  const others = { "/dashboard": () => <p>工作台</p>, "/customer/publicCustomer": () => <p>公海</p> };
  return renderRoute({ path: "/login", module: login, others }, someViewer());
}

const button = (name: string) => screen.findByRole("button", { name });
const left = () => new URL(vi.mocked(leave.to).mock.calls.at(-1)?.[0] ?? "");

beforeEach(() => {
  vi.spyOn(leave, "to").mockReturnValue(new Promise(() => undefined));
  clearToken();
  forgetReturn();
  window.localStorage.clear();
});
afterEach(clearToken);

it("offers each further way in where it is configured", async () => {
  open({ [config]: configured({ host: "https://id.example.test", client_id: "desk" }, false) });
  await button("单点登录");
  expect(screen.queryByRole("button", { name: "企业微信登录" })).toBeNull();
});

it("has its form before the configuration comes, and without it", async () => {
  let fail: (reason: Error) => void = () => undefined;
  const lost = new Promise<Response>((_, reject) => {
    fail = reject;
  });
  open({ [config]: () => lost });
  await screen.findByLabelText("邮箱");
  fail(new TypeError("Failed to fetch"));
  await lost.catch(() => undefined);
  expect(screen.getByLabelText("邮箱")).toBeDefined();
  expect(screen.queryByText("其他登录方式")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

it("says what is missing before it asks the server", async () => {
  const { actor } = open({ [config]: bothWays });
  await actor.click(await button("登录"));
  await screen.findByText("请输入密码");
  expect(screen.getByLabelText("邮箱").getAttribute("aria-invalid")).toBe("true");
});

it("offers 进入工作台 to whoever is signed in already", async () => {
  keepToken("mine", 604_800);
  changeUserInfo("林顾问");
  const { actor, place } = open({ [config]: bothWays });
  await screen.findByText("您已登录：林顾问");
  await actor.click(screen.getByRole("link", { name: "进入工作台" }));
  await waitFor(() => expect(place.href).toBe("/dashboard"));
});

it("单点登录 leaves for the provider", async () => {
  Object.defineProperty(window, "isSecureContext", { value: true, configurable: true });
  const { actor } = open({ [config]: bothWays });
  await actor.click(await button("单点登录"));
  await waitFor(() => expect(leave.to).toHaveBeenCalledOnce());
  expect(left().origin + left().pathname).toBe("https://id.example.test/oauth/v2/authorize");
  expect((await button("企业微信登录")).hasAttribute("disabled")).toBe(true);
});

it("单点登录 says why it cannot be where the browser lacks its hash function", async () => {
  Object.defineProperty(window, "isSecureContext", { value: false, configurable: true });
  const { actor } = open({ [config]: bothWays });
  await actor.click(await button("单点登录"));
  await screen.findByText("单点登录需要通过 HTTPS 访问");
  expect(leave.to).not.toHaveBeenCalled();
});

it("企业微信登录 leaves for WeCom, on the way to the interrupted page", async () => {
  rememberReturn("/customer/editCustomerInfo/12?client_id=88");
  const address = { appid: "corp1", oauth2_login_url: "https://open.example.test/authorize" };
  const { actor } = open({ [config]: bothWays, [link]: () => success(address) });
  await actor.click(await button("企业微信登录"));
  await waitFor(() => expect(leave.to).toHaveBeenCalledOnce());
  expect(left().searchParams.get("state")).toBe("/customer/editCustomerInfo/12_88");
});

it("企业微信登录 stays, and may be tried again, where the server does not say where", async () => {
  const answers: Answers = { [config]: bothWays };
  answers[link] = () => Response.json({ code: 50000, message: "系统繁忙，请稍后再试", data: null }, { status: 500 });
  const { actor, place } = open(answers);
  await actor.click(await button("企业微信登录"));
  await screen.findByText("系统繁忙，请稍后再试");
  await waitFor(async () => expect((await button("企业微信登录")).hasAttribute("data-loading")).toBe(false));
  expect(place.href).toBe("/login");
  expect(leave.to).not.toHaveBeenCalled();
});

it("goes back to the interrupted page once another tab has signed in; a fresh visit stays", async () => {
  const { place } = open({ [config]: bothWays });
  await button("单点登录");
  keepToken("theirs", 604_800);
  const hear = () => window.dispatchEvent(new StorageEvent("storage", { key: "seoneox", newValue: "{}" }));
  hear();
  expect(place.href).toBe("/login");
  rememberReturn("/customer/publicCustomer?page=2");
  hear();
  await screen.findByText("公海");
  expect(place.href).toBe("/customer/publicCustomer?page=2");
});
