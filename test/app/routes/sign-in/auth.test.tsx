import { screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, token } from "~/app/api/cookie";
import { leave } from "~/app/api/leave";
import * as auth from "~/app/routes/sign-in/auth";
import { startSso } from "~/app/session/sso";
import { renderRoute, someViewer } from "~/test/support/render-route";

/** Leaves for the provider; gives the address to which it sends the browser back. */
async function begin(): Promise<string> {
  await startSso({ host: "https://id.example.test", client_id: "desk" });
  const state = new URL(vi.mocked(leave.to).mock.calls.at(-1)?.[0] ?? "").searchParams.get("state");
  return `/auth?code=c1&state=${state}`;
}

/** The browser at this address of ours. */
function arrive(at: string) {
  window.history.replaceState(null, "", at);
  const others = { "/dashboard": () => <p>工作台</p>, "/login": () => <p>登录页</p> };
  return renderRoute({ path: "/auth", at, module: auth, others }, someViewer());
}

const exchanged = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  // It never answers: the page is gone. Here it stays.
  vi.spyOn(leave, "to").mockResolvedValue(undefined as never);
  exchanged.mockReset();
  vi.stubGlobal("fetch", async (address: string) =>
    address.endsWith("/oauth/v2/token")
      ? exchanged()
      : Response.json({ code: 200, message: "", data: { name: "林顾问" } }),
  );
  clearToken();
});
afterEach(() => {
  clearToken();
  window.history.replaceState(null, "", "/");
});

it("says 正在登录… with the code gone from the address, then leads to the dashboard", async () => {
  let answer: (reply: Response) => void = () => undefined;
  exchanged.mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const { place } = arrive(await begin());
  await screen.findByText("正在登录…");
  expect(window.location.pathname + window.location.search).toBe("/auth");
  answer(Response.json({ access_token: "theirs", expires_in: 43_200 }));
  await screen.findByText("登录成功！");
  await waitFor(() => expect(place.href).toBe("/dashboard"));
  expect(exchanged).toHaveBeenCalledOnce();
  expect(token()).toBe("theirs");
});
