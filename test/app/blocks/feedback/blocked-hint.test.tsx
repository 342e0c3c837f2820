import { MantineProvider } from "@mantine/core";
import { act, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "~/app/api/call";
import { clearToken, keepToken } from "~/app/api/cookie";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { user } from "~/contract/personal/user";

const hint = "可能被浏览器插件拦截";
const asked: string[] = [];
/** Whether the server answers /healthz, and what it answers all else; undefined: nothing. */
let given: { healthz: boolean; status?: number };

beforeEach(() => {
  asked.length = 0;
  keepToken("a-token", 604_800);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (address === "/healthz" && given.healthz) return new Response("ok");
    if (address === "/healthz" || !given.status) throw new TypeError("Failed to fetch");
    return new Response("{}", { status: given.status });
  });
  render(
    <MantineProvider>
      <AsyncPart answer={undefined} hasFailed again={() => undefined}>
        {() => null}
      </AsyncPart>
    </MantineProvider>,
  );
});
afterEach(clearToken);

const fail = () => call(user.profile).catch(() => undefined);

it("says beside 重试 that a blocker may have kept away what got no answer, where the server answers right after", async () => {
  given = { healthz: true };
  await fail();
  expect(await screen.findByText(hint)).toBeTruthy();
  expect(asked).toEqual(["/api/user/profile", "/healthz"]);
});

it("says nothing where the server does not answer either", async () => {
  given = { healthz: false };
  await fail();
  await waitFor(() => expect(asked).toContain("/healthz"));
  await act(async () => undefined);
  expect(screen.queryByText(hint)).toBeNull();
});

it("says nothing, and asks nothing, where the server has refused", async () => {
  given = { healthz: true };
  await fail();
  await screen.findByText(hint);
  given = { healthz: true, status: 500 };
  asked.length = 0;
  await fail();
  await waitFor(() => expect(screen.queryByText(hint)).toBeNull());
  expect(asked).toEqual(["/api/user/profile"]);
});
