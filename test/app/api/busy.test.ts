import { notifications } from "@mantine/notifications";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { sendWhileBusy } from "~/app/api/busy";
import { call } from "~/app/api/call";
import { clearToken, keepToken } from "~/app/api/cookie";
import { endpoint } from "~/contract/endpoint";

const list = endpoint("GET /api/thing", "列表", "signed-in", { reply: z.array(z.number()) });
const change = endpoint("PUT /api/thing/{id}", "修改", "signed-in", {
  body: z.object({ name: z.string() }),
  reply: z.null(),
});

const fetched = vi.fn<typeof fetch>();
const texts = () => vi.mocked(notifications.show).mock.calls.map(([toast]) => toast.message);
const busy = (seconds = "2") =>
  new Response(JSON.stringify({ code: 50300, message: "系统繁忙，请稍后再试", data: null }), {
    status: 503,
    headers: seconds ? { "retry-after": seconds } : {},
  });
const ok = (data: unknown) => new Response(JSON.stringify({ code: 200, message: "success", data }));
/** Half as long again at most, so that not all come at once. */
const longest = 3_000;

beforeEach(() => {
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(notifications, "show").mockReset();
  keepToken("first-token", 604_800);
});
afterEach(() => {
  vi.useRealTimers();
  clearToken();
});

it("asks a busy server again after the time that it names, and gives what it then says", async () => {
  fetched.mockResolvedValueOnce(busy()).mockResolvedValueOnce(ok([1]));
  const reply = call(list);
  await vi.advanceTimersByTimeAsync(1_999);
  expect(fetched).toHaveBeenCalledOnce();
  expect(texts()).toEqual(["系统繁忙，正在自动重试"]);
  await vi.advanceTimersByTimeAsync(longest - 1_999);
  expect(await reply).toEqual([1]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("gives up after the fourth time, and says so", async () => {
  fetched.mockImplementation(async () => busy());
  const reply = call(list).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(3 * longest);
  expect(await reply).toMatchObject({ status: 503, code: 50300 });
  expect(fetched).toHaveBeenCalledTimes(4);
  expect(texts().at(-1)).toBe("系统繁忙，请稍后再试");
});

it("stops asking, without a word, when the reader goes elsewhere", async () => {
  fetched.mockImplementation(async () => busy());
  const leaving = new AbortController();
  const reply = call(list, undefined, { signal: leaving.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1_000);
  leaving.abort();
  expect(await reply).toMatchObject({ name: "AbortError" });
  await vi.advanceTimersByTimeAsync(longest);
  expect(fetched).toHaveBeenCalledOnce();
  expect(texts()).toEqual(["系统繁忙，正在自动重试"]);
});

it("says nothing of it where nothing is to be said", async () => {
  fetched.mockResolvedValueOnce(busy()).mockResolvedValueOnce(ok([1]));
  const reply = call(list, undefined, { silent: true });
  await vi.advanceTimersByTimeAsync(longest);
  expect(await reply).toEqual([1]);
  expect(texts()).toEqual([]);
});

it("does not send a write twice, and tells what became of it", async () => {
  fetched.mockImplementation(async () => busy());
  const reply = call(change, { params: { id: 7 }, body: { name: "甲" } }).catch((error: unknown) => error);
  expect(await reply).toMatchObject({ status: 503, code: 50300, message: "系统繁忙，请稍后再试" });
  await vi.advanceTimersByTimeAsync(longest);
  expect(fetched).toHaveBeenCalledOnce();
  expect(texts()).toEqual(["系统繁忙，请稍后再试"]);
});

it("sends a form again that the server knows by its key", async () => {
  const headers = { "Idempotency-Key": "form-0001" };
  const { signal } = new AbortController();
  const answers = [busy(), ok({ id: 1 })];
  const sent = vi.fn(async () => answers.shift() ?? ok(null));
  const reply = sendWhileBusy({ method: "POST", headers, signal }, sent);
  await vi.advanceTimersByTimeAsync(longest);
  expect((await reply).status).toBe(200);
  expect(sent).toHaveBeenCalledTimes(2);
});

it.each([
  ["names no time", ""],
  ["is closed for an hour", "3600"],
])("takes a server that %s at its word", async (_, seconds) => {
  fetched.mockImplementation(async () => busy(seconds));
  expect(await call(list).catch((error: unknown) => error)).toMatchObject({ status: 503 });
  expect(fetched).toHaveBeenCalledOnce();
});
