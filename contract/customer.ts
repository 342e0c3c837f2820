import { z } from "zod";
import { batchReply, change, csv, ids, keyword, listQuery, page, queryDay, queryId, ref } from "./common";
import {
  Customer,
  CustomerColumns,
  CustomerDetail,
  CustomerUpdate,
  checkCustomer,
  historyActions,
  levels,
  poolReasons,
  stages,
} from "./customer-record";
import { endpoint, file } from "./endpoint";
import * as field from "./field";

/** The tabs of owned customers: everybody's in one's scope, one's own, the team's, due today, about to fall into the pool, locked, lost. */
export const ownedViews = {
  owned: "全部",
  mine: "我的",
  team: "团队",
  today: "今日待跟进",
  warning: "即将掉公海",
  locked: "已锁定",
  lost: "已流失",
} as const;

const oneOf = <T extends Record<string, string>>(options: T) =>
  csv(z.enum(Object.keys(options) as [keyof T & string, ...(keyof T & string)[]]));
const amount = () =>
  z
    .string()
    .regex(/^\d{1,16}(\.\d{1,2})?$/, "金额应为不超过两位小数的数字")
    .optional();

const shared = {
  keyword: keyword(),
  level: oneOf(levels),
  stage: oneOf(stages),
  source: csv(z.string().max(40)),
  country: csv(z.string().length(2)),
  created_from: queryDay(),
  created_to: queryDay(),
};
const poolFilters = {
  ...shared,
  view: z.enum(["pool"]).default("pool"),
  pool_reason: oneOf(poolReasons),
  pool_from: queryDay(),
  pool_to: queryDay(),
};
const ownedFilters = {
  ...shared,
  view: z.enum(Object.keys(ownedViews) as [keyof typeof ownedViews]).default("owned"),
  owner_id: queryId(),
  district_id: queryId(),
  /** In the currency of `budget_currency`; without one, compared in CNY. */
  budget_min: amount(),
  budget_max: amount(),
  budget_currency: z.string().length(3).optional(),
  tag: csv(z.string().max(40)),
  /** Not followed up for so many days or more. */
  idle_days_min: z.coerce.number().int().min(0).max(9999).optional(),
  tracked_from: queryDay(),
  tracked_to: queryDay(),
  next_from: queryDay(),
  next_to: queryDay(),
};
const trashedFilters = {
  trashed: z.literal("only").default("only"),
  keyword: keyword(),
  owner_id: queryId(),
  deleted_from: queryDay(),
  deleted_to: queryDay(),
};
const poolSorts = ["pool_at", "customer_no", "name", "level", "stage", "tracking_count", "created_at"] as const;
const ownedSorts = [
  "created_at",
  "customer_no",
  "name",
  "level",
  "stage",
  "budget_max",
  "assigned_at",
  "last_tracking_at",
  "next_tracking_at",
  "idle_days",
] as const;
const trashedSorts = ["deleted_at", "customer_no", "name"] as const;

/** The day's claims and the customers held, against their limits. */
const ClaimState = z.object({
  claimed_today: z.number().int(),
  claim_limit: z.number().int(),
  customer_count: z.number().int(),
  customer_cap: z.number().int(),
});

const poolPage = page(CustomerColumns).extend({ claim: ClaimState });
const ownedPage = page(CustomerColumns).extend({
  /** Rows of the tabs that call for something, at most 99 counted; `transfer` of the inbox, for those who handle it. */
  counts: z.object({ today: z.number().int(), warning: z.number().int(), transfer: z.number().int() }),
});

const TrashedRow = z.object({
  id: field.id(),
  version: z.number().int(),
  customer_no: z.string().meta({ label: "客户编号" }),
  name: z.string().meta({ label: "客户姓名" }),
  phone: z.string().nullable().meta({ label: "手机号" }),
  last_owner: ref.nullable().meta({ label: "原跟进人" }),
  deleted_by: ref.nullable().meta({ label: "删除人" }),
  deleted_at: z.string().meta({ label: "删除时间" }),
  delete_reason: z.string().nullable().meta({ label: "删除原因" }),
  /** The number of the customer that it was merged into; such a one is not restored. */
  merged_to: ref.nullable().meta({ label: "合并至" }),
  can: z.object({ restore: z.boolean(), destroy: z.boolean() }),
});
export type TrashedRow = z.output<typeof TrashedRow>;
export const TrashedColumns = TrashedRow;

type Asked = { query: Record<string, unknown> };
const asksPool = ({ query }: Asked) => query.view === "pool" && query.trashed === undefined;
const asksTrash = ({ query }: Asked) => query.trashed === "only";
const asksOwned = ({ query }: Asked) =>
  typeof query.view === "string" && query.view in ownedViews && query.trashed === undefined;

const pool = {
  summary: "公海客户列表",
  permission: "customer:pool:view",
  query: listQuery(poolFilters, poolSorts, "-pool_at"),
  reply: poolPage,
} as const;
const owned = {
  summary: "客户列表",
  permission: "customer:info:view",
  query: listQuery(ownedFilters, ownedSorts, "-created_at"),
  reply: ownedPage,
} as const;
const trashed = {
  summary: "回收站列表",
  permission: "customer:recycle:view",
  query: listQuery(trashedFilters, trashedSorts, "-deleted_at"),
  reply: page(TrashedRow),
} as const;

const exportReason = field.optionValue("导出原因", "export_reason");
const releaseReason = field.optionValue("释放原因", "release_reason");
const note = field.optional(field.longText("说明", 200));
const assignee = field.reference("跟进人", "users");
const transferReason = field.optional(field.reason("转移原因"));

const isClaim = ({ body }: { body: Record<string, unknown> }, userId: number) =>
  body.action === "claim" || (body.action === undefined && body.user_id === userId);

const Claim = z.object({ action: z.literal("claim").optional(), user_id: z.number().int().optional() });
/** The form of an assignment or a transfer. */
export const Assignment = z.object({
  action: z.literal("assign").default("assign"),
  user_id: assignee,
  reason: transferReason,
  force: z.boolean().default(false).meta({ label: "超出上限仍分配", control: "switch", help: "最多可超出上限10%" }),
});
/** The form of a release. */
export const Release = z.object({ reason: releaseReason, note });
export const Recycle = z.object({ reason: field.reason("移入原因") });
/** The form of tags put on and taken off. */
export const Tagging = z.object({
  add: field.optionValues("添加标签", "tags", 10),
  remove: field.optionValues("移除标签", "tags", 10),
});
export const Restore = z.object({
  owner_id: field.optional(
    field.reference("恢复给", "users").meta({
      label: "恢复给",
      control: "select",
      scene: "users",
      help: "不选时回到原跟进人名下；原跟进人不能接收时进入公海",
    }),
  ),
});
/** What one types before something is gone for good. */
export const destroyWords = "彻底删除";
export const Destroy = z.object({
  confirm: z.literal(destroyWords, { error: `请输入“${destroyWords}”` }).meta({ label: "确认", control: "text" }),
});
export const Reveal = z.object({ reason: field.optionValue("查看原因", "reveal_reason") });
export const Merge = z.object({
  from_id: field.reference("并入的客户", "customers"),
  version: z.number().int().meta({ label: "版本" }),
});

/** What the collision check found (C.1.4); also the `data` of 40910–40912 and 40919. */
export const Collision = z.object({
  code: z.number().int(),
  message: z.string(),
  /** The field of the contact that is the same. */
  field: z.string(),
  customer_no: z.string(),
  owner: ref.nullable(),
  pool_at: z.string().nullable(),
  status: z.enum(["owned", "stale", "pool", "recycled"]),
  /** Days without activity. */
  days: z.number().int(),
  /** The record, where the caller may open or restore it. */
  id: z.number().int().nullable(),
  /** What the caller may do about it now. */
  can: z.object({ claim: z.boolean(), restore: z.boolean(), takeover: z.boolean(), transfer: z.boolean() }),
});
export type Collision = z.output<typeof Collision>;

/** The contacts that a full number is shown of. */
export const Contacts = z.object({
  phone: z.string().nullable(),
  phone2: z.string().nullable(),
  wechat: z.string().nullable(),
  email: z.string().nullable(),
  line_id: z.string().nullable(),
  whatsapp: z.string().nullable(),
  /** What is left of today's limit. */
  left: z.number().int(),
});

/** The body of a new customer. */
export const CustomerCreate = Customer.extend({
  customer_user_id: field.optional(field.reference("注册用户", "customer_users")),
  to_pool: z.boolean().default(false).meta({ label: "放入公海", control: "switch" }),
  takeover: z.boolean().default(false),
}).superRefine(checkCustomer);

export const customer = {
  pool: endpoint("GET /crm/customer/information", pool),
  poolOwned: endpoint("GET /crm/customer/information", { ...owned, select: asksOwned }),
  poolTrashed: endpoint("GET /crm/customer/information", { ...trashed, select: asksTrash }),
  list: endpoint("GET /api/customer/information", owned),
  listPool: endpoint("GET /api/customer/information", { ...pool, select: asksPool }),
  trashed: endpoint("GET /api/customer/information", { ...trashed, select: asksTrash }),
  get: endpoint("GET /api/customer/information/{id}", {
    summary: "客户详情",
    permission: ["customer:info:view", "customer:pool:view"],
    reply: CustomerDetail,
  }),
  update: endpoint("PUT /crm/customer/information/{id}", {
    summary: "编辑客户",
    permission: "customer:info:edit",
    body: CustomerUpdate,
    reply: CustomerDetail,
  }),
  audit: endpoint("GET /api/customer/information/{id}/audit", {
    summary: "客户变更记录",
    permission: ["customer:info:view", "customer:pool:view"],
    query: z.object({
      page: z.coerce.number().int().min(1).max(500).default(1),
      page_size: z.coerce.number().int().min(1).max(100).default(20),
    }),
    reply: page(
      z.object({
        id: z.string(),
        at: z.string(),
        operator: z.string(),
        action: z.string().meta({ label: "操作", options: historyActions }),
        changes: z.array(change),
        reason: z.string().nullable(),
      }),
    ),
  }),
  /** The empty suffix of the specification: the same act. */
  remove: endpoint("DELETE /api/customer/information/{id}", {
    summary: "移入回收站",
    permission: "customer:info:delete",
    body: Recycle,
    reply: z.null(),
  }),
  recycle: endpoint("DELETE /api/customer/information/{id}/recycle", {
    summary: "移入回收站",
    permission: "customer:info:delete",
    body: Recycle,
    reply: z.null(),
  }),
  lock: endpoint("PATCH /api/customer/information/{id}/lock", {
    summary: "锁定客户",
    permission: "customer:info:lock",
    reply: CustomerDetail,
  }),
  unlock: endpoint("PATCH /api/customer/information/{id}/unlock", {
    summary: "解除锁定",
    permission: "customer:info:lock",
    reply: CustomerDetail,
  }),
  claim: endpoint("PUT /crm/customer/assign/{id}", {
    summary: "领取客户",
    permission: "customer:pool:claim",
    select: isClaim,
    body: Claim,
    reply: CustomerDetail,
  }),
  assign: endpoint("PUT /crm/customer/assign/{id}", {
    summary: "分配客户",
    permission: "customer:info:assign",
    body: Assignment,
    reply: CustomerDetail,
  }),
  claimBatch: endpoint("PUT /crm/customer/assign/batch", {
    summary: "批量领取客户",
    permission: "customer:pool:claim",
    select: isClaim,
    body: Claim.extend({ ids: ids(20) }),
    reply: batchReply,
  }),
  assignBatch: endpoint("PUT /crm/customer/assign/batch", {
    summary: "批量分配客户",
    permission: "customer:info:assign",
    body: Assignment.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  release: endpoint("PUT /crm/customer/release/{id}", {
    summary: "释放到公海",
    permission: "customer:info:release",
    body: Release,
    reply: CustomerDetail,
  }),
  releaseBatch: endpoint("PUT /crm/customer/release/batch", {
    summary: "批量释放到公海",
    permission: "customer:info:release",
    body: Release.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  create: endpoint("POST /api/customer/information", {
    summary: "新增客户",
    permission: "customer:info:create",
    body: CustomerCreate,
    reply: z.object({ id: z.number().int(), customer_no: z.string() }),
  }),
  check: endpoint("POST /api/customer/information/check", {
    summary: "撞客检查",
    permission: "customer:info:create",
    /** Contacts as they stand in the form; broken ones are left out of the check. */
    body: z.object({
      phone_cc: z.string().max(4).nullish(),
      phone: z.string().max(20).nullish(),
      phone2: z.string().max(30).nullish(),
      wechat: z.string().max(50).nullish(),
      email: z.string().max(120).nullish(),
      exclude_id: z.number().int().positive().nullish(),
    }),
    reply: z.object({ hit: Collision.nullable() }),
  }),
  merge: endpoint("POST /api/customer/information/{id}/merge", {
    summary: "合并客户",
    permission: "customer:info:assign",
    body: Merge,
    reply: CustomerDetail,
  }),
  phone: endpoint("GET /api/customer/information/{id}/phone", {
    summary: "查看完整号码",
    permission: "customer:phone:view",
    query: Reveal,
    reply: Contacts,
  }),
  restore: endpoint("PATCH /api/customer/information/{id}/restore", {
    summary: "恢复客户",
    permission: "customer:recycle:restore",
    body: Restore,
    reply: z.object({ status: z.enum(["assigned", "pool"]), owner: ref.nullable() }),
  }),
  destroy: endpoint("DELETE /api/customer/information/{id}/force", {
    summary: "彻底删除客户",
    permission: "customer:recycle:destroy",
    body: Destroy,
    reply: z.null(),
  }),
  destroyBatch: endpoint("POST /api/customer/information/batch/destroy", {
    summary: "批量彻底删除客户",
    permission: "customer:recycle:destroy",
    body: Destroy.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  recycleBatch: endpoint("POST /api/customer/information/batch/recycle", {
    summary: "批量移入回收站",
    permission: "customer:info:delete",
    body: Recycle.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  restoreBatch: endpoint("POST /api/customer/information/batch/restore", {
    summary: "批量恢复客户",
    permission: "customer:recycle:restore",
    body: z.object({ ids: ids(100) }),
    reply: batchReply,
  }),
  tagBatch: endpoint("POST /api/customer/information/batch/tag", {
    summary: "批量打标签",
    permission: "customer:info:edit",
    body: Tagging.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  exportPool: endpoint("GET /crm/customer/export", {
    summary: "导出公海客户",
    permission: "customer:info:export",
    query: listQuery({ ...poolFilters, reason: exportReason }, poolSorts, "-pool_at"),
    reply: file,
  }),
  export: endpoint("GET /crm/customer/export", {
    summary: "导出客户",
    permission: "customer:info:export",
    select: asksOwned,
    query: listQuery({ ...ownedFilters, reason: exportReason }, ownedSorts, "-created_at"),
    reply: file,
  }),
};
