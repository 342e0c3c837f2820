import { z } from "zod";
import { isPlainText, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { importEndpoints } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";
import { directions } from "./property";
import { RoomColumns } from "./room";

export const unitStatuses = {
  available: "可售",
  held: "锁定中",
  reserved: "预留",
  sold: "已售",
  off: "不售",
} as const;
export type UnitStatus = keyof typeof unitStatuses;
export const soldBy = { us: "本司", other: "开发商自售/他渠道" } as const;
export type SoldBy = keyof typeof soldBy;

/** A flat by its number (房号) as people fill it in. */
export const UnitFields = z.object({
  building: field.text("楼栋", 20),
  floor: field.integer("楼层", -20, 200),
  /** Its column of the board. */
  stack: field.text("列", 10),
  unit_no: field.text("房号", 20),
  room_id: field.id("户型"),
  area_sqm: field.optional(field.decimal("面积", 1, 99_999).meta({ unit: "㎡" })),
  direction: field.optional(field.choice("朝向", directions)),
  list_price: field.optional(field.money("标价")),
});
export type UnitFields = z.output<typeof UnitFields>;

/** The states that an editor sets; the others come by holds and deals. */
const setByEditor = {
  available: unitStatuses.available,
  off: unitStatuses.off,
  sold: "开发商自售/他渠道已售",
} as const;

export const UnitUpdate = UnitFields.extend({
  /** Absent: as it is. `sold` means by another channel. */
  status: field.choice("状态", setByEditor).optional(),
  version: field.version(),
});

const inRow = ["building", "floor", "stack", "unit_no", "room_id", "direction", "list_price"] as const;

const UnitRow = field.rowOf(UnitFields, inRow, {
  id: field.id(),
  version: field.version(),
  /** The unit's own, else its room's. */
  area_sqm: field.read(UnitFields.shape.area_sqm),
  status: field.choice("状态", unitStatuses),
  /** While it is held. */
  held_by: ref.nullable().meta({ label: "锁定人" }),
  held_until: z.string().nullable().meta({ label: "锁定至" }),
  sold_by: field.choice("售出渠道", soldBy).nullable(),
  deal_id: z.number().int().nullable(),
  can: field.can("hold", "release", "edit", "delete"),
});
export type UnitRow = z.output<typeof UnitRow>;
export const UnitColumns = UnitRow;

const Board = z.object({
  /** All of the estate, in their order. */
  buildings: z.array(z.object({ name: z.string(), count: z.number().int() })),
  /** The one that the units are of. */
  building: z.string().nullable(),
  currency: z.string(),
  rooms: z.array(RoomColumns.pick({ id: true, name: true, layout: true, area_sqm: true, direction: true })),
  /** By floor from the top down, then by stack. */
  units: z.array(UnitRow),
  /** Of the whole estate. */
  summary: z.object(
    Object.fromEntries(Object.keys(unitStatuses).map((status) => [status, z.number().int()])) as Record<
      UnitStatus,
      z.ZodNumber
    >,
  ),
  /** Hours for which a hold may be asked at most. */
  hold_hours: z.number().int(),
});
export type Board = z.output<typeof Board>;

/**
 * What the event stream says on topic `board:{estate}`: how a unit stands now, for its reader. Without a number the board is to be asked for
 * again.
 */
export const BoardEvent = UnitRow.pick({ status: true, held_by: true, held_until: true, version: true, can: true })
  .extend({ unit_id: z.number().int() })
  .or(z.object({ unit_id: z.null() }));
export type BoardEvent = z.output<typeof BoardEvent>;

/** For how long. */
export const UnitHold = z.object({
  hours: field.optional(field.integer("锁定时长", 1, 168).meta({ unit: "小时" })),
});

export const unit = {
  board: endpoint("GET /api/estate/{id}/unit", {
    summary: "销控",
    permission: "house:estate:view",
    query: z.object({ building: z.string().trim().max(20).refine(isPlainText).optional() }),
    reply: Board,
  }),
  create: endpoint("POST /api/estate/{id}/unit", {
    summary: "新增房号",
    permission: "house:estate:edit",
    body: UnitFields,
    reply: z.object({ id: z.number().int() }),
  }),
  update: endpoint("PUT /api/estate/unit/{id}", {
    summary: "编辑房号",
    permission: "house:estate:edit",
    body: UnitUpdate,
    reply: UnitRow,
  }),
  /** Only of `available` and `off` ones. */
  remove: endpoint("DELETE /api/estate/unit/{id}", {
    summary: "删除房号",
    permission: "house:estate:edit",
    reply: z.null(),
  }),
  hold: endpoint("PATCH /api/estate/unit/{id}/hold", {
    summary: "锁定房号",
    permission: "deal:deal:create",
    body: UnitHold,
    reply: UnitRow,
  }),
  release: endpoint("PATCH /api/estate/unit/{id}/release", {
    summary: "释放房号",
    permission: "deal:deal:create",
    reply: UnitRow,
  }),
};

export const unitImport = importEndpoints("/api/estate/{id}/unit/import", "房号", {
  permission: "house:estate:edit",
  reply: ImportTask,
  id: "import_id",
});
