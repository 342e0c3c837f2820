import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { ListSummary, SummaryFigure } from "~/app/blocks/list/list-summary";
import { Pictures } from "~/app/features/album/pictures";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { customerPage } from "~/app/features/customer/customer-path";
import { t } from "~/app/i18n/t";
import { EstateLinks } from "~/app/routes/customer/estate-links";
import { seesOwnAlone } from "~/app/session/viewer-context";
import { levels, stages } from "~/contract/customer/customer-record";
import { TrackingRow, tracking, trackingScreens } from "~/contract/customer/tracking";
import { formatNumber } from "~/contract/decimal";
import type { Reply } from "~/contract/endpoint";
import { useTrackingActs } from "./tracking-acts";
import classes from "./tracking-list.module.css";

export const clientLoader = loaderOf(trackingScreens["/customer/tracking"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const labels: Readonly<Record<string, string>> = { ...levels, ...stages };

const TrackingDrawer = lazyPart(() => import("./tracking-drawer"), "TrackingDrawer", WaitingRecord);

const pathOf = ({ customer }: TrackingRow) => `${customerPage(customer)}?tab=trackings`;

const list: List<TrackingRow> = {
  name: "tracking-list",
  endpoint: tracking.list,
  exports: tracking.export,
  columns: columnsOf(TrackingRow, [
    { tracked_at: 136, customer: 84 },
    {
      ...tagged(TrackingRow, "type", { visit: "brand", call: "cyan", online_meeting: "cyan" }),
      width: 92,
      under: "result",
    },
    { key: "result", width: 76, isExtra: true },
    {
      key: "content",
      width: 150,
      brief: ({ content }) => content,
      render: (row) => (
        <div className={`${classes.content} ${basic.row} ${basic.gap6}`}>
          <p title={row.content}>{row.content}</p>
          <Pictures pictures={row.media} isSmall />
        </div>
      ),
    },
    { key: "estates", width: 92, render: ({ estates }) => (estates.length ? <EstateLinks estates={estates} /> : "–") },
    {
      key: "moves",
      label: "等级 / 阶段变化",
      width: 104,
      render: (row) => movesOf(row) || "–",
    },
    { key: "next_at", width: 136 },
    { key: "user", width: 84, isExtraTo: seesOwnAlone },
    {
      key: "is_valid",
      label: "有效",
      width: 54,
      render: ({ is_valid }) => <Tag color={is_valid ? "green" : "gray"}>{is_valid ? t("是") : t("否")}</Tag>,
    },
  ]),
  filters: filtersOf(tracking.list, TrackingRow, [
    { name: "keyword", label: "内容 / 客户编号 / 姓名 / 联系方式（他人号码后4位）" },
    "type",
    "result",
    { name: "user_id", by: "user", scene: "users" },
    { name: "estate_id", by: "estates", scene: "estates" },
    { name: "tracked", by: "tracked_at" },
    "is_valid",
  ]),
  card: { tags: ["type"], text: "content", facts: ["moves", "next_at", "user"], time: "tracked_at" },
  title: "customer",
  nameOf: ({ customer }) => customer.name,
  linkOf: pathOf,
  drawer: TrackingDrawer,
};

export default function TrackingList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const acts = useTrackingActs();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        banner={<Summary {...page} />}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), shortcut: "E", onSelect: () => acts.edit(row) },
          row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => acts.remove(row) },
        ]}
        bulk={useBulk(list, page)}
      />
      {acts.dialog}
    </>
  );
}

function Summary({ summary, total_capped }: Reply<typeof tracking.list>) {
  const { count, customers, valid_rate } = summary;
  const more = total_capped ? "+" : "";
  return (
    <ListSummary label={t("跟进统计")}>
      <SummaryFigure of="tracking_count" value={formatNumber(count) + more} />
      <SummaryFigure of="customers_tracked" value={formatNumber(customers) + more} />
      <SummaryFigure of="valid_rate" value={valid_rate === null ? "–" : `${valid_rate}%`} />
    </ListSummary>
  );
}

const labelOf = (value: string | null) => value && t(labels[value] ?? value);

function movesOf({ level_before, level_after, stage_before, stage_after }: TrackingRow): string {
  const level = move(labelOf(level_before), labelOf(level_after));
  const stage = move(labelOf(stage_before), labelOf(stage_after));
  return [...level, ...stage].join("、");
}

const move = (before: string | null, after: string | null) =>
  after && after !== before ? [before ? `${before} → ${after}` : after] : [];
