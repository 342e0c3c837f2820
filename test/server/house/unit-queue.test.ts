import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { customer as customerContract } from "~/contract/customer/customer";
import { unit as contract } from "~/contract/house/unit";
import { batch } from "~/contract/shared/batch";
import { staff } from "~/contract/system/staff";
import { unit as unitTable } from "~/server/database/tables/house/estate";
import { unitHoldExpire } from "~/server/jobs/house/unit-hold-expire";
import { moveUnits } from "~/server/resources/house/unit/move";
import { lockUnits } from "~/server/resources/house/unit/state";
import { days } from "~/test/support/factories";
import { refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { cellsOf } from "~/test/support/sheet";
import type { As } from "~/test/support/signed-in";
import { hours, unitBoard } from "~/test/support/unit-board";

const base = setUp();
const { db, api, make, runJob, rowsIn, countIn, updateIn, insertIn } = base;
const { estate, put, held, foreign, unitOf, hold, release, board, ...people } = unitBoard(base);
const { sales, colleague, stranger, asSales, asColleague, asManager, asStranger, asEditor, asAdmin } = people;

let own: Awaited<ReturnType<typeof make.customer>>;
let theirs: typeof own;
beforeEach(async () => {
  own = await make.customer({ name: "李先生", owner_id: sales.id });
  theirs = await make.customer({ name: "孙女士", owner_id: colleague.id });
});

const heldUnit: typeof held = (given = {}) => held({ unit_no: "1203", ...given });
const join = (as: As, id: number, customer_id: number) => as(contract.join, { params: { id }, body: { customer_id } });
const leave = (as: As, id: number, customer_id: number) =>
  as(contract.leave, { params: { id }, body: { customer_id } });
const seenBy = async (as: As, id: number) =>
  (await as(contract.board, { params: { id: estate.id } })).data.units.find((one) => one.id === id);
const historyOf = async (as: As, id: number) =>
  (await as(contract.log, { params: { id } })).data.map(({ act, by, customer }) =>
    [act, by?.name ?? "系统", ...(customer ? [customer.name] : [])].join(" "),
  );
const sent = async () => (await rowsIn("message")).map(({ user_id, title, content }) => [user_id, title, content]);

describe("a hold for a customer", () => {
  test("names them to whom may see them, and is written down", async () => {
    const { id } = await put({ unit_no: "1203" });
    const { data } = await hold(asSales, id, { customer_id: own.id });
    expect(data).toMatchObject({ status: "held", held_for: { id: own.id, name: "李先生" } });
    expect((await seenBy(asManager, id))?.held_for).toMatchObject({ id: own.id });
    expect((await seenBy(asStranger, id))?.held_for).toBeNull();
    expect(await historyOf(asManager, id)).toEqual(["hold 林顾问 李先生"]);
    expect(await historyOf(asStranger, id)).toEqual(["hold 林顾问"]);
    expect((await release(asSales, id)).data).toMatchObject({ status: "available", held_for: null });
    expect(await unitOf(id)).toMatchObject({ held_for_customer_id: null });
    expect(await historyOf(asSales, id)).toEqual(["release 林顾问 李先生", "hold 林顾问 李先生"]);
  });

  test("is refused for somebody else's, the pool's, and one who is gone", async () => {
    const { id } = await put();
    const pool = await make.customer();
    const gone = await make.customer({ owner_id: sales.id, deleted_at: days(0), deleted_by: sales.id });
    for (const whom of [theirs.id, pool.id, gone.id, 9_999])
      expect(await hold(asSales, id, { customer_id: whom })).toMatchObject(
        refusedAt("customer_id", "客户不存在，或不在您名下"),
      );
    expect(await unitOf(id)).toMatchObject({ status: "available" });
    expect((await hold(asManager, id, { customer_id: theirs.id })).code).toBe(200);
  });
});

describe("the queue", () => {
  test("takes customers behind what somebody has, five at most, each once", async () => {
    const { id } = await heldUnit({ held_for_customer_id: own.id });
    expect((await join(asColleague, id, theirs.id)).data).toMatchObject({
      version: 1,
      queue: [{ user: { name: "陈顾问" }, customer: { name: "孙女士" }, can: { leave: true } }],
    });
    expect(await join(asColleague, id, theirs.id)).toMatchObject({ code: 40900 });
    expect(await join(asSales, id, own.id)).toMatchObject({ code: 40902, message: "已为该客户锁定，无需排队" });
    expect(await join(asSales, id, theirs.id)).toMatchObject({ code: 42200 });
    expect((await seenBy(asStranger, id))?.queue).toMatchObject([{ customer: null, can: { leave: false } }]);
    const joins = async () => join(asSales, id, (await make.customer({ owner_id: sales.id })).id);
    for (let more = 0; more < 4; more++) expect((await joins()).code).toBe(200);
    expect(await joins()).toMatchObject({ code: 40902, message: "排队已满（最多5位）" });
    expect((await seenBy(asSales, id))?.can.queue).toBe(false);
    expect(await join(asSales, (await put()).id, own.id)).toMatchObject({ code: 40902 });
  });

  test("is left by whoever joined it, or his manager", async () => {
    const { id } = await heldUnit();
    await join(asColleague, id, theirs.id);
    expect(await leave(asManager, id, own.id)).toMatchObject({ code: 40902 });
    expect((await leave(asManager, id, theirs.id)).data.queue).toEqual([]);
    expect(await unitOf(id)).toMatchObject({ queue_count: 0, version: 1 });
    expect(await historyOf(asManager, id)).toEqual(["leave 王经理 孙女士", "join 陈顾问 孙女士"]);
  });

  test("has the next in it hold what is freed, for two hours, and tells the consultant", async () => {
    const { id } = await heldUnit();
    await join(asColleague, id, theirs.id);
    await join(asSales, id, own.id);
    expect((await release(asSales, id)).data).toMatchObject({
      status: "held",
      held_by: { name: "陈顾问" },
      held_until: "2026-11-20T14:00:00.000+08:00",
      queue: [{ customer: { name: "李先生" } }],
    });
    expect(await sent()).toEqual([
      [
        colleague.id,
        "排队的房号已为您锁定",
        "您排队的房号【云汀·湾岸塔 A座 1203】已为您的客户锁定至2026-11-20 14:00，请尽快确认。",
      ],
    ]);
    // Their own release passes it on again; the user who freed it is told too.
    await release(asColleague, id);
    expect(await unitOf(id)).toMatchObject({ held_by: sales.id, held_for_customer_id: own.id, queue_count: 0 });
    expect((await sent()).at(-1)?.[0]).toBe(sales.id);
    expect((await release(asSales, id)).data.status).toBe("available");
    expect((await historyOf(asManager, id)).slice(0, 5)).toEqual([
      "release 林顾问 李先生",
      "promote 系统 李先生",
      "release 陈顾问 孙女士",
      "promote 系统 孙女士",
      "release 林顾问",
    ]);
  });

  test("comes before everybody who is quicker than the job when a hold has run out", async () => {
    const { id } = await heldUnit({ held_until: hours(1).toISOString() });
    await join(asColleague, id, theirs.id);
    api.setClock(hours(1));
    expect(await seenBy(asStranger, id)).toMatchObject({ status: "held", can: { hold: false } });
    expect(await hold(asStranger, id)).toMatchObject({ code: 40927, message: "该房号已被锁定（排队客户优先）" });
    expect([await runJob(unitHoldExpire), await runJob(unitHoldExpire)]).toEqual(["1 freed", "0 freed"]);
    expect(await seenBy(asColleague, id)).toMatchObject({ held_by: { id: colleague.id }, held_for: { id: theirs.id } });
    expect((await sent()).map(([who, title]) => [who, title])).toEqual([
      [colleague.id, "排队的房号已为您锁定"],
      [sales.id, "房号锁定已到期"],
    ]);
    expect((await sent())[1]?.[2]).toContain("已转给下一位排队客户");
  });

  test("passes over customers who are gone and consultants who may hold nothing; a new owner takes the place", async () => {
    const { id } = await heldUnit();
    await join(asColleague, id, theirs.id);
    const second = await make.customer({ owner_id: colleague.id });
    const third = await make.customer({ owner_id: colleague.id, name: "钱先生" });
    for (const one of [second, third]) await join(asColleague, id, one.id);
    await updateIn("customer", theirs.id, { deleted_at: days(0), owner_id: null });
    await updateIn("customer", second.id, { owner_id: null });
    await updateIn("customer", third.id, { owner_id: stranger.id });
    await updateIn("user", colleague.id, { status: "disabled" });
    await release(asSales, id);
    expect(await unitOf(id)).toMatchObject({ held_by: stranger.id, held_for_customer_id: third.id, queue_count: 0 });
    expect((await historyOf(asAdmin, id)).filter((line) => line.startsWith("drop"))).toHaveLength(2);
    const last = await heldUnit({ unit_no: "1204" });
    await insertIn("unitQueue", { unit_id: last.id, customer_id: theirs.id, user_id: colleague.id, at: days(0) });
    await updateIn("unit", last.id, { queue_count: 1 });
    expect((await release(asSales, last.id)).data).toMatchObject({ status: "available", queue: [] });
  });

  test("waits behind a deal's unit, and ends when it is sold", async () => {
    const { id } = await put({ unit_no: "1203", status: "reserved", deal_id: 7 });
    await join(asColleague, id, theirs.id);
    const mover = { db, services: api.services, user: sales };
    const lock = () => lockUnits(db, estate.id, eq(unitTable.id, id));
    await moveUnits(mover, await lock(), { way: "sell", deal_id: 7 });
    expect(await unitOf(id)).toMatchObject({ status: "sold", queue_count: 0 });
    expect((await sent())[0]).toMatchObject([colleague.id, "排队的房号已售出", expect.stringContaining("排队已结束")]);
    await updateIn("unit", id, { status: "reserved" });
    await join(asColleague, id, theirs.id);
    await moveUnits(mover, await lock(), { way: "free" });
    expect(await unitOf(id)).toMatchObject({ status: "held", held_by: colleague.id, deal_id: null });
  });

  test("goes with a merge of customers, without them when they are destroyed, and on to whom takes over", async () => {
    const { id } = await heldUnit({ held_for_customer_id: own.id });
    const twin = await make.customer({ owner_id: sales.id });
    const other = await heldUnit({ unit_no: "1204" });
    for (const whom of [own, twin]) await join(asSales, other.id, whom.id);
    const merge = { params: { id: twin.id }, body: { from_id: own.id, version: twin.version } };
    expect((await asManager(customerContract.merge, merge)).code).toBe(200);
    expect(await unitOf(id)).toMatchObject({ held_for_customer_id: twin.id });
    expect(await unitOf(other.id)).toMatchObject({ queue_count: 1 });
    const handOver = async (from: number, target_user_id: number) => {
      const body = { to: "user", target_user_id } as const;
      expect((await asAdmin(staff.handover, { params: { id: from }, body })).code).toBe(200);
    };
    await handOver(sales.id, colleague.id);
    expect(await rowsIn("unitQueue")).toMatchObject([{ customer_id: twin.id, user_id: colleague.id }]);
    const clerk = await make.user({ role: "customer_service" });
    await updateIn("customer", { owner_id: colleague.id }, { owner_id: null });
    await handOver(colleague.id, clerk.id);
    expect(await rowsIn("unitQueue")).toEqual([]);
    expect(await unitOf(other.id)).toMatchObject({ status: "available", queue_count: 0 });
    const third = await heldUnit({ unit_no: "1205", held_by: stranger.id });
    const late = await make.customer({ owner_id: stranger.id });
    await join(asStranger, third.id, late.id);
    await updateIn("customer", late.id, { owner_id: null, deleted_at: days(0), deleted_by: stranger.id });
    const body = { confirm: "彻底删除" as const };
    expect((await asAdmin(customerContract.destroy, { params: { id: late.id }, body })).code).toBe(200);
    expect(await unitOf(third.id)).toMatchObject({ queue_count: 0 });
  });
});

describe("several units at once", () => {
  const price = (ids: number[], by: { amount?: string; percent?: number }, as: As = asEditor) =>
    as(contract.priceBatch, { params: { id: estate.id }, body: { ids, ...by } });
  const set = (ids: number[], status: "available" | "off") =>
    asEditor(contract.statusBatch, { params: { id: estate.id }, body: { ids, status } });
  const priceOf = async (id: number) => (await unitOf(id))?.list_price;

  test("change their prices by a share or an amount, to the whole yen, and back", async () => {
    const one = await put({ list_price: "61800001.00" });
    const taken = await heldUnit({ list_price: "50000000.00" });
    const bare = await put({ list_price: null });
    const sold = await put({ status: "sold", sold_by: "other" });
    const other = await foreign();
    const ids = [one, taken, bare, sold, other].map(({ id }) => id);
    const { data } = await price(ids, { percent: 2.5 });
    expect(data.success.sort()).toEqual([one.id, taken.id].sort());
    expect(data.failed.map(({ id, message: why }) => [id, why])).toEqual([
      [other.id, "数据不存在或已被删除"],
      [bare.id, "没有挂牌价，不能调整"],
      [sold.id, "已预留或已售的房号不能改价"],
    ]);
    // 61,800,001 × 1.025 = 63,345,001.025
    expect([await priceOf(one.id), await priceOf(taken.id)]).toEqual(["63345001.00", "51250000.00"]);
    expect((await historyOf(asSales, one.id))[0]).toBe("price 周房源");
    const priced = { price_before: "61800001.00", price_after: "63345001.00" };
    expect((await asSales(contract.log, { params: { id: one.id } })).data[0]).toMatchObject(priced);
    await release(asSales, taken.id);
    const undone = await asEditor(batch.undo, { params: { id: data.batch_id ?? 0 } });
    expect(undone.data).toMatchObject({ success: [one.id], failed: [{ id: taken.id, message: "之后已被修改" }] });
    expect(await priceOf(one.id)).toBe("61800001.00");
    expect((await historyOf(asSales, one.id))[0]).toBe("undo 周房源");
    expect((await price([one.id], { amount: "-800001" })).data.failed).toEqual([]);
    expect(await priceOf(one.id)).toBe("61000000.00");
    expect((await price([one.id], { amount: "0.4" })).data.success).toEqual([one.id]);
    expect(await priceOf(one.id)).toBe("61000000.00");
    for (const [amount, message] of [
      ["-61000000", "降价后不足0"],
      ["9999999999999999", "调整后的价格过大"],
    ] as const)
      expect((await price([one.id], { amount })).data.failed).toMatchObject([{ message }]);
  });

  test("keep cents where the currency has them", async () => {
    const abroad = await make.estate({ currency: "USD" });
    const flat = await make.room({ estate_id: abroad.id });
    const one = await put({ estate_id: abroad.id, room_id: flat.id, currency: "USD", list_price: "199999.99" });
    const body = { ids: [one.id], percent: -3 };
    expect((await asEditor(contract.priceBatch, { params: { id: abroad.id }, body })).data.success).toEqual([one.id]);
    expect(await priceOf(one.id)).toBe("193999.99");
  });

  test("say what is wrong with the wish", async () => {
    const { id } = await put();
    const both = { amount: "1", percent: 1 };
    for (const by of [{}, both, { amount: "0" }, { percent: 0 }, { percent: -91 }, { amount: "x" }])
      expect((await price([id], by)).code).toBe(42200);
    for (const ids of [[], Array.from({ length: 501 }, (_, at) => at + 1)])
      expect((await price(ids, { percent: 1 })).code).toBe(42200);
  });

  test("go off the market and back, as far as nobody has them", async () => {
    const [one, two] = [await put(), await put()];
    const taken = await heldUnit();
    const { data } = await set([one.id, two.id, taken.id], "off");
    expect(data).toMatchObject({ success: [one.id, two.id], failed: [{ id: taken.id, code: 40902 }] });
    expect(await countIn("unit", { status: "off" })).toBe(2);
    expect((await set([two.id], "available")).data.success).toEqual([two.id]);
    const undone = await asEditor(batch.undo, { params: { id: data.batch_id ?? 0 } });
    expect(undone.data).toMatchObject({ success: [one.id], failed: [{ id: two.id }] });
    expect(await countIn("unit", { status: "off" })).toBe(0);
    expect((await set([taken.id], "off")).data).toMatchObject({ success: [], batch_id: null });
  });

  test("leave as a file without customers, the chosen ones or all", async () => {
    const one = await put({ unit_no: "1203", floor: 12 });
    await heldUnit({ unit_no: "1103", floor: 11, held_for_customer_id: own.id });
    const rowsOf = async (ids: number[]) =>
      (await cellsOf(await asStranger.file(contract.export, { params: { id: estate.id }, query: { ids } }))).slice(1);
    const all = await rowsOf([]);
    const first = ["A座", "1203", 12, "01", "A1", "2LDK", 62.5, "南", "JPY", 61_800_000, "可售"];
    expect(all[0]?.slice(0, 11)).toEqual(first);
    expect(all[1]?.slice(10)).toEqual(["锁定中", "林顾问", new Date("2026-11-21T12:00:00Z")]);
    expect(JSON.stringify(all)).not.toContain("李先生");
    expect((await rowsOf([one.id])).filter(([building]) => building === "A座")).toHaveLength(1);
    expect((await rowsIn("operationLog")).map(({ summary }) => summary)).toContain("导出房号（云汀·湾岸塔）2条");
    // A repeatable request names its estate.
    expect(await rowsIn("exportTask")).toMatchObject([
      { request: `/api/estate/${estate.id}/unit/export`, row_count: 2 },
      { request: `/api/estate/${estate.id}/unit/export?ids=${one.id}` },
    ]);
  });
});

describe("a quotation", () => {
  const quote = (as: As, id: number, query: { currency?: string; customer_id?: number } = {}) =>
    as(contract.quote, { params: { id }, query });

  test("tells what a flat costs in both currencies, by whom and until when", async () => {
    await updateIn("currency", { code: "JPY" }, { rate_to_cny: "0.05000000", rate_at: days(-1) });
    const { id } = await put({ unit_no: "1203", list_price: "60000000.00", floor: 12 });
    const { data } = await quote(asSales, id, { customer_id: own.id });
    expect(data).toMatchObject({
      estate: { name: "云汀·湾岸塔", place: expect.stringContaining("芝浦"), is_online: true },
      unit: { building: "A座", unit_no: "1203", floor: 12, layout: "2LDK", area_sqm: 62.5, direction: "S" },
      ...{ currency: "JPY", price: "60000000.00", day: "2026-11-20", valid_until: "2026-11-27" },
      other: { currency: "CNY", rate: "0.05000000" },
      consultant: { name: "林顾问" },
      customer: { name: "李先生" },
      cost: { isKnown: true },
    });
    // Domain F.2 of a flat from its seller: stamp 3万, 2 % and 3 % of 70 % of the price, 15万 for the scrivener.
    const known = Object.fromEntries(data.cost?.once.map(({ label, amount }) => [label, amount]) ?? []);
    expect(known).toMatchObject({ 中介费: "0", 印花税: "30000", 登录免许税: "840000", 不动产取得税: "1260000" });
    expect(data.cost).toMatchObject({ onceTotal: "2280000", outlay: "62280000.00" });
    expect(JSON.stringify(data)).not.toMatch(/commission|estate_no|held|yield/i);
    expect((await quote(asSales, id, { currency: "JPY" })).data.other).toBeNull();
    expect((await quote(asSales, id, { currency: "USD" })).data.other).toMatchObject({ currency: "USD" });
  });

  test("is made of what is for sale or held alone", async () => {
    for (const status of ["available", "held", "reserved", "sold", "off"] as const) {
      const { id: flat } = await put({ status, held_until: "2099-01-02T03:04:00.000Z" });
      const code = status === "available" || status === "held" ? 200 : 40902;
      expect([status, (await quote(asSales, flat)).code]).toEqual([status, code]);
    }
  });

  test("has nothing to reckon without a price", async () => {
    const bare = await put({ list_price: null });
    expect((await quote(asStranger, bare.id)).data).toMatchObject({ price: null, cost: null });
    for (const query of [{ currency: "XXX" }, { customer_id: own.id }])
      expect((await quote(asStranger, bare.id, query)).code).toBe(42200);
  });
});
