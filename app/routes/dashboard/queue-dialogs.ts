import { actDialog } from "~/app/blocks/form/act-dialog";
import { t } from "~/app/i18n/t";
import { clue } from "~/contract/clue/clue";
import type { ClueDetail } from "~/contract/clue/clue-record";
import type { BillingRow } from "~/contract/deal/billing-record";
import { formatExact } from "~/contract/format";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";

/** A lead is passed to its adviser; whose customer it is already is proposed. */
export const approving = actDialog({
  endpoint: clue.approve,
  submitLabel: "通过",
  title: () => t("通过"),
  about: ({ customer_name, clue_no }: ClueDetail) => t("报备：{names}", { names: `${customer_name}（${clue_no}）` }),
  // Those who sell are of other teams than the agents' managers.
  fields: [{ name: "handler_id", perm: "clue:clue:advance", inScope: false }, "note"],
  input: ({ id, version }: ClueDetail) => ({ params: { id }, body: { version } }),
  value: ({ handler, suggested_handler }: ClueDetail) => ({ handler_id: handler?.id ?? suggested_handler?.id ?? null }),
  success: () => t("已通过"),
});

export const assigning = actDialog({
  endpoint: inquiry.assign,
  submitLabel: "分配",
  about: ({ name, inquiry_no }: InquiryRow) =>
    t("询盘：{names}", { names: name ? `${name}（${inquiry_no}）` : inquiry_no }),
  fields: [{ name: "assignee_id", perm: "inquiry:inquiry:handle" }],
  input: ({ id }: InquiryRow) => ({ params: { id }, body: { action: "assign" as const } }),
  success: () => t("已分配"),
});

/** What is asked before finance confirms: a confirmed line does not change any more. */
export const confirming = ({ billing_no, customer, paid_at, paid_amount, currency }: BillingRow) => ({
  text: t("{bill}，付款 {day} {paid}。确认后不能再修改。", {
    ...{ bill: `${customer}（${billing_no}）`, day: paid_at ?? "", paid: formatExact(paid_amount, currency) },
  }),
  confirmLabel: t("确认到账"),
  isDanger: false,
  success: t("已确认"),
});
