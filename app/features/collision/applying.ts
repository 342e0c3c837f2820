import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { transfer } from "~/contract/customer/transfer";

export const applying = actDialog({
  endpoint: transfer.apply,
  submitLabel: "提交审核",
  title: () => t("申请转移"),
  about: (customerNo: string) => t("客户：{names}", { names: customerNo }),
  fields: ["reason"],
  input: (customer_no) => ({ body: { customer_no } }),
  success: () => t("已提交申请，等待对方主管处理"),
});
