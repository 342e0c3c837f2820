import { expect, test } from "vitest";
import { user as userContract } from "~/contract/personal/user";
import { message as contract } from "~/contract/shared/message";
import { type Message, notify } from "~/server/lib/notify";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowsIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const {
  mine,
  other,
  asMine: call,
} = signedIn(api, {
  mine: { role: "sales", wecom_userid: "lin", slack_user_id: "U1" },
  other: { role: "sales" },
});

const tell = (...messages: Partial<Message>[]) =>
  notify(
    db,
    testNow,
    null,
    messages.map((one) => ({ user_id: mine.id, category: "customer", title: "您有新的客户", ...one })),
  );
const read = (id: number) => call(contract.read, { params: { id } });
const remove = (id: number) => call(contract.remove, { params: { id } });
const idsOf = async (query: object = {}) => (await call(contract.list, { query })).data.list.map(({ id }) => id);

test("lists one's own messages, newest first, with what is unread per category", async () => {
  await tell({ title: "一" }, { title: "二", category: "system", content: "今晚维护", link: "/dashboard" });
  await tell({ user_id: other.id, title: "别人的" });
  const { data } = await call(contract.list, {});
  expect(data.list).toMatchObject([
    { title: "二", category: "system", level: "info", content: "今晚维护", link: "/dashboard", read_at: null },
    { title: "一", category: "customer", created_at: "2026-11-20T12:00:00.000+08:00" },
  ]);
  expect(data).toMatchObject({ total: 2, unread: { customer: 1, system: 1, audit: 0 } });
  expect((await call(contract.list, { query: { category: "system" } })).data.total).toBe(1);
  expect((await call(contract.list, { query: { page_size: 10, sort: "created_at" } })).data.list[0]?.title).toBe("一");
});

test("nobody gets a message of their own act, others and whom the system tells do", async () => {
  const told = [mine, other].map(({ id: user_id }) => ({ user_id, category: "audit" as const, title: "新房审核" }));
  expect(await notify(db, testNow, mine.id, told)).toBe(1);
  expect(await idsOf()).toEqual([]);
  expect(await notify(db, testNow, null, told)).toBe(2);
  expect(await idsOf()).toHaveLength(1);
});

test("reading takes a message off the count, once and for all", async () => {
  await tell({ title: "一" }, { title: "二" });
  const [id = 0] = await idsOf();
  expect((await read(id)).data).toEqual({ total_mail: 1 });
  api.setClock(new Date(testNow.getTime() + 60_000));
  expect((await read(id)).data).toEqual({ total_mail: 1 });
  api.setClock(testNow);
  expect(await idsOf({ unread: true })).not.toContain(id);
  expect(await idsOf({ unread: false })).toEqual([id]);
  expect((await call(contract.list, {})).data.list[0]?.read_at).toBe("2026-11-20T12:00:00.000+08:00");
});

test("all are read up to a number, in one category or in every one", async () => {
  await tell({ title: "一" }, { title: "二", category: "audit" }, { title: "三" });
  await tell({ user_id: other.id });
  const [third = 0, second = 0, first = 0] = await idsOf();
  const upTo = { params: { id: second }, body: { category: "customer" as const } };
  expect((await call(contract.readAll, upTo)).data).toEqual({ total_mail: 2 });
  expect(await idsOf({ unread: true })).toEqual([third, second]);
  expect(await idsOf({ unread: false })).toEqual([first]);
  expect((await call(contract.readAll, { params: { id: 0 }, body: {} })).data).toEqual({ total_mail: 0 });
  expect((await (await api.as(other.id))(userContract.statistics)).data.total_mail).toBe(1);
});

test("a message is deleted with a line in the log", async () => {
  await tell({ title: "一" }, { title: "二" });
  const [id = 0] = await idsOf();
  expect((await remove(id)).data).toEqual({ total_mail: 1 });
  expect(await idsOf()).not.toContain(id);
  expect(await rowsIn("operationLog")).toMatchObject([
    { module: "personal", action: "delete", target_type: "message", target_id: id, target_name: "二" },
  ]);
  expect((await remove(id)).code).toBe(40400);
});

test("a category that there is not is refused", async () => {
  const category = "gossip";
  expect((await call.unchecked(contract.list, { query: { category } })).code).toBe(42200);
  expect((await call.unchecked(contract.readAll, { params: { id: 0 }, body: { category } })).code).toBe(42200);
});

test("a message with a key comes once, and once goes out", async () => {
  expect(await tell({ dedupe_key: "warn:1" })).toBe(1);
  expect(await tell({ dedupe_key: "warn:1" })).toBe(0);
  expect(await rowsIn("outbox")).toHaveLength(1);
});

test("goes out by the channels that the reader has chosen and is bound to", async () => {
  await tell({ title: "常用" });
  await call(userContract.update, {
    body: { preferences: { notify: { customer: ["inbox", "slack"], audit: ["wecom"], system: [] } } },
  });
  await tell({ title: "选 Slack" });
  await tell({ title: "只要企业微信", category: "audit" }, { title: "不打扰", category: "system" });
  await tell({ user_id: other.id, title: "未绑定" });
  const first = { message_id: expect.any(Number), user_id: mine.id, category: "customer", title: "常用", link: null };
  expect((await rowsIn("outbox")).map(({ event, payload }) => ({ event, payload }))).toEqual([
    { event: "message.wecom", payload: first },
    { event: "message.slack", payload: expect.objectContaining({ title: "选 Slack" }) },
    { event: "message.wecom", payload: expect.objectContaining({ title: "只要企业微信" }) },
  ]);
  // Without the inbox it is kept as read, so that nothing is lost and nobody is called.
  const { list } = (await call(contract.list, { query: { unread: true } })).data;
  expect(list).toMatchObject([{ title: "选 Slack" }, { title: "常用" }]);
  expect((await call(contract.list, {})).data.total).toBe(4);
});

whoMay(api, contract, { all: "any" });
