import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mansion } from "~/contract/house/mansion";
import { album, type mansionApplication } from "~/server/database/tables/house/property";
import { mansionChildren } from "~/server/resources/house/mansion/children";
import { districtOf } from "~/test/support/estate";
import { setUp } from "~/test/support/set-up";
import { signedIn } from "~/test/support/signed-in";

const { db, api, make, rowsIn, insertIn } = setUp({ connections: 10 });
let minato: number;

const { keeper, asKeeper } = signedIn(api, { keeper: { role: "estate_manager", name: "陈房源" } });

beforeEach(async () => {
  minato = await districtOf(db, "JP", "13103");
});

async function build(body: object): Promise<number> {
  const facts = { country_code: "JP", district_id: minato, address: "芝浦3-2-1", built_at: "2024-03" };
  const reply = await asKeeper.unchecked(mansion.create, { body: { ...facts, ...body } });
  expect(reply.code).toBe(200);
  return reply.data.id;
}
const get = async (id: number) => (await asKeeper(mansion.get, { params: { id } })).data;
const merge = (id: number, into_id: number, version = 1) =>
  asKeeper(mansion.merge, { params: { id }, body: { into_id, version } });

let filed = 0;
async function apply(given: Partial<typeof mansionApplication.$inferInsert>): Promise<number> {
  const kind = { type: "correct", applicant_type: "staff" } as const;
  const facts = { ...kind, payload: {}, mansion_name: "楼", applicant_name: "王" };
  const values = { ...facts, application_no: `LS${++filed}`, search_text: "", ...given };
  const [row] = await insertIn("mansionApplication", values);
  return row?.id ?? 0;
}

/** An application that is about a building, one that it came of, an owner, an estate, two pictures, one of them the cover. */
async function children(id: number, shared?: number): Promise<void> {
  await insertIn("estateMansion", { estate_id: (await make.estate()).id, mansion_id: id });
  await apply({ mansion_id: id });
  const application_id = await apply({ mansion_id: id, result_mansion_id: id, type: "claim" });
  await apply({ result_mansion_id: id, type: "create" });
  const owner = { owner_type: "user", name: "李" } as const;
  await insertIn("mansionOwner", { ...owner, mansion_id: id, application_id, room_no: `${id}01` });
  const picture = async () => (await make.media({ uploader: keeper.id, scene: "album", is_private: false })).id;
  const entry = { owner_type: "mansion", owner_id: id, category: "exterior" } as const;
  await insertIn("album", [
    { ...entry, media_id: shared ?? (await picture()), sort: 0, is_cover: true },
    { ...entry, media_id: await picture(), sort: 1 },
  ]);
}

/** How many rows name a building, by every column of the database that refers to one; and its pictures, which name their owner by kind. */
async function references(id: number): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'mansion'::regclass order by 1, 2`);
  const counted: Record<string, number> = {};
  const count = async (from: ReturnType<typeof sql>) =>
    (await db.execute<{ n: number }>(sql`select count(*)::int as n from ${from}`)).rows[0]?.n ?? 0;
  for (const { table, column } of rows)
    counted[`${table}.${column}`] = await count(sql`${sql.raw(table)} where ${sql.identifier(column)} = ${id}`);
  counted.album = await count(sql`album where owner_type = 'mansion' and owner_id = ${id}`);
  return counted;
}

test("a merge moves everything that refers to the source, nothing else, and leaves nothing behind", async () => {
  const [earlier, source] = [await build({ name: "旧名大厦" }), await build({ name: "云汀湾岸塔" })];
  const target = await build({ name: "云汀湾岸", address: "芝浦3-2-2" });
  const other = await build({ name: "远帆公馆" });
  expect((await merge(earlier, source)).code).toBe(200);
  const shared = (await make.media({ uploader: keeper.id, scene: "album", is_private: false })).id;
  for (const id of [source, target]) await children(id, shared);
  await children(other);
  const both = await make.estate();
  await insertIn(
    "estateMansion",
    [source, target].map((id) => ({ estate_id: both.id, mansion_id: id })),
  );
  const [before, others] = [await references(target), await references(other)];
  // A table that begins to refer to buildings shows up here, and needs its line in `mansionChildren`.
  expect(await references(source)).toEqual({
    "estate_mansion.mansion_id": 2,
    "mansion.merged_to_id": 1,
    "mansion_application.mansion_id": 2,
    "mansion_application.result_mansion_id": 2,
    "mansion_owner.mansion_id": 1,
    album: 2,
  });

  const merged = await merge(source, target, 2);
  const counts = { application_count: 6, owner_count: 2, estate_count: 3 };
  expect(merged.data).toMatchObject({ id: target, version: 2, ...counts });
  expect(Object.values(await references(source)).every((count) => count === 0)).toBe(true);
  expect(await references(target)).toEqual({
    // The estate that held both holds the one that is left, once.
    "estate_mansion.mansion_id": 3,
    "mansion.merged_to_id": (before["mansion.merged_to_id"] ?? 0) + 2,
    "mansion_application.mansion_id": 4,
    "mansion_application.result_mansion_id": 4,
    "mansion_owner.mansion_id": 2,
    // The picture that both had is kept once.
    album: 3,
  });
  expect(await references(other)).toEqual(others);
  const covers = and(eq(album.owner_id, target), album.is_cover);
  expect(await db.$count(album, covers)).toBe(1);
  const final = { id: target, name: "云汀湾岸" };
  expect(await get(source)).toMatchObject({ status: "merged", merged_to: final, can: { edit: false, delete: false } });
  // Sent on to where it went in the end.
  expect(await get(earlier)).toMatchObject({ status: "merged", merged_to: final });
  const lines = await rowsIn("operationLog");
  expect(lines.slice(-2).map(({ target_id, summary }) => [target_id, summary])).toEqual([
    [
      target,
      expect.stringContaining("并入 LD2611200003 云汀湾岸（转入申请3、已认领业主1、房源2、已并入的楼栋1、相册1）"),
    ],
    [source, expect.stringContaining("合并至 LD2611200003 云汀湾岸（转入")],
  ]);
  const params = { id: source };
  for (const endpoint of [mansion.enable, mansion.disable, mansion.remove])
    expect(await asKeeper(endpoint, { params })).toMatchObject({ code: 40902 });
  expect(await asKeeper(mansion.remove, { params: { id: target } })).toMatchObject({ code: 40904 });
  // The name and the place of the merged building belong to the target now, but block no new building.
  await build({ name: "云汀湾岸塔" });
});

test("each line of the registry moves and counts one building's rows", async () => {
  const [a, b] = [await build({ name: "甲楼栋" }), await build({ name: "乙楼栋" })];
  await children(a);
  for (const { label, count, move } of mansionChildren) {
    const had = await count(db, a);
    expect(await move(db, a, b), label).toBe(had);
    expect([await count(db, a), await count(db, b)], label).toEqual([0, had]);
  }
});

test("the target learns what it lacked, keeps what it had, and is found by every name of the source", async () => {
  const aliases = Array.from({ length: 9 }, (_, index) => `别称${"一二三四五六七八九"[index]}号`);
  const source = await build({
    name: "云汀湾岸塔",
    name_local: "クラウドベイ",
    name_en: "Cloud Bay",
    alias: ["海湾一号"],
    lat: 35.64,
    lng: 139.75,
    stations: [{ line: "山手线", station: "田町", walk_min: 9 }],
    structure: "RC",
    total_units: 420,
    currency: "JPY",
    avg_unit_price: "1850000",
    price_date: "2026-10-01",
    management_fee_sqm: "320",
    facilities: ["gym"],
    pet_allowed: "yes",
  });
  const fee = { currency: "JPY", management_fee_sqm: "300" };
  const target = await build({ name: "湾岸塔", name_en: "Bay Tower", alias: aliases, structure: "SRC", ...fee });
  expect((await merge(source, target)).code).toBe(200);
  expect(await get(target)).toMatchObject({
    ...{ name: "湾岸塔", name_local: "クラウドベイ", name_en: "Bay Tower", lat: 35.64, lng: 139.75, structure: "SRC" },
    ...{ total_units: 420, currency: "JPY", avg_unit_price: "1850000.00", price_date: "2026-10-01" },
    ...{ management_fee_sqm: "300.00", facilities: ["gym"], pet_allowed: "yes", minpaku_allowed: "unknown" },
    stations: [{ station: "田町" }],
    // There was room for one of three.
    alias: [...aliases, "云汀湾岸塔"],
  });
  const found = async (keyword: string) =>
    (await asKeeper(mansion.list, { query: { keyword, status: ["enabled"] } })).data.list.map(({ id }) => id);
  for (const name of ["云汀湾岸塔", "cloud bay", "海湾一号", "クラウド"])
    expect(await found(name), name).toEqual([target]);
  const [first] = (await asKeeper.unchecked(mansion.similar, { query: { name: "Cloud Bay" } })).data;
  expect(first).toMatchObject({ id: target, similarity: 1 });
  // An edit does not lose them.
  const { version, ...facts } = await get(target);
  const body = { ...facts, developer: "青空建设", version };
  expect((await asKeeper(mansion.update, { params: { id: target }, body })).code).toBe(200);
  expect(await found("海湾一号")).toEqual([target]);
  const lines = await rowsIn("operationLog", { target_id: target });
  const changed = lines.find(({ summary }) => summary.includes("并入"))?.changes.map(({ label }) => label);
  expect(changed).toEqual(
    expect.arrayContaining(["原文名", "别名", "纬度", "经度", "交通", "总户数", "均价", "均价日期", "配套", "宠物"]),
  );
  expect(changed).not.toContain("结构");
});

test("amounts in another currency are not taken over", async () => {
  const source = await build({ name: "甲楼栋", currency: "CNY", avg_unit_price: "80000", price_date: "2026-10-01" });
  const target = await build({ name: "乙楼栋", currency: "JPY", avg_rent_unit: "4000" });
  await merge(source, target);
  expect(await get(target)).toMatchObject({ currency: "JPY", avg_unit_price: null, price_date: null });
});

test("a merge is refused with itself, across countries, of what is not in use, gone or changed meanwhile", async () => {
  const [source, target] = [await build({ name: "甲楼栋" }), await build({ name: "乙楼栋" })];
  const district_id = await districtOf(db, "TH", "watthana");
  const abroad = await build({ name: "丙楼栋", country_code: "TH", district_id });
  const field = { code: 42200, data: { errors: [{ field: "into_id" }] } };
  for (const into of [source, abroad, 987654321]) expect(await merge(source, into)).toMatchObject(field);
  expect(await merge(source, target, 7)).toMatchObject({ code: 40901, data: { id: source, version: 1 } });
  await asKeeper(mansion.disable, { params: { id: target } });
  expect(await merge(source, target)).toMatchObject({ code: 40902 });
  expect(await merge(target, source, 2)).toMatchObject({ code: 40902 });
  await asKeeper(mansion.enable, { params: { id: target } });
  expect((await merge(source, target)).code).toBe(200);
  expect(await merge(source, target, 2)).toMatchObject({ code: 40902 });
  // A user who had the target open is told.
  const { version: _, ...facts } = await get(target);
  const body = { ...facts, developer: "青空建设", version: 3 };
  expect(await asKeeper(mansion.update, { params: { id: target }, body })).toMatchObject({ code: 40901 });
});

test("of two merges the other way round at once one wins", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await build({ name: `甲楼栋${round}` }), await build({ name: `乙楼栋${round}` })];
    const replies = await Promise.all([merge(a, b), merge(b, a)]);
    expect(replies.map(({ code }) => code).sort()).toEqual([200, 40902]);
    const rows = await rowsIn("mansion", { id: [a, b] });
    expect(rows.map(({ status }) => status).sort()).toEqual(["enabled", "merged"]);
    const [gone, remaining] = rows.find(({ id }) => id === a)?.status === "merged" ? [a, b] : [b, a];
    expect(await get(gone)).toMatchObject({ merged_to: { id: remaining } });
  }
});

test("of three that are merged in a ring at once, none leads in a circle", async () => {
  const [a, b] = [await build({ name: "甲楼栋" }), await build({ name: "乙楼栋" })];
  const c = await build({ name: "丙楼栋" });
  const replies = await Promise.all([merge(a, b), merge(b, c), merge(c, a)]);
  expect(replies.some(({ code }) => code === 200)).toBe(true);
  const rows = await rowsIn("mansion");
  const remaining = rows.filter(({ status }) => status === "enabled").map(({ id }) => id);
  expect(remaining.length).toBeGreaterThan(0);
  for (const row of rows)
    if (row.status === "merged") expect(remaining, "leads to one in use").toContain(row.merged_to_id);
});

test("an edit and a merge that meet leave one of them refused or both done, never a name lost", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await build({ name: `甲楼栋${round}` }), await build({ name: `乙楼栋${round}` })];
    const { version: _, ...facts } = await get(b);
    const edit = { params: { id: b }, body: { ...facts, developer: "青空建设", version: 1 } };
    const [merged, edited] = await Promise.all([merge(a, b), asKeeper(mansion.update, edit)]);
    expect(merged.code).toBe(200);
    expect([200, 40901]).toContain(edited.code);
    expect(await get(b)).toMatchObject({
      alias: [`甲楼栋${round}`],
      developer: edited.code === 200 ? "青空建设" : null,
    });
  }
});
