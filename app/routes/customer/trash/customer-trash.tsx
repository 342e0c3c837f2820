import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { customer, customerRecordScreens } from "~/contract/customer/customer";
import { TrashedRow } from "~/contract/customer/customer-list";
import { mayCall } from "~/contract/endpoint";
import type { TrashAct } from "./trash-dialog";

const TrashDialog = lazyPart(() => import("./trash-dialog"), "TrashDialog");

export const clientLoader = loaderOf(customerRecordScreens["/customer/deleteCustomer"]);

export const clientAction = write;

const pathOf = ({ id }: { id: number }) => customerPage({ id });

const list: List<TrashedRow> = {
  name: "customer-trash",
  endpoint: customer.trashed,
  columns: columnsOf(TrashedRow, [
    { key: "name", width: 130, under: "customer_no" },
    "phone",
    { key: "last_owner", width: 96 },
    { key: "deleted_at", width: 140 },
    { key: "deleted_by", width: 90 },
    { key: "delete_reason", width: 200 },
    { key: "customer_no", isExtra: true },
    {
      key: "merged_to",
      render: ({ merged_to }) => (merged_to ? <Link to={pathOf(merged_to)}>{merged_to.name}</Link> : "–"),
    },
  ]),
  filters: filtersOf(customer.trashed, TrashedRow, [
    { name: "keyword", label: "编号 / 姓名 / 联系方式（号码后4位）" },
    { name: "owner_id", by: "last_owner", scene: "users" },
    { name: "deleted", by: "deleted_at" },
  ]),
  card: { tags: [], facts: ["phone", "last_owner", "delete_reason"], time: "deleted_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: pathOf,
};

export default function CustomerTrash() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const [act, setAct] = useState<TrashAct>();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.restore && { label: t("恢复"), onSelect: () => setAct({ act: "restore", rows: [row] }) },
          row.can.destroy && {
            label: t("彻底删除"),
            isDanger: true,
            onSelect: () => setAct({ act: "destroy", rows: [row] }),
          },
        ]}
        bulk={useBulk(list, page, [
          mayCall(profile, customer.restoreBatch) && {
            label: t("恢复"),
            max: 100,
            run: (rows, report) => setAct({ act: "restore", rows, report }),
          },
          mayCall(profile, customer.destroyBatch) && {
            label: t("彻底删除"),
            max: 100,
            run: (rows, report) => setAct({ act: "destroy", rows, report }),
          },
        ])}
      />
      {act ? <TrashDialog {...act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
