import { z } from "zod";
import { directions } from "~/contract/shared/property";
import { batchReply, chosenIds, ids, isPlainText, mostChosen, ref } from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { importEndpoints } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";
import { UnitQuote } from "./quote";
import { RoomRow } from "./room";
import { holdActs, quoteActs } from "./unit-brief";

export const unitStatuses = {
  available: "可售",
  held: "锁定中",
  reserved: "预留",
  sold: "已售",
  off: "不售",
} as const;
export type UnitStatus = keyof typeof unitStatuses;
/** What a client can still be offered: for sale, or kept for one of them. */
export const quotedStatuses: readonly UnitStatus[] = ["available", "held"];
/** Whether a seller's deal may take a unit in its present state: it is for sale, or they hold it. */
export const isFreeFor = (
  { status, held_by, held_until }: { status: UnitStatus; held_by: number | null; held_until: string | null },
  seller: number | null,
  now: number,
): boolean => status === "available" || (status === "held" && held_by === seller && Date.parse(held_until ?? "") > now);
export const soldBy = { us: "本司", other: "开发商自售/他渠道" } as const;
export type SoldBy = keyof typeof soldBy;

export const UnitFields = z.object({
  building: field.text("楼栋", 20),
  floor: field.integer("楼层", -20, 200),
  stack: field.text("列", 10),
  unit_no: field.text("房号", 20),
  room_id: field.id("户型"),
  area_sqm: field.optional(field.decimal("面积", 1, 99_999).meta({ unit: "㎡" })),
  direction: field.optional(field.choice("朝向", directions)),
  list_price: field.optional(field.money("挂牌价")),
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

const UnitWaiting = z.object({
  user: ref.meta({ label: "顾问" }),
  /** As far as the reader may see that customer. */
  customer: ref.nullable().meta({ label: "客户" }),
  at: z.string(),
  can: field.can("leave"),
});

export const UnitRow = field.rowOf(UnitFields, inRow, {
  ...field.record(),
  area_sqm: field.read(UnitFields.shape.area_sqm),
  status: field.choice("状态", unitStatuses),
  held_by: ref.nullable().meta({ label: "锁定人" }),
  held_until: field.instant("锁定至").nullable(),
  /** The customer that it is held for, as far as the reader may see that customer. */
  held_for: ref.nullable().meta({ label: "锁定客户" }),
  queue: z.array(UnitWaiting),
  sold_by: field.choice("售出渠道", soldBy).nullable(),
  deal_id: z.int().nullable(),
  can: field.can("hold", "release", "edit", "delete", "queue"),
});
export type UnitRow = z.output<typeof UnitRow>;

/** The units of a building that have one layout and one state. */
const BoardTotal = z.object({
  building: z.string(),
  layout: z.string(),
  status: field.choice("状态", unitStatuses),
  count: z.int(),
  value: z.string(),
});
export type BoardTotal = z.output<typeof BoardTotal>;

const Board = z.object({
  buildings: z.array(z.object({ name: z.string(), count: z.int() })),
  building: z.string().nullable(),
  currency: z.string(),
  rooms: z.array(RoomRow.pick({ id: true, name: true, layout: true, area_sqm: true, direction: true })),
  /** By floor from the top down, then by stack. */
  units: z.array(UnitRow),
  summary: z.object(
    Object.fromEntries(Object.keys(unitStatuses).map((status) => [status, z.int()])) as Record<UnitStatus, z.ZodInt>,
  ),
  /** The states of those of each layout of each building. */
  totals: z.array(BoardTotal),
  hold_hours: z.int(),
});
export type Board = z.output<typeof Board>;

/** An event of the stream's topic `board:{estate}`: a unit's present state, for its reader. Without a number: request the board again. */
export const BoardEvent = UnitRow.pick({ status: true, held_by: true, held_until: true, version: true, can: true })
  .extend(UnitRow.pick({ held_for: true, queue: true }).shape)
  .extend({ unit_id: z.int() })
  .or(z.object({ unit_id: z.null() }));
export type BoardEvent = z.output<typeof BoardEvent>;

export const UnitHold = z.object({
  hours: field.optional(field.integer("锁定时长", 1, 168).meta({ unit: "小时" })),
  customer_id: field.optional(field.reference("客户", "customers")),
});

/** The longest queue for a unit, and the hours for which the next in it then has the unit. */
export const mostWaiting = 5;
export const promotedHours = 2;

export const UnitWait = z.object({ customer_id: field.reference("客户", "customers") });

export const unitLogActs = {
  create: "新增房号",
  import: "导入",
  price: "改价",
  ...holdActs,
  pass: "移交锁定",
  reserve: "预留",
  sell: "售出",
  free: "恢复可售",
  sell_elsewhere: "标为他渠道已售",
  close: "设为不售",
  open: "设为可售",
  join: "加入排队",
  leave: "退出排队",
  drop: "排队失效",
  undo: "撤销批量操作",
  ...quoteActs,
} as const;
export type UnitLogAct = keyof typeof unitLogActs;

const UnitLogRow = z.object({
  id: field.id(),
  act: field.choice("操作", unitLogActs),
  from: field.choice("原状态", unitStatuses).nullable(),
  to: field.choice("新状态", unitStatuses).nullable(),
  price_before: z.string().nullable(),
  price_after: z.string().nullable(),
  by: ref.nullable().meta({ label: "操作人" }),
  customer: ref.nullable().meta({ label: "客户" }),
  at: field.instant("时间"),
});
export type UnitLogRow = z.output<typeof UnitLogRow>;

const isSigned = /^[+-]?\d{1,16}(\.\d{1,2})?$/;

/** By how much prices go up or down: an amount of the estate's currency, or a share of each price. */
export const UnitPricing = z.object({
  amount: field.optional(
    z
      .string()
      .regex(isSigned, "调整金额须为数字，最多两位小数")
      .refine((text) => /[1-9]/.test(text), "调整金额不能为0")
      .meta({ label: "调整金额", control: "text" }),
  ),
  percent: field.optional(
    field
      .decimal("调整比例", -90, 900)
      .refine((percent) => percent !== 0, "调整比例不能为0")
      .meta({ unit: "%" }),
  ),
});

const setInBatch = { available: unitStatuses.available, off: unitStatuses.off } as const;

export const unit = {
  board: endpoint("GET /api/estate/{id}/unit", "销控", "house:estate:view", {
    query: z.object({ building: z.string().trim().max(20).refine(isPlainText).optional() }),
    reply: Board,
  }),
  create: endpoint("POST /api/estate/{id}/unit", "新增房号", "house:estate:edit", {
    body: UnitFields,
    reply: z.object({ id: z.int() }),
  }),
  update: endpoint("PUT /api/estate/unit/{id}", "编辑房号", "house:estate:edit", { body: UnitUpdate, reply: UnitRow }),
  /** Only of `available` and `off` ones. */
  remove: endpoint("DELETE /api/estate/unit/{id}", "删除房号", "house:estate:edit", { reply: z.null() }),
  hold: endpoint("PATCH /api/estate/unit/{id}/hold", "锁定房号", "deal:deal:create", {
    body: UnitHold,
    reply: UnitRow,
  }),
  release: endpoint("PATCH /api/estate/unit/{id}/release", "释放房号", "deal:deal:create", { reply: UnitRow }),
  /** Behind a unit that is held or reserved. */
  join: endpoint("POST /api/estate/unit/{id}/queue", "加入排队", "deal:deal:create", {
    body: UnitWait,
    reply: UnitRow,
  }),
  leave: endpoint("DELETE /api/estate/unit/{id}/queue", "退出排队", "deal:deal:create", {
    body: UnitWait,
    reply: UnitRow,
  }),
  log: endpoint("GET /api/estate/unit/{id}/logs", "房号记录", "house:estate:view", { reply: z.array(UnitLogRow) }),
  quote: endpoint("GET /api/estate/unit/{id}/quote", "报价单", "house:estate:view", {
    query: z.object({
      /** The second one; CNY where it is not named. */
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, "币种应为三个大写字母")
        .optional()
        .meta({ label: "币种" }),
      customer_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    reply: UnitQuote,
  }),
  /** Given to the customer: what their time line tells of it, once a day and price. */
  quoted: endpoint("POST /api/estate/unit/{id}/quote", "记录报价", "house:estate:view", {
    body: z.object({ customer_id: field.reference("客户", "customers") }),
    reply: z.null(),
  }),
  priceBatch: endpoint("POST /api/estate/{id}/unit/batch/price", "批量改价", "house:estate:edit", {
    body: UnitPricing.extend({ ids: ids(mostChosen) }).refine(
      ({ amount, percent }) => (amount === null) !== (percent === null),
      { error: "请填写调整金额或调整比例", path: ["amount"] },
    ),
    reply: batchReply,
  }),
  statusBatch: endpoint("POST /api/estate/{id}/unit/batch/status", "批量改状态", "house:estate:edit", {
    body: z.object({ ids: ids(mostChosen), status: field.choice("状态", setInBatch) }),
    reply: batchReply,
  }),
  export: endpoint("GET /api/estate/{id}/unit/export", "导出房号", "house:estate:view", {
    query: z.object({ ids: chosenIds() }),
    reply: file,
  }),
};

export const unitImport = importEndpoints("/api/estate/{id}/unit/import", "房号", {
  permission: "house:estate:edit",
  reply: ImportTask,
  id: "import_id",
});
