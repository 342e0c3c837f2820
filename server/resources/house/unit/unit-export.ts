import { and, eq } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { z } from "zod";
import { RoomRow } from "~/contract/house/room";
import { unit as contract, UnitFields, UnitRow, unitStatuses } from "~/contract/house/unit";
import { directions, layouts } from "~/contract/shared/property";
import { type Cell, columnOf, columnsOf, type SheetColumn } from "~/contract/sheet";
import { room, unit } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import type { FileReply, SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { checkExportSize, chosen, sendExport } from "~/server/resources/shared/export/send";
import { findEstate, stateOf } from "./state";
import { byPlace } from "./view";

const holder = alias(user, "holder");
/** Headings as the import knows them; the file comes in again. */
const { shape } = UnitFields;
const columns: SheetColumn[] = [
  ...columnsOf(shape, ["building", "unit_no", "floor", "stack"]),
  columnOf(shape.room_id, "", { kind: "text" }),
  columnOf(RoomRow.shape.layout, "", { label: "房型" }),
  ...columnsOf(shape, ["area_sqm", "direction"]),
  { label: "币种", kind: "text" },
  ...columnsOf(UnitRow.shape, ["list_price", "status", "held_by", "held_until"]),
];

/** Units of an estate as a spreadsheet: the chosen ones, or all. Whose customers they are held for stays in the house. */
export async function exportUnits(
  call: SignedCall,
  estateId: number,
  query: z.output<typeof contract.export.query>,
): Promise<FileReply> {
  const { db, services } = call;
  const estate = await findEstate(db, estateId);
  const { "export.max_rows": limit } = await readSettings(db);
  const rows = await db
    .select({
      unit,
      room: room.name,
      layout: room.layout,
      area: room.area_sqm,
      direction: room.direction,
      by: holder.name,
    })
    .from(unit)
    .innerJoin(room, eq(room.id, unit.room_id))
    .leftJoin(holder, eq(holder.id, unit.held_by))
    .where(and(eq(unit.estate_id, estate.id), chosen(unit.id, query.ids)))
    .limit(limit + 1);
  checkExportSize(rows.length, limit);
  const now = services.now();
  const cells = rows
    .sort((a, b) => byPlace(a.unit, b.unit))
    .map(({ unit: row, ...of }): Cell[] => {
      const status = stateOf(row, now);
      const isHeld = status === "held";
      const direction = row.direction ?? of.direction;
      return [
        ...[row.building, row.unit_no, row.floor, row.stack, of.room, layouts[of.layout] ?? of.layout],
        ...[row.area_sqm ?? of.area, direction === null ? null : directions[direction], row.currency],
        ...[row.list_price, unitStatuses[status], isHeld ? of.by : null, isHeld ? row.held_until : null],
      ];
    });
  return sendExport(call, {
    ...{ endpoint: contract.export, params: { id: estate.id }, module: "house" },
    name: `房号（${estate.name.replace(/[\\/?*[\]:]/g, " ").slice(0, 27)}）`,
    ...{ count: cells.length, query, reason: "房号表", columns },
    chunks: async function* () {
      yield cells;
    },
  });
}
