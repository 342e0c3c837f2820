import { z } from "zod";
import { bit, chosenIds, keyword, listQuery, oneOf, page, queryDays, queryId } from "../common";
import { Reveal } from "../customer/customer";
import { endpoint, file } from "../endpoint";
import * as field from "../field";
import { recordEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, screenData } from "../screen-data";
import { billing } from "./billing";
import { commissionStatuses, dealSources, dealStatuses, paymentMethods, payStatuses } from "./deal-kinds";
import {
  DealAttach,
  DealAttachment,
  DealCancel,
  DealChange,
  DealComplete,
  DealContract,
  DealCreate,
  DealDetail,
  DealLoanPaid,
  DealLog,
  DealPlain,
  DealReason,
  DealRevealed,
  DealRow,
  DealUpdate,
} from "./deal-record";

const filters = {
  keyword: keyword(),
  status: oneOf(dealStatuses),
  estate_id: queryId(),
  owner_id: queryId(),
  agent_id: queryId(),
  customer_id: queryId(),
  clue_id: queryId().meta({ label: "报备" }),
  source_type: oneOf(dealSources).meta({ label: "成交来源" }),
  payment_method: oneOf(paymentMethods).meta({ label: "付款方式" }),
  pay_status: oneOf(payStatuses).meta({ label: "付款状态" }),
  commission_status: oneOf(commissionStatuses).meta({ label: "佣金状态" }),
  ...queryDays("subscribed", "认购日"),
  ...queryDays("contracted", "签约日"),
  ...queryDays("cancelled", "取消日"),
  /** Those that wait for a review which the caller may give. */
  reviewable: bit().meta({ label: "待我审核" }),
};
const sorts = ["created_at", "deal_no", "subscribed_at", "contracted_at", "amount_cny"] as const;
// What not everybody who sees the list may see is filtered by name alone, where the server asks for the permission.
const where = { row: DealRow, not: ["pay_status", "commission_status", "clue_id", "customer_id"] as string[] };

const path = "/api/deal";
const view = "deal:deal:view";
const edit = "deal:deal:edit";
const submit = "deal:deal:submit";
const review = "deal:deal:review";

export const deal = {
  ...recordEndpoints(path, "成交", {
    kind: "deal",
    permission: view,
    write: edit,
    query: listQuery(filters, sorts, "-created_at"),
    where,
    page: page(DealRow).extend({
      /** Of what is sold (`soldStatuses`) among all that is found: how many, and what they come to. Null where more are found than are counted. */
      summary: z.object({
        count: z.int().nullable().meta({ label: "已售套数", figure: "deals_sold" }),
        amount_cny: z.string().nullable().meta({ label: "已售金额", control: "money", figure: "deals_sold_amount" }),
      }),
    }),
    record: DealDetail,
    create: DealCreate,
    update: DealUpdate,
  }),
  create: endpoint(`POST ${path}`, "新增成交", "deal:deal:create", {
    body: DealCreate,
    reply: z.object({ id: z.int(), deal_no: z.string() }),
  }),
  logs: endpoint(`GET ${path}/{id}/logs`, "成交记录", view, { kind: "deal", reply: z.array(DealLog) }),
  /** In full what is masked: the buyer's phone, and the papers of all who buy. */
  phone: endpoint(`GET ${path}/{id}/phone`, "查看成交买方完整号码", "customer:phone:view", {
    query: Reveal,
    reply: DealRevealed,
  }),
  submit: endpoint(`PATCH ${path}/{id}/submit`, "提交成交", submit, { body: DealPlain, reply: DealDetail }),
  withdraw: endpoint(`PATCH ${path}/{id}/withdraw`, "撤回成交", submit, { body: DealPlain, reply: DealDetail }),
  approve: endpoint(`PATCH ${path}/{id}/approve`, "通过成交", review, { body: DealPlain, reply: DealDetail }),
  reject: endpoint(`PATCH ${path}/{id}/reject`, "驳回成交", review, {
    body: DealReason("驳回原因"),
    reply: DealDetail,
  }),
  contract: endpoint(`PATCH ${path}/{id}/contract`, "成交签约", review, { body: DealContract, reply: DealDetail }),
  changeApprove: endpoint(`PATCH ${path}/{id}/change-approve`, "通过成交变更", review, {
    body: DealPlain,
    reply: DealDetail,
  }),
  changeReject: endpoint(`PATCH ${path}/{id}/change-reject`, "驳回成交变更", review, {
    body: DealReason("驳回原因"),
    reply: DealDetail,
  }),
  change: endpoint(`PATCH ${path}/{id}/change`, "申请成交变更", edit, { body: DealChange, reply: DealDetail }),
  loanPaid: endpoint(`PATCH ${path}/{id}/loan-paid`, "登记放款", edit, { body: DealLoanPaid, reply: DealDetail }),
  complete: endpoint(`PATCH ${path}/{id}/complete`, "成交交割", edit, { body: DealComplete, reply: DealDetail }),
  cancel: endpoint(`PATCH ${path}/{id}/cancel`, "退订/退房", "deal:deal:cancel", {
    body: DealCancel,
    reply: DealDetail,
  }),
  attach: endpoint(`POST ${path}/{id}/attachment`, "上传成交附件", edit, {
    body: DealAttach,
    reply: z.array(DealAttachment),
  }),
  detach: endpoint(`DELETE ${path}/attachment/{id}`, "删除成交附件", edit, { reply: z.null() }),
  open: endpoint(`GET ${path}/attachment/{id}/file/{token}`, "查看成交附件", "public", { reply: file }),
  export: endpoint(`GET ${path}/export`, "导出成交", "deal:deal:export", {
    query: listQuery(
      { ...filters, reason: field.optionValue("导出原因", "export_reason"), ids: chosenIds() },
      sorts,
      "-created_at",
    ),
    where,
    reply: file,
  }),
};

/** A deal that is open over the list has tabs of its own. */
const asksForBills = (search: URLSearchParams) =>
  !search.has("open") && (search.get("tab") === "bills" || search.get("view") === "billing");

export const dealScreenData = {
  /** The list; the deal whose form is open (`deal`); in its place all lines of all bills (`tab=bills`, in older addresses `view=billing`). What its drawer shows, the drawer asks for. */
  "/Covenant/covenantList": screenData("list", (address) => ({
    page: listRequest(deal.list, address),
    record: chosenRequest(deal.get, address.search.get("deal")),
    bills: asksForBills(address.search) ? listRequest(billing.list, address) : undefined,
  })),
};
