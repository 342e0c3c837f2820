import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { call } from "~/app/api/call";
import { clearToken, keepToken, token } from "~/app/api/cookie";
import { dropFirstReplies } from "~/app/api/first-reply";
import { endpoint } from "~/contract/endpoint";
import { runHeadScript } from "~/test/support/head-script";

const list = endpoint("GET /api/thing", "列表", "signed-in", {
  query: z.object({ page: z.number().optional() }),
  reply: z.object({ list: z.array(z.number()) }),
});
const add = endpoint("POST /api/thing", "新增", "signed-in", { reply: z.null() });

const root = document.documentElement;
const fetched = vi.fn<typeof fetch>();
const addresses = () => fetched.mock.calls.map(([address]) => address);
const fine = (data: unknown, headers?: Record<string, string>) =>
  new Response(JSON.stringify({ code: 200, message: "success", data }), { headers });

/** What the head's script does in a document whose root the server has written so. */
function openDocument(first: string, storedState = "{}"): void {
  localStorage.setItem("seoneox", storedState);
  root.setAttribute("data-frame", "list");
  root.setAttribute("data-first", first);
  runHeadScript();
}

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  keepToken("first-token", 604_800);
});

afterEach(() => {
  clearToken();
  dropFirstReplies();
  localStorage.clear();
  for (const name of ["data-frame", "data-first", "data-folded", "data-phone"]) root.removeAttribute(name);
});

it("is asked for with the token before anything else, and taken over by the call of the same address, once", async () => {
  fetched.mockImplementation(async () => fine({ list: [7] }));
  openDocument("/api/thing?page=2 /api/other");
  expect(addresses()).toEqual(["/api/thing?page=2", "/api/other"]);
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: "Bearer first-token" });
  expect(await call(list, { query: { page: 2 } })).toEqual({ list: [7] });
  expect(fetched).toHaveBeenCalledTimes(2);
  await call(list, { query: { page: 2 } });
  expect(fetched).toHaveBeenCalledTimes(3);
});

it("renews the token like any other answer", async () => {
  fetched.mockImplementation(async () => fine({ list: [] }, { authorization: "Bearer second-token" }));
  openDocument("/api/thing");
  await call(list);
  expect(token()).toBe("second-token");
});

it("serves neither another address, nor a write, nor another token, nor whoever comes after the first page", async () => {
  fetched.mockImplementation(async () => fine({ list: [] }));
  openDocument("/api/thing /api/thing?page=2 /api/thing?page=3");
  await call(list, { query: { page: 4 } });
  await call(add);
  keepToken("another-token", 604_800);
  await call(list);
  keepToken("first-token", 604_800);
  dropFirstReplies();
  await call(list, { query: { page: 2 } });
  expect(fetched).toHaveBeenCalledTimes(3 + 4);
});

it("that was lost on the way is asked for again", async () => {
  fetched.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockImplementation(async () => fine({ list: [1] }));
  openDocument("/api/thing");
  expect(await call(list)).toEqual({ list: [1] });
});

it("that does not come is given up after the 30 seconds of every call", async () => {
  vi.useFakeTimers();
  fetched.mockImplementation(
    (_, init) =>
      new Promise((_resolve, reject) => {
        if (init?.signal?.aborted) reject(new DOMException("", "AbortError"));
      }),
  );
  openDocument("/api/thing");
  const failure = call(list, undefined, { silent: true }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await failure).toMatchObject({ message: "请求超时，请重试。" });
  vi.useRealTimers();
});

it("is not asked for without a token; then no frame is shown either", () => {
  clearToken();
  openDocument("/api/thing");
  expect(fetched).not.toHaveBeenCalled();
  expect(root.hasAttribute("data-frame")).toBe(false);
});

it("comes with a frame as folded as the menu was left", () => {
  fetched.mockImplementation(async () => fine(null));
  openDocument("/api/thing", JSON.stringify({ setting: { collapsed: true } }));
  expect(root.hasAttribute("data-folded")).toBe(true);
});
