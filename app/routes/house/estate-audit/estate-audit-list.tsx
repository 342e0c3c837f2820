import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { Tag } from "~/app/blocks/detail/tag";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { useQueue } from "~/app/features/queue/use-queue";
import { useFreshAddresses } from "~/app/features/upload/use-fresh-addresses";
import { t } from "~/app/i18n/t";
import { EstateAuditRow, estateAudit, estateAuditScreens, reviewStatuses } from "~/contract/house/estate-audit";
import { actionColors, LeftTag, ResultTag } from "./audit-tags";

const ReviewDrawer = lazyPart(() => import("./review-drawer"), "ReviewDrawer");

export const clientLoader = loaderOf(estateAuditScreens["/house/audit"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<EstateAuditRow> = {
  name: "estate-audit",
  endpoint: estateAudit.list,
  columns: columnsOf(EstateAuditRow, [
    { key: "audit_no", width: 122 },
    { key: "estate", width: 170, render: ({ estate }) => <span title={estate.estate_no}>{estate.name}</span> },
    { ...tagged(EstateAuditRow, "action", actionColors), width: 66 },
    { place: 164, submitter: 92, submitted_at: 136 },
    { key: "sla_due_at", width: 116, render: (row) => <LeftTag row={row} /> },
    { key: "status", width: 116, render: (row) => <ResultTag row={row} /> },
  ]),
  filters: filtersOf(estateAudit.list, EstateAuditRow, [
    { name: "keyword", label: "单号 / 房源 / 提交人" },
    "action",
    { name: "country", by: "country_code" },
    "overdue",
    { name: "submitter_id", label: "提交人", scene: "users" },
    { name: "submitted", by: "submitted_at" },
  ]),
  card: {
    tags: ["action", "status"],
    text: "place",
    facts: ["audit_no", "submitter", "sla_due_at"],
    time: "submitted_at",
  },
  title: "estate",
  nameOf: ({ estate }) => estate.name,
};

export default function EstateAuditList() {
  const { page, counts, record } = useLoaderData<typeof clientLoader>();
  const dialog = useAddressDialog("id");
  useFreshAddresses();
  const { overdue, ...tabs } = counts;
  const view = (id: number) => dialog.open("id", id);
  const queue = useQueue(view);
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={tabsOf("status", reviewStatuses, tabs)}
        banner={
          overdue ? (
            <span role="status">
              <Tag color="red">{t("有 {n} 条审核已超过时限", { n: overdue })}</Tag>
            </span>
          ) : null
        }
        rowActions={({ id, status }) => [
          status === "pending"
            ? { label: t("审核"), isPrimary: true, opens: "row", onSelect: () => view(id) }
            : { label: t("查看"), opens: "name", onSelect: () => view(id) },
        ]}
      />
      {record && dialog.opened ? (
        <ReviewDrawer key={record.id} record={record} queue={queue} onOpen={view} onClose={dialog.close} />
      ) : null}
    </>
  );
}
