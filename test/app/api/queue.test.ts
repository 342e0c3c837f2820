import { beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken, token } from "~/app/api/cookie";
import { newKey } from "~/app/api/idempotency-key";
import { beginQueue, changeUnsent, dropUnsent, keepUnsent, listUnsent, sendUnsent } from "~/app/api/queue";
import { forgetSession } from "~/app/browser/session-memory";
import { signOut } from "~/app/session/sign-in";
import { tracking } from "~/contract/customer/tracking";
import { schedule } from "~/contract/schedule/schedule";
import { testApi } from "../../support/api";
import { resetDatabase, testDatabase } from "../../support/database";
import { days, makeCustomer, makeUser, testNow } from "../../support/factories";
import { stored } from "../../support/idb-memory";
import { signInAs } from "../../support/render-route";
import { rowsOf } from "../../support/rows";

const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });
const hour = 3_600_000;

let me = { id: 0 };
beforeEach(async () => {
  vi.useFakeTimers({ now: testNow, toFake: ["Date"] });
  await resetDatabase(db);
  me = await makeUser(db, { role: "sales" });
  await signInAs(api, me.id);
  return () => {
    vi.useRealTimers();
    clearToken();
    forgetSession();
  };
});

const own = () => makeCustomer(db, { owner_id: me.id });
const note = (customer_id: number, content: string, more: object = {}) =>
  keepUnsent({
    key: newKey(),
    endpoint: tracking.create,
    input: { body: { customer_id, type: "call", content, ...more } },
  });
const at = (moment: number) => vi.setSystemTime(testNow.getTime() + moment);
const written = async () => (await rowsIn("tracking")).map(({ content }) => content);
const waiting = async () => (await listUnsent()).map(({ input, refusal }) => [input.body?.content, refusal]);
const offline = () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));

it("sends what waited once, in its order and with its own time, also by two tabs at once", async () => {
  const { id } = await own();
  at(-2 * hour);
  await note(id, "两小时前写下的第一条");
  at(-hour);
  await note(id, "一小时前写下的第二条");
  at(0);
  const counts = await Promise.all([sendUnsent(), sendUnsent()]);
  expect(Math.max(...counts)).toBe(2);
  expect(await rowsIn("tracking")).toMatchObject([
    { content: "两小时前写下的第一条", tracked_at: days(-2 / 24) },
    { content: "一小时前写下的第二条", tracked_at: days(-1 / 24) },
  ]);
  expect(await waiting()).toEqual([]);
});

it("keeps what gets no answer, and tries again", async () => {
  const { id } = await own();
  await note(id, "地下室里写下的跟进");
  const { fetch } = globalThis;
  offline();
  expect(await sendUnsent()).toBe(0);
  vi.stubGlobal("fetch", fetch);
  expect(await waiting()).toEqual([["地下室里写下的跟进", undefined]]);
  expect(await sendUnsent()).toBe(1);
  expect(await written()).toEqual(["地下室里写下的跟进"]);
});

it("leaves a refused one with its reason, which holds up its customer's alone, until it is changed or dropped", async () => {
  const [first, second] = [await own(), await own()];
  await note(first.id, "流失但没有原因", { stage_after: "lost" });
  await note(first.id, "同一客户的下一条");
  await note(second.id, "另一客户的跟进");
  expect(await sendUnsent()).toBe(1);
  expect(await written()).toEqual(["另一客户的跟进"]);
  expect(await waiting()).toEqual([
    ["流失但没有原因", "请选择流失原因"],
    ["同一客户的下一条", undefined],
  ]);
  const [refused] = await listUnsent();
  await changeUnsent(refused?.key ?? "", { ...refused?.input.body, content: "改过的一条", stage_after: null });
  expect(await sendUnsent()).toBe(2);
  expect(await written()).toEqual(["另一客户的跟进", "改过的一条", "同一客户的下一条"]);
});

it("stays with its reason where the record is gone, or done by somebody else, and goes when it is dropped", async () => {
  const gone = 987_654;
  const input = { params: { id: gone }, body: { action: "done", result: null } };
  await keepUnsent({ key: newKey(), endpoint: schedule.done, input });
  expect(await sendUnsent()).toBe(0);
  const [refused] = await listUnsent();
  expect(refused?.refusal).toBe("数据不存在或已被删除");
  await dropUnsent(refused?.key ?? "");
  expect(await listUnsent()).toEqual([]);
});

it("does not send what is older than seven days", async () => {
  const { id } = await own();
  at(-8 * 24 * hour);
  await note(id, "八天前写下的跟进");
  at(0);
  await note(id, "刚写下的跟进");
  expect(await sendUnsent()).toBe(1);
  expect(await waiting()).toEqual([["八天前写下的跟进", undefined]]);
  expect(await written()).toEqual(["刚写下的跟进"]);
});

it("outlives an ended session until the same person has signed in again", async () => {
  const { id } = await own();
  await note(id, "登录过期前写下的跟进");
  const bearer = token() ?? "";
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", async () =>
    Response.json({ code: 40100, message: "登录已过期，请重新登录" }, { status: 401 }),
  );
  expect(await sendUnsent()).toBe(0);
  expect(token()).toBeUndefined();
  vi.stubGlobal("fetch", fetch);
  keepToken(bearer, 604_800);
  await beginQueue();
  expect(await sendUnsent()).toBe(1);
  expect(await written()).toEqual(["登录过期前写下的跟进"]);
});

it("goes with another person's sign-in, with all that was seen, and with signing out", async () => {
  const { id } = await own();
  await note(id, "前一个人写下的跟进");
  stored.set(`seen:${me.id}`, []);
  stored.set(`seen:${me.id} /api/x`, {});
  forgetSession();
  await signInAs(api, (await makeUser(db, { role: "sales" })).id);
  await beginQueue();
  expect([...stored.keys()].filter((key) => /^(seen|unsent|file):/.test(key))).toEqual([]);
  await note(id, "后一个人写下的跟进");
  await signOut();
  expect([...stored.keys()]).toEqual([]);
});
