import { z } from "zod";
import { listQuery, oneOf, page, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

export const transferStatuses = {
  pending: "待处理",
  approved: "已同意",
  rejected: "已驳回",
  cancelled: "已撤回",
} as const;
export type TransferStatus = keyof typeof transferStatuses;

export const TransferApply = z.object({
  customer_no: z.string().trim().min(1, "请输入客户编号").max(30).meta({ label: "客户编号", control: "text" }),
  reason: field.reason("申请理由"),
});
export const TransferReject = z.object({ reason: field.reason("驳回原因") });

export const TransferRow = z.object({
  id: field.id(),
  customer: ref.meta({ label: "客户" }),
  customer_no: field.read(TransferApply.shape.customer_no),
  applicant: ref.meta({ label: "申请人", isPerson: true }),
  owner: ref.nullable().meta({ label: "现跟进人", isPerson: true }),
  reason: z.string().meta({ label: "理由" }),
  last_tracking_at: field.instant("最近跟进").nullable(),
  created_at: field.instant("申请时间"),
  status: field.choice("状态", transferStatuses),
  reject_reason: field.read(TransferReject.shape.reason).nullable(),
  handler: ref.nullable().meta({ label: "处理人" }),
  handled_at: field.instant("处理时间").nullable(),
  can: field.can("approve", "reject", "cancel"),
});
export type TransferRow = z.output<typeof TransferRow>;

const query = listQuery(
  {
    status: oneOf(transferStatuses),
    /** The tab of the customers' list in which it is shown: the address keeps it, the server does not ask. */
    view: z.string().max(20).optional(),
  },
  // `due`: what waits, the oldest first; then the rest, the newest first.
  ["due", "created_at"],
  "due",
);

export const transfer = {
  apply: endpoint("POST /api/customer/transfer", "申请转移客户", "customer:info:edit", {
    body: TransferApply,
    reply: z.object({ id: z.int() }),
  }),
  list: endpoint("GET /api/customer/transfer", "转移申请", "customer:info:assign", {
    kind: "transfer_request",
    query,
    reply: page(TransferRow).extend({ pending: z.int() }),
  }),
  mine: endpoint("GET /api/customer/transfer/mine", "我的转移申请", "customer:info:edit", {
    kind: "transfer_request",
    query,
    reply: page(TransferRow),
  }),
  approve: endpoint("PATCH /api/customer/transfer/{id}/approve", "同意转移申请", "customer:info:assign", {
    reply: TransferRow,
  }),
  reject: endpoint("PATCH /api/customer/transfer/{id}/reject", "驳回转移申请", "customer:info:assign", {
    body: TransferReject,
    reply: TransferRow,
  }),
  cancel: endpoint("PATCH /api/customer/transfer/{id}/cancel", "撤回转移申请", "customer:info:edit", {
    reply: TransferRow,
  }),
};
