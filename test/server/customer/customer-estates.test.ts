import { beforeEach, expect, test } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { CustomerUpdate } from "~/contract/customer/customer-record";
import { tracking } from "~/contract/customer/tracking";
import { estate } from "~/contract/house/estate";
import { testApi } from "~/test/support/api";
import { merge } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeTracking, makeUser, testNow } from "~/test/support/factories";
import { csv, imported } from "~/test/support/imports";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const { rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

let one: Awaited<ReturnType<typeof makeEstate>>;
let two: typeof one;

const {
  sales,
  asSales: ask,
  asManager,
} = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  manager: { role: "sales_manager", team: "一组" },
});

beforeEach(async () => {
  one = await makeEstate(db, { name: "云汀·一号" });
  two = await makeEstate(db, { name: "云汀·二号" });
});

const numbers = (length: number) => Array.from({ length }, (_, index) => index + 1);
const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });

test("a customer's estates are chosen among those on offer, named on his page and in his history", async () => {
  const row = await own({ source: "phone" });
  const facts = CustomerUpdate.parse(row);
  const write = (intent_estate_ids: number[]) =>
    ask(customer.update, { params: { id: row.id }, body: { ...facts, intent_estate_ids } });
  const { id: ended } = await makeEstate(db, { sale_status: "ended" });
  for (const wrong of [[ended], [999_999], numbers(21)])
    expect(await write(wrong)).toMatchObject(refusedAt("intent_estate_ids"));
  expect((await write([two.id, one.id])).data).toMatchObject({
    intent_estate_ids: [two.id, one.id],
    estates: [two, one].map(({ id, name }) => ({ id, name })),
  });
  const [line] = await rowsIn("customerChangeLog");
  const after = "云汀·二号 东京都 港区、云汀·一号 东京都 港区";
  expect(line?.changes).toEqual([{ field: "intent_estate_ids", label: "意向楼盘", before: null, after }]);
});

test("lists of customers are narrowed by an estate, and its page counts those in one's scope", async () => {
  const mine = await own({ intent_estate_ids: [one.id, two.id] });
  await own({ intent_estate_ids: [two.id] });
  const pooled = await makeCustomer(db, { intent_estate_ids: [one.id] });
  const stranger = await makeUser(db, { role: "sales" });
  const theirs = await makeCustomer(db, { owner_id: stranger.id, intent_estate_ids: [one.id] });
  const query = { estate_id: one.id };
  expect((await ask(customer.list, { query })).data.list.map(({ id }) => id)).toEqual([mine.id]);
  expect((await ask(customer.pool, { query })).data.list.map(({ id }) => id)).toEqual([pooled.id]);

  await makeTracking(db, { customer_id: mine.id, user_id: sales.id, estate_ids: [one.id] });
  await makeTracking(db, { customer_id: mine.id, user_id: sales.id, estate_ids: [two.id] });
  await makeTracking(db, { customer_id: mine.id, user_id: sales.id, estate_ids: [one.id], deleted_at: days(0) });
  await makeTracking(db, { customer_id: theirs.id, user_id: stranger.id, estate_ids: [one.id] });
  const countsFor = async (role: "sales" | "super_admin" | "content_editor", id?: number) => {
    const as = await api.as(id ?? (await makeUser(db, { role })).id);
    const { customer_count, tracking_count } = (await as(estate.get, { params: { id: one.id } })).data;
    return [customer_count, tracking_count];
  };
  expect(await countsFor("sales", sales.id)).toEqual([1, 1]);
  expect(await countsFor("super_admin")).toEqual([2, 2]);
  expect(await countsFor("content_editor")).toEqual([null, null]);
});

test("a merge keeps the estates of both, twenty at most", async () => {
  const target = await own({ intent_estate_ids: [two.id] });
  const source = await own({ intent_estate_ids: [one.id, two.id] });
  expect((await merge(asManager, target, source)).data.intent_estate_ids).toEqual([two.id, one.id]);
  const many = await own({ intent_estate_ids: Array.from({ length: 19 }, (_, index) => 1_000 + index) });
  const { data } = await merge(asManager, many, await own({ intent_estate_ids: [one.id, two.id] }));
  expect(data.intent_estate_ids).toHaveLength(20);
  expect(data.intent_estate_ids.at(-1)).toBe(one.id);
});

test("a file names estates by their number; an unknown one is the row's error", async () => {
  const file = csv(
    "客户姓名,手机号,意向楼盘",
    `王伟,13800000001,${one.estate_no}、${two.estate_no.toLowerCase()}`,
    "李娜,13800000002,XF000000000000",
    `陈海,13800000003,${one.id}`,
  );
  expect(await imported(ask, customerImport.start, file, { to: "me" })).toMatchObject({
    ...{ status: "done", success: 1, failed: 2 },
    errors: [
      { row: 3, field: "意向楼盘", message: "意向楼盘“XF000000000000”不是可选项" },
      { row: 4, field: "意向楼盘" },
    ],
  });
  const [made] = await rowsIn("customer");
  expect(made).toMatchObject({ name: "王伟", intent_estate_ids: [one.id, two.id] });
});

test("a follow-up says which estates it was about, keeps them on an edit, and is found by them", async () => {
  const { id } = await own();
  const body = { type: "visit", content: "带客户看了两个项目的样板间", tracked_at: days(0) } as const;
  const add = (estate_ids: number[]) => ask(tracking.create, { body: { ...body, customer_id: id, estate_ids } });
  for (const wrong of [[999_999], numbers(11)]) expect(await add(wrong)).toMatchObject(refusedAt("estate_ids"));
  const { data: made } = await add([one.id, two.id]);
  await add([two.id]);
  const both = { customer_ids: [id], ...body, estate_ids: [one.id] };
  expect((await ask(tracking.createBatch, { body: both })).data.success).toEqual([id]);

  // What has been sold since stays with what was said about it.
  await updateIn("estate", one.id, { sale_status: "ended" });
  const changed = { ...body, content: "带客户看了样板间和周边", estate_ids: [one.id] };
  const { data: kept } = await ask(tracking.update, { params: { id: made.id }, body: changed });
  expect(kept.estates).toEqual([{ id: one.id, name: "云汀·一号" }]);
  const { data: found } = await ask(tracking.list, { query: { estate_id: one.id } });
  expect(found).toMatchObject({ total: 2, summary: { count: 2 } });
  expect((await rowsIn("tracking")).map((row) => row.estate_ids)).toEqual([[one.id], [two.id], [one.id]]);
});
