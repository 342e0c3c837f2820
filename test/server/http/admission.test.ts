import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { pathOf } from "~/contract/endpoint";
import { auth } from "~/contract/sign-in/auth";
import { webhook } from "~/contract/system/webhook";
import { type Admission, admission, Busy } from "~/server/http/admission";
import { hashPassword } from "~/server/identity/password-rule";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser } from "~/test/support/factories";
import { listening } from "~/test/support/listening";

const { db } = testDatabase(4);
const password = "Right-horse-9";
const hook = {
  name: "数据平台",
  provider: "custom" as const,
  url: "https://receiver.example.com/hooks",
  secret: "a secret of the receiver",
  events: ["customer.assigned" as const],
};

describe("a server that does one thing at a time", () => {
  test("refuses at once what would wait too long, signs in and says that it is alive meanwhile, and then serves all that waited", async () => {
    await resetDatabase(db);
    // A stopped clock: only how many wait counts.
    const api = testApi(db, { now: new Date("2026-11-20T12:00:00+08:00"), places: 1 });
    const { id, email } = await makeUser(db, { role: "super_admin", password_hash: await hashPassword(password) });
    const token = await api.tokenOf(id);
    const made = await api.send(webhook.create, { body: hook }, token);
    let letGo: (addresses: string[]) => void = () => undefined;
    const holds = new Promise<void>((begin) => {
      const held = new Promise<string[]>((resolve) => {
        letGo = resolve;
      });
      const resolve = () => {
        begin();
        return held;
      };
      api.services.outward = { resolve, limit: 2 ** 31 - 1 };
    });
    const holder = api.send(webhook.test, { params: { id: made.data.id } }, token);
    await holds;
    const waiting = Array.from({ length: 50 }, () => api.send(customer.list, {}, token));
    const refused = await api.send(customer.list, {}, token);
    expect(refused).toMatchObject({ status: 503, code: 50300, message: "系统繁忙，请稍后再试" });
    expect(refused.headers.get("retry-after")).toBe("1");
    expect(await api.send(auth.login, { body: { email, password } })).toMatchObject({ code: 200 });
    expect((await api.app.request("/healthz")).status).toBe(200);
    expect((await api.app.request("/readyz")).status).toBe(200);
    letGo([]);
    expect((await holder).status).toBe(200);
    const served = await Promise.all(waiting);
    expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await api.send(customer.list, {}, token)).status).toBe(200);
  });
});

const narrow = testApi(db, { places: 1 });
const { server, urlOf } = listening(narrow.app.fetch);

test("a body that is still on its way keeps nobody else waiting", async () => {
  await resetDatabase(db);
  const { id } = await makeUser(db, { role: "super_admin" });
  const authorization = `Bearer ${await narrow.tokenOf(id)}`;
  const body = JSON.stringify(hook);
  const headers = { authorization, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const slow = request(`${urlOf()}${pathOf(webhook.create)}`, { method: "POST", headers });
  const answered = once(slow, "response");
  slow.write(body.slice(0, 10));
  await once(server, "request");
  expect((await fetch(`${urlOf()}${pathOf(customer.list)}`, { headers: { authorization } })).status).toBe(200);
  slow.end(body.slice(10));
  const [response]: IncomingMessage[] = await answered;
  expect(response?.statusCode).toBe(200);
  response?.resume();
});

describe("work for which there are two places", () => {
  let now = 0;
  let lane: Admission;
  let ends: (() => void)[];
  let begun: number;

  beforeEach(() => {
    vi.useFakeTimers();
    [now, ends, begun] = [0, [], 0];
    lane = admission(2, () => now);
  });
  afterEach(() => void vi.useRealTimers());

  /** Work that lasts until `ends` says so; settles to how it went. */
  const come = (isGone?: () => boolean): Promise<"done" | Busy> =>
    lane
      .run(() => {
        begun += 1;
        return new Promise<"done">((resolve) => ends.push(() => resolve("done")));
      }, isGone)
      .catch((error) => error);
  const comeMany = (count: number) => Array.from({ length: count }, () => come());
  /** Waiting callers have got their answers. */
  const settle = () => vi.advanceTimersByTimeAsync(0);
  async function endOne() {
    ends.shift()?.();
    await settle();
  }

  test("is begun in the order in which it came, two at a time", async () => {
    const all = comeMany(3);
    await settle();
    expect(begun).toBe(2);
    await endOne();
    expect(begun).toBe(3);
    await endOne();
    await endOne();
    expect(await Promise.all(all)).toEqual(["done", "done", "done"]);
  });

  test("is refused at once where a hundred wait already", async () => {
    comeMany(102);
    expect(await come()).toMatchObject({ code: 50300, seconds: 1 });
    await endOne();
    const last = come();
    for (let left = 0; left < 102; left++) await endOne();
    expect(await last).toBe("done");
  });

  test("is refused at once where places become free too slowly for it, and told when to come again", async () => {
    comeMany(2);
    const waiting = comeMany(8);
    await settle();
    // One a second.
    for (let second = 1; second <= 3; second++) {
      now = second * 1_000;
      await endOne();
    }
    // Five before it.
    expect(await come()).toMatchObject({ seconds: 6 });
    await endOne();
    await endOne();
    const last = come();
    for (let left = 0; left < 7; left++) await endOne();
    expect(await Promise.all([...waiting, last])).toEqual(Array(9).fill("done"));
  });

  test("is refused at once where no place has become free for a while", async () => {
    comeMany(2);
    comeMany(2);
    now = 4_000;
    expect(await come()).toMatchObject({ seconds: 6 });
  });

  test("waits for ten seconds at most, whatever was foreseen", async () => {
    comeMany(2);
    const waiting = come();
    await vi.advanceTimersByTimeAsync(9_999);
    now = 9_999;
    expect(await come()).toBeInstanceOf(Busy);
    await vi.advanceTimersByTimeAsync(1);
    expect(await waiting).toBeInstanceOf(Busy);
    // It has left the queue: a place that becomes free is nobody's.
    await endOne();
    expect(begun).toBe(2);
  });

  test("waits longer by a factor", async () => {
    lane = admission(2, () => now, 6);
    comeMany(2);
    const waiting = come();
    now = 17_000;
    await vi.advanceTimersByTimeAsync(17_000);
    const next = come();
    for (let left = 0; left < 4; left++) await endOne();
    expect(await Promise.all([waiting, next])).toEqual(["done", "done"]);
  });

  test("is not begun for whoever has gone, and the next has its place", async () => {
    comeMany(2);
    const gone = come(() => true);
    const next = come();
    await settle();
    await endOne();
    expect(await gone).toBeInstanceOf(Busy);
    expect(begun).toBe(3);
    await endOne();
    await endOne();
    expect(await next).toBe("done");
  });

  test("frees its place when it fails", async () => {
    await expect(lane.run(() => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    comeMany(2);
    await settle();
    expect(begun).toBe(2);
  });
});
