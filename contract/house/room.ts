import { z } from "zod";
import { count, directions, layouts, monthly, saleStatuses } from "~/contract/shared/property";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** A layout of an estate (户型) as people fill it in. */
export const RoomFields = z.object({
  name: field.text("户型名称", 40),
  layout: field.choice("户型", layouts),
  bedrooms: count("卧室", 10),
  living: count("厅", 3),
  bath: count("卫", 6),
  area_sqm: field.decimal("专有面积", 10, 2000).meta({ unit: "㎡" }),
  balcony_sqm: field.optional(field.decimal("阳台面积", 0, 2000).meta({ unit: "㎡" })),
  direction: field.optional(field.choice("朝向", directions)),
  floor_from: field.optional(field.integer("楼层从", -20, 200)),
  floor_to: field.optional(field.integer("楼层至", -20, 200)),
  price_min: field.money("总价下限"),
  price_max: field.money("总价上限"),
  management_fee: monthly("管理费"),
  repair_fund: monthly("修缮积立金"),
  expected_rent: monthly("预期租金"),
  total_count: count("总套数", 20_000),
  available_count: count("可售套数", 20_000),
  sale_status: field.choice("销售状态", saleStatuses).default("on_sale"),
  floor_plan_id: field.id("户型图").meta({ control: "media" }),
  sort: field.integer("排序", 0, 9999).default(100),
});
export type RoomFields = z.output<typeof RoomFields>;

export function checkRoom(value: RoomFields, context: z.RefinementCtx) {
  const wrong = (path: keyof RoomFields, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (Number(value.price_min) > Number(value.price_max)) wrong("price_max", "总价上限不能小于总价下限");
  if (Number(value.price_max) <= 0) wrong("price_max", "总价上限应大于0");
  if (value.floor_from !== null && value.floor_to !== null && value.floor_from > value.floor_to)
    wrong("floor_to", "楼层的结束不能低于开始");
  if (value.available_count !== null && value.available_count > (value.total_count ?? 0))
    wrong("available_count", "可售套数不能大于总套数");
}

export const RoomWrite = RoomFields.superRefine(checkRoom);

export const RoomRow = field.rowOf(RoomFields, RoomFields.keyof().options, {
  id: field.id(),
  currency: z.string().meta({ label: "币种" }),
  price_min_cny: z.string().nullable(),
  price_max_cny: z.string().nullable(),
  /** Percent, out of rent and costs (domain F.2). */
  gross_yield: z.number().nullable().meta({ label: "表面回报率" }),
  net_yield: z.number().nullable().meta({ label: "实际回报率" }),
  floor_plan: z.object({ url: z.string(), thumb: z.string() }).nullable(),
  /** Its numbers come from its units. */
  has_units: z.boolean(),
  /** For those who edit: what a waiting change makes of it. */
  pending: z.enum(["added", "changed", "removed"]).nullable(),
  proposed: RoomFields.partial().nullable(),
});
export type RoomRow = z.output<typeof RoomRow>;

export const room = {
  list: endpoint("GET /api/estate/{id}/room", "户型列表", "house:estate:view", { reply: z.array(RoomRow) }),
  create: endpoint("POST /api/estate/{id}/room", "新增户型", "house:estate:edit", {
    body: RoomWrite,
    reply: z.object({ id: z.int(), is_pending: z.boolean() }),
  }),
  update: endpoint("PUT /api/estate/{id}/room/{room_id}", "编辑户型", "house:estate:edit", {
    body: RoomWrite,
    reply: RoomRow,
  }),
  remove: endpoint("DELETE /api/estate/{id}/room/{room_id}", "删除户型", "house:estate:edit", {
    reply: z.object({ is_pending: z.boolean() }),
  }),
};
