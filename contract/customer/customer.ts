import { z } from "zod";
import { batchReply, chosenIds, ids, page, ref } from "../common";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { listData, listRequest, noData, request, screenData } from "../screen-data";
import { batchBegun } from "../shared/batch";
import { asksOwned, asksPool, asksTrash, owned, pool, trashed } from "./customer-list";
import { BulkFacts, Customer, CustomerDetail, CustomerUpdate, checkCustomer, QuickEdit } from "./customer-record";
import { HistoryLine } from "./history";

// One address has several endpoints (⑂ in docs/domain): the specification gives a path to acts with different permissions, and each endpoint `select`s its own requests.

const exportReason = field.optionValue("导出原因", "export_reason");
const releaseReason = field.optionValue("释放原因", "release_reason");
const note = field.optional(field.longText("说明", 200));
const assignee = field.reference("跟进人", "users");
const transferReason = field.optional(field.reason("转移原因"));

const isClaim = ({ body }: { body: Record<string, unknown> }, userId: number) =>
  body.action === "claim" || (body.action === undefined && body.user_id === userId);

const Claim = z.object({ action: z.literal("claim").optional(), user_id: z.int().optional() });
export const Assignment = z.object({
  action: z.literal("assign").default("assign"),
  user_id: assignee,
  reason: transferReason,
  force: z.boolean().default(false).meta({ label: "超出上限仍分配", control: "switch", help: "最多可超出上限10%" }),
});
/** Several customers to several people, as evenly as it goes; one person gets all. */
export const Spread = z.object({
  user_ids: z
    .array(z.int().positive())
    .min(1, "请选择跟进人")
    .max(20, "一次最多分给20人")
    .refine((ids) => new Set(ids).size === ids.length, "跟进人重复")
    .meta({ label: "跟进人" }),
  reason: transferReason,
  force: Assignment.shape.force,
});
export const Move = z.object({ pool_id: field.reference("移动到", "pools") });
export const Release = z.object({ reason: releaseReason, note });
export const Recycle = z.object({ reason: field.reason("移入原因") });
export const Tagging = z.object({
  add: field.optionValues("添加标签", "tags", 10),
  remove: field.optionValues("移除标签", "tags", 10),
});
export const Restore = z.object({
  owner_id: field.optional(
    field
      .reference("恢复给", "users")
      .meta({ control: "select", scene: "users", help: "不选时回到原跟进人名下；原跟进人不能接收时进公海" }),
  ),
});
export const destroyConfirmation = "彻底删除";
export const Destroy = z.object({
  confirm: z
    .literal(destroyConfirmation, { error: `请输入“${destroyConfirmation}”` })
    .meta({ label: "确认", control: "text" }),
});
export const Reveal = z.object({ reason: field.optionValue("查看原因", "reveal_reason") });
export const Merge = z.object({
  from_id: field.reference("并入的客户", "customers"),
  version: z.int().meta({ label: "版本" }),
});

/** What the collision check found (domain C.1.4); also the `data` of 40910–40912 and 40919. */
export const Collision = z.object({
  code: z.int(),
  message: z.string(),
  field: z.string(),
  customer_no: z.string(),
  owner: ref.nullable(),
  pool_at: z.string().nullable(),
  status: z.enum(["owned", "stale", "pool", "recycled"]),
  days: z.int(),
  /** The record, where the caller may open or restore it. */
  id: z.int().nullable(),
  /** What the caller may do about it now. */
  can: field.can("claim", "restore", "takeover", "transfer"),
});
export type Collision = z.output<typeof Collision>;

export const Contacts = z.object({
  phone: z.string().nullable(),
  phone2: z.string().nullable(),
  wechat: z.string().nullable(),
  email: z.string().nullable(),
  line_id: z.string().nullable(),
  whatsapp: z.string().nullable(),
  left: z.int(),
});

export const CustomerCreate = Customer.extend({
  customer_user_id: field.optional(field.reference("注册用户", "customer_users")),
  to_pool: z.boolean().default(false).meta({ label: "放入公海", control: "switch" }),
  takeover: z.boolean().default(false),
  inquiry_id: field.optional(field.id("询盘")),
}).superRefine(checkCustomer);

/** How many rows the filter is thought to find. */
const expected = { count: z.int().min(1, "没有符合条件的客户").meta({ label: "条数" }) };

const [seesPool, seesOwned, seesTrash] = ["customer:pool:view", "customer:info:view", "customer:recycle:view"] as const;

export const customer = {
  pool: endpoint("GET /crm/customer/information", "公海客户列表", seesPool, pool),
  poolOwned: endpoint("GET /crm/customer/information", "客户列表", seesOwned, { ...owned, select: asksOwned }),
  poolTrashed: endpoint("GET /crm/customer/information", "回收站列表", seesTrash, { ...trashed, select: asksTrash }),
  list: endpoint("GET /api/customer/information", "客户列表", seesOwned, owned),
  listPool: endpoint("GET /api/customer/information", "公海客户列表", seesPool, { ...pool, select: asksPool }),
  trashed: endpoint("GET /api/customer/information", "回收站列表", seesTrash, { ...trashed, select: asksTrash }),
  get: endpoint("GET /api/customer/information/{id}", "客户详情", ["customer:info:view", "customer:pool:view"], {
    kind: "customer",
    reply: CustomerDetail,
  }),
  update: endpoint("PUT /crm/customer/information/{id}", "编辑客户", "customer:info:edit", {
    body: CustomerUpdate,
    reply: CustomerDetail,
  }),
  /** What is changed in the row of a list; what is not named stays. */
  quick: endpoint("PATCH /api/customer/information/{id}/quick", "快速修改客户", "customer:info:edit", {
    body: QuickEdit,
    reply: CustomerDetail,
  }),
  editBatch: endpoint("POST /api/customer/information/batch/edit", "批量修改客户", "customer:info:edit", {
    body: z.object({ ids: ids(100), set: BulkFacts }),
    reply: batchReply,
  }),
  audit: endpoint(
    "GET /api/customer/information/{id}/audit",
    "客户变更记录",
    ["customer:info:view", "customer:pool:view"],
    {
      query: z.object({
        page: z.coerce.number().int().min(1).max(500).default(1),
        page_size: z.coerce.number().int().min(1).max(100).default(20),
      }),
      reply: page(HistoryLine),
    },
  ),
  /** The empty suffix (domain S.7): the same act. */
  remove: endpoint("DELETE /api/customer/information/{id}", "移入回收站", "customer:info:delete", {
    body: Recycle,
    reply: z.null(),
  }),
  recycle: endpoint("DELETE /api/customer/information/{id}/recycle", "移入回收站", "customer:info:delete", {
    body: Recycle,
    reply: z.null(),
  }),
  lock: endpoint("PATCH /api/customer/information/{id}/lock", "锁定客户", "customer:info:lock", {
    reply: CustomerDetail,
  }),
  unlock: endpoint("PATCH /api/customer/information/{id}/unlock", "解除锁定", "customer:info:lock", {
    reply: CustomerDetail,
  }),
  claim: endpoint("PUT /crm/customer/assign/{id}", "领取客户", "customer:pool:claim", {
    select: isClaim,
    body: Claim,
    reply: CustomerDetail,
  }),
  assign: endpoint("PUT /crm/customer/assign/{id}", "分配客户", "customer:info:assign", {
    body: Assignment,
    reply: CustomerDetail,
  }),
  claimBatch: endpoint("PUT /crm/customer/assign/batch", "批量领取客户", "customer:pool:claim", {
    select: isClaim,
    body: Claim.extend({ ids: ids(20) }),
    reply: batchReply,
  }),
  assignBatch: endpoint("PUT /crm/customer/assign/batch", "批量分配客户", "customer:info:assign", {
    body: Assignment.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  spreadBatch: endpoint("PUT /crm/customer/assign/spread", "平均分配客户", "customer:info:assign", {
    body: Spread.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  release: endpoint("PUT /crm/customer/release/{id}", "释放到公海", "customer:info:release", {
    body: Release,
    reply: CustomerDetail,
  }),
  releaseBatch: endpoint("PUT /crm/customer/release/batch", "批量释放到公海", "customer:info:release", {
    body: Release.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  /** For the managers of the pools. */
  moveBatch: endpoint("POST /api/customer/information/batch/move", "批量移动公海", "customer:pool:view", {
    body: Move.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  create: endpoint("POST /api/customer/information", "新增客户", "customer:info:create", {
    body: CustomerCreate,
    reply: z.object({ id: z.int(), customer_no: z.string() }),
  }),
  check: endpoint("POST /api/customer/information/check", "客户重复检查", "customer:info:create", {
    /** Contacts as the form has them; broken ones are left out of the check. */
    body: z.object({
      phone_cc: z.string().max(4).nullish(),
      phone: z.string().max(20).nullish(),
      phone2: z.string().max(30).nullish(),
      wechat: z.string().max(50).nullish(),
      email: z.string().max(120).nullish(),
      exclude_id: z.int().positive().nullish(),
    }),
    isRead: true,
    reply: z.object({ hit: Collision.nullable() }),
  }),
  merge: endpoint("POST /api/customer/information/{id}/merge", "合并客户", "customer:info:assign", {
    body: Merge,
    reply: CustomerDetail,
  }),
  phone: endpoint("GET /api/customer/information/{id}/phone", "查看完整号码", "customer:phone:view", {
    query: Reveal,
    reply: Contacts,
  }),
  restore: endpoint("PATCH /api/customer/information/{id}/restore", "恢复客户", "customer:recycle:restore", {
    body: Restore,
    reply: z.object({ status: z.enum(["assigned", "pool"]), owner: ref.nullable() }),
  }),
  destroy: endpoint("DELETE /api/customer/information/{id}/force", "彻底删除客户", "customer:recycle:destroy", {
    body: Destroy,
    reply: z.null(),
  }),
  destroyBatch: endpoint(
    "POST /api/customer/information/batch/destroy",
    "批量彻底删除客户",
    "customer:recycle:destroy",
    {
      body: Destroy.extend({ ids: ids(100) }),
      reply: batchReply,
    },
  ),
  recycleBatch: endpoint("POST /api/customer/information/batch/recycle", "批量移入回收站", "customer:info:delete", {
    body: Recycle.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  restoreBatch: endpoint("POST /api/customer/information/batch/restore", "批量恢复客户", "customer:recycle:restore", {
    body: z.object({ ids: ids(100) }),
    reply: batchReply,
  }),
  tagBatch: endpoint("POST /api/customer/information/batch/tag", "批量打标签", "customer:info:edit", {
    body: Tagging.extend({ ids: ids(100) }),
    reply: batchReply,
  }),
  // On all that the filter in the address finds, in parts in the background: `count` is what the list said that it finds.
  assignAll: endpoint("POST /api/customer/information/all/assign", "分配筛选出的全部客户", "customer:info:assign", {
    query: pool.query,
    where: pool.where,
    body: Spread.extend(expected),
    reply: batchBegun,
  }),
  transferAll: endpoint("POST /api/customer/information/all/assign", "转移筛选出的全部客户", "customer:info:assign", {
    select: asksOwned,
    query: owned.query,
    where: owned.where,
    body: Assignment.extend(expected),
    reply: batchBegun,
  }),
  releaseAll: endpoint("POST /api/customer/information/all/release", "释放筛选出的全部客户", "customer:info:release", {
    query: owned.query,
    where: owned.where,
    body: Release.extend(expected),
    reply: batchBegun,
  }),
  tagAll: endpoint("POST /api/customer/information/all/tag", "给筛选出的全部客户打标签", "customer:info:edit", {
    query: owned.query,
    where: owned.where,
    body: Tagging.extend(expected),
    reply: batchBegun,
  }),
  exportPool: endpoint("GET /crm/customer/export", "导出公海客户", "customer:info:export", {
    query: pool.query.extend({ reason: exportReason, ids: chosenIds() }),
    where: pool.where,
    reply: file,
  }),
  export: endpoint("GET /crm/customer/export", "导出客户", "customer:info:export", {
    select: asksOwned,
    query: owned.query.extend({ reason: exportReason, ids: chosenIds() }),
    where: owned.where,
    reply: file,
  }),
};

export const customerRecordScreens = {
  "/customer/publicCustomer": listData(customer.pool),
  "/customer/customerInfor": screenData("list", (address) => ({
    // The transfers are a tab of the screen, though not a view of the list.
    page:
      address.search.get("view") === "transfer"
        ? request(customer.list, { query: { page_size: 10 } })
        : listRequest(customer.list, address),
  })),
  "/customer/addCustomerInfo": noData(),
  "/customer/deleteCustomer": listData(customer.trashed),
};
