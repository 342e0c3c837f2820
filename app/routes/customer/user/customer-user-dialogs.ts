import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type CustomerUserRow, customerUser } from "~/contract/customer/customer-user";

const about = ({ name, user_no: no }: CustomerUserRow) => t("注册用户：{name}（{no}）", { name, no });

export const disabling = actDialog({
  endpoint: customerUser.disable,
  submitLabel: "禁用",
  about,
  fields: ["reason"],
  success: () => t("已禁用"),
});

export const enabling = actDialog({
  endpoint: customerUser.enable,
  submitLabel: "启用",
  about,
  fields: ["reason"],
  success: () => t("已启用"),
});

export const linking = actDialog({
  endpoint: customerUser.link,
  submitLabel: "关联",
  title: () => t("关联客户"),
  about,
  fields: ["customer_id"],
  success: () => t("已关联客户"),
});

export const unlinking = (name: string, customer: string) => ({
  title: t("取消关联"),
  text: t("确定取消注册用户{name}与客户{customer}的关联？", { name, customer }),
  confirmLabel: t("取消关联"),
  success: t("已取消关联"),
});
