import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { unit as contract, unitImport } from "~/contract/house/unit";
import { unit as unitTable } from "~/server/database/tables/house/estate";
import { unitHoldExpire } from "~/server/jobs/house/unit-hold-expire";
import { racingDatabase, testDatabase } from "~/test/support/database";
import { days } from "~/test/support/factories";
import { codesOf } from "~/test/support/refused";
import { setUp } from "~/test/support/set-up";
import { type As, signedIn } from "~/test/support/signed-in";

const { db: shared } = await racingDatabase(testDatabase().db);
const { db, api, make, asNew, runJob, rowsIn, countIn, updateIn, insertIn } = setUp({ shared });

let estate: Awaited<ReturnType<typeof make.estate>>;
let rooms: Awaited<ReturnType<typeof make.room>>[];

const { sales, asSales, asEditor } = signedIn(api, {
  sales: { role: "sales", team: "一组" },
  editor: { role: "estate_manager" },
});

beforeEach(async () => {
  estate = await make.estate();
  rooms = [await make.room({ estate_id: estate.id }), await make.room({ estate_id: estate.id })];
});

const put = (given: Partial<typeof unitTable.$inferInsert> = {}) =>
  make.unit({ estate_id: estate.id, room_id: rooms[0]?.id ?? 0, ...given });
const hold = (as: As, id: number) => as(contract.hold, { params: { id }, body: { hours: null } });
const many = async <T>(count: number, one: (number: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let number = 0; number < count; number++) made.push(await one(number));
  return made;
};

/** Nothing is half done: holders are named, and rooms agree with their units. */
async function expectWhole(): Promise<void> {
  const wrong = sql`(status = 'held') <> (held_by is not null and held_until is not null)`;
  expect(await db.select().from(unitTable).where(wrong)).toEqual([]);
  for (const { id, total_count, available_count } of await rowsIn("room")) {
    const own = eq(unitTable.room_id, id);
    const free = await db.$count(unitTable, sql`${own} and status = 'available'`);
    expect([total_count, available_count]).toEqual([await db.$count(unitTable, own), free]);
  }
}

test("of fifty who hold one unit at once, one has it, and the others hear who", async () => {
  const { id } = await put();
  const sellers = await many(50, () => asNew({ role: "sales" }));
  const replies = await Promise.all(sellers.map((as) => hold(as, id)));
  expect(codesOf(replies)).toEqual({ 200: 1, 40927: 49 });
  const holder = replies.find(({ code }) => code === 200)?.data.held_by;
  for (const { code, data } of replies) if (code === 40927) expect(data.held_by).toEqual(holder);
  const [row] = await rowsIn("unit");
  expect(row).toMatchObject({ status: "held", held_by: holder?.id, version: 2 });
  expect(await countIn("operationLog")).toBe(1);
  await expectWhole();
});

test("holds, releases, edits and the job that meet leave every unit with one of them", async () => {
  const over = { status: "held", held_by: sales.id, held_until: days(0) } as const;
  const ids = (await many(8, (number) => put({ ...over, room_id: rooms[number % 2]?.id ?? 0 }))).map(({ id }) => id);
  const all = await rowsIn("unit");
  const others = await many(2, () => asNew({ role: "sales" }));
  const [freed, ...replies] = await Promise.all([
    runJob(unitHoldExpire),
    ...ids.map((id) => asSales(contract.release, { params: { id } })),
    ...[...ids].reverse().flatMap((id) => others.map((as) => hold(as, id))),
    ...all.map(({ id, building, floor, stack, unit_no, ...row }) => {
      const body = { building, floor, stack, unit_no, room_id: rooms[1]?.id ?? row.room_id };
      const facts = { area_sqm: null, direction: null, list_price: null, version: 1, status: "off" as const };
      return asEditor(contract.update, { params: { id }, body: { ...body, ...facts } });
    }),
  ]);
  const codes = codesOf(replies);
  expect(Object.keys(codes).filter((code) => !["200", "40301", "40901", "40902", "40927"].includes(code))).toEqual([]);
  // An edit that also sets a unit off counts twice; each other act once.
  const edits = replies.slice(-ids.length).filter(({ code }) => code === 200).length;
  const acts = Number.parseInt(freed, 10) + (codes[200] ?? 0) + edits;
  const versions = (await rowsIn("unit")).map(({ version }) => version - 1);
  expect(versions.reduce((a, b) => a + b)).toBe(acts);
  await expectWhole();
});

test("an import and the holds that it meets wait for each other", async () => {
  const ids = (await many(20, (number) => put({ unit_no: `${number}` }))).map(({ id }) => id);
  const file = ["楼栋,房号,状态", ...ids.map((_, number) => `A座,${number},不售`)].join("\n");
  const [{ data }, ...replies] = await Promise.all([
    asEditor.unchecked(unitImport.start, { params: { id: estate.id }, body: file }),
    ...ids.map((id) => hold(asSales, id)),
  ]);
  const won = codesOf(replies)[200] ?? 0;
  expect(data).toMatchObject({ success: 20 - won, failed: won });
  expect(await countIn("unit", { status: "held" })).toBe(won);
  expect(await countIn("unit", { status: "off" })).toBe(20 - won);
  await expectWhole();
});

test("a release and the job that meet hand a unit on once, and whoever is quicker comes after the queue", async () => {
  const seller = await make.user({ role: "sales", name: "排队顾问" });
  const waiting = await many(3, () => make.customer({ owner_id: seller.id }));
  const { id } = await put({ status: "held", held_by: sales.id, held_until: days(0) });
  await insertIn(
    "unitQueue",
    waiting.map(({ id: customer_id }) => ({ unit_id: id, customer_id, user_id: seller.id, at: days(0) })),
  );
  await updateIn("unit", {}, { queue_count: 3 });
  const others = await many(10, () => asNew({ role: "sales" }));
  const [runs, releases, holds] = await Promise.all([
    Promise.all([runJob(unitHoldExpire), runJob(unitHoldExpire)]),
    Promise.all(others.map(() => asSales(contract.release, { params: { id } }))),
    Promise.all(others.map((as) => hold(as, id))),
  ]);
  expect(codesOf(holds)).toEqual({ 40927: 10 });
  const freed = runs.filter((text) => text === "1 freed").length;
  expect(freed + (codesOf(releases)[200] ?? 0)).toBe(1);
  const first = waiting[0]?.id;
  expect(await rowsIn("unit")).toMatchObject([
    { status: "held", held_by: seller.id, held_for_customer_id: first, queue_count: 2 },
  ]);
  expect(await countIn("unitLog", { act: "promote" })).toBe(1);
  expect(await countIn("message", { user_id: seller.id })).toBe(1);
  await expectWhole();
});

test("of many who queue at once five have a place; those who leave meanwhile make room for nobody else's", async () => {
  const { id } = await put({ status: "held", held_by: sales.id, held_until: days(1) });
  const customers = await many(12, () => make.customer({ owner_id: sales.id }));
  const join = (customer_id: number) => asSales(contract.join, { params: { id }, body: { customer_id } });
  const replies = await Promise.all(customers.map((one) => join(one.id)));
  expect(codesOf(replies)).toEqual({ 200: 5, 40902: 7 });
  const entries = await rowsIn("unitQueue");
  const gone = entries.slice(0, 2);
  await Promise.all([
    ...gone.map(({ customer_id }) => asSales(contract.leave, { params: { id }, body: { customer_id } })),
    asSales(contract.release, { params: { id } }),
  ]);
  const [row] = await rowsIn("unit");
  expect(row?.queue_count).toBe(await countIn("unitQueue"));
  expect(row?.status).toBe("held");
  expect(await countIn("unitLog", { act: "promote" })).toBe(1);
});
