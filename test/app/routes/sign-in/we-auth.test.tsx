import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, token } from "~/app/api/cookie";
import * as weAuth from "~/app/routes/sign-in/we-auth";
import { renderRoute, someViewer } from "~/test/support/render-route";

/** The browser at this address of ours, on the way back from an authorization that it began for the pool. */
function arrive(at: string) {
  window.localStorage.setItem("wecom_state", JSON.stringify({ state: "/customer/publicCustomer_88", at: Date.now() }));
  window.history.replaceState(null, "", at);
  const others = { "/customer/publicCustomer": () => <p>公海</p>, "/login": () => <p>登录页</p> };
  return renderRoute({ path: "/weAuth", at, module: weAuth, others }, someViewer());
}

const exchanged = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  exchanged.mockReset();
  vi.stubGlobal("fetch", exchanged);
  clearToken();
  window.sessionStorage.clear();
});
afterEach(() => {
  clearToken();
  window.localStorage.clear();
  window.history.replaceState(null, "", "/");
});

it("says whose account it is, and 不是我 signs out at once", async () => {
  const data = { access_token: "ours", expires_in: 604_800, name: "王小明", userid: "wangxm" };
  exchanged.mockImplementation(async () => Response.json({ code: 200, message: "", data }));
  const { actor } = arrive("/weauth?code=c3&state=%2Fcustomer%2FpublicCustomer_88");
  await screen.findByText("已登录王小明的账号");
  expect(token()).toBe("ours");
  await actor.click(screen.getByText("不是我"));
  await waitFor(() => expect(token()).toBeUndefined());
});
