import { eq } from "drizzle-orm";
import { afterEach, describe, expect, test } from "vitest";
import { BoardEvent, unit as contract, type UnitFields } from "~/contract/house/unit";
import { staff } from "~/contract/system/staff";
import { unit as unitTable } from "~/server/database/tables/house/estate";
import { unitHoldExpire } from "~/server/jobs/house/unit-hold-expire";
import { moveUnits } from "~/server/resources/house/unit/move";
import { lockUnits } from "~/server/resources/house/unit/state";
import { errorsOf, refusedAt } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import type { As } from "~/test/support/signed-in";
import { hours, unitBoard } from "~/test/support/unit-board";
import { whoMay } from "~/test/support/who-may";

const base = setUp();
const { db, api, make, setSetting, runJob, rowIn, rowsIn, updateIn } = base;
const { estate, room, put, held, foreign, unitOf, hold, release, board, ...people } = unitBoard(base);
const { sales, colleague, asSales, asColleague, asManager, asEditor, asAdmin } = people;
const roomOf = (id = room.id) => rowIn("room", id);
const summaries = async () => (await rowsIn("operationLog")).map((row) => row.summary);

const facts = (given: Partial<UnitFields> = {}): UnitFields => ({
  ...{ building: "A座", floor: 12, stack: "03", unit_no: "1203", room_id: room.id },
  ...{ area_sqm: null, direction: null, list_price: "61800000", ...given },
});
const create = (given: Partial<UnitFields> = {}) =>
  asEditor(contract.create, { params: { id: estate.id }, body: facts(given) });
const edit = (id: number, given: Partial<UnitFields> & { status?: "available" | "off" | "sold"; version?: number }) =>
  asEditor(contract.update, { params: { id }, body: { ...facts(), version: 1, ...given } });
const remove = (id: number) => asEditor(contract.remove, { params: { id } });

describe("the board", () => {
  test("shows a building from the top down, the others by name, and how all of the estate stand", async () => {
    await put({ building: "B座", floor: 1, unit_no: "B101", status: "off" });
    await put({ building: "A座", floor: 2, stack: "10", unit_no: "210" });
    await put({ building: "A座", floor: 2, stack: "9", unit_no: "209", status: "sold", sold_by: "other" });
    await held({ building: "A座", floor: 10, stack: "9", unit_no: "1009", area_sqm: 70.25 });
    const { data } = await board(asColleague);
    expect(data).toMatchObject({
      buildings: [
        { name: "A座", count: 3 },
        { name: "B座", count: 1 },
      ],
      ...{ building: "A座", currency: "JPY", hold_hours: 24 },
      rooms: [{ id: room.id, name: "A1", layout: "2LDK", area_sqm: 62.5 }],
      summary: { available: 1, held: 1, reserved: 0, sold: 1, off: 1 },
    });
    const total = (building: string, status: string) =>
      data.totals.find((one) => one.building === building && one.status === status);
    expect(total("A座", "held")).toMatchObject({ layout: "2LDK", count: 1, value: "61800000.00" });
    expect(total("B座", "off")).toMatchObject({ count: 1 });
    expect(data.totals.reduce((sum, { count }) => sum + count, 0)).toBe(4);
    expect(data.units.map(({ unit_no }) => unit_no)).toEqual(["1009", "209", "210"]);
    expect(data.units[0]).toMatchObject({ area_sqm: 70.25, direction: "S", held_by: { id: sales.id, name: "林顾问" } });
    expect(data.units[2]).toMatchObject({ area_sqm: 62.5, held_by: null, can: { hold: true, release: false } });
    expect((await board(asSales, "B座")).data.units.map(({ unit_no }) => unit_no)).toEqual(["B101"]);
    expect((await board(asSales, "没有")).data.building).toBe("A座");
  });

  test("says of each unit what its reader may do", async () => {
    await held({ unit_no: "1" });
    await put({ unit_no: "2" });
    await put({ unit_no: "3", status: "reserved" });
    const cans = async (as: As) =>
      (await board(as)).data.units.map(({ can }) => Object.values(can).map(Number).join(""));
    // hold, release, edit, delete, queue
    expect(await cans(asSales)).toEqual(["01001", "10000", "00001"]);
    expect(await cans(asColleague)).toEqual(["00001", "10000", "00001"]);
    expect(await cans(asManager)).toEqual(["01001", "10000", "00001"]);
    expect(await cans(asEditor)).toEqual(["00100", "00110", "00100"]);
  });

  test("of an estate without units is empty", async () => {
    expect((await board(asSales)).data).toMatchObject({ buildings: [], building: null, units: [] });
  });
});

describe("a hold", () => {
  test("is for the setting's hours or fewer, names its holder, and takes the unit from its room's count", async () => {
    await setSetting("deal.unit_hold_hours", 48);
    const [one, other] = [await put({ unit_no: "1001" }), await put({ unit_no: "1002" })];
    expect(await hold(asSales, one.id)).toMatchObject({
      code: 200,
      data: { status: "held", version: 2, held_by: { id: sales.id }, held_until: "2026-11-22T12:00:00.000+08:00" },
    });
    expect((await hold(asSales, other.id, { hours: 2 })).data.held_until).toBe("2026-11-20T14:00:00.000+08:00");
    const longest = await put({ unit_no: "1003" });
    expect((await hold(asSales, longest.id, { hours: 48 })).data.held_until).toBe("2026-11-22T12:00:00.000+08:00");
    expect(errorsOf(await hold(asSales, other.id, { hours: 49 }))).toEqual([
      { field: "hours", label: "锁定时长", message: "最长可锁定48小时" },
    ]);
    expect(await roomOf()).toMatchObject({ total_count: 3, available_count: 0 });
    expect(await summaries()).toEqual([
      "锁定房号 云汀·湾岸塔 A座 1001（至2026-11-22 12:00）",
      "锁定房号 云汀·湾岸塔 A座 1002（至2026-11-20 14:00）",
      "锁定房号 云汀·湾岸塔 A座 1003（至2026-11-22 12:00）",
    ]);
  });

  test("of a unit that somebody has is refused with who has it and until when", async () => {
    const one = await held({ unit_no: "1" });
    expect(await hold(asColleague, one.id)).toMatchObject({
      code: 40927,
      message: "该房号已被锁定（林顾问，至2026-11-21 12:00）",
      data: { status: "held", held_by: { id: sales.id, name: "林顾问" }, held_until: "2026-11-21T12:00:00.000+08:00" },
    });
    expect(await hold(asSales, one.id)).toMatchObject({ code: 40927 });
    for (const [status, label] of Object.entries({ reserved: "预留", sold: "已售", off: "不售" } as const)) {
      const { id } = await put({ status: status as "off" });
      expect(await hold(asSales, id)).toMatchObject({
        code: 40927,
        message: `该房号已被锁定（${label}）`,
        data: { status, held_by: null, held_until: null },
      });
    }
  });

  test("ends by its holder or his manager, who tells him", async () => {
    const [one, other] = [await held({ unit_no: "1" }), await held({ unit_no: "2", building: "B 座" })];
    expect((await release(asSales, one.id)).data).toMatchObject({ status: "available", held_by: null, version: 2 });
    expect(await rowsIn("message")).toEqual([]);
    expect((await release(asManager, other.id)).code).toBe(200);
    expect(await rowsIn("message")).toMatchObject([
      {
        ...{ user_id: sales.id, category: "deal", title: "房号锁定已被释放" },
        content: "王经理释放了您锁定的房号【云汀·湾岸塔 B 座 2】。",
        link: `/house/estate-list/estate-detail?id=${estate.id}&building=B%20%E5%BA%A7#board`,
      },
    ]);
    expect(await release(asSales, one.id)).toMatchObject({ code: 40902 });
    expect(await roomOf()).toMatchObject({ available_count: 2 });
  });

  test("that has run out is nobody's any more, before the job has come by", async () => {
    const one = await held({ unit_no: "1" });
    api.setClock(hours(24));
    expect((await board(asColleague)).data).toMatchObject({
      units: [{ status: "available", held_by: null, held_until: null, can: { hold: true, release: false } }],
      summary: { available: 1, held: 0 },
    });
    expect((await hold(asColleague, one.id)).data).toMatchObject({ held_by: { id: colleague.id } });
    expect(await rowsIn("message")).toMatchObject([{ user_id: sales.id, title: "房号锁定已到期" }]);
    expect(await release(asSales, one.id)).toMatchObject({ code: 40301 });
  });

  test("is ended by the job at its time, and its holder is told once", async () => {
    const due = await held({ unit_no: "1", held_until: hours(1).toISOString() });
    const later = await held({ unit_no: "2", held_until: hours(2).toISOString() });
    const hold = { status: "held", held_by: sales.id, held_until: hours(1).toISOString() } as const;
    const third = await foreign(hold);
    api.setClock(hours(1));
    expect([await runJob(unitHoldExpire), await runJob(unitHoldExpire)]).toEqual(["2 freed", "0 freed"]);
    for (const { id } of [due, third])
      expect(await unitOf(id)).toMatchObject({ status: "available", held_by: null, held_until: null, version: 2 });
    expect(await unitOf(later.id)).toMatchObject({ status: "held", version: 1 });
    const message = { user_id: sales.id, title: "房号锁定已到期" };
    expect(await rowsIn("message")).toMatchObject([message, message]);
    expect(await rowsIn("operationLog")).toMatchObject([{ user_name: "系统" }, { user_name: "系统" }]);
    expect(await roomOf()).toMatchObject({ total_count: 2, available_count: 1 });
    expect(await roomOf(third.room_id)).toMatchObject({ total_count: 1, available_count: 1 });
  });

  test("goes to whoever takes over from one who leaves, if he may hold; else it ends", async () => {
    const [running, over] = [await held({ unit_no: "1" }), await held({ unit_no: "2" })];
    await updateIn("unit", over.id, { held_until: hours(0).toISOString() });
    const handOver = (id: number, target_user_id: number) =>
      asAdmin(staff.handover, { params: { id }, body: { to: "user", target_user_id } });
    expect((await handOver(sales.id, colleague.id)).data.list).toContainEqual(
      expect.objectContaining({ resource: "unit", count: 2 }),
    );
    const { held_until } = running;
    expect(await unitOf(running.id)).toMatchObject({ held_by: colleague.id, held_until, version: 2 });
    expect(await unitOf(over.id)).toMatchObject({ status: "available", held_by: null });
    const clerk = await make.user({ role: "customer_service" });
    expect((await handOver(colleague.id, clerk.id)).code).toBe(200);
    expect(await unitOf(running.id)).toMatchObject({ status: "available", held_by: null, version: 3 });
  });
});

describe("an editor", () => {
  test("adds, changes and removes units; room counts and the estate follow", async () => {
    const spare = await make.room({ estate_id: estate.id, name: "B2", total_count: 7, available_count: 3 });
    await updateIn("estate", {}, { has_units: false });
    const { data } = await create();
    expect((await board(asEditor)).data.units).toMatchObject([
      { id: data.id, unit_no: "1203", status: "available", version: 1, list_price: "61800000.00" },
    ]);
    expect(await unitOf(data.id)).toMatchObject({ currency: "JPY", area_sqm: null });
    expect(await roomOf()).toMatchObject({ total_count: 1, available_count: 1 });
    expect(await roomOf(spare.id)).toMatchObject({ total_count: 0, available_count: 0 });
    // The form sends back what it was shown: the room's area stays the room's.
    const body = { room_id: spare.id, unit_no: "1204", area_sqm: 62.5, direction: "E" } as const;
    expect((await edit(data.id, body)).data).toMatchObject({ unit_no: "1204", version: 2 });
    expect(await unitOf(data.id)).toMatchObject({ area_sqm: null, direction: "E" });
    expect(await roomOf(spare.id)).toMatchObject({ total_count: 1, available_count: 1 });
    expect((await edit(data.id, { ...body, version: 2 })).data.version).toBe(2);
    expect((await remove(data.id)).code).toBe(200);
    expect(await roomOf(spare.id)).toMatchObject({ total_count: null, available_count: null });
    expect(await rowsIn("estate")).toMatchObject([{ has_units: false, version: 1 }]);
    const lines = await rowsIn("operationLog");
    expect(lines.map(({ summary }) => summary)).toEqual([
      "新增房号 云汀·湾岸塔 A座 1203",
      "编辑房号 云汀·湾岸塔 A座 1204",
      "删除房号 云汀·湾岸塔 A座 1204",
    ]);
    expect(lines[1]?.changes).toEqual([
      { field: "unit_no", label: "房号", before: "1203", after: "1204" },
      { field: "room_id", label: "户型", before: "A1", after: "B2" },
      { field: "direction", label: "朝向", before: null, after: "东" },
    ]);
  });

  test("sets units off and back, and sold by others", async () => {
    const { id } = await put({ unit_no: "1203", floor: 12, stack: "03" });
    const set = async (status: "available" | "off" | "sold") =>
      edit(id, { status, version: (await unitOf(id)).version });
    expect((await set("off")).data).toMatchObject({ status: "off", version: 2 });
    expect(await roomOf()).toMatchObject({ total_count: 1, available_count: 0 });
    expect((await set("available")).data).toMatchObject({ status: "available", version: 3 });
    expect((await set("sold")).data).toMatchObject({ status: "sold", sold_by: "other", version: 4 });
    expect((await set("sold")).data.version).toBe(4);
    expect(await set("off")).toMatchObject({ code: 40902 });
    expect(await summaries()).toEqual(
      ["设为不售", "设为可售", "标为他渠道已售"].map((act) => `${act} 云汀·湾岸塔 A座 1203`),
    );
  });

  test("changes the price of a unit that somebody has, not what it is, and does not take it away", async () => {
    const { id } = await held({ unit_no: "1203", floor: 12, stack: "03" });
    expect(errorsOf(await edit(id, { building: "B座", unit_no: "1" }))).toEqual([
      { field: "building", label: "楼栋", message: "锁定中的房号不能修改楼栋" },
      { field: "unit_no", label: "房号", message: "锁定中的房号不能修改房号" },
    ]);
    for (const reply of [await edit(id, { status: "off" }), await remove(id)])
      expect(reply).toMatchObject({ code: 40902 });
    const changed = await edit(id, { list_price: "59800000" });
    expect(changed.data).toMatchObject({ list_price: "59800000.00", status: "held" });
    expect(await edit(id, {})).toMatchObject({ code: 40901, data: { version: 2, list_price: "59800000.00" } });
  });

  test("keeps a unit in a room that is leaving, takes one that is off away, and leaves a sold one what it is", async () => {
    const leaving = await make.room({ estate_id: estate.id, is_leaving: true });
    const { id } = await put({ unit_no: "1203", floor: 12, stack: "03", room_id: leaving.id });
    expect((await edit(id, { room_id: leaving.id, list_price: "59800000" })).code).toBe(200);
    const place = { floor: 3, stack: "01" };
    const off = await put({ unit_no: "7", status: "off" });
    expect((await edit(off.id, { ...place, unit_no: "8" })).code).toBe(200);
    expect((await remove(off.id)).code).toBe(200);
    const sold = await put({ unit_no: "9", status: "sold", sold_by: "other" });
    const refused = refusedAt("unit_no", "已售的房号不能修改房号");
    expect(await edit(sold.id, { ...place, unit_no: "10" })).toMatchObject(refused);
    expect(await remove(sold.id)).toMatchObject({ code: 40902 });
  });

  test("hears what is wrong with a unit", async () => {
    const { room_id: strange } = await foreign({ unit_no: "1203" });
    expect((await create()).code).toBe(200);
    expect(await create()).toMatchObject({ code: 40900, message: "数据已存在：房号 A座 1203" });
    expect((await create({ building: "B座" })).code).toBe(200);
    const coming = await make.room({ estate_id: estate.id, is_proposed: true });
    const leaving = await make.room({ estate_id: estate.id, is_leaving: true });
    const cases: [Partial<UnitFields>, string, string][] = [
      [{ room_id: strange }, "room_id", "户型不存在"],
      [{ room_id: coming.id }, "room_id", "户型尚未通过审核"],
      [{ room_id: leaving.id }, "room_id", "户型正在等待删除"],
      [{ list_price: "1.50" }, "list_price", "日元金额不能有小数"],
      [{ floor: 201 }, "floor", "楼层不能大于200"],
      [{ unit_no: " " }, "unit_no", "请输入房号"],
      [{ stack: "一二三四五六七八九十一" }, "stack", "列不能超过10个字"],
    ];
    for (const [given, field, text] of cases)
      expect(await create({ unit_no: "1", ...given }), text).toMatchObject(refusedAt(field, text));
  });
});

test("every way of a unit is open from its own states alone", async () => {
  const mover = { db, services: api.services, user: sales };
  const until = hours(24).toISOString();
  const options = {
    hold: [{ way: "hold", until, customer_id: null }, "available", "held"],
    pass: [{ way: "pass", to: colleague }, "held", "held"],
    release: [{ way: "release" }, "held", "available"],
    reserve: [{ way: "reserve", deal_id: 7 }, "available held", "reserved"],
    sell: [{ way: "sell", deal_id: 7 }, "reserved", "sold"],
    free: [{ way: "free" }, "reserved sold", "available"],
    sell_elsewhere: [{ way: "sell_elsewhere" }, "available", "sold"],
    close: [{ way: "close" }, "available", "off"],
    open: [{ way: "open" }, "off", "available"],
  } as const;
  for (const [name, [move, from, to]] of Object.entries(options))
    for (const status of ["available", "held", "reserved", "sold", "off"] as const) {
      const { id } = status === "held" ? await held() : await put({ status });
      const moved = moveUnits(mover, await lockUnits(db, estate.id, eq(unitTable.id, id)), move);
      const ended = await moved.then(
        () => "moved",
        ({ code }) => code,
      );
      const refused = name === "hold" || name === "reserve" ? 40927 : 40902;
      expect(ended, `${name} from ${status}`).toBe(from.split(" ").includes(status) ? "moved" : refused);
      expect((await unitOf(id))?.status).toBe(ended === "moved" ? to : status);
    }
  const others = await put({ status: "sold", sold_by: "other" });
  const colleagues = await held({ held_by: colleague.id });
  for (const [id, move] of [
    [others.id, { way: "free" }],
    [colleagues.id, { way: "reserve", deal_id: 7 }],
  ] as const)
    await expect(moveUnits(mover, await lockUnits(db, estate.id, eq(unitTable.id, id)), move)).rejects.toThrow();
  expect(await rowsIn("unit", { sold_by: "us" })).toMatchObject([{ deal_id: 7 }]);
});

describe("an open board", () => {
  const opened: ReadableStreamDefaultReader<Uint8Array>[] = [];
  afterEach(async () => {
    for (const reader of opened.splice(0)) await reader.cancel();
  });

  async function listen(userId: number, topics = `board:${estate.id}`) {
    const headers = { authorization: `Bearer ${await api.tokenOf(userId)}` };
    const response = await api.app.request(`http://test.local/api/user/events?topics=${topics}`, { headers });
    const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
    if (reader) opened.push(reader);
    const decoder = new TextDecoder();
    let text = "";
    /** The next event, as its name and data. */
    async function next(): Promise<string> {
      while (!text.includes("\n\n")) text += decoder.decode((await reader?.read())?.value, { stream: true });
      const [event = "", ...rest] = text.split("\n\n");
      text = rest.join("\n\n");
      return event;
    }
    return { status: response.status, next };
  }
  const sent = (event: string) => BoardEvent.parse(JSON.parse(event.replace("event: board\ndata: ", "")));

  test("hears of each change once it is written, with what its own reader may do", async () => {
    const one = await put();
    const [mine, other] = [await listen(sales.id), await listen(colleague.id)];
    const broken = db.transaction(async (tx) => {
      const option = { way: "close" } as const;
      await moveUnits(
        { db: tx, services: api.services, user: sales },
        await lockUnits(tx, estate.id, undefined),
        option,
      );
      throw new Error("rolled back");
    });
    await expect(broken).rejects.toThrow("rolled back");
    await hold(asSales, one.id);
    const news = { unit_id: one.id, status: "held", held_by: { id: sales.id, name: "林顾问" }, version: 2 };
    const can = { hold: false, edit: false, delete: false, queue: true };
    expect(sent(await mine.next())).toMatchObject({ ...news, can: { ...can, release: true } });
    expect(sent(await other.next())).toMatchObject({ ...news, can: { ...can, release: false } });
    await create();
    expect(sent(await other.next())).toEqual({ unit_id: null });
    await release(asSales, one.id);
    expect(sent(await other.next())).toMatchObject({ unit_id: one.id, status: "available", can: { hold: true } });
  });

  test("hears nothing of other estates, and names its own", async () => {
    const [other, own] = [await foreign(), await put()];
    const stream = await listen(sales.id);
    for (const { id } of [other, own]) await hold(asColleague, id);
    expect(sent(await stream.next())).toMatchObject({ unit_id: own.id });
    for (const topics of ["board", "board:x", "badge:5"]) expect((await listen(sales.id, topics)).status).toBe(422);
    const clerk = await make.user({ role: "finance" });
    expect((await listen(clerk.id)).status).toBe(403);
  });
});

const readers = "SM SR CM EM CE SE CS";
whoMay(api, contract, {
  ...{ board: readers, log: readers, quote: readers, quoted: readers, export: readers },
  ...{ create: "EM", update: "EM", remove: "EM", priceBatch: "EM", statusBatch: "EM" },
  ...{ hold: "SM SR", release: "SM SR", join: "SM SR", leave: "SM SR" },
});
