import { notifications } from "@mantine/notifications";
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call } from "~/app/api/call";
import { clearToken, keepToken } from "~/app/api/cookie";
import { consumeIsCached, useShownFrom } from "~/app/api/seen-pages";
import { forgetSession } from "~/app/browser/session-memory";
import { signOut } from "~/app/session/sign-in";
import { endpoint } from "~/contract/endpoint";
import { stored } from "../../support/idb-memory";

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

const contact = endpoint("GET /api/thing/{id}/contact", "联系人", "signed-in", {
  reply: z.object({ phone: z.string(), buyer_phone: z.string(), wechat: z.string(), is_masked: z.boolean() }),
});
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
const answering = (data: unknown) => async () => Response.json({ code: 200, message: "success", data });
// What is stored comes later: another person in each test.
let person = 100;
const keys = () => [...stored.keys()].filter((key) => key.startsWith(`seen:${person} `));

/** Opens a page whose loader asks for a record. */
async function visitRecord(id: number): Promise<unknown> {
  stand("/other", `/thing/${id}`);
  const answer = await call(record, { params: { id } }, asLoader);
  stand(`/thing/${id}`);
  return answer;
}

describe("without a network", () => {
  beforeEach(() => {
    vi.spyOn(notifications, "show");
    person += 1;
    keepToken(tokenOf(String(person)), 604_800);
  });

  it("a page shows what was last seen of it, from this browser as well, and says from when", async () => {
    const from = renderHook(() => useShownFrom());
    const at = Date.now();
    vi.useFakeTimers({ now: at, toFake: ["Date"] });
    await visit("/list");
    await vi.waitFor(() => expect(keys()).toHaveLength(1));
    forgetSession();
    fetched.mockImplementationOnce(lost);
    vi.setSystemTime(at + 3_600_000);
    expect(await act(() => visit("/another?page=1"))).toBe(1);
    expect(from.result.current).toBe(at);
    // What comes ends that.
    await act(() => visit("/list"));
    expect(from.result.current).toBeUndefined();
    from.unmount();
  });

  it("nothing older than a day is shown, nothing of another person, and nothing after a fault of the server", async () => {
    await visit("/list");
    await vi.waitFor(() => expect(keys()).toHaveLength(1));
    forgetSession();
    fetched.mockImplementationOnce(async () => new Response("", { status: 502 }));
    await expect(visit("/list")).rejects.toMatchObject({ status: 502 });
    fetched.mockImplementation(lost);
    expect(await visit("/list")).toBe(1);
    forgetSession();
    vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ["Date"] });
    await expect(visit("/list")).rejects.toMatchObject({ status: 0 });
    vi.useRealTimers();
    keepToken(tokenOf("2"), 604_800);
    await expect(visit("/list")).rejects.toMatchObject({ status: 0 });
  });

  it("contacts are kept masked, also one's own", async () => {
    const seenContact = { phone: "13812345678", buyer_phone: "09012345678", wechat: "wangwei88", is_masked: false };
    fetched.mockImplementationOnce(answering(seenContact));
    stand("/other", "/thing/1");
    expect(await call(contact, { params: { id: 1 } }, asLoader)).toEqual(seenContact);
    await vi.waitFor(() => expect(keys()).toHaveLength(1));
    expect(stored.get(keys()[0] ?? "")).toMatchObject({
      data: { phone: "138****5678", buyer_phone: "090****5678", wechat: "wa****8", is_masked: true },
    });
  });

  it("fifty lists and a hundred records are kept, the newest", async () => {
    for (let page = 1; page <= 52; page += 1) {
      stand("/other", `/list?page=${page}`);
      await call(list, { query: { page } }, asLoader);
    }
    for (let id = 1; id <= 103; id += 1) await visitRecord(id);
    await vi.waitFor(() => expect(keys()).toHaveLength(150));
    expect(keys()).not.toContain(`seen:${person} /api/thing?page=2`);
    expect(keys()).toEqual(
      expect.arrayContaining(["/api/thing?page=3", "/api/thing/4"].map((one) => `seen:${person} ${one}`)),
    );
  });
});
