import { desc, eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { tracking } from "~/contract/customer/tracking";
import type { Input } from "~/contract/endpoint";
import { batch } from "~/contract/shared/batch";
import { isoInstant } from "~/server/database/tables/columns";
import {
  customerChangeLog,
  customer as customerTable,
  tracking as trackingTable,
} from "~/server/database/tables/customer/customer";
import { operationLog, schedule } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { makeEstate } from "~/test/support/estate";
import {
  days,
  makeCustomer,
  makeMedia,
  makeTeam,
  makeTracking,
  makeUser,
  setSetting,
  testNow,
} from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { cellsOf } from "~/test/support/sheet";
import { type As, signedIn } from "~/test/support/signed-in";
import { whoMay } from "~/test/support/who-may";

const { db } = testDatabase();
const api = testApi(db, { now: testNow });

type Body = Omit<Input<typeof tracking.create>["body"], "tracked_at"> & { tracked_at: string };

const { manager, sales, asManager, asSales } = signedIn(api, {
  manager: { role: "sales_manager", team: "一组" },
  sales: { role: "sales", team: "一组" },
});

const empty = {
  result: null,
  duration_min: null,
  stage_after: null,
  lost_reason: null,
  level_after: null,
  next_at: null,
};
const facts = (changes: Partial<Body> = {}) => ({
  ...empty,
  type: "call" as const,
  content: "客户确认下周到东京看房",
  tracked_at: days(0),
  ...changes,
});
const add = (as: As, customer_id: number, changes: Partial<Body> = {}) =>
  as(tracking.create, { body: { customer_id, ...facts(changes) } });
const change = (as: As, id: number, changes: Partial<Body> = {}) =>
  as(tracking.update, { params: { id }, body: facts(changes) });
const rowOf = async (id: number) => (await db.select().from(customerTable).where(eq(customerTable.id, id)))[0];
const owned = (given: object = {}) => makeCustomer(db, { owner_id: sales.id, ...given });

describe("a new follow-up", () => {
  test("is counted, starts the pool's clock again, and makes a new customer a contacted one", async () => {
    const { id } = await owned({ assigned_at: days(-10) });
    const { data } = await add(asSales, id, { result: "connected", tracked_at: days(-1) });
    expect(await rowOf(id)).toMatchObject({
      tracking_count: 1,
      last_tracking_at: "2026-11-19T12:00:00.000+08:00",
      last_valid_tracking_at: "2026-11-19T12:00:00.000+08:00",
      stage: "contacted",
      version: 2,
    });
    expect((await asSales(tracking.list, { query: { customer_id: id } })).data).toMatchObject({
      total: 1,
      summary: { count: 1, customers: 1, valid_rate: 100 },
      list: [
        {
          id: data.id,
          user: { id: sales.id },
          is_valid: true,
          stage_before: "new",
          stage_after: "contacted",
          level_after: null,
          can: { edit: true, delete: false },
        },
      ],
    });
    expect(await db.select().from(customerChangeLog)).toMatchObject([
      { action: "track", changes: [{ field: "stage", before: "新客户", after: "已联系" }] },
    ]);
    expect((await db.select().from(operationLog).orderBy(operationLog.id)).map((row) => row.target_type)).toEqual([
      "customer",
      "tracking",
    ]);
  });

  test("whose time nobody chose is of the server's now, alone and of several", async () => {
    const { id } = await owned();
    const other = await owned();
    const { tracked_at: _, ...body } = facts();
    expect((await asSales(tracking.create, { body: { customer_id: id, ...body } })).code).toBe(200);
    expect((await asSales(tracking.createBatch, { body: { customer_ids: [other.id], ...body } })).code).toBe(200);
    for (const one of [id, other.id])
      expect(await rowOf(one)).toMatchObject({ last_tracking_at: isoInstant(api.services.now()) });
    const next = { ...body, next_at: days(-1) };
    expect(await asSales(tracking.create, { body: { customer_id: id, ...next } })).toMatchObject(refusedAt("next_at"));
    const [row] = (await asSales(tracking.list, { query: { customer_id: id } })).data.list;
    const edit = await asSales.unchecked(tracking.update, { params: { id: row?.id ?? 0 }, body });
    expect(edit).toMatchObject(refusedAt("tracked_at"));
  });

  test("that is short, or of no named kind, is not a valid one", async () => {
    const { id } = await owned();
    expect((await add(asSales, id, { content: "电话没有接通" })).data).toMatchObject({ is_valid: false });
    await add(asSales, id, { type: "other", content: "在展会上碰到了客户的朋友" });
    expect(await rowOf(id)).toMatchObject({ tracking_count: 2, last_valid_tracking_at: null });
    await setSetting(db, "tracking.min_chars", 6);
    await add(asSales, id, { content: "电话没有接通" });
    expect((await rowOf(id))?.last_valid_tracking_at).not.toBeNull();
  });

  test("leaves the version alone when it moves nothing, so that an open form is not stale", async () => {
    const { id } = await owned({ stage: "contacted" });
    await add(asSales, id);
    expect((await rowOf(id))?.version).toBe(1);
  });

  test("by an assistant counts for him and starts the owner's clock again", async () => {
    const { id } = await owned();
    const asService = await api.as((await makeUser(db, { role: "customer_service" })).id);
    expect((await add(asService, id)).code).toBe(200);
    expect((await rowOf(id))?.last_valid_tracking_at).toBe("2026-11-20T12:00:00.000+08:00");
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
    expect((await rowOf(id))?.stage).toBe(after);
  });

  test("may give up a customer, with a reason, and may not conclude a deal", async () => {
    const { id } = await owned({ stage: "visited" });
    expect(await add(asSales, id, { stage_after: "lost" })).toMatchObject(refusedAt("lost_reason"));
    expect((await add(asSales, id, { stage_after: "lost", lost_reason: "competitor" })).code).toBe(200);
    expect(await rowOf(id)).toMatchObject({ stage: "lost", lost_reason: "competitor" });
    const signed = await owned({ stage: "contracted" });
    expect(await add(asSales, signed.id, { stage_after: "contacted" })).toMatchObject(refusedAt("stage_after"));
  });

  test("is refused on the field that is wrong", async () => {
    const { id } = await owned();
    const minute = 60_000;
    const at = (ms: number) => new Date(testNow.getTime() + ms).toISOString();
    expect(await add(asSales, id, { tracked_at: at(6 * minute) })).toMatchObject(refusedAt("tracked_at"));
    expect(await add(asSales, id, { tracked_at: at(-30 * 1440 * minute - 1) })).toMatchObject(refusedAt("tracked_at"));
    expect((await add(asSales, id, { tracked_at: at(5 * minute) })).code).toBe(200);
    expect(await add(asSales, id, { next_at: days(-1) })).toMatchObject(refusedAt("next_at"));
    expect(await add(asSales, id, { result: "telepathy" })).toMatchObject(refusedAt("result"));
    expect(await add(asSales, id, { content: "太短" })).toMatchObject(refusedAt("content"));
  });

  test("takes one's own complete pictures of this kind only, and shows them by signed addresses", async () => {
    const { id } = await owned();
    const mine = await makeMedia(db, { uploader: sales.id });
    const wrong = [
      await makeMedia(db, { uploader: manager.id }),
      await makeMedia(db, { uploader: sales.id, status: "uploading" }),
      await makeMedia(db, { uploader: sales.id, scene: "avatar" }),
    ];
    for (const one of wrong)
      expect(await add(asSales, id, { media_ids: [mine.id, one.id] })).toMatchObject(refusedAt("media_ids"));
    await add(asSales, id, { media_ids: [mine.id] });
    const { data } = await asSales(tracking.list, { query: { customer_id: id } });
    expect(data.list[0]?.media).toMatchObject([{ id: mine.id, name: "现场.png" }]);
    expect(data.list[0]?.media[0]?.url).toMatch(new RegExp(`^/api/upload/media/${mine.id}/file/`));
  });
});

describe("the next step", () => {
  const plans = () => db.select().from(schedule).orderBy(schedule.id);

  test("becomes the customer's and a schedule of the author, which a later one moves", async () => {
    const { id, name } = await owned();
    await add(asSales, id, { next_at: days(2) });
    expect((await rowOf(id))?.next_tracking_at).toBe("2026-11-22T12:00:00.000+08:00");
    expect(await plans()).toMatchObject([
      { user_id: sales.id, customer_id: id, title: `回访${name}`, status: "pending", remind_minutes: 30 },
    ]);
    await add(asSales, id, { next_at: days(5) });
    expect(await plans()).toMatchObject([{ start_at: "2026-11-25T12:00:00.000+08:00", status: "pending" }]);
  });

  test("is done with a follow-up on its day, and stands when that comes before", async () => {
    const { id } = await owned();
    await add(asSales, id, { next_at: days(2) });
    await add(asSales, id);
    expect((await rowOf(id))?.next_tracking_at).not.toBeNull();
    api.setClock(new Date(days(2)));
    await add(asSales, id, { tracked_at: days(2) });
    expect((await rowOf(id))?.next_tracking_at).toBeNull();
    expect((await plans())[0]?.status).toBe("done");
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
    expect((await rowOf(id))?.next_tracking_at).toBe("2026-11-23T12:00:00.000+08:00");
    expect((await plans())[0]?.start_at).toBe("2026-11-23T12:00:00.000+08:00");
    await asManager(tracking.remove, { params: { id: data.id } });
    expect((await rowOf(id))?.next_tracking_at).toBeNull();
    expect((await plans())[0]?.status).toBe("cancelled");
  });
});

describe("an edit", () => {
  test("is its author's for a day, and counts anew", async () => {
    const { id } = await owned();
    const { data } = await add(asSales, id);
    const edited = await change(asSales, data.id, { content: "电话没有接通", type: "wechat" });
    expect(edited.data).toMatchObject({ type: "wechat", is_valid: false, can: { edit: true } });
    expect(await rowOf(id)).toMatchObject({ last_valid_tracking_at: null, tracking_count: 1 });
    expect((await change(asManager, data.id)).code).toBe(40300);
    api.setClock(new Date(days(1)));
    expect(await change(asSales, data.id)).toMatchObject({ status: 409, code: 40902 });
  });

  test("corrects where it left the customer, unless he has moved on", async () => {
    const { id } = await owned({ stage: "contacted" });
    const { data } = await add(asSales, id, { stage_after: "qualified", level_after: "B" });
    expect((await change(asSales, data.id, { stage_after: "visited", level_after: "A" })).code).toBe(200);
    expect(await rowOf(id)).toMatchObject({ stage: "visited", level: "A" });
    await add(asSales, id, { stage_after: "contacted" });
    expect(await change(asSales, data.id, { stage_after: "qualified" })).toMatchObject(refusedAt("stage_after"));
    expect(await change(asSales, data.id, { stage_after: "visited", content: "只改了跟进内容的文字" })).toMatchObject({
      code: 200,
    });
  });
});

test("whoever a customer has gone to plans himself: the author corrects his words alone", async () => {
  const { id } = await owned();
  const { data } = await add(asSales, id, { next_at: days(2) });
  await db.update(customerTable).set({ owner_id: manager.id }).where(eq(customerTable.id, id));
  expect((await change(asSales, data.id, { next_at: days(3) })).code).toBe(40301);
  expect((await change(asSales, data.id, { next_at: days(2), content: "只改了跟进内容的文字" })).code).toBe(200);
  expect((await rowOf(id))?.next_tracking_at).toBe("2026-11-22T12:00:00.000+08:00");
  expect((await db.select().from(schedule)).length).toBe(1);
});

describe("taking one back", () => {
  const undo = (as: As, id: number) => as(batch.undo, { params: { id } });
  const batchOf = async (id: number, changes: Partial<Body> = {}) =>
    (await add(asSales, id, changes)).data.batch_id ?? 0;
  const kept = async (id: number) => {
    const { tracking_count, last_tracking_at, last_valid_tracking_at, stage, level, lost_reason, next_tracking_at } =
      found(await rowOf(id));
    return { tracking_count, last_tracking_at, last_valid_tracking_at, stage, level, lost_reason, next_tracking_at };
  };
  const plans = async () =>
    (await db.select().from(schedule).orderBy(schedule.id)).map(({ start_at, status, done_at, tracking_id }) => ({
      ...{ start_at, status, done_at, tracking_id },
    }));

  test.each([
    ["and no next step", {}],
    ["with another next step", { next_at: days(9) }],
    ["that moves and grades", { stage_after: "lost" as const, lost_reason: "price", level_after: "D" as const }],
  ])("leaves the customer and what was planned as they were: one on the planned day %s", async (_, changes) => {
    const { id } = await owned({ level: "B" });
    await add(asSales, id, { next_at: days(2), stage_after: "qualified" });
    const [customer, planned] = [await kept(id), await plans()];
    api.setClock(new Date(days(2)));
    const undone = await batchOf(id, { tracked_at: days(2), ...changes });
    expect(await kept(id)).not.toEqual(customer);
    expect((await undo(asSales, undone)).data).toMatchObject({ failed: [], task: null });
    expect(await kept(id)).toEqual(customer);
    expect(await plans()).toEqual(planned);
    expect((await asSales(tracking.list, { query: { customer_id: id } })).data.total).toBe(1);
  });

  test("cancels what it has planned itself, and says both in the history and the log", async () => {
    const { id } = await owned();
    await undo(asSales, await batchOf(id, { next_at: days(2) }));
    expect(await plans()).toMatchObject([{ status: "cancelled" }]);
    expect((await db.select().from(customerChangeLog).orderBy(customerChangeLog.id)).at(-1)).toMatchObject({
      action: "undo",
      changes: [{ field: "stage", before: "已联系", after: "新客户" }],
    });
    const [line] = await db.select().from(operationLog).orderBy(desc(operationLog.id));
    expect(line).toMatchObject({ module: "customer", target_type: "batch", summary: "撤销跟进：恢复1条" });
  });

  test.each([
    ["another follow-up", (id: number) => add(asManager, id)],
    [
      "a correction",
      (_: number, tracking_id: number) => change(asSales, tracking_id, { content: "写得更长一些的内容" }),
    ],
    ["another owner", (id: number) => db.update(customerTable).set({ version: 9 }).where(eq(customerTable.id, id))],
  ])("is refused after %s, and changes nothing", async (_, happens) => {
    const { id } = await owned();
    const { data } = await add(asSales, id);
    api.setClock(new Date(days(0.5)));
    await happens(id, data.id);
    const before = await kept(id);
    expect((await undo(asSales, data.batch_id ?? 0)).data).toMatchObject({
      success: [],
      failed: [{ id: data.id, code: 40901, message: "之后已被修改" }],
    });
    expect(await kept(id)).toEqual(before);
  });

  test("is one's own, and stands in no list of bulk acts", async () => {
    const { id } = await owned();
    const undone = await batchOf(id);
    expect((await undo(asManager, undone)).code).toBe(40301);
    expect((await asSales(batch.list, { query: {} })).data.list).toEqual([]);
  });
});

describe("a removal", () => {
  test("counts anew", async () => {
    const { id } = await owned();
    const { data } = await add(asSales, id);
    expect((await asManager(tracking.remove, { params: { id: data.id } })).data).toBeNull();
    expect(await rowOf(id)).toMatchObject({ tracking_count: 0, last_tracking_at: null, last_valid_tracking_at: null });
    expect((await asManager(tracking.remove, { params: { id: data.id } })).code).toBe(40400);
    expect((await db.select().from(trackingTable))[0]?.deleted_at).not.toBeNull();
  });
});

describe("the list", () => {
  test("holds what was written in the scope or about its customers, newest first", async () => {
    const other = await makeUser(db);
    const mine = await owned({ name: "陈海" });
    const foreign = await makeCustomer(db, { owner_id: other.id });
    const about = (customer_id: number, user_id: number, content: string, at: number) =>
      makeTracking(db, { customer_id, user_id, content, tracked_at: days(at), is_valid: at % 2 === 0 });
    await about(mine.id, other.id, "前任顾问的旧跟进", -9);
    await about(mine.id, sales.id, "自己的跟进", -2);
    await about(foreign.id, sales.id, "协助同事的跟进", -3);
    await about(foreign.id, other.id, "别人的跟进", -4);
    const list = async (query: object = {}) =>
      (await asSales(tracking.list, { query })).data.list.map((row) => row.content);
    expect(await list()).toEqual(["自己的跟进", "协助同事的跟进", "前任顾问的旧跟进"]);
    expect(await list({ keyword: "陈海" })).toEqual(["自己的跟进", "前任顾问的旧跟进"]);
    expect(await list({ keyword: "协助" })).toEqual(["协助同事的跟进"]);
    expect(await list({ is_valid: true })).toEqual(["自己的跟进"]);
    expect(await list({ user_id: other.id })).toEqual(["前任顾问的旧跟进"]);
    expect(await list({ tracked_from: "2026-11-17", tracked_to: "2026-11-17" })).toEqual(["协助同事的跟进"]);
    expect((await asSales(tracking.list)).data.summary).toEqual({ count: 3, customers: 2, valid_rate: 33.3 });
  });

  test.each(["风", "海风", "海风号", "Wang"])(
    "%s is found in the text and in the name, whoever wrote it and whoever holds the customer",
    async (word) => {
      const other = await makeUser(db);
      const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
      const written: { text: string; isSeen: boolean }[] = [];
      for (const holder of [sales, other])
        for (const author of [sales, other])
          for (const isNamed of [false, true]) {
            const { id: customer_id } = await makeCustomer(db, {
              owner_id: holder.id,
              name: isNamed ? `陈${word}` : "陈一",
            });
            const text = `${holder.id} ${author.id} ${isNamed ? "电话" : `谈到${word}`}`;
            await makeTracking(db, { customer_id, user_id: author.id, content: text });
            written.push({ text, isSeen: holder === sales || author === sales });
          }
      await makeTracking(db, {
        customer_id: (await owned({ name: "陈二" })).id,
        user_id: sales.id,
        content: "海浪 Wan",
      });
      const found = async (as: typeof asSales, keyword: string) =>
        (await as(tracking.list, { query: { keyword, page_size: 50 } })).data.list.map((row) => row.content).toSorted();
      const texts = (rows: typeof written) => rows.map(({ text }) => text).toSorted();
      const [all, seen] = [texts(written), texts(written.filter(({ isSeen }) => isSeen))];

      expect(await found(asSales, word)).toEqual(seen);
      expect(await found(asManager, word)).toEqual(seen);
      expect(await found(asAdmin, word)).toEqual(all);

      // By the new name, no longer by the former one.
      await db.update(customerTable).set({ name: "陈新名" });
      const named = written.filter(({ text }) => text.endsWith("电话"));
      expect(await found(asAdmin, `陈${word}`)).toEqual([]);
      expect((await found(asSales, "新名")).filter((text) => texts(named).includes(text))).toEqual(
        texts(named.filter(({ isSeen }) => isSeen)),
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
  const firstOf = async (as: As, query: Input<typeof tracking.list>["query"] = {}) => {
    const { data } = await as(tracking.list, { query });
    expect(data).toMatchObject({ total: 10_000, total_capped: true, summary: { count: 10_000, valid_rate: 100 } });
    expect(data.list).toHaveLength(20);
    return data.list[0]?.content;
  };
  const asAdmin = await api.as((await makeUser(db, { role: "super_admin" })).id);
  for (const as of [asSales, asManager, asAdmin]) expect(await firstOf(as)).toBe("电话沟通");
  // Of another's hand, about one's own customer: found in the second way.
  const { id: user_id } = await makeUser(db);
  await makeTracking(db, { customer_id: id, user_id, content: "同事代接", tracked_at: days(0), is_valid: true });
  await db
    .update(customerTable)
    .set({ last_tracking_at: days(0) })
    .where(eq(customerTable.id, id));
  for (const as of [asSales, asManager, asAdmin]) expect(await firstOf(as)).toBe("同事代接");
  expect(await firstOf(asManager, { sort: "-created_at", page: 2 })).toBe("电话沟通");
  const last = await asManager(tracking.list, { query: { sort: "tracked_at" } });
  expect(last.data.list[0]?.tracked_at).toBe("2026-11-13T11:40:00.000+08:00");
  // A large team's are walked, not put together from its people's.
  await db.execute(sql`insert into "user" (name, email, password_hash, team_id, created_at, updated_at)
    select '同事' || g, 'colleague' || g || '@demo.test', 'none', ${manager.team_id}, now(), now() from generate_series(1, 31) g`);
  expect(await firstOf(asManager)).toBe("同事代接");
});

describe("the same follow-up of several customers", () => {
  const addAll = (as: As, customer_ids: number[], changes: Partial<Body> = {}) =>
    as(tracking.createBatch, { body: { customer_ids, ...facts(changes) } });

  test("is written, counted and planned for each of them", async () => {
    const first = await owned();
    const second = await owned({ stage: "lost", lost_reason: "price" });
    const next_at = days(2);
    const { data } = await addAll(asSales, [first.id, second.id], { type: "wechat", level_after: "A", next_at });
    expect(data).toEqual({ success: [first.id, second.id], failed: [], batch_id: null });
    for (const { id } of [first, second])
      expect(await rowOf(id)).toMatchObject({
        stage: "contacted",
        level: "A",
        lost_reason: null,
        tracking_count: 1,
        next_tracking_at: next_at,
      });
    expect((await db.select().from(schedule).orderBy(schedule.id)).map((row) => row.customer_id)).toEqual([
      first.id,
      second.id,
    ]);
    expect(await db.select().from(trackingTable)).toHaveLength(2);
  });

  test("tells for each customer why it could not be", async () => {
    const mine = await owned();
    const signed = await owned({ stage: "contracted" });
    const stranger = await makeUser(db, { role: "sales", team_id: (await makeTeam(db)).id });
    const foreign = await makeCustomer(db, { owner_id: stranger.id });
    const pooled = await makeCustomer(db);
    const { data } = await addAll(asSales, [mine.id, signed.id, foreign.id, pooled.id], { stage_after: "visited" });
    expect(data).toEqual({
      success: [mine.id],
      failed: [
        { id: signed.id, code: 42200, message: "认购、签约、交割阶段由成交记录维护" },
        { id: foreign.id, code: 40301, message: "数据不在您的权限范围内" },
        { id: pooled.id, code: 40301, message: "数据不在您的权限范围内" },
      ],
      batch_id: null,
    });
    expect(await db.select().from(trackingTable)).toHaveLength(1);
  });

  test("is refused as a whole for what is wrong with itself, without customers, or with more than fifty", async () => {
    const { id } = await owned();
    expect(await addAll(asSales, [id], { tracked_at: days(1) })).toMatchObject(refusedAt("tracked_at"));
    expect(await addAll(asSales, [id], { result: "nonsense" })).toMatchObject(refusedAt("result"));
    expect(await addAll(asSales, [id], { stage_after: "lost" })).toMatchObject(refusedAt("lost_reason"));
    expect(await addAll(asSales, [])).toMatchObject(refusedAt("customer_ids"));
    const many = Array.from({ length: 51 }, (_, index) => index + 1);
    expect(await addAll(asSales, many)).toMatchObject(refusedAt("customer_ids"));
    expect(await db.select().from(trackingTable)).toEqual([]);
  });
});

describe("the export", () => {
  async function download(userId: number, query: Record<string, unknown> = {}) {
    const response = await (await api.as(userId)).file(tracking.export, { query: { reason: "report", ...query } });
    expect(response.status).toBe(200);
    const lines = await cellsOf(response);
    return { lines, name: decodeURIComponent(response.headers.get("content-disposition")?.split("''")[1] ?? "") };
  }

  test("holds the filtered list in words, and keeps its reason in the log", async () => {
    const { id, customer_no } = await owned({ name: "王伟" });
    await makeTracking(db, {
      customer_id: id,
      user_id: sales.id,
      type: "visit",
      content: "=看房两小时",
      estate_ids: [(await makeEstate(db, { name: "云汀·一号" })).id],
      result: "interested",
      tracked_at: days(-1),
      duration_min: 120,
      stage_before: "contacted",
      stage_after: "visited",
      level_before: "C",
      level_after: "C",
      next_at: days(1),
    });
    await makeTracking(db, { customer_id: id, user_id: sales.id, type: "sms", is_valid: false });
    await makeTracking(db, { customer_id: id, user_id: sales.id, type: "visit", deleted_at: days(0) });
    const { name, lines } = await download(manager.id, { type: ["visit"] });
    expect(name).toBe("跟进记录-20261120.xlsx");
    expect(String(lines.pop()?.[0])).toContain(`导出人：${manager.name}`);
    expect(lines).toEqual([
      [
        "跟进时间",
        "客户编号",
        "客户",
        "跟进方式",
        "方向",
        "跟进结果",
        "跟进内容",
        "更新阶段",
        "更新等级",
        "涉及房源",
        "下次跟进",
        "时长",
        "跟进人",
        "有效跟进",
      ],
      [
        new Date("2026-11-19T12:00:00Z"),
        customer_no,
        "王伟",
        "到访/带看",
        "去电/主动",
        "有意向",
        "'=看房两小时",
        "已联系 → 已看房",
        null,
        "云汀·一号",
        new Date("2026-11-21T12:00:00Z"),
        120,
        sales.name,
        "是",
      ],
    ]);
    expect(await db.select().from(operationLog)).toMatchObject([
      { action: "export", user_id: manager.id, summary: "导出跟进记录1条", reason: "内部报表" },
    ]);
  });

  test("holds one's scope only, and needs a reason", async () => {
    const stranger = await makeUser(db, { role: "sales", team_id: (await makeTeam(db)).id });
    const { id } = await makeCustomer(db, { owner_id: stranger.id });
    await makeTracking(db, { customer_id: id, user_id: stranger.id });
    // The head and the line that tells whose file it is.
    expect((await download(manager.id)).lines).toHaveLength(2);
    expect(await asManager(tracking.export, { query: { reason: "curiosity" } })).toMatchObject(refusedAt("reason"));
    expect(await asManager(tracking.export)).toMatchObject(refusedAt("reason"));
  });
});

whoMay(
  api,
  tracking,
  {
    list: "SM SR CS",
    options: "any",
    create: "SM SR CS",
    createBatch: "SM SR CS",
    update: "SM SR CS",
    remove: "SM",
    export: "SM",
  },
  { "/customer/tracking": "SM SR CS" },
);
