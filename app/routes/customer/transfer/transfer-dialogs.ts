import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type TransferRow, transfer } from "~/contract/customer/transfer";

export const rejecting = actDialog({
  endpoint: transfer.reject,
  submitLabel: "驳回",
  about: ({ customer_no: no, applicant }: TransferRow) =>
    t("{applicant}申请转移客户 {no}", { no, applicant: applicant.name }),
  fields: ["reason"],
  success: () => t("已驳回"),
});

/** What is asked before a request is agreed to. */
export const approving = ({ customer_no: no, applicant, owner }: TransferRow) => ({
  text: t("客户 {no} 将由{owner}转移给{applicant}。", { no, applicant: applicant.name, owner: owner?.name ?? "" }),
  confirmLabel: t("同意"),
  isDanger: false,
  closesOnError: true,
  success: t("已同意，客户已转移"),
});

/** What is asked before one's own is taken back. */
export const cancelling = ({ customer_no: no }: TransferRow) => ({
  text: t("确定撤回对客户 {no} 的转移申请？", { no }),
  confirmLabel: t("撤回"),
  closesOnError: true,
  success: t("已撤回"),
});
