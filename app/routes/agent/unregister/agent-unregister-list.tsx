import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { formatInstant } from "~/app/blocks/detail/format";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { QueueProgress } from "~/app/features/queue/queue-progress";
import { nextOf, useQueue } from "~/app/features/queue/use-queue";
import { ChecksTag } from "~/app/features/unregister/checks-tag";
import { t } from "~/app/i18n/t";
import {
  AgentUnregisterRow,
  agentUnregister,
  agentUnregisterChecks,
  agentUnregisterScreens,
  agentUnregisterViews,
} from "~/contract/agent/agent-unregister";

const UnregisterDialog = lazyPart(() => import("./agent-unregister-dialog"), "AgentUnregisterDialog");

export const clientLoader = loaderOf(agentUnregisterScreens["/agent/agentUnregister"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<AgentUnregisterRow> = {
  name: "agent-unregister",
  endpoint: agentUnregister.list,
  columns: columnsOf(AgentUnregisterRow, [
    { key: "agent", width: 190, under: "request_no" },
    { ...tagged(AgentUnregisterRow, "target"), width: 104, under: ({ account }) => account?.name },
    { key: "reason", width: 190 },
    {
      key: "checks",
      label: "未结业务",
      width: 130,
      render: (row) => <ChecksTag checks={row.checks} labels={agentUnregisterChecks} />,
    },
    { key: "applicant", width: 104 },
    { key: "manager", width: 104, isExtra: true },
    {
      key: "created_at",
      width: 140,
      under: ({ reviewed_at }) => reviewed_at && t("处理 {at}", { at: formatInstant(reviewed_at) }),
    },
    {
      ...tagged(AgentUnregisterRow, "status", { pending: "orange", completed: "green", rejected: "red" }),
      width: 92,
    },
    ...hidden({ reviewed_at: 140, request_no: 122 }),
  ]),
  filters: filtersOf(agentUnregister.list, AgentUnregisterRow, [
    { name: "keyword", label: "单号 / 代理" },
    "agent_id",
    { name: "created", by: "created_at" },
  ]),
  card: { tags: ["status"], text: "reason", isBrief: true, facts: ["target", "checks"], time: "created_at" },
  title: "agent",
  nameOf: ({ agent, account }) => (account ? `${account.name} · ${agent.name}` : agent.name),
};

const cancelling = actDialog({
  endpoint: agentUnregister.cancel,
  fields: ["reason"],
  about: (row: AgentUnregisterRow) =>
    t("{no} {name}，撤回后恢复到申请前的状态", { no: row.request_no, name: row.agent.name }),
  success: () => t("已撤回"),
  submitLabel: "撤回",
});

type Opened = { row: AgentUnregisterRow; as: "review" | "view" | "cancel" };

export default function AgentUnregisterList() {
  const { page, counts } = useLoaderData<typeof clientLoader>();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const queue = useQueue((id) => {
    const row = page.list.find((one) => one.id === id);
    if (row) setOpened({ row, as: "review" });
  });
  const decided = (row: AgentUnregisterRow) => {
    close();
    queue.onDecided({ next_id: nextOf(page.list, row, ({ can }) => can.audit)?.id ?? null });
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={tabsOf("status", agentUnregisterViews, counts)}
        rowActions={(row) => [
          row.can.audit && { label: t("审核"), isPrimary: true, onSelect: () => setOpened({ row, as: "review" }) },
          { label: t("查看"), opens: "name", onSelect: () => setOpened({ row, as: "view" }) },
          row.can.cancel && { label: t("撤回"), onSelect: () => setOpened({ row, as: "cancel" }) },
        ]}
      />
      {opened?.as === "cancel" ? <ActDialog form={cancelling} of={opened.row} onClose={close} /> : null}
      {opened && opened.as !== "cancel" ? (
        <UnregisterDialog
          key={opened.row.id}
          row={opened.row}
          isReview={opened.as === "review"}
          progress={<QueueProgress done={queue.done} left={counts.pending} />}
          onDecided={() => decided(opened.row)}
          onClose={close}
        />
      ) : null}
    </>
  );
}
