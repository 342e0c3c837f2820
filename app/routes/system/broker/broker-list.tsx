import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { EstateCount } from "~/app/features/estate/estate-count";
import { CrudScreen, crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { type BrokerDetail, BrokerRow, broker, brokerScreens, isLicenseUrgent } from "~/contract/system/broker";

export const clientLoader = loaderOf(brokerScreens["/system/broker"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<BrokerRow> = {
  name: "broker",
  endpoint: broker.list,
  columns: columnsOf(BrokerRow, [
    { key: "name", width: 130, under: "broker_no" },
    { company_name: 150, license_no: 170, license_country: 80 },
    { key: "license_expire_at", width: 104, render: ({ license_expire_at }) => <Expiry day={license_expire_at} /> },
    { key: "languages", width: 130 },
    {
      key: "estate_count",
      width: 80,
      render: ({ id, estate_count }) => <EstateCount filter="broker_id" id={id} estate_count={estate_count} />,
    },
    { ...tagged(BrokerRow, "status", { enabled: "green" }), width: 80 },
    { key: "broker_no", width: 124, isExtra: true },
  ]),
  filters: filtersOf(broker.list, BrokerRow, [
    { name: "keyword", label: "编号 / 名称 / 公司 / 牌照号 / 电话" },
    "type",
    { name: "country", by: "license_country" },
    { name: "language", by: "languages" },
    "status",
    "expiring",
  ]),
  card: { tags: ["status"], facts: ["company_name", "license_no", "estate_count"], time: "license_expire_at" },
  title: "name",
  nameOf: ({ name }) => name,
};

const brokerForm = recordDialog({
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

const screen = crudScreen({
  list,
  form: brokerForm,
  endpoints: broker,
  disabling: ({ name, broker_no: no }) => t("{name}（{no}）停用后不再展示，也不再提醒牌照到期。", { name, no }),
  removing: ({ name, broker_no: no }) => t("确定删除 {name}（{no}）？删除后不能恢复。", { name, no }),
  keepsQuestion: true,
});

export default function BrokerList() {
  return <CrudScreen of={screen} {...useLoaderData<typeof clientLoader>()} />;
}

function Expiry({ day }: { day: string | null }) {
  if (!day) return "–";
  return isLicenseUrgent(day) ? <b style={{ color: "var(--mantine-color-error)" }}>{day}</b> : day;
}

const pictureOf = (record: BrokerDetail | undefined) =>
  record?.avatar_id && record.avatar
    ? [{ id: record.avatar_id, name: record.name, url: record.avatar, mime: "image/jpeg" }]
    : [];
