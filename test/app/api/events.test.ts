import Cookies from "js-cookie";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken, token } from "~/app/api/cookie";
import { onTopic } from "~/app/api/events";

const fetched = vi.fn<typeof fetch>();
let opened: { controller: ReadableStreamDefaultController<Uint8Array>; signal: AbortSignal | null | undefined }[];
let visibility: DocumentVisibilityState;
let told: unknown[];
let stops: (() => void)[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility);
  vi.stubGlobal("fetch", fetched);
  visibility = "visible";
  opened = [];
  told = [];
  stops = [];
  keepToken("first-token", 604_800);
  fetched.mockReset();
  fetched.mockImplementation(async (_url, { signal } = {}) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        opened.push({ controller, signal });
        signal?.addEventListener("abort", () => controller.error(signal.reason));
      },
    });
    const headers = { "content-type": "text/event-stream; charset=utf-8", authorization: "Bearer renewed-token" };
    return new Response(body, { headers });
  });
});

afterEach(async () => {
  for (const stop of stops) stop();
  await pass();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  clearToken();
});

const hear = (topic = "badge") => {
  const stop = onTopic({
    topic,
    onEvent: (data) => told.push([topic, data]),
    onLive: (isLive) => told.push(topic === "badge" ? isLive : `${topic} ${isLive}`),
  });
  stops.push(stop);
  return stop;
};
const addresses = () => fetched.mock.calls.map(([address]) => address);
/** Lets what is ready happen, and so many milliseconds pass. */
const pass = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds);
const say = (text: string) => opened.at(-1)?.controller.enqueue(new TextEncoder().encode(text));

it("notes up to where the database was written before it tells an event, so that what is read then has it", async () => {
  Cookies.remove("lsn");
  let known: string | undefined;
  stops.push(onTopic({ topic: "board:5", onEvent: () => (known = Cookies.get("lsn")), onLive: () => undefined }));
  await pass();
  say("id: 2/1A\nevent: board\ndata: {}\n\n");
  await pass();
  expect(known).toBe("2/1A");
  Cookies.remove("lsn");
});

it("tells events, also one that comes in pieces, and takes over a renewed token", async () => {
  hear();
  await pass();
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/user/events?topics=badge");
  expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: "Bearer first-token" });
  say('event: badge\ndata: {"total_mail":');
  await pass();
  expect(told).toEqual([]);
  say('1}\n\n:\n\nevent: badge\ndata: {"total_mail":2}\n\n');
  await pass();
  expect(told).toEqual([true, ["badge", { total_mail: 1 }], ["badge", { total_mail: 2 }]]);
  expect(token()).toBe("renewed-token");
});

it("comes again when the stream ends, after ever longer pauses while it is in vain", async () => {
  hear();
  await pass();
  say('event: badge\ndata: {"total_mail":1}\n\n');
  await pass();
  fetched.mockRejectedValue(new TypeError("no network"));
  opened[0]?.controller.close();
  await pass();
  expect(told.at(-1)).toBe(false);
  const attempts: number[] = [];
  for (let second = 1; second <= 70; second++) {
    const before = fetched.mock.calls.length;
    await pass(1_000);
    if (fetched.mock.calls.length > before) attempts.push(second);
  }
  expect(attempts).toEqual([1, 3, 7, 15, 31, 63]);
  window.dispatchEvent(new Event("online"));
  expect(fetched).toHaveBeenCalledTimes(8);
});

it("is given up while the tab is out of sight, and opened anew when it is seen again", async () => {
  hear();
  await pass();
  visibility = "hidden";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(opened[0]?.signal?.aborted).toBe(true);
  await pass(600_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  visibility = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  await pass();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("takes a line that says nothing for a minute as dead", async () => {
  hear();
  await pass(50_000);
  say(":\n\n");
  await pass(50_000);
  expect(opened[0]?.signal?.aborted).toBe(false);
  await pass(10_000);
  expect(opened[0]?.signal?.aborted).toBe(true);
});

it("ends the session when it has ended on the server", async () => {
  hear();
  await pass();
  const body = JSON.stringify({ code: 40100, message: "登录已过期，请重新登录", data: null });
  fetched.mockImplementation(async () => new Response(body, { status: 401 }));
  opened[0]?.controller.close();
  await pass(1_000);
  expect(token()).toBeUndefined();
  await pass(600_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("carries several topics by one stream, opened again when one comes or goes", async () => {
  hear();
  await pass();
  say('event: badge\ndata: {"total_mail":1}\n\n');
  // Before what has been said is read: the first stream does not carry the second topic.
  const leave = hear("board:5");
  await pass();
  expect(opened[0]?.signal?.aborted).toBe(true);
  expect(told).toEqual([true, ["badge", { total_mail: 1 }]]);
  told = [];
  say(':\n\nevent: board\ndata: {"unit_id":3}\n\nevent: badge\ndata: {"total_mail":2}\n\n');
  await pass();
  expect(told).toEqual([true, "board:5 true", ["board:5", { unit_id: 3 }], ["badge", { total_mail: 2 }]]);
  // The next page of the same kind takes its place.
  leave();
  hear("board:6");
  await pass();
  stops.pop()?.();
  await pass();
  const open = "/api/user/events?topics=badge";
  expect(addresses()).toEqual([open, `${open}%2Cboard%3A5`, `${open}%2Cboard%3A6`, open]);
});

it("tells who joins a stream that stands that it is no new one", async () => {
  hear();
  await pass();
  say(":\n\n");
  await pass();
  const onLive = vi.fn();
  stops.push(onTopic({ topic: "badge", onEvent: () => undefined, onLive }));
  opened[0]?.controller.close();
  await pass(1_000);
  say(":\n\n");
  await pass();
  expect(onLive.mock.calls).toEqual([
    [true, false],
    [false, false],
    [true, true],
  ]);
});

it("tells whoever joins a topic that is live, and ends with the last listener", async () => {
  const leave = hear();
  await pass();
  say(":\n\n");
  await pass();
  const leaveToo = hear();
  expect(told).toEqual([true, true]);
  leave();
  await pass();
  expect(opened[0]?.signal?.aborted).toBe(false);
  leaveToo();
  await pass(600_000);
  expect(opened[0]?.signal?.aborted).toBe(true);
  expect(fetched).toHaveBeenCalledTimes(1);
});
