import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call } from "~/app/api/call";
import { clearToken, keepToken } from "~/app/api/cookie";
import { formatAge, formatMoment } from "~/app/blocks/detail/format";
import { forgetSession } from "~/app/browser/session-memory";
import { shanghaiDay } from "~/contract/day";
import { endpoint } from "~/contract/endpoint";
import { now } from "~/contract/now";

const thing = endpoint("GET /api/thing", "一个", "signed-in", { reply: z.null() });
/** What the server's clock says. */
const right = Date.parse("2026-11-20T01:00:00+08:00");
const hour = 3_600_000;

/** The machine's clock, so many milliseconds before the right one. */
const machine = (behind: number) => vi.setSystemTime(right - behind);

const answer = (at: number, cache = "no-store") =>
  vi.stubGlobal(
    "fetch",
    async () =>
      new Response('{"code":200,"message":"ok","data":null}', {
        headers: { date: new Date(at).toUTCString(), "cache-control": cache },
      }),
  );

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  keepToken("a-token", 604_800);
});
afterEach(() => {
  vi.useRealTimers();
  clearToken();
  forgetSession();
});

describe("the app's clock", () => {
  it.each([
    ["26 hours slow", 26 * hour],
    ["six minutes fast", -hour / 10],
  ])("is the server's on a machine that is %s", async (_, behind) => {
    machine(behind);
    answer(right);
    await call(thing);
    expect(Math.abs(now() - right)).toBeLessThan(1_000);
    expect(shanghaiDay()).toBe("2026-11-20");
    expect(formatAge("2026-11-20T00:30:00+08:00")).toBe("今天");
    expect(formatMoment("2026-11-20T00:30:00+08:00")).toBe("00:30");
  });

  it("stays where an answer fits it, and follows a machine whose clock is set meanwhile", async () => {
    machine(0);
    answer(right);
    await call(thing);
    expect(now()).toBe(right);
    machine(-5 * hour);
    await call(thing);
    expect(Math.abs(now() - right)).toBeLessThan(1_000);
  });

  it("is not read from what a cache may have kept, nor from what tells no time", async () => {
    machine(0);
    answer(right - 9 * hour, "private, max-age=86400");
    await call(thing);
    vi.stubGlobal("fetch", async () => new Response('{"code":200}', { headers: { "cache-control": "no-store" } }));
    await call(thing);
    expect(now()).toBe(right);
  });
});
