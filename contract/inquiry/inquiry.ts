import { z } from "zod";
import {
  batchReply,
  bit,
  chosenIds,
  contactKeyword,
  csv,
  ids,
  listQuery,
  oneOf,
  page,
  queryDays,
  queryId,
} from "../common";
import { Reveal } from "../customer/customer";
import { Customer, checkCustomer } from "../customer/customer-record";
import { platforms } from "../customer/customer-user";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { listData, recordRequest, screenData } from "../screen-data";
import { caseStages } from "./inquiry-kinds";
import {
  InquiryContacted,
  InquiryCreate,
  InquiryDetail,
  InquiryLog,
  InquiryRow,
  InquiryUpdate,
  visaMetOptions,
} from "./inquiry-record";
import { type InquiryKind, inquiryKinds, inquiryStatuses } from "./inquiry-words";
import { visa } from "./visa";

/** The tabs: all in the caller's scope, unassigned ones, the caller's own, late ones, converted and invalid ones. */
export const inquiryViews = {
  all: "全部",
  pending: "待分配",
  mine: "我的",
  overdue: "超时",
  converted: "已转客户",
  invalid: "无效",
} as const;
export type InquiryView = keyof typeof inquiryViews;

const invalidReason = field.optionValue("无效原因", "invalid_reason");
const assignee = field.reference("顾问", "users");

export const InquiryAssign = z.object({
  action: z.literal("assign"),
  assignee_id: assignee,
  reason: field.optional(field.reason("改派原因")),
});
export const InquiryReopen = z.object({
  action: z.literal("reopen"),
  assignee_id: assignee,
  reason: field.reason("重新打开原因"),
});
export const InquiryInvalid = z.object({
  action: z.literal("invalid"),
  reason: invalidReason,
  blacklist: z.boolean().default(false).meta({
    label: "同时拉黑联系方式",
    control: "switch",
    help: "此后来自该联系方式的询盘自动标记为无效",
  }),
});
export const InquiryClose = z.object({ action: z.literal("close"), reason: field.reason("关闭原因") });
export const InquiryRemark = z.object({
  action: z.literal("remark"),
  remark: field.optional(field.longText("内部备注", 500)),
});
/** A customer who is made of an inquiry, as the form of a new customer has them. */
export const ConvertedCustomer = Customer.extend({
  to_pool: z.boolean().default(false),
  takeover: z.boolean().default(false),
}).superRefine(checkCustomer);
/** Into a customer who is there, or into a new one. */
export const InquiryConvert = z
  .object({
    action: z.literal("convert"),
    customer_id: z.int().positive().optional(),
    customer: ConvertedCustomer.optional(),
  })
  .refine(({ customer_id, customer }) => (customer_id === undefined) !== (customer === undefined), {
    path: ["customer_id"],
    error: "请选择客户",
  });

const filters = {
  keyword: contactKeyword(),
  kind: oneOf(inquiryKinds),
  status: oneOf(inquiryStatuses),
  view: z.enum(Object.keys(inquiryViews) as [InquiryView]).default("all"),
  assignee_id: queryId(),
  platform: oneOf(platforms),
  tracker_id: queryId(),
  overdue: bit(),
  responded: bit(),
  estate_id: queryId(),
  country: csv(z.string().length(2)),
  district_id: queryId(),
  customer_id: queryId(),
  customer_user_id: queryId(),
  case_stage: oneOf(caseStages),
  visa_met: oneOf(visaMetOptions).meta({ label: "评估", options: visaMetOptions }),
  ...queryDays("created"),
};
/** By `visa_met` visas alone are sorted: of the others nothing is evaluated. */
const sorts = ["created_at", "due_at", "inquiry_no", "response_seconds", "visa_met"] as const;

const where = {
  row: InquiryRow,
  more: { contact_time: InquiryRow.shape.contact_time },
  // The estate's, and what a filter of its own says of visas.
  not: ["district_id", "visa_met"],
  notGrouped: ["contact_time"],
} as const;

const act = "PATCH /crm/customer/inquiry/{id}";
const does = (action: string) => ({
  select: ({ body }: { body: Record<string, unknown> }) => body.action === action,
});
const handled = "inquiry:inquiry:handle";

export const inquiry = {
  list: endpoint("GET /api/inquiry", "询盘列表", "inquiry:inquiry:view", {
    query: listQuery(filters, sorts, "-created_at"),
    where,
    reply: page(InquiryRow).extend({
      /** Rows of each tab, at most `tabLimit` counted, under the list's kind. */
      tabs: field.counts("all", "pending", "mine", "overdue", "converted", "invalid"),
    }),
  }),
  get: endpoint("GET /api/inquiry/{id}", "询盘详情", "inquiry:inquiry:view", { kind: "inquiry", reply: InquiryDetail }),
  logs: endpoint("GET /api/inquiry/{id}/logs", "询盘记录", "inquiry:inquiry:view", {
    kind: "inquiry",
    reply: z.array(InquiryLog),
  }),
  /** The other inquiries of the same person that the caller sees, newest first, at most twenty. */
  related: endpoint("GET /api/inquiry/{id}/related", "该联系人其他询盘", "inquiry:inquiry:view", {
    kind: "inquiry",
    reply: z.array(InquiryRow),
  }),
  create: endpoint("POST /api/inquiry", "新增询盘", "inquiry:inquiry:handle", {
    body: InquiryCreate,
    /** `is_merged`: it was added to one that the same person made a short while ago. */
    reply: z.object({ id: z.int(), inquiry_no: z.string(), is_merged: z.boolean() }),
  }),
  update: endpoint("PUT /api/inquiry/{id}", "编辑询盘", "inquiry:inquiry:handle", {
    body: InquiryUpdate,
    reply: InquiryDetail,
  }),
  phone: endpoint("GET /api/inquiry/{id}/phone", "查看询盘完整号码", "customer:phone:view", {
    query: Reveal,
    reply: z.object({
      phone: z.string().nullable(),
      wechat: z.string().nullable(),
      email: z.string().nullable(),
      left: z.int(),
    }),
  }),
  claim: endpoint(act, "领取询盘", "inquiry:inquiry:claim", {
    ...does("claim"),
    body: z.object({ action: z.literal("claim") }),
    reply: InquiryDetail,
  }),
  assign: endpoint(act, "分配询盘", "inquiry:inquiry:assign", {
    ...does("assign"),
    body: InquiryAssign,
    reply: InquiryDetail,
  }),
  reopen: endpoint(act, "重新打开询盘", "inquiry:inquiry:assign", {
    ...does("reopen"),
    body: InquiryReopen,
    reply: InquiryDetail,
  }),
  /** A follow-up, where one is written, is the inquiry's own until the person is a customer. */
  contacted: endpoint(act, "标记已联系", handled, {
    ...does("contacted"),
    body: InquiryContacted,
    reply: InquiryDetail,
  }),
  convert: endpoint(act, "询盘转客户", handled, { ...does("convert"), body: InquiryConvert, reply: InquiryDetail }),
  undoConvert: endpoint(act, "撤销转客户", handled, {
    ...does("undo_convert"),
    body: z.object({ action: z.literal("undo_convert") }),
    reply: InquiryDetail,
  }),
  invalid: endpoint(act, "标记询盘无效", handled, { ...does("invalid"), body: InquiryInvalid, reply: InquiryDetail }),
  close: endpoint(act, "关闭询盘", handled, { ...does("close"), body: InquiryClose, reply: InquiryDetail }),
  /** Any other action is none of these, which its body says. */
  remark: endpoint(act, "备注询盘", handled, { body: InquiryRemark, reply: InquiryDetail }),
  assignBatch: endpoint("POST /api/inquiry/batch/assign", "批量分配询盘", "inquiry:inquiry:assign", {
    body: z.object({ ids: ids(100), assignee_id: assignee, reason: field.optional(field.reason("改派原因")) }),
    reply: batchReply,
  }),
  invalidBatch: endpoint("POST /api/inquiry/batch/invalid", "批量标记询盘无效", "inquiry:inquiry:handle", {
    body: z.object({ ids: ids(100), reason: invalidReason }),
    reply: batchReply,
  }),
  export: endpoint("GET /api/inquiry/export", "导出询盘", "inquiry:inquiry:export", {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "-created_at",
    ),
    where,
    reply: file,
  }),
};

/** A list of one kind: the same call, whose kind the screen says and not the address. */
const ofKind = (kind: InquiryKind) => {
  const fixed = z.preprocess(() => [kind], filters.kind);
  // Visas alone have stages.
  const own = { where: kind === "visa" ? where : { ...where, not: [...where.not, "case_stage"] } };
  return {
    list: { ...inquiry.list, ...own, query: inquiry.list.query.extend({ kind: fixed }) },
    export: { ...inquiry.export, ...own, query: inquiry.export.query.extend({ kind: fixed }) },
  };
};
export const estateInquiry = ofKind("estate");
export const rentalInquiry = ofKind("rental");
export const visaInquiry = ofKind("visa");

/** A record's page: all that it shows, and what became of it. */
const detailData = screenData("page", ({ search }) => {
  const id = search.get("id");
  return {
    record: recordRequest(inquiry.get, id),
    logs: recordRequest(inquiry.logs, id),
    related: recordRequest(inquiry.related, id),
  };
});

export const inquiryScreenData = {
  "/inquiry/all-inquiry": listData(inquiry.list),
  "/inquiry/all-inquiry/inquiry-detail": detailData,
  "/inquiry/estate-inquiry": listData(estateInquiry.list),
  "/inquiry/estate-inquiry/inquiry-detail": detailData,
  /** From a message, on a phone: one request. */
  "/inquiry/estate-inquiry/inquiryInfo/:inquiryId": screenData("page", ({ params }) => ({
    record: recordRequest(inquiry.get, params.inquiryId),
  })),
  "/inquiry/rental": listData(rentalInquiry.list),
  "/inquiry/rental/rental-detail": detailData,
  "/inquiry/management": listData(visaInquiry.list),
  "/inquiry/management/managementInfo/:inquiryId": screenData("page", ({ params, search }) => {
    const isPaper = search.get("view") === "dossier";
    return {
      record: recordRequest(inquiry.get, params.inquiryId),
      logs: isPaper ? undefined : recordRequest(inquiry.logs, params.inquiryId),
      papers: isPaper ? undefined : recordRequest(visa.papers, params.inquiryId),
      dossier: isPaper ? recordRequest(visa.dossier, params.inquiryId) : undefined,
    };
  }),
};
