import { Button } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { loaderOf } from "~/app/api/load";
import { writes } from "~/app/api/writes";
import { useAct } from "~/app/blocks/form/use-act";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { BrokerColumns, type BrokerRow, broker, brokerScreens, isLicenseUrgent } from "~/contract/system/broker";
import { type BrokerAction, brokerActs } from "./broker-writes";

const BrokerDialog = lazy(() => import("./broker-dialog").then((module) => ({ default: module.BrokerDialog })));
const BrokerConfirm = lazy(() => import("./broker-confirm").then((module) => ({ default: module.BrokerConfirm })));

export const clientLoader = loaderOf(brokerScreens["/system/broker"]);

export const clientAction = writes(brokerActs);

const list: List<BrokerRow> = {
  name: "broker",
  endpoint: broker.list,
  columns: columnsOf(BrokerColumns, [
    { key: "broker_no", width: 124 },
    { key: "name", width: 120 },
    { key: "company_name", width: 150 },
    { key: "license_no", width: 170 },
    { key: "license_country", width: 80 },
    { key: "license_expire_at", width: 104, render: ({ license_expire_at }) => <Expiry day={license_expire_at} /> },
    { key: "languages", width: 130 },
    { ...tagged(BrokerColumns, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(broker.list, BrokerColumns, [
    { name: "keyword", label: "编号 / 名称 / 公司 / 牌照号 / 电话" },
    "type",
    { name: "country", by: "license_country" },
    { name: "language", by: "languages" },
    "status",
    "expiring",
  ]),
  card: { tags: ["status"], facts: ["company_name", "license_no", "languages"], time: "license_expire_at" },
  title: "name",
  nameOf: ({ name }) => name,
};

export default function BrokerList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const { run } = useAct<BrokerAction>();
  const [search, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<{ act: "disable" | "remove"; row: BrokerRow }>();
  const open = (name: string, value: string) =>
    setSearch((now) => new URLSearchParams([...now, [name, value]]), { preventScrollReset: true });
  const close = () =>
    setSearch((now) => new URLSearchParams([...now].filter(([name]) => name !== "add" && name !== "edit")), {
      replace: true,
      preventScrollReset: true,
    });
  const edited = search.has("edit") ? record : undefined;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), onSelect: () => open("edit", String(row.id)) },
          row.can.disable && { label: t("停用"), onSelect: () => setAsked({ act: "disable", row }) },
          row.can.enable && {
            label: t("启用"),
            onSelect: () => run("enable", { params: { id: row.id } }, { success: t("已启用") }),
          },
          row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => setAsked({ act: "remove", row }) },
        ]}
        create={<Button onClick={() => open("add", "1")}>{t("新增")}</Button>}
      />
      <Suspense>
        {edited || search.has("add") ? <BrokerDialog key={edited?.id ?? 0} record={edited} onClose={close} /> : null}
        {asked ? <BrokerConfirm {...asked} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </>
  );
}

function Expiry({ day }: { day: string | null }) {
  if (!day) return "–";
  return isLicenseUrgent(day) ? <b style={{ color: "var(--mantine-color-error)" }}>{day}</b> : day;
}
