import { desc, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { tracking } from "~/contract/customer/tracking";
import { batch } from "~/contract/shared/batch";
import { isoInstant } from "~/server/database/tables/columns";
import { customer as customerTable, tracking as trackingTable } from "~/server/database/tables/customer/customer";
import { operationLog } from "~/server/database/tables/system/system";
import { testApi } from "~/test/support/api";
import { undo } from "~/test/support/customer-acts";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import { days, makeCustomer, makeMedia, makeTracking, makeUser, setSetting, testNow } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { rowsOf } from "~/test/support/rows";
import { cellsOf } from "~/test/support/sheet";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const { rowIn, rowsIn, updateIn } = rowsOf(db);
const api = testApi(db, { now: testNow });

const { manager, sales, stranger, asManager, asSales, asAdmin } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
  stranger: { role: "sales", team: "二组" },
  admin: { role: "super_admin" },
});

const written = { type: "call", content: "客户确认下周到东京看房" };
const facts = (given: object = {}) => ({ ...written, tracked_at: days(0), ...given });
const send = (as: As, body: object) => as.unchecked(tracking.create, { body });
const add = (as: As, customer_id: number, given: object = {}) => send(as, { customer_id, ...facts(given) });
const change = (as: As, id: number, given: object = {}) =>
  as.unchecked(tracking.update, { params: { id }, body: facts(given) });
const remove = (as: As, id: number) => as(tracking.remove, { params: { id } });
const list = async (as: As, query: object = {}) => (await as.unchecked(tracking.list, { query })).data;
const textsOf = async (as: As, query: object) => (await list(as, query)).list.map(({ content }) => content);
const about = (id: number) => rowIn("customer", id);
const owned = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });
const plans = () => rowsIn("schedule");

describe("a new follow-up", () => {
  test.each([
    ["two hours ago", 7_200, -1 / 12],
    ["in the future, which is now", -600, 0],
    ["ten days ago, which is seven", 10 * 86_400, -7],
  ])("that has waited for the network says when it was written: %s", async (_, age, at) => {
    const { id } = await owned();
    // A date that has come meanwhile was still ahead.
    const next_at = days(at + 1 / 24);
    const sent = await asSales.unchecked(tracking.create, { age, body: { ...written, customer_id: id, next_at } });
    expect(sent.code).toBe(200);
    expect(await rowsIn("tracking")).toMatchObject([{ tracked_at: days(at), created_at: days(0), next_at }]);
    expect(await about(id)).toMatchObject({ last_tracking_at: days(at) });
    // A moment that its author has chosen stays.
    await asSales.unchecked(tracking.create, { age, body: { customer_id: id, ...facts({ tracked_at: days(-2) }) } });
    expect((await rowsIn("tracking"))[1]).toMatchObject({ tracked_at: days(-2) });
  });

  test("is counted, starts the pool's clock again, and makes a new customer a contacted one", async () => {
    const { id } = await owned({ assigned_at: days(-10) });
    const { data } = await add(asSales, id, { result: "connected", tracked_at: days(-1) });
    expect(await about(id)).toMatchObject({
      ...{ tracking_count: 1, last_tracking_at: days(-1), last_valid_tracking_at: days(-1) },
      ...{ stage: "contacted", version: 2 },
    });
    const row = { id: data.id, user: { id: sales.id }, is_valid: true, can: { edit: true, delete: false } };
    expect(await list(asSales, { customer_id: id })).toMatchObject({
      total: 1,
      summary: { count: 1, customers: 1, valid_rate: 100 },
      list: [{ ...row, stage_before: "new", stage_after: "contacted", level_after: null }],
    });
    expect(await rowsIn("customerChangeLog")).toMatchObject([
      { action: "track", changes: [{ field: "stage", before: "新客户", after: "已联系" }] },
    ]);
    expect((await rowsIn("operationLog")).map(({ target_type }) => target_type)).toEqual(["customer", "tracking"]);
  });

  test("whose time nobody chose is of the server's now, alone and of several", async () => {
    const [{ id }, other] = [await owned(), await owned()];
    expect((await send(asSales, { ...written, customer_id: id })).code).toBe(200);
    const both = { ...written, customer_ids: [other.id] };
    expect((await asSales.unchecked(tracking.createBatch, { body: both })).code).toBe(200);
    for (const one of [id, other.id]) expect((await about(one)).last_tracking_at).toBe(isoInstant(api.services.now()));
    expect(await send(asSales, { ...written, customer_id: id, next_at: days(-1) })).toMatchObject(refusedAt("next_at"));
    const [row] = (await list(asSales, { customer_id: id })).list;
    const params = { id: row?.id ?? 0 };
    expect(await asSales.unchecked(tracking.update, { params, body: written })).toMatchObject(refusedAt("tracked_at"));
  });

  test("that is short, or of no named kind, is not a valid one", async () => {
    const { id } = await owned();
    expect((await add(asSales, id, { content: "电话没有接通" })).data).toMatchObject({ is_valid: false });
    await add(asSales, id, { type: "other", content: "在展会上碰到了客户的朋友" });
    expect(await about(id)).toMatchObject({ tracking_count: 2, last_valid_tracking_at: null });
    await setSetting(db, "tracking.min_chars", 6);
    await add(asSales, id, { content: "电话没有接通" });
    expect((await about(id)).last_valid_tracking_at).not.toBeNull();
  });

  test("leaves the version alone when it moves nothing, so that an open form is not stale", async () => {
    const { id } = await owned({ stage: "contacted" });
    await add(asSales, id);
    expect((await about(id)).version).toBe(1);
  });

  test("by an assistant counts for him and starts the owner's clock again", async () => {
    const { id } = await owned();
    const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
    expect((await add(asService, id)).code).toBe(200);
    expect((await about(id)).last_valid_tracking_at).toBe(days(0));
  });

  test.each([
    ["a visit brings a customer forward to visited", "contacted", { type: "visit" }, "visited"],
    ["a visit brings nobody back from a deal", "subscribed", { type: "visit" }, "subscribed"],
    ["a call brings nobody back", "qualified", {}, "qualified"],
    ["a lost customer is a contacted one again", "lost", {}, "contacted"],
    ["an invalid customer who visits is a visited one", "invalid", { type: "visit" }, "visited"],
    ["a stage that is named goes before the event", "visited", { stage_after: "qualified" }, "qualified"],
    ["a good level with a budget is a known need", "contacted", { level_after: "A" }, "qualified"],
  ] as const)("%s", async (_title, stage, changes, after) => {
    const { id } = await owned({ stage, budget_min: "1.00", budget_currency: "CNY", lost_reason: "price" });
    await add(asSales, id, changes);
    expect((await about(id)).stage).toBe(after);
  });

  test("may give up a customer, with a reason, and may not conclude a deal", async () => {
    const { id } = await owned({ stage: "visited" });
    expect(await add(asSales, id, { stage_after: "lost" })).toMatchObject(refusedAt("lost_reason"));
    expect((await add(asSales, id, { stage_after: "lost", lost_reason: "competitor" })).code).toBe(200);
    expect(await about(id)).toMatchObject({ stage: "lost", lost_reason: "competitor" });
    const signed = await owned({ stage: "contracted" });
    expect(await add(asSales, signed.id, { stage_after: "contacted" })).toMatchObject(refusedAt("stage_after"));
  });

  test("is refused on the field that is wrong", async () => {
    const { id } = await owned();
    const minute = 1 / 1440;
    expect((await add(asSales, id, { tracked_at: days(5 * minute) })).code).toBe(200);
    for (const wrong of [
      { tracked_at: days(6 * minute) },
      { tracked_at: days(-30 - minute) },
      { next_at: days(-1) },
      { result: "telepathy" },
      { content: "太短" },
    ])
      expect(await add(asSales, id, wrong)).toMatchObject(refusedAt(Object.keys(wrong)[0] ?? ""));
  });

  test("takes one's own complete pictures of this kind only, and shows them by signed addresses", async () => {
    const { id } = await owned();
    const mine = await makeMedia(db, { uploader: sales.id });
    for (const given of [{ uploader: manager.id }, { status: "uploading" }, { scene: "avatar" }]) {
      const wrong = await makeMedia(db, { uploader: sales.id, ...given });
      expect(await add(asSales, id, { media_ids: [mine.id, wrong.id] })).toMatchObject(refusedAt("media_ids"));
    }
    await add(asSales, id, { media_ids: [mine.id] });
    const [row] = (await list(asSales, { customer_id: id })).list;
    const url = expect.stringMatching(new RegExp(`^/api/upload/media/${mine.id}/file/`));
    expect(row?.media).toMatchObject([{ id: mine.id, name: "现场.png", url }]);
  });
});

describe("the next step", () => {
  test("becomes the customer's and a schedule of the author, which a later one moves", async () => {
    const { id, name } = await owned();
    await add(asSales, id, { next_at: days(2) });
    expect((await about(id)).next_tracking_at).toBe(days(2));
    const plan = { user_id: sales.id, customer_id: id, title: `回访${name}`, status: "pending", remind_minutes: 30 };
    expect(await plans()).toMatchObject([plan]);
    await add(asSales, id, { next_at: days(5) });
    expect(await plans()).toMatchObject([{ start_at: days(5), status: "pending" }]);
  });

  test("is done with a follow-up on its day, and stands when that comes before", async () => {
    const { id } = await owned();
    await add(asSales, id, { next_at: days(2) });
    await add(asSales, id);
    expect((await about(id)).next_tracking_at).not.toBeNull();
    api.setClock(new Date(days(2)));
    await add(asSales, id, { tracked_at: days(2) });
    expect((await about(id)).next_tracking_at).toBeNull();
    expect(await plans()).toMatchObject([{ status: "done" }]);
  });

  test.each([
    { next_at: null, what: "nothing planned any more" },
    { next_at: days(4), what: "a plan of the colleague's" },
  ])("is done by a colleague's follow-up as well: $what", async ({ next_at }) => {
    const { id } = await owned();
    await add(asSales, id, { next_at: days(2) });
    api.setClock(new Date(days(2)));
    expect((await add(asManager, id, { tracked_at: days(2), next_at })).code).toBe(200);
    const [own, ...others] = await plans();
    expect(own).toMatchObject({ user_id: sales.id, status: "done" });
    expect(others.map(({ status }) => status)).toEqual(next_at ? ["pending"] : []);
  });

  test("moves with an edit and goes with the follow-up", async () => {
    const { id } = await owned();
    const { data } = await add(asSales, id, { next_at: days(2) });
    await change(asSales, data.id, { next_at: days(3) });
    expect((await about(id)).next_tracking_at).toBe(days(3));
    expect(await plans()).toMatchObject([{ start_at: days(3) }]);
    await remove(asManager, data.id);
    expect((await about(id)).next_tracking_at).toBeNull();
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("an edit", () => {
  test("is its author's for a day, and counts anew; so does a removal", async () => {
    const { id } = await owned();
    const { data } = await add(asSales, id);
    const edited = await change(asSales, data.id, { content: "电话没有接通", type: "wechat" });
    expect(edited.data).toMatchObject({ type: "wechat", is_valid: false, can: { edit: true } });
    expect(await about(id)).toMatchObject({ last_valid_tracking_at: null, tracking_count: 1 });
    api.setClock(new Date(days(1)));
    expect(await change(asSales, data.id)).toMatchObject({ status: 409, code: 40902 });
    expect((await remove(asManager, data.id)).data).toBeNull();
    expect(await about(id)).toMatchObject({ tracking_count: 0, last_tracking_at: null, last_valid_tracking_at: null });
    expect((await rowIn("tracking", data.id)).deleted_at).not.toBeNull();
  });

  test("corrects where it left the customer, unless he has moved on", async () => {
    const { id } = await owned({ stage: "contacted" });
    const { data } = await add(asSales, id, { stage_after: "qualified", level_after: "B" });
    expect((await change(asSales, data.id, { stage_after: "visited", level_after: "A" })).code).toBe(200);
    expect(await about(id)).toMatchObject({ stage: "visited", level: "A" });
    await add(asSales, id, { stage_after: "contacted" });
    expect(await change(asSales, data.id, { stage_after: "qualified" })).toMatchObject(refusedAt("stage_after"));
    const words = { stage_after: "visited", content: "只改了跟进内容的文字" };
    expect((await change(asSales, data.id, words)).code).toBe(200);
  });

  test("of a customer who has gone to somebody else is of the words alone: the new owner plans himself", async () => {
    const { id } = await owned();
    const { data } = await add(asSales, id, { next_at: days(2) });
    await updateIn("customer", id, { owner_id: manager.id });
    expect((await change(asSales, data.id, { next_at: days(3) })).code).toBe(40301);
    expect((await change(asSales, data.id, { next_at: days(2), content: "只改了跟进内容的文字" })).code).toBe(200);
    expect((await about(id)).next_tracking_at).toBe(days(2));
    expect(await plans()).toHaveLength(1);
  });
});

describe("taking one back", () => {
  const batchOf = async (id: number, changes: object = {}) => (await add(asSales, id, changes)).data.batch_id;
  const state = async (id: number) => {
    const { tracking_count, last_tracking_at, last_valid_tracking_at, ...row } = await about(id);
    const { stage, level, lost_reason, next_tracking_at } = row;
    return { tracking_count, last_tracking_at, last_valid_tracking_at, stage, level, lost_reason, next_tracking_at };
  };
  const planned = async () => (await plans()).map(({ updated_at: _, ...plan }) => plan);

  test.each([
    ["and no next step", {}],
    ["with another next step", { next_at: days(9) }],
    ["that moves and grades", { stage_after: "lost", lost_reason: "price", level_after: "D" }],
  ])("leaves the customer and what was planned as they were: one on the planned day %s", async (_, changes) => {
    const { id } = await owned({ level: "B" });
    await add(asSales, id, { next_at: days(2), stage_after: "qualified" });
    const before = [await state(id), await planned()];
    api.setClock(new Date(days(2)));
    const batch_id = await batchOf(id, { tracked_at: days(2), ...changes });
    expect(await state(id)).not.toEqual(before[0]);
    expect((await undo(asSales, batch_id)).data).toMatchObject({ failed: [], task: null });
    expect([await state(id), await planned()]).toEqual(before);
    expect((await list(asSales, { customer_id: id })).total).toBe(1);
  });

  test("cancels what it has planned itself, and says both in the history and the log", async () => {
    const { id } = await owned();
    await undo(asSales, await batchOf(id, { next_at: days(2) }));
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
    expect((await rowsIn("customerChangeLog")).at(-1)).toMatchObject({
      action: "undo",
      changes: [{ field: "stage", before: "已联系", after: "新客户" }],
    });
    const [line] = await db.select().from(operationLog).orderBy(desc(operationLog.id));
    expect(line).toMatchObject({ module: "customer", target_type: "batch", summary: "撤销跟进：恢复1条" });
  });

  test.each([
    ["another follow-up", (id: number) => add(asManager, id)],
    ["a correction", (_: number, one: number) => change(asSales, one, { content: "写得更长一些的内容" })],
    ["another owner", (id: number) => updateIn("customer", id, { version: 9 })],
  ])("is refused after %s, and changes nothing", async (_, happens) => {
    const { id } = await owned();
    const { data } = await add(asSales, id);
    api.setClock(new Date(days(0.5)));
    await happens(id, data.id);
    const before = await state(id);
    const failed = [{ id: data.id, code: 40901, message: "之后已被修改" }];
    expect((await undo(asSales, data.batch_id)).data).toMatchObject({ success: [], failed });
    expect(await state(id)).toEqual(before);
  });

  test("stands in no list of bulk acts", async () => {
    await add(asSales, (await owned()).id);
    expect((await asSales(batch.list, { query: {} })).data.list).toEqual([]);
  });
});

describe("the list", () => {
  test("holds what was written in the scope or about its customers, newest first", async () => {
    const mine = await owned({ name: "陈海" });
    const foreign = await makeCustomer(db, { owner_id: stranger.id });
    for (const [customer_id, user_id, content, at] of [
      [mine.id, stranger.id, "前任顾问的旧跟进", -9],
      [mine.id, sales.id, "自己的跟进", -2],
      [foreign.id, sales.id, "协助同事的跟进", -3],
      [foreign.id, stranger.id, "别人的跟进", -4],
    ] as const)
      await makeTracking(db, { customer_id, user_id, content, tracked_at: days(at), is_valid: at % 2 === 0 });
    for (const [query, texts] of [
      [{}, ["自己的跟进", "协助同事的跟进", "前任顾问的旧跟进"]],
      [{ keyword: "陈海" }, ["自己的跟进", "前任顾问的旧跟进"]],
      [{ keyword: "协助" }, ["协助同事的跟进"]],
      [{ is_valid: true }, ["自己的跟进"]],
      [{ user_id: stranger.id }, ["前任顾问的旧跟进"]],
      [{ tracked_from: "2026-11-17", tracked_to: "2026-11-17" }, ["协助同事的跟进"]],
    ] as const)
      expect(await textsOf(asSales, query), JSON.stringify(query)).toEqual(texts);
    expect((await list(asSales)).summary).toEqual({ count: 3, customers: 2, valid_rate: 33.3 });
  });

  test.each(["风", "海风", "海风号", "Wang"])(
    "%s is found in the text and in the name, whoever wrote it and whoever holds the customer",
    async (word) => {
      const all: { text: string; isNamed: boolean; isSeen: boolean }[] = [];
      for (const holder of [sales, stranger])
        for (const author of [sales, stranger])
          for (const isNamed of [false, true]) {
            const { id } = await makeCustomer(db, { owner_id: holder.id, name: isNamed ? `陈${word}` : "陈一" });
            const text = `${holder.id} ${author.id} ${isNamed ? "电话" : `谈到${word}`}`;
            await makeTracking(db, { customer_id: id, user_id: author.id, content: text });
            all.push({ text, isNamed, isSeen: holder === sales || author === sales });
          }
      const { id: customer_id } = await owned({ name: "陈二" });
      await makeTracking(db, { customer_id, user_id: sales.id, content: "海浪 Wan" });
      const found = async (as: As, keyword: string) => {
        const { list: rows, ...data } = await list(as, { keyword, page_size: 50 });
        // Found in two ways, it is listed once.
        expect(data).toMatchObject({ total: rows.length, summary: { count: rows.length } });
        return rows.map(({ content }) => content).toSorted();
      };
      const textsIn = (rows: typeof all) => rows.map(({ text }) => text).toSorted();
      const seen = all.filter(({ isSeen }) => isSeen);

      expect(await found(asSales, word)).toEqual(textsIn(seen));
      expect(await found(asManager, word)).toEqual(textsIn(seen));
      expect(await found(asAdmin, word)).toEqual(textsIn(all));

      // By the new name, no longer by the former one.
      await db.update(customerTable).set({ name: "陈新名" });
      expect(await found(asAdmin, `陈${word}`)).toEqual([]);
      const named = textsIn(all.filter(({ isNamed }) => isNamed));
      expect((await found(asSales, "新名")).filter((text) => named.includes(text))).toEqual(
        textsIn(seen.filter(({ isNamed }) => isNamed)),
      );
    },
  );
});

test("the options name kinds, results of the dictionary, stages and levels; a deal's stages cannot be chosen", async () => {
  const { data } = await asSales(tracking.options, { query: { scenes: ["type", "result", "stage", "level"] } });
  expect(data.type).toContainEqual({ value: "visit", label: "到访/带看" });
  expect(data.result).toContainEqual({ value: "visit_booked", label: "已约看", color: null });
  expect(data.stage).toContainEqual({ value: "contracted", label: "已签约", disabled: true });
  expect(data.level).toHaveLength(4);
  expect(Object.keys((await asSales(tracking.options, { query: { scenes: ["level"] } })).data)).toEqual(["level"]);
});

test("above ten thousand the count stops, the summary is of the newest, and the page misses nothing", async () => {
  const { id } = await owned();
  await db.execute(sql`insert into ${trackingTable}
      (customer_id, user_id, type, content, tracked_at, is_valid, created_at, updated_at)
    select ${id}, ${sales.id}, 'call', '电话沟通', ${days(0)}::timestamptz - g * interval '1 minute', g <= 10001, now(), now()
    from generate_series(1, 10100) g`);
  const firstOf = async (as: As, query: object = {}) => {
    const data = await list(as, query);
    expect(data).toMatchObject({ total: 10_000, total_capped: true, summary: { count: 10_000, valid_rate: 100 } });
    expect(data.list).toHaveLength(20);
    return data.list[0]?.content;
  };
  for (const as of [asSales, asManager, asAdmin]) expect(await firstOf(as)).toBe("电话沟通");
  // Of another's hand, about one's own customer: found in the second way.
  const another = { customer_id: id, user_id: stranger.id, content: "同事代接" };
  await makeTracking(db, { ...another, tracked_at: days(0), is_valid: true });
  await updateIn("customer", id, { last_tracking_at: days(0) });
  for (const as of [asSales, asManager, asAdmin]) expect(await firstOf(as)).toBe("同事代接");
  expect(await firstOf(asManager, { sort: "-created_at", page: 2 })).toBe("电话沟通");
  const [oldest] = (await list(asManager, { sort: "tracked_at" })).list;
  expect(oldest?.tracked_at).toBe("2026-11-13T11:40:00.000+08:00");
  // A large team's are walked, not put together from its people's.
  await db.execute(sql`insert into "user" (name, email, password_hash, team_id, created_at, updated_at)
    select '同事' || g, 'colleague' || g || '@demo.test', 'none', ${manager.team_id}, now(), now() from generate_series(1, 31) g`);
  expect(await firstOf(asManager)).toBe("同事代接");
});

describe("the same follow-up of several customers", () => {
  const addAll = (customer_ids: number[], given: object = {}) =>
    asSales.unchecked(tracking.createBatch, { body: { customer_ids, ...facts(given) } });

  test("is written, counted and planned for each of them", async () => {
    const ids = [(await owned()).id, (await owned({ stage: "lost", lost_reason: "price" })).id];
    const next_at = days(2);
    const { data } = await addAll(ids, { type: "wechat", level_after: "A", next_at });
    expect(data).toEqual({ success: ids, failed: [], batch_id: null });
    const after = { stage: "contacted", level: "A", lost_reason: null, tracking_count: 1, next_tracking_at: next_at };
    for (const id of ids) expect(await about(id)).toMatchObject(after);
    expect((await plans()).map(({ customer_id }) => customer_id)).toEqual(ids);
    expect(await rowsIn("tracking")).toHaveLength(2);
  });

  test("tells for each customer why it could not be", async () => {
    const [mine, signed] = [await owned(), await owned({ stage: "contracted" })];
    const [foreign, pooled] = [await makeCustomer(db, { owner_id: stranger.id }), await makeCustomer(db)];
    const { data } = await addAll([mine.id, signed.id, foreign.id, pooled.id], { stage_after: "visited" });
    const outside = { code: 40301, message: "数据不在您的权限范围内" };
    expect(data).toEqual({
      success: [mine.id],
      failed: [
        { id: signed.id, code: 42200, message: "认购、签约、交割阶段由成交记录维护" },
        { id: foreign.id, ...outside },
        { id: pooled.id, ...outside },
      ],
      batch_id: null,
    });
    expect(await rowsIn("tracking")).toHaveLength(1);
  });

  test("is refused as a whole for what is wrong with itself, without customers, or with more than fifty", async () => {
    const { id } = await owned();
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    for (const [ids, given, field] of [
      [[id], { tracked_at: days(1) }, "tracked_at"],
      [[id], { result: "nonsense" }, "result"],
      [[id], { stage_after: "lost" }, "lost_reason"],
      [[], {}, "customer_ids"],
      [many, {}, "customer_ids"],
    ] as const)
      expect(await addAll([...ids], given)).toMatchObject(refusedAt(field));
    expect(await rowsIn("tracking")).toEqual([]);
  });
});

describe("the export", () => {
  const download = (query: object = {}) => asManager.file(tracking.export, { query: { reason: "report", ...query } });

  test("holds the filtered list in words, and keeps its reason in the log", async () => {
    const { id, customer_no } = await owned({ name: "王伟" });
    const of = { customer_id: id, user_id: sales.id, type: "visit" };
    await makeTracking(db, {
      ...{ ...of, content: "=看房两小时", result: "interested", duration_min: 120 },
      estate_ids: [(await makeEstate(db, { name: "云汀·一号" })).id],
      ...{ stage_before: "contacted", stage_after: "visited", level_before: "C", level_after: "C" },
      ...{ tracked_at: days(-1), next_at: days(1) },
    });
    await makeTracking(db, { ...of, type: "sms", is_valid: false });
    await makeTracking(db, { ...of, deleted_at: days(0) });
    const answer = await download({ type: ["visit"] });
    expect(decodeURIComponent(answer.headers.get("content-disposition") ?? "")).toContain("跟进记录-20261120.xlsx");
    const lines = await cellsOf(answer);
    expect(String(lines.pop()?.[0])).toContain(`导出人：${manager.name}`);
    const [headings = [], ...cells] = lines;
    expect(cells.map((line) => headings.map((heading, at) => [heading, line[at]]))).toEqual([
      [
        ["跟进时间", new Date("2026-11-19T12:00:00Z")],
        ["客户编号", customer_no],
        ["客户", "王伟"],
        ["跟进方式", "到访/带看"],
        ["方向", "去电/主动"],
        ["跟进结果", "有意向"],
        ["跟进内容", "'=看房两小时"],
        ["更新阶段", "已联系 → 已看房"],
        ["更新等级", null],
        ["涉及房源", "云汀·一号"],
        ["下次跟进", new Date("2026-11-21T12:00:00Z")],
        ["时长", 120],
        ["跟进人", sales.name],
        ["有效跟进", "是"],
      ],
    ]);
    expect(await rowsIn("operationLog")).toMatchObject([
      { action: "export", user_id: manager.id, summary: "导出跟进记录1条", reason: "内部报表" },
    ]);
  });

  test("holds one's scope only, and needs a reason", async () => {
    const { id } = await makeCustomer(db, { owner_id: stranger.id });
    await makeTracking(db, { customer_id: id, user_id: stranger.id });
    // The head and the line that tells whose file it is.
    expect(await cellsOf(await download())).toHaveLength(2);
    for (const reason of ["curiosity", undefined])
      expect(await asManager(tracking.export, { query: { reason } })).toMatchObject(refusedAt("reason"));
  });
});

const staff = "SM SR CS";
whoMay(
  api,
  tracking,
  { list: staff, options: "any", create: staff, createBatch: staff, update: staff, remove: "SM", export: "SM" },
  { "/customer/tracking": staff },
);
