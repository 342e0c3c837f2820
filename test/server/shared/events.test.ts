import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { user as contract } from "~/contract/personal/user";
import { message as messages } from "~/contract/shared/message";
import { auth } from "~/contract/sign-in/auth";
import { message, schedule, user } from "~/server/database/tables/system/system";
import { notify } from "~/server/lib/notify";
import { testApi } from "~/test/support/api";
import { claim } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeCustomer, makeSchedule, makeUser, testNow } from "~/test/support/factories";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
// Two servers on one database.
const [api, elsewhere] = [testApi(db, { now: testNow }), testApi(db, { now: testNow })];

const { mine, colleague, asMine, asColleague } = signedIn(api, {
  mine: { role: "sales" },
  colleague: { role: "sales" },
});
let token: string;
beforeEach(async () => {
  token = await api.tokenOf(mine.id);
});
const opened: ReadableStreamDefaultReader<Uint8Array>[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const reader of opened.splice(0)) await reader.cancel();
});

async function listen({ at = api, query = "", as = token } = {}) {
  const response = await at.app.request(`http://test.local/api/user/events${query}`, {
    headers: { authorization: `Bearer ${as}`, "accept-encoding": "gzip" },
  });
  if (!response.body) throw new Error("no body");
  const reader: ReadableStreamDefaultReader<Uint8Array> = response.body.getReader();
  opened.push(reader);
  const decoder = new TextDecoder();
  let text = "";
  /** The next event's data; undefined when the stream has ended. */
  async function next(): Promise<unknown> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end >= 0) {
        const [name, data] = text.slice(0, end).split("\n");
        text = text.slice(end + 2);
        if (/^event: (badge|customer)$/.test(name ?? "") && data) return JSON.parse(data.slice("data: ".length));
        if (name === ":") return "beat";
        throw new Error(`not an event: ${name}`);
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  }
  return { response, reader, next };
}

/** How many schedules and messages there are to see to. */
const badge = (total_schedule: number, total_mail: number) => ({ total_schedule, total_mail });
const tell = (user_id = mine.id) =>
  notify(db, testNow, null, [{ user_id, category: "customer", title: "您有新的客户" }]);

test("tells how things stand, and again whenever they change, whichever server changed them", async () => {
  const stream = await listen();
  expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  expect(stream.response.headers.get("content-encoding")).toBeNull();
  expect(stream.response.headers.get("cache-control")).toBe("no-store, no-transform");
  expect(await stream.next()).toEqual(badge(0, 0));

  await tell();
  expect(await stream.next()).toEqual(badge(0, 1));

  const other = await listen({ at: elsewhere });
  expect(await other.next()).toEqual(badge(0, 1));
  await (await elsewhere.as(mine.id))(messages.readAll, { params: { id: 0 }, body: {} });
  for (const one of [stream, other]) expect(await one.next()).toEqual(badge(0, 0));

  const plan = await makeSchedule(db, { user_id: mine.id, start_at: "2026-11-20T15:00:00+08:00" });
  for (const one of [stream, other]) expect(await one.next()).toEqual(badge(1, 0));
  await db.update(schedule).set({ user_id: colleague.id }).where(eq(schedule.id, plan.id));
  for (const one of [stream, other]) expect(await one.next()).toEqual(badge(0, 0));
});

test("says nothing of other people, nor of what was rolled back", async () => {
  const stream = await listen();
  await stream.next();
  await tell(colleague.id);
  const failed = db.transaction(async (tx) => {
    await notify(tx, testNow, null, [{ user_id: mine.id, category: "customer", title: "未发生" }]);
    throw new Error("rolled back");
  });
  await expect(failed).rejects.toThrow("rolled back");
  await tell();
  expect(await stream.next()).toEqual(badge(0, 1));
});

test("tells whoever shows a record that somebody else has changed it, and of no other record", async () => {
  const [watched, other] = [await makeCustomer(db), await makeCustomer(db)];
  const stream = await listen({ query: `?topics=customer:${watched.id}` });
  for (const { id } of [other, watched]) expect((await claim(asColleague, id)).code).toBe(200);
  expect(await stream.next()).toEqual({});
  // The user's own change is on the page already.
  const own = await makeCustomer(db);
  const listening = await listen({ query: `?topics=badge,customer:${own.id}` });
  await listening.next();
  expect((await claim(asMine, own.id)).code).toBe(200);
  await tell();
  expect(await listening.next()).toMatchObject({ total_mail: 1 });
});

test("tells of records only whom their kind's endpoint may answer", async () => {
  const stranger = await makeUser(db, { permissions: ["house:estate:view"] });
  const stream = await listen({ query: "?topics=customer:1", as: await api.tokenOf(stranger.id) });
  expect(stream.response.status).toBe(403);
});

test("ends when its session is signed out, on whichever server, and with the server", async () => {
  const [stream, other] = [await listen(), await listen({ at: elsewhere, as: await api.tokenOf(mine.id) })];
  await stream.next();
  await other.next();
  expect((await elsewhere.send(auth.logout, {}, token)).code).toBe(200);
  expect(await stream.next()).toBeUndefined();
  await tell();
  expect(await other.next()).toEqual(badge(0, 1));
  const closing = testApi(db, { now: testNow });
  const last = await listen({ at: closing, as: await api.tokenOf(mine.id) });
  await last.next();
  await closing.services.events.close();
  expect(await last.next()).toBeUndefined();
  expect((await listen({ at: closing, as: await api.tokenOf(mine.id) })).response.status).toBe(503);
});

test("beats while nothing happens, tells anew after midnight, and ends after an hour", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  await makeSchedule(db, { user_id: mine.id, start_at: "2026-11-21T10:00:00+08:00" });
  api.setClock(new Date("2026-11-20T23:30:00+08:00"));
  const stream = await listen();
  expect(await stream.next()).toEqual(badge(0, 0));
  vi.advanceTimersByTime(25_000);
  expect(await stream.next()).toBe("beat");
  api.setClock(new Date("2026-11-21T00:00:10+08:00"));
  vi.advanceTimersByTime(25_000);
  expect(await stream.next()).toBe("beat");
  expect(await stream.next()).toEqual(badge(1, 0));
  api.setClock(new Date("2026-11-21T00:30:10+08:00"));
  vi.advanceTimersByTime(25_000);
  expect(await stream.next()).toBeUndefined();
});

test("ends at the next beat for who may not work here any more", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const stream = await listen();
  await stream.next();
  await db.update(user).set({ status: "disabled" }).where(eq(user.id, mine.id));
  vi.advanceTimersByTime(25_000);
  expect(await stream.next()).toBeUndefined();
});

test("refuses strangers, unknown topics and an eleventh stream; one that is left makes room", async () => {
  expect((await api.send(contract.events, {})).code).toBe(40100);
  for (const query of ["?topics=gossip", "?topics=constructor", "?topics=badge,a%20b"])
    expect([query, (await listen({ query })).response.status]).toEqual([query, 422]);
  const ten = [];
  for (let count = 0; count < 10; count++) ten.push(await listen({ query: "?topics=badge" }));
  expect((await listen()).response.status).toBe(429);
  await ten[0]?.reader.cancel();
  const stream = await listen();
  expect(await stream.next()).toEqual(badge(0, 0));
});

test("a reader who is slow is told the last state, not every one on the way", async () => {
  const stream = await listen();
  for (let count = 0; count < 40; count++) await tell();
  const seen: unknown[] = [];
  while (seen.length === 0 || (seen.at(-1) as { total_mail: number }).total_mail < 40) seen.push(await stream.next());
  expect(seen.length).toBeLessThan(20);
  expect(await db.$count(message)).toBe(40);
});
