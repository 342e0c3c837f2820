import { and, eq, type SQL, sql } from "drizzle-orm";
import { unitImport as contract } from "~/contract/house/unit";
import type { ImportTask } from "~/contract/shared/import-task";
import type { Db, Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { room, unit } from "~/server/database/tables/house/estate";
import { currency } from "~/server/database/tables/region/geography";
import { audit } from "~/server/lib/audit";
import { type Done, keepBatch } from "~/server/lib/batch";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { importHandlers } from "~/server/resources/shared/import/import-file";
import {
  endImport,
  type RefusedRow,
  readLines,
  type WholeFile,
  wholeSheet,
} from "~/server/resources/shared/import/whole-file";
import { explanations, readUnitRow, unitSheet } from "./import-columns";
import { judgeUnits, type Planned } from "./import-judge";
import { moveUnits } from "./move";
import { notifyBoards } from "./notify";
import { countRooms, findEstate, hasRunOut, keepUnitLog, lockUnits, type Unit, type UnitEstate } from "./state";
import { doneTo, keptOfUnit } from "./undo";

const mostRows = 20_000;

export const unitImportHandlers = importHandlers(contract, {
  label: "房号",
  kind: async ({ db, params }) => `unit:${(await findEstate(db, params.id)).id}`,
  megabytes: 10,
  explanations,
  read: (call, file) => importUnits(call, call.params.id, file),
});

/** Reads a file of an estate's units to its end and writes them in one transaction, or only says what would come of it. */
async function importUnits(call: SignedCall, estateId: number, file: WholeFile): Promise<ImportTask> {
  const { services } = call;
  const kind = `unit:${estateId}` as const;
  const sheet = await wholeSheet(call, file, { kind, shape: unitSheet, most: mostRows, unit: "个房号" });
  const { currency } = await findEstate(services.db, estateId);
  const lines = await readLines(sheet.rows, (row) => readUnitRow(sheet.columns, row, currency));
  return services.db.transaction(async (db) => {
    const taking = { ...call, db };
    const { estate, units } = await (file.isDryRun ? readCurrent(db, estateId) : lockAll(taking, estateId));
    const present = {
      units,
      rooms: await roomsOf(db, estate.id),
      isWhole: await isWhole(db, estate),
      now: services.now(),
    };
    const { planned, refused } = judgeUnits(lines, present);
    const batch_id = file.isDryRun ? null : await write(taking, estate, planned, refused);
    return endImport(taking, file, kind, sheet, { planned, refused, batch_id });
  });
}

const ofEstate = (id: number): SQL => eq(unit.estate_id, id);

async function readCurrent(db: Db, estateId: number) {
  return { estate: await findEstate(db, estateId), units: await db.select().from(unit).where(ofEstate(estateId)) };
}

/** All of them, without holds that have run out. */
async function lockAll(call: SignedCall, estateId: number) {
  const locked = await lockUnits(call.db, estateId, undefined);
  const over = locked.units.filter((row) => hasRunOut(row, call.services.now()));
  if (over.length === 0) return locked;
  await moveUnits({ ...call, user: "system" }, { ...locked, units: over }, { way: "expire" });
  return lockUnits(call.db, estateId, undefined);
}

const roomsOf = (db: Transaction, estateId: number) =>
  db
    .select({
      ...{ id: room.id, name: room.name, is_leaving: room.is_leaving },
      ...{ area_sqm: room.area_sqm, direction: room.direction },
    })
    .from(room)
    .where(and(eq(room.estate_id, estateId), eq(room.is_proposed, false)));

async function isWhole(db: Transaction, estate: UnitEstate): Promise<boolean> {
  const [row] = await db.select({ digits: currency.digits }).from(currency).where(eq(currency.code, estate.currency));
  return row?.digits === 0;
}

/** Writes what is new or differs, keeping it as a batch that can be undone; answers the batch. */
async function write(
  call: SignedCall & { db: Transaction },
  estate: UnitEstate,
  planned: readonly Planned[],
  refused: readonly RefusedRow[],
): Promise<number | null> {
  const { db, user } = call;
  const stamp = changedBy(call);
  const added = planned.flatMap(({ before, values }) => (before ? [] : [values]));
  const changed = planned.flatMap(({ before, values }) =>
    before && differs(before, values) ? [{ before, values }] : [],
  );
  const own = { estate_id: estate.id, currency: estate.currency, version: 1 };
  const stamps = { created_at: stamp.updated_at, created_by: user.id, ...stamp };
  await insertRows(
    db,
    unit,
    added.map((values) => ({ ...values, ...own, ...stamps })),
  );
  const differing = changed.map(({ before, values }) => ({
    id: before.id,
    version: before.version + 1,
    ...values,
    ...stamp,
  }));
  await update(db, differing);
  const parts = [
    `新增${added.length}个`,
    `更新${changed.length}个`,
    ...(refused.length ? [`失败${refused.length}行`] : []),
  ];
  const target = { type: "estate", id: estate.id, name: estate.name };
  const summary = `导入房号 ${estate.name}：${parts.join("，")}`;
  await audit(call, { module: "house", action: "import", target, summary });
  if (added.length + changed.length === 0) return null;
  await countRooms(db, estate.id);
  await notifyBoards(db, estate.id);
  const made = await addedUnits(db, estate, added);
  await keepUnitLog(call, [
    ...made.map(({ id, status, list_price }) => lineOf(id, undefined, { status, list_price })),
    ...changed.map(({ before, values }) => lineOf(before.id, before, values)),
  ]);
  const done = [...made.map(({ id }) => ({ id, result: isNew })), ...changed.map(({ before }) => doneTo(before))];
  const kind = { act: "import", targetType: "unit", permission: "house:estate:edit" } as const;
  return keepBatch(call, kind, { done, failed: [] });
}

const differs = (before: Unit, values: Planned["values"]) => keptOfUnit.some((name) => before[name] !== values[name]);

/** Without a past it is removed by an undo. */
const isNew: Done = { before: {}, version_after: 1 };

type Facts = Pick<Unit, "status" | "list_price">;
const lineOf = (unit_id: number, before: Facts | undefined, after: Facts) => ({
  ...{ unit_id, act: "import" as const },
  ...{ from_status: before?.status ?? null, to_status: after.status },
  ...{ price_before: before?.list_price ?? null, price_after: after.list_price },
});

async function update(db: Transaction, rows: readonly (Planned["values"] & { id: number })[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((name) => name !== "id");
  const set = columns.map((name) => sql`${sql.identifier(name)} = given.${sql.identifier(name)}`);
  await db.execute(sql`update unit set ${sql.join(set, sql`, `)}
    from json_populate_recordset(null::unit, ${JSON.stringify(rows)}::json) as given where unit.id = given.id`);
}

async function addedUnits(db: Transaction, estate: UnitEstate, added: readonly Planned["values"][]) {
  if (added.length === 0) return [];
  const keys = new Set(added.map(({ building, unit_no }) => `${building}\n${unit_no}`));
  const rows = await db.select().from(unit).where(ofEstate(estate.id));
  return rows.filter(({ building, unit_no }) => keys.has(`${building}\n${unit_no}`));
}
