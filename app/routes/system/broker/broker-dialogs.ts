import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type BrokerDetail, type BrokerRow, broker } from "~/contract/system/broker";

/** The form of a broker. */
export const brokerForm = recordDialog({
  create: broker.create,
  update: broker.update,
  title: (record?: BrokerDetail) => (record ? t("编辑房产经纪 {no}", { no: record.broker_no }) : t("新增房产经纪")),
  draft: "broker",
  begin: { phone_cc: "86", languages: ["zh"] },
  sections: (record) => [
    { title: "基本信息", fields: ["name", "type", "company_name"] },
    { title: "牌照", fields: ["license_country", "license_no", "license_expire_at"] },
    { title: "联系方式", fields: ["contact_name", "phone_cc", "phone", "email", "wechat"] },
    {
      title: "服务",
      fields: [
        "languages",
        { name: "service_district_ids", within: "license_country" },
        { name: "intro", isWide: true },
        { name: "commission_note", isWide: true },
        { name: "avatar_id", media: { scene: "avatar", known: pictureOf(record) } },
      ],
    },
  ],
});

const pictureOf = (record: BrokerDetail | undefined) =>
  record?.avatar_id && record.avatar
    ? [{ id: record.avatar_id, name: record.name, url: record.avatar, mime: "image/jpeg" }]
    : [];

/** What is asked before a broker is taken out of use. */
export const disabling = ({ name, broker_no: no }: BrokerRow) => ({
  text: t("{name}（{no}）停用后不再展示，也不再提醒牌照到期。", { name, no }),
  confirmLabel: t("停用"),
  success: t("已停用"),
});

/** What is asked before one is deleted. */
export const removing = ({ name, broker_no: no }: BrokerRow) => ({
  text: t("确定删除 {name}（{no}）？删除后不能恢复。", { name, no }),
  confirmLabel: t("删除"),
  success: t("已删除"),
});
