import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { formatAge, formatInstant } from "~/app/blocks/detail/format";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { Link } from "~/app/blocks/link";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { ListTabsOf } from "~/app/blocks/list/list-tabs";
import { customerPage } from "~/app/features/customer/customer-path";
import { QueueProgress } from "~/app/features/queue/queue-progress";
import { nextOf, useQueue } from "~/app/features/queue/use-queue";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { TransferRow, transfer } from "~/contract/customer/transfer";
import { mayCall, type Reply } from "~/contract/endpoint";

const rejecting = actDialog({
  endpoint: transfer.reject,
  submitLabel: "驳回",
  about: ({ customer_no: no, applicant }: TransferRow) =>
    t("{applicant}申请转移客户 {no}", { no, applicant: applicant.name }),
  fields: ["reason"],
  success: () => t("已驳回"),
});

const own: List<TransferRow> = {
  name: "customer-transfers",
  endpoint: transfer.mine,
  columns: columnsOf(TransferRow, [
    "customer_no",
    { key: "customer", width: 120, render: ({ customer }) => customer.name },
    { ...tagged(TransferRow, "status", { pending: "orange", approved: "green", rejected: "red" }), width: 84 },
    { key: "applicant", width: 104, render: ({ applicant }) => applicant.name },
    { key: "owner", width: 100 },
    { key: "reason", width: 220, under: "reject_reason" },
    { key: "last_tracking_at", width: 110, render: ({ last_tracking_at }) => <Ago at={last_tracking_at} /> },
    "created_at",
    { key: "reject_reason", width: 160, isExtra: true },
  ]),
  filters: filtersOf(transfer.mine, TransferRow, ["status"]),
  card: { tags: ["status"], facts: ["applicant", "owner", "reason"], time: "created_at" },
  title: "customer",
  nameOf: ({ customer_no }) => customer_no,
};
const inbox: List<TransferRow> = {
  ...own,
  endpoint: transfer.list,
  linkOf: ({ customer }) => customerPage(customer),
};

interface CustomerTransfersProps {
  page: Reply<typeof transfer.list> | Reply<typeof transfer.mine>;
  isInbox: boolean;
  tabs: ListTabsOf;
}

/** The requests for a transfer, as a tab of the customers' list (domain D.5). */
export function CustomerTransfers({ page, isInbox, tabs }: CustomerTransfersProps) {
  const { form, afterQuestion, dialog } = useActs();
  const waiting = useRef<number>();
  const queue = useQueue((id) => {
    waiting.current = id;
  });
  const decided = (row: TransferRow) =>
    queue.onDecided({ next_id: nextOf(page.list, row, ({ can }) => can.approve)?.id ?? null });
  // The next row is known with the list loaded after the decision.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that comes.
  useEffect(() => {
    if (waiting.current === undefined) return;
    document.querySelector<HTMLElement>(`tr[data-row="${waiting.current}"] [data-acts] button`)?.focus();
    waiting.current = undefined;
  }, [page]);
  return (
    <>
      <ListPage
        list={isInbox ? inbox : own}
        page={page}
        tabs={tabs}
        banner={isInbox && "pending" in page ? <QueueProgress done={queue.done} left={page.pending} /> : null}
        rowActions={(row) => [
          isInbox &&
            row.can.approve &&
            afterQuestion(transfer.approve, idOf(row), { ...approving(row), onSuccess: () => decided(row) }),
          isInbox && row.can.reject && form(rejecting, row, { isDanger: true, onDone: () => decided(row) }),
          row.can.cancel && afterQuestion(transfer.cancel, idOf(row), cancelling(row)),
        ]}
        create={<OtherList tabs={tabs} isInbox={isInbox} />}
      />
      {dialog}
    </>
  );
}

const idOf = ({ id }: TransferRow) => ({ params: { id } });

function OtherList({ tabs, isInbox }: Pick<CustomerTransfersProps, "tabs" | "isInbox">) {
  const profile = useProfile();
  if (!mayCall(profile, transfer.list) || !mayCall(profile, transfer.mine)) return null;
  const search = new URLSearchParams({ [tabs.name]: "transfer", ...(isInbox ? { mine: "1" } : {}) });
  return (
    <Button variant="default" component={Link} to={`?${search}`}>
      {isInbox ? t("我的申请") : t("待我处理")}
    </Button>
  );
}

const Ago = ({ at }: { at: string | null }) => (at ? <span title={formatInstant(at)}>{formatAge(at)}</span> : "–");

const approving = ({ customer_no: no, applicant, owner }: TransferRow) => ({
  text: t("客户 {no} 将由{owner}转移给{applicant}。", { no, applicant: applicant.name, owner: owner?.name ?? "" }),
  confirmLabel: t("同意"),
  isDanger: false,
  closesOnError: true,
  success: t("已同意，客户已转移"),
});

const cancelling = ({ customer_no: no }: TransferRow) => ({
  text: t("确定撤回对客户 {no} 的转移申请？", { no }),
  confirmLabel: t("撤回"),
  closesOnError: true,
  success: t("已撤回"),
});
