import { asc, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { customer } from "~/contract/customer/customer";
import { customerImport } from "~/contract/customer/customer-import";
import { CustomerUpdate } from "~/contract/customer/customer-record";
import { tracking } from "~/contract/customer/tracking";
import { pathOf, writeQuery } from "~/contract/endpoint";
import { estate } from "~/contract/house/estate";
import {
  customerChangeLog,
  customer as customerTable,
  tracking as trackingTable,
} from "~/server/database/tables/customer/customer";
import { estate as estateTable } from "~/server/database/tables/house/estate";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeTracking, makeUser, testNow } from "~/test/support/factories";
import { patience } from "~/test/support/patience";
import { refusedAt } from "~/test/support/refused";
import { signedIn } from "~/test/support/signed-in";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

type Row = Awaited<ReturnType<typeof makeCustomer>>;
let one: Awaited<ReturnType<typeof makeEstate>>;
let two: typeof one;

const { sales, asSales: ask } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
});

beforeEach(async () => {
  one = await makeEstate(db, { name: "云汀·一号" });
  two = await makeEstate(db, { name: "云汀·二号" });
});

const own = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });

test("a customer's estates are chosen among those on offer, named on his page and in his history", async () => {
  const row = await own({ source: "phone" });
  const facts = CustomerUpdate.parse(row);
  const write = (intent_estate_ids: number[]) =>
    ask(customer.update, { params: { id: row.id }, body: { ...facts, intent_estate_ids } });
  const ended = await makeEstate(db, { sale_status: "ended" });
  expect(await write([ended.id])).toMatchObject(refusedAt("intent_estate_ids"));
  expect(await write([999_999])).toMatchObject(refusedAt("intent_estate_ids"));
  expect(await write(Array.from({ length: 21 }, (_, index) => index + 1))).toMatchObject(
    refusedAt("intent_estate_ids"),
  );
  expect((await write([two.id, one.id])).data).toMatchObject({
    intent_estate_ids: [two.id, one.id],
    estates: [
      { id: two.id, name: "云汀·二号" },
      { id: one.id, name: "云汀·一号" },
    ],
  });
  const [line] = await db.select().from(customerChangeLog);
  expect(line?.changes).toEqual([
    {
      field: "intent_estate_ids",
      label: "意向楼盘",
      before: null,
      after: "云汀·二号 东京都 港区、云汀·一号 东京都 港区",
    },
  ]);
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
  const asManager = await api.as((await makeUser(db, { role: "sales_manager", team_id: sales.team_id })).id);
  const merge = (target: Row, source: Row) =>
    asManager(customer.merge, { params: { id: target.id }, body: { from_id: source.id, version: target.version } });
  const target = await own({ intent_estate_ids: [two.id] });
  const source = await own({ intent_estate_ids: [one.id, two.id] });
  expect((await merge(target, source)).data.intent_estate_ids).toEqual([two.id, one.id]);
  const many = await own({ intent_estate_ids: Array.from({ length: 19 }, (_, index) => 1_000 + index) });
  const { data } = await merge(many, await own({ intent_estate_ids: [one.id, two.id] }));
  expect(data.intent_estate_ids).toHaveLength(20);
  expect(data.intent_estate_ids.at(-1)).toBe(one.id);
});

test("a file names estates by their number; an unknown one is the row's error", async () => {
  const lines = [
    "客户姓名,手机号,意向楼盘",
    `王伟,13800000001,${one.estate_no}、${two.estate_no.toLowerCase()}`,
    "李娜,13800000002,XF000000000000",
    `陈海,13800000003,${one.id}`,
  ];
  const response = await api.app.request(
    `${pathOf(customerImport.start)}?${writeQuery({ name: "客户.csv", to: "me" })}`,
    {
      method: "POST",
      headers: { authorization: `Bearer ${await api.tokenOf(sales.id)}` },
      body: new Blob([lines.join("\r\n")]),
    },
  );
  const { data: started } = await response.json();
  const task = await vi.waitFor(async () => {
    const { data } = await ask(customerImport.get, { params: { id: started.id } });
    expect(data.status).toBe("done");
    return data;
  }, patience);
  expect(task).toMatchObject({
    success: 1,
    failed: 2,
    errors: [
      { row: 3, field: "意向楼盘", message: "意向楼盘“XF000000000000”不是可选项" },
      { row: 4, field: "意向楼盘" },
    ],
  });
  const [made] = await db.select().from(customerTable);
  expect(made).toMatchObject({ name: "王伟", intent_estate_ids: [one.id, two.id] });
});

test("a follow-up says which estates it was about, keeps them on an edit, and is found by them", async () => {
  const { id } = await own();
  const body = {
    type: "visit" as const,
    content: "带客户看了两个项目的样板间",
    tracked_at: days(0),
    result: null,
    duration_min: null,
    stage_after: null,
    lost_reason: null,
    level_after: null,
    next_at: null,
  };
  const add = (estate_ids: number[]) => ask(tracking.create, { body: { ...body, customer_id: id, estate_ids } });
  expect(await add([999_999])).toMatchObject(refusedAt("estate_ids"));
  expect(await add(Array.from({ length: 11 }, (_, index) => index + 1))).toMatchObject(refusedAt("estate_ids"));
  const { data: made } = await add([one.id, two.id]);
  await add([two.id]);
  const both = { customer_ids: [id], ...body, estate_ids: [one.id] };
  expect((await ask(tracking.createBatch, { body: both })).data.success).toEqual([id]);

  // What has been sold since stays with what was said about it.
  await db.update(estateTable).set({ sale_status: "ended" }).where(eq(estateTable.id, one.id));
  const changed = { ...body, content: "带客户看了样板间和周边", estate_ids: [one.id] };
  const { data: kept } = await ask(tracking.update, { params: { id: made.id }, body: changed });
  expect(kept.estates).toEqual([{ id: one.id, name: "云汀·一号" }]);
  const { data: found } = await ask(tracking.list, { query: { estate_id: one.id } });
  expect(found).toMatchObject({ total: 2, summary: { count: 2 } });
  const rows = await db.select().from(trackingTable).orderBy(asc(trackingTable.id));
  expect(rows.map((row) => row.estate_ids)).toEqual([[one.id], [two.id], [one.id]]);
});
