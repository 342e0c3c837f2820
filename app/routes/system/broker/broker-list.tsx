import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { EstateCount } from "~/app/features/estate/estate-count";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { BrokerRow, broker, brokerScreens, isLicenseUrgent } from "~/contract/system/broker";
import { brokerForm, disabling, removing } from "./broker-dialogs";

export const clientLoader = loaderOf(brokerScreens["/system/broker"]);

export const clientAction = write;

const list: List<BrokerRow> = {
  name: "broker",
  endpoint: broker.list,
  columns: columnsOf(BrokerRow, [
    { key: "name", width: 130, under: "broker_no" },
    { key: "company_name", width: 150 },
    { key: "license_no", width: 170 },
    { key: "license_country", width: 80 },
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

export default function BrokerList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const form = useRecordDialog(brokerForm, record);
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && form.edit(row.id),
          row.can.disable && { label: t("停用"), onSelect: () => confirm(broker.disable, idOf(row), disabling(row)) },
          row.can.enable && {
            label: t("启用"),
            onSelect: () => run(broker.enable, idOf(row), { success: t("已启用") }),
          },
          row.can.delete && {
            label: t("删除"),
            isDanger: true,
            onSelect: () => confirm(broker.remove, idOf(row), removing(row)),
          },
        ]}
        create={form.add}
      />
      {form.dialog}
      {dialog}
    </>
  );
}

const idOf = ({ id }: BrokerRow) => ({ params: { id } });

function Expiry({ day }: { day: string | null }) {
  if (!day) return "–";
  return isLicenseUrgent(day) ? <b style={{ color: "var(--mantine-color-error)" }}>{day}</b> : day;
}
