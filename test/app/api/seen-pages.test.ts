import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { call } from "~/app/api/call";
import { clearToken, keepToken } from "~/app/api/cookie";
import { consumeIsCached } from "~/app/api/seen-pages";
import { forgetSession } from "~/app/browser/session-memory";
import { signOut } from "~/app/session/sign-in";
import { endpoint } from "~/contract/endpoint";

const list = endpoint("GET /api/thing", "列表", "signed-in", {
  query: z.object({ page: z.number().optional() }),
  reply: z.number(),
});
const record = endpoint("GET /api/thing/{id}", "详情", "signed-in", { reply: z.number() });
const change = endpoint("POST /api/thing", "新增", "signed-in", { reply: z.number() });

const fetched = vi.fn<typeof fetch>();
let count = 0;
const asLoader = { signal: new AbortController().signal };

/** Where the router says it is, and where it is going. */
function stand(at: string, going?: string): void {
  const place = (href: string) => {
    const { pathname, search } = new URL(href, "http://test.local");
    return { pathname, search };
  };
  const navigation = going ? { state: "loading", location: place(going) } : { state: "idle" };
  vi.stubGlobal("__remixRouter", { state: { location: place(at), navigation } });
}

/** Opens a page whose loader asks for the list, and leaves the router there. */
async function visit(href: string, from = "/other"): Promise<number> {
  stand(from, href);
  const answer = await call(list, {}, asLoader);
  stand(href);
  return answer;
}

const tokenOf = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub, sid: "s" })).toString("base64url")}.x`;

beforeEach(() => {
  count = 0;
  fetched.mockReset().mockImplementation(async () => {
    count += 1;
    return new Response(JSON.stringify({ code: 200, message: "success", data: count }));
  });
  vi.stubGlobal("fetch", fetched);
  keepToken(tokenOf("1"), 604_800);
  consumeIsCached();
});

afterEach(() => {
  forgetSession();
  clearToken();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a page seen before comes from memory, says so once, and a refresh brings the newer answer", async () => {
  expect(await visit("/list?page=2")).toBe(1);
  expect(consumeIsCached()).toBe(false);
  expect(await visit("/list?page=2")).toBe(1);
  expect(consumeIsCached()).toBe(true);
  expect(consumeIsCached()).toBe(false);
  expect(await call(list, {}, asLoader)).toBe(2);
  expect(await visit("/list?page=2")).toBe(2);
});

it("another page, another address, a record and a call of no loader are asked for", async () => {
  await visit("/list");
  expect(await visit("/list?keyword=x")).toBe(2);
  stand("/other", "/list");
  expect(await call(list, { query: { page: 2 } }, asLoader)).toBe(3);
  for (const expected of [4, 5]) expect(await call(record, { params: { id: 1 } }, asLoader)).toBe(expected);
  expect(await call(list)).toBe(6);
  expect(consumeIsCached()).toBe(false);
});

it("a refresh that fails leaves what stands there and tells of it; opening a page that fails does not show an old one", async () => {
  const told = vi.spyOn(notifications, "show");
  await visit("/list");
  stand("/list", "/thing/1");
  expect(await call(record, { params: { id: 1 } }, asLoader)).toBe(2);
  stand("/thing/1");
  for (const broken of [
    () => Promise.reject(new TypeError("Failed to fetch")),
    async () => new Response("", { status: 502 }),
  ]) {
    fetched.mockImplementationOnce(broken);
    expect(await call(record, { params: { id: 1 } }, asLoader)).toBe(2);
  }
  expect(told).toHaveBeenCalledTimes(2);
  fetched.mockImplementationOnce(async () => new Response("{}", { status: 404 }));
  await expect(call(record, { params: { id: 1 } }, asLoader)).rejects.toMatchObject({ status: 404 });
  stand("/thing/1", "/thing/1");
  fetched.mockImplementationOnce(async () => new Response("", { status: 502 }));
  await expect(call(record, { params: { id: 1 } }, asLoader)).rejects.toMatchObject({ status: 502 });
});

it("what stands there stays after a write as well, when the refresh that follows it fails", async () => {
  vi.spyOn(notifications, "show");
  await visit("/list");
  await call(change, {});
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError("Failed to fetch")));
  expect(await call(list, {}, asLoader)).toBe(1);
  expect(await call(list, {}, asLoader)).toBe(3);
});

it("what was seen is forgotten after a write, after five minutes and with the session", async () => {
  await visit("/list");
  await call(change);
  expect(await visit("/list")).toBe(3);
  vi.useFakeTimers({ now: Date.now() + 300_001 });
  expect(await visit("/list")).toBe(4);
  vi.useRealTimers();
  keepToken(tokenOf("2"), 604_800);
  expect(await visit("/list")).toBe(5);
  await signOut();
  keepToken(tokenOf("2"), 604_800);
  expect(await visit("/list")).toBe(7);
});
