import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { QueueProgress } from "~/app/features/queue/queue-progress";
import { nextOf, useQueue } from "~/app/features/queue/use-queue";
import { ChecksTag } from "~/app/features/unregister/checks-tag";
import { t } from "~/app/i18n/t";
import {
  UnregisterRow,
  unregister,
  unregisterChecks,
  unregisterScreens,
  unregisterViews,
} from "~/contract/customer/unregister";
import { dueText, LeftTag } from "./unregister-tags";

const UnregisterDialog = lazyPart(() => import("./unregister-dialog"), "UnregisterDialog");

export const clientLoader = loaderOf(unregisterScreens["/customer/unregister"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<UnregisterRow> = {
  name: "unregister",
  endpoint: unregister.list,
  columns: columnsOf(UnregisterRow, [
    { request_no: 122, customer_user: 94, phone: 120, reason: 84 },
    { key: "checks", width: 128, render: (row) => <ChecksTag checks={row.checks} labels={unregisterChecks} /> },
    { key: "created_at", width: 140 },
    { key: "due_at", width: 144, render: dueText },
    { key: "workdays_left", label: "倒计时", width: 100, align: undefined, render: (row) => <LeftTag row={row} /> },
    {
      ...tagged(UnregisterRow, "status", {
        pending: "orange",
        approved: "cyan",
        completed: "green",
        rejected: "red",
      }),
      width: 126,
    },
  ]),
  filters: filtersOf(unregister.list, UnregisterRow, [
    { name: "keyword", label: "单号 / 用户 / 手机号后4位 / 邮箱" },
    { name: "created", by: "created_at" },
  ]),
  card: {
    tags: ["status"],
    facts: ["customer_user", "phone", "checks", "due_at", "workdays_left"],
    time: "created_at",
  },
  title: "request_no",
  nameOf: ({ request_no }) => request_no,
};

export default function UnregisterList() {
  const { page, counts } = useLoaderData<typeof clientLoader>();
  const [opened, setOpened] = useState<{ row: UnregisterRow; isReview: boolean }>();
  const queue = useQueue((id) => {
    const row = page.list.find((one) => one.id === id);
    if (row) setOpened({ row, isReview: true });
  });
  const decided = (row: UnregisterRow) => {
    setOpened(undefined);
    queue.onDecided({ next_id: nextOf(page.list, row, ({ can }) => can.audit)?.id ?? null });
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={tabsOf("status", unregisterViews, counts)}
        rowActions={(row) => [
          row.can.audit && { label: t("审核"), isPrimary: true, onSelect: () => setOpened({ row, isReview: true }) },
          { label: t("查看"), opens: "name", onSelect: () => setOpened({ row, isReview: false }) },
        ]}
      />
      {opened ? (
        <UnregisterDialog
          key={opened.row.id}
          {...opened}
          progress={<QueueProgress done={queue.done} left={counts.pending ?? 0} />}
          onDecided={() => decided(opened.row)}
          onClose={() => setOpened(undefined)}
        />
      ) : null}
    </>
  );
}
