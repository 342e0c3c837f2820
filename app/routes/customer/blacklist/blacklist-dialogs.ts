import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { type BlacklistDetail, blacklist, blacklistTypes } from "~/contract/customer/blacklist";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import type { CustomerUserRow } from "~/contract/customer/customer-user";

const facts = ["reason", "effect", "expire_at", "detail"] as const;
const evidence = { name: "evidence_ids", media: { scene: "evidence" } } as const;

export const nameOf = ({ type, value }: BlacklistDetail) => `${t(blacklistTypes[type])} ${value}`;

export const adding = actDialog({
  endpoint: blacklist.create,
  submitLabel: "加入黑名单",
  about: () => t("保存后立即生效。只选关联客户、不填值时，取其客户资料中该类型的全部号码。"),
  fields: [
    "type",
    { name: "value", when: ({ type }) => type !== "user" },
    { name: "customer_user_id", when: ({ type }) => type === "user" },
    "customer_id",
    ...facts,
    evidence,
  ],
  draft: () => "blacklist-new",
  success: () => t("已加入黑名单"),
});

export const editing = actDialog({
  endpoint: blacklist.update,
  submitLabel: "保存",
  about: nameOf,
  fields: (entry: BlacklistDetail) => [
    ...facts,
    { name: "evidence_ids", media: { scene: "evidence", known: entry.evidence } },
  ],
  value: (entry) => entry,
  draft: ({ id }) => `blacklist-edit:${id}`,
  success: () => t("已保存"),
});

export const removing = actDialog({
  endpoint: blacklist.remove,
  submitLabel: "移出黑名单",
  about: (entry: BlacklistDetail) => t("{name} 将不再被拦截，记录保留。", { name: nameOf(entry) }),
  fields: ["reason"],
  success: () => t("已移出黑名单"),
});

export const blockingCustomer = actDialog({
  endpoint: blacklist.create,
  submitLabel: "拉黑",
  title: () => t("拉黑客户"),
  about: ({ name, customer_no: no }: CustomerDetail) =>
    t("{name}（{no}）客户资料中该类型的全部号码将列入黑名单，立即生效。", { name, no }),
  fields: (record) => [{ name: "type", only: typesOf(record) }, ...facts, evidence],
  input: ({ id }) => ({ body: { value: null, customer_user_id: null, customer_id: id } }),
  value: (record) => ({ type: typesOf(record)[0] }),
  success: () => t("已加入黑名单"),
});

export const blockingUser = actDialog({
  endpoint: blacklist.create,
  submitLabel: "拉黑",
  title: () => t("拉黑"),
  about: ({ name, user_no: no }: CustomerUserRow) => t("注册用户：{name}（{no}）", { name, no }),
  fields: [...facts, evidence],
  input: ({ id }) => ({ body: { type: "user" as const, value: null, customer_id: null, customer_user_id: id } }),
  success: () => t("已加入黑名单"),
});

function typesOf({ phone, phone2, wechat, email, customer_user }: CustomerDetail): string[] {
  const held = { phone: phone ?? phone2, wechat, email, user: customer_user };
  return Object.entries(held).flatMap(([type, value]) => (value ? [type] : []));
}
