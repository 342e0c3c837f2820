import { z } from "zod";
import {
  batchReply,
  bit,
  chosenIds,
  contactKeyword,
  csv,
  ids,
  listQuery,
  option,
  page,
  queryDays,
  queryId,
  ref,
} from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { listData } from "../screen-data";
import type { WhereOptions } from "../where";
import { levelField, levels, manualStages, stages } from "./customer-record";

export const trackingTypes = {
  call: "电话",
  wechat: "微信",
  wecom: "企业微信",
  email: "邮件",
  visit: "到访/带看",
  online_meeting: "视频看房",
  sms: "短信",
  other: "其他",
} as const;
const directions = { out: "去电/主动", in: "来电/来访" } as const;

const manual = Object.fromEntries(manualStages.map((stage) => [stage, stages[stage]])) as Pick<
  typeof stages,
  (typeof manualStages)[number]
>;

const Facts = z.object({
  type: field.choice("跟进方式", trackingTypes),
  direction: field.choice("方向", directions).default("out"),
  content: field.longText("跟进内容", 2000, 5),
  result: field.optional(field.optionValue("跟进结果", "tracking_result")),
  tracked_at: field.now("跟进时间"),
  duration_min: field.optional(field.integer("时长", 0, 600)).meta({ unit: "分钟" }),
  stage_after: field.optional(field.choice("更新阶段", manual)),
  lost_reason: field.optional(field.optionValue("流失原因", "lost_reason")),
  level_after: field.optional(levelField("更新等级")),
  next_at: field.optional(field.instant("下次跟进时间")).meta({ isAhead: true }),
  media_ids: z.array(z.int().positive()).max(9, "图片最多9张").default([]).meta({ label: "图片", control: "media" }),
  estate_ids: z
    .array(z.int().positive())
    .max(10, "涉及房源最多选10项")
    .default([])
    .meta({ label: "涉及房源", control: "multi-select", scene: "estates" }),
});

/** What does not count as a follow-up yet: a kind without a name, or too few characters; undefined where it counts (domain B.2). */
export function notValidBecause(type: unknown, content: unknown, minChars: number): "type" | "content" | undefined {
  if (type === "other") return "type";
  return charactersOf(content) < minChars ? "content" : undefined;
}

/** As people count them: a character outside the basic plane is one. */
export const charactersOf = (content: unknown): number => [...String(content ?? "").trim()].length;

/** `next_at` after `tracked_at`, the same in the form and on the server; what the clock alone knows is the server's to check. */
function checkTimes(value: { tracked_at: string | null; next_at: string | null }, context: z.RefinementCtx) {
  if (value.next_at && value.tracked_at && Date.parse(value.next_at) <= Date.parse(value.tracked_at))
    context.addIssue({ code: "custom", path: ["next_at"], message: "下次跟进时间应晚于跟进时间" });
}

/** A customer is not lost without a reason; an edit that leaves the stage alone needs none again. */
function checkLost(value: { stage_after: string | null; lost_reason: string | null }, context: z.RefinementCtx) {
  if (value.stage_after === "lost" && !value.lost_reason)
    context.addIssue({ code: "custom", path: ["lost_reason"], message: "请选择流失原因" });
}

export const TrackingUpdate = Facts.extend({ tracked_at: field.instant("跟进时间") }).superRefine(checkTimes);
export const TrackingCreate = Facts.extend({
  customer_id: field.reference("客户", "customers"),
  inquiry_id: field.optional(field.id("询盘")),
  clue_id: field.optional(field.id("报备")),
  deal_id: field.optional(field.id("成交")),
})
  .superRefine(checkTimes)
  .superRefine(checkLost);
/** The same follow-up of several customers, such as a message to all of them. */
const TrackingBatch = Facts.extend({ customer_ids: ids(50).meta({ label: "客户" }) })
  .superRefine(checkTimes)
  .superRefine(checkLost);

export const TrackingRow = z.object({
  id: field.id(),
  customer: ref.meta({ label: "客户" }),
  customer_no: z.string().meta({ label: "客户编号" }),
  type: z.string().meta({ label: "跟进方式", options: trackingTypes }),
  direction: z.string().meta({ label: "方向", options: directions }),
  content: z.string().meta({ label: "跟进内容" }),
  result: z.string().nullable().meta({ label: "跟进结果", scene: "tracking_result" }),
  tracked_at: field.instant("跟进时间"),
  duration_min: z.int().nullable().meta({ label: "时长" }),
  stage_before: z.string().nullable(),
  stage_after: z.string().nullable().meta({ label: "更新阶段", options: stages }),
  level_before: z.string().nullable(),
  level_after: z.string().nullable().meta({ label: "更新等级", options: levels }),
  next_at: field.instant("下次跟进").nullable(),
  media: z.array(z.object({ id: z.int(), name: z.string(), url: z.string() })).meta({ label: "图片" }),
  estates: z.array(ref).meta({ label: "涉及房源" }),
  /** The customer's lead that it is about, by its number, for callers who see it. */
  clue: ref.nullable(),
  deal: ref.nullable(),
  user: ref.meta({ label: "跟进人", isPerson: true }),
  is_valid: z.boolean().meta({ label: "有效跟进" }),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "delete"),
});
export type TrackingRow = z.output<typeof TrackingRow>;

const filters = {
  keyword: contactKeyword(),
  customer_id: queryId(),
  type: csv(z.enum(Object.keys(trackingTypes) as [keyof typeof trackingTypes])),
  result: csv(z.string().max(40)),
  user_id: queryId(),
  estate_id: queryId(),
  is_valid: bit(),
  ...queryDays("tracked"),
};
const sorts = ["tracked_at", "created_at"] as const;
/** Estates are a list of the row; its ways of being found are too many to be counted by a field. */
const where = { row: TrackingRow, not: ["estate_id"], isUngrouped: true } satisfies WhereOptions;

export const tracking = {
  list: endpoint("GET /api/customer/tracking", "跟进记录列表", "customer:tracking:view", {
    query: listQuery(filters, sorts, "-tracked_at"),
    where,
    reply: page(TrackingRow).extend({
      /** `valid_rate` in percent, null without rows. Of more rows than a list has (`total_capped`): of the newest of them. */
      summary: z.object({ count: z.int(), customers: z.int(), valid_rate: z.number().nullable() }),
    }),
  }),
  options: endpoint("GET /api/customer/tracking/options", "跟进选项", "signed-in", {
    keys: true,
    query: z.object({ scenes: csv(z.enum(["type", "result", "stage", "level"])) }),
    reply: z.record(z.string(), z.array(option)),
  }),
  create: endpoint("POST /crm/tracking", "新增跟进", "customer:tracking:create", {
    mayWait: true,
    body: TrackingCreate,
    /** `is_valid`: it counts, and the customer's clock begins anew. `batch_id` takes it back; null of one that answers an inquiry. */
    reply: z.object({ id: z.int(), is_valid: z.boolean(), batch_id: z.int().nullable() }),
  }),
  createBatch: endpoint("POST /crm/tracking/batch", "批量新增跟进", "customer:tracking:create", {
    body: TrackingBatch,
    reply: batchReply,
  }),
  update: endpoint("PUT /crm/tracking/{id}", "编辑跟进", "customer:tracking:edit", {
    body: TrackingUpdate,
    reply: TrackingRow,
  }),
  remove: endpoint("DELETE /api/customer/tracking/{id}", "删除跟进", "customer:tracking:delete", { reply: z.null() }),
  export: endpoint("GET /crm/tracking/export", "导出跟进记录", "customer:tracking:export", {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "-tracked_at",
    ),
    where,
    reply: file,
  }),
};

export const trackingScreens = { "/customer/tracking": listData(tracking.list) };
