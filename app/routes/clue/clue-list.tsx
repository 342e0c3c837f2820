import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { useDrawerAddress } from "~/app/blocks/list/row/drawer-address";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { ClueStatusTag, CollisionTag } from "~/app/features/clue/clue-tags";
import { nextOf, useQueue } from "~/app/features/queue/use-queue";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { clue, clueScreenData, clueViews } from "~/contract/clue/clue";
import { ClueRow } from "~/contract/clue/clue-record";
import { mayCall } from "~/contract/endpoint";
import { useClueActs } from "./clue-acts";
import { bulkApproval, whyNotPassed } from "./clue-dialogs";
import { CluePhone, callOf, ProtectionLeft, ReviewClock } from "./clue-labels";

const ClueDrawer = lazyPart(() => import("./clue-drawer"), "ClueDrawer", WaitingRecord);
const CluePage = lazyPart(() => import("./clue-page"), "CluePage", WaitingRecord);
const EntryDialog = lazyPart(() => import("~/app/features/clue/entry-dialog"), "EntryDialog");
const JudgementPage = lazyPart(() => import("./judgement/judgement-page"), "JudgementPage", WaitingRecord);

export const clientLoader = loaderOf(clueScreenData["/clue/feedback"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const { cancelled: _cancelled, ...views } = clueViews;

const list: List<ClueRow> = {
  name: "clue",
  endpoint: clue.list,
  exports: clue.export,
  drawer: ClueDrawer,
  columns: columnsOf(ClueRow, [
    { key: "customer_name", width: 108, under: "clue_no" },
    { key: "phone", width: 120, render: (row) => <CluePhone row={row} /> },
    { key: "agent", label: "代理 / 报备人", width: 118, under: "account" },
    { key: "estate", width: 118 },
    {
      key: "status",
      label: "状态 / 顾问",
      width: 108,
      render: ({ status }) => <ClueStatusTag status={status} />,
      under: ({ handler }) => handler?.name,
    },
    {
      key: "collision",
      width: 112,
      render: ({ collision, collision_certain }) =>
        collision ? <CollisionTag collision={collision} isCertain={collision_certain} /> : "–",
    },
    {
      key: "protect_days",
      label: "保护期 / 审核",
      width: 96,
      align: undefined,
      isNamed: false,
      render: (row) => (row.status === "pending" ? <ReviewClock row={row} /> : <ProtectionLeft row={row} />),
    },
    {
      key: "created_at",
      label: "报备 / 预计到访",
      width: 136,
      isNamed: false,
      under: ({ expected_visit_at: at }) => (at ? t("预计 {at}", { at: formatInstant(at).slice(5) }) : null),
    },
    {
      key: "is_overdue",
      width: 92,
      isExtra: true,
      render: ({ is_overdue }) => (is_overdue ? <Tag color="red">{t("审核超时")}</Tag> : null),
    },
    ...hidden({ expected_visit_at: 136, clue_no: 128, handler: 104, manager: 104, account: 92, source: 76 }),
    ...hidden({ layout: 84, purpose: 84, customer: 100, protect_until: 136, review_due_at: 136, reviewed_at: 136 }),
    ...hidden({ visited_at: 136 }),
  ]),
  filters: filtersOf(clue.list, ClueRow, [
    { name: "keyword", label: "编号 / 客户 / 手机号（他人后4位）" },
    { name: "agent_id", label: "代理", scene: "agents" },
    { name: "estate_id", label: "楼盘", scene: "estates" },
    "status",
    "collision",
    { name: "manager_id", label: "渠道经理", scene: "users" },
    { name: "handler_id", label: "顾问", scene: "users" },
    "overdue",
    "expiring",
    "source",
    { name: "created", by: "created_at" },
    { name: "reviewed", by: "reviewed_at" },
    { name: "visited", by: "visited_at" },
  ]),
  card: {
    tags: ["status", "is_overdue"],
    facts: ["collision", "protect_days", "estate", "agent", "handler"],
    time: "created_at",
    call: callOf,
  },
  title: "customer_name",
  nameOf: ({ customer_name }) => customer_name,
};

const phoneList: List<ClueRow> = { ...list, drawer: undefined, linkOf: ({ id }) => `/clue/feedback?open=${id}` };

export default function ClueList() {
  const { page, judgement } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const drawer = useDrawerAddress();
  const { opened, open, close } = useAddressDialog("add", "judge");
  const queue = useQueue((id) => open("judge", id));
  const nextAfter = (row: { id: number }) =>
    nextOf(page.list, row, ({ id, status }) => status === "pending" && id !== row.id)?.id ?? null;
  const acts = useClueActs({
    onDecided: (row) => {
      const next = nextAfter(row);
      if (drawer.id !== undefined && next !== null) drawer.move(next);
    },
  });
  const bulk = useBulk(list, page, [
    mayCall(profile, clue.approveBatch) && { ...acts.inBulk(bulkApproval), blocked: whyNotPassed },
  ]);
  if (opened === "judge" && judgement)
    return (
      <JudgementPage
        key={judgement.clue.id}
        judgement={judgement}
        done={queue.done}
        left={page.tabs.pending}
        onDecided={() => queue.onDecided({ next_id: nextColliding(page.list, judgement.clue) })}
        onClose={close}
      />
    );
  if (isPhone && drawer.id !== undefined) return <CluePage key={drawer.id} id={drawer.id} onClose={drawer.close} />;
  return (
    <>
      <ListPage
        list={isPhone ? phoneList : list}
        page={page}
        tabs={tabsOf("view", views, page.tabs)}
        rowActions={acts.actionsOf}
        bulk={bulk}
        create={
          mayCall(profile, clue.create) ? <CreateButton label={t("代录报备")} onClick={() => open("add")} /> : null
        }
      />
      {opened === "add" ? <EntryDialog onClose={close} /> : null}
      {acts.dialog}
    </>
  );
}

/** The next that needs a judgement; leads without collision are passed in the list. */
const nextColliding = (rows: readonly ClueRow[], { id }: { id: number }) =>
  nextOf(rows, { id }, (row) => row.can.judge && row.id !== id)?.id ?? null;
