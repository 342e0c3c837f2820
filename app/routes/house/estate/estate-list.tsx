import { Navigate, useLoaderData, useSearchParams } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { WaitingCards, WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, type ListDisplay, ListPage } from "~/app/blocks/list/list-page";
import { tabsOf } from "~/app/blocks/list/list-tabs";
import { listSearch, useListQuery } from "~/app/blocks/list/use-list-query";
import { useClientMode } from "~/app/browser/client-mode";
import { useBulk } from "~/app/features/bulk/use-bulk";
import {
  AuditTag,
  layoutText,
  PriceRange,
  PublishTag,
  SaleTag,
  stationText,
  supplyText,
} from "~/app/features/estate/estate-labels";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { formatPercent } from "~/contract/format";
import { EstateRow, estate, estateKeepers, estateScreens, estateStates } from "~/contract/house/estate";
import { Cover, Short } from "../mansion/mansion-cells";
import { EstateMarks } from "./estate-marks";
import { detailPath, listPath } from "./estate-paths";
import { useEstateDisplay } from "./list/estate-display";
import { useEstateActs } from "./use-estate-acts";

const EstateCards = lazyPart(() => import("./list/estate-cards"), "EstateCards", WaitingCards);
const ClientEstates = lazyPart(() => import("./list/client-estates"), "ClientEstates", WaitingCards);
const EstateMap = lazyPart(() => import("./list/estate-map"), "EstateMap", WaitingCards);

const EstateDrawer = lazyPart(() => import("./list/estate-drawer"), "EstateDrawer", WaitingRecord);

export const clientLoader = loaderOf(estateScreens["/house/estate-list"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const list: List<EstateRow> = {
  name: "estate",
  endpoint: estate.list,
  columns: columnsOf(EstateRow, [
    { key: "name", width: 186, render: (row) => <Name of={row} />, under: "district" },
    { key: "cover", width: 60, render: ({ cover }) => <Cover url={cover} /> },
    { key: "nearest", width: 150, render: ({ nearest }) => <Nearest of={nearest} /> },
    { key: "price_min", width: 150, render: (row) => <PriceRange of={row} /> },
    { key: "layouts", width: 104, render: ({ layouts }) => <Short text={layoutText(layouts) ?? null} /> },
    { key: "gross_yield", width: 84, render: ({ gross_yield }) => formatPercent(gross_yield) || "–" },
    { key: "completion_at", width: 84, render: ({ completion_at }) => completion_at ?? "–" },
    { key: "states", label: "状态", width: 176, render: (row) => <States of={row} /> },
    { key: "estate_no", width: 124, isExtra: true },
    { key: "supply", width: 112, isExtra: true, render: ({ supply }) => supplyText(supply) ?? "–" },
    { key: "district", width: 116, isExtra: true, render: ({ district }) => <Short text={district} /> },
    { key: "sale_status", width: 88, isExtra: true, render: ({ sale_status }) => <SaleTag status={sale_status} /> },
    {
      key: "audit_status",
      width: 88,
      isExtra: true,
      render: ({ audit_status, is_changing }) => <AuditTag status={audit_status} isChanging={is_changing} />,
    },
    {
      key: "publish_status",
      width: 88,
      isExtra: true,
      render: ({ publish_status }) => <PublishTag status={publish_status} />,
    },
  ]),
  filters: filtersOf(estate.list, EstateRow, [
    { name: "keyword", label: "编号 / 名称 / 地址 / 车站" },
    { name: "country", label: "国家/地区", scene: "countries" },
    { name: "district_id", label: "区域", scene: "districts", within: "country" },
    "property_type",
    { name: "layout", by: "layouts" },
    { name: "price", by: "price_min" },
    { name: "currency", label: "币种（默认人民币）" },
    { name: "area", label: "面积（㎡）" },
    { name: "yield_min", label: "回报率不低于（%）" },
    { name: "completion", label: "竣工年", ends: ["起", "止"] },
    { name: "walk_max", label: "步行不超过（分钟）" },
    "sale_status",
    "is_hot",
    "is_recommend",
    "has_units",
    { name: "mansion_id", label: "楼栋", scene: "mansions", within: "country" },
    { name: "broker_id", label: "房产经纪", scene: "brokers" },
  ]),
  card: {
    picture: "cover",
    tags: ["sale_status"],
    text: "price_min",
    facts: ["supply", "district", "layouts", "nearest"],
    time: "completion_at",
  },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: ({ id }) => detailPath(id),
  drawer: EstateDrawer,
  empty: "还没有房源",
};

export default function EstateList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const { actionsOf, bulkActions, dialog } = useEstateActs();
  const bulk = useBulk(list, page, bulkActions);
  const { display, tiles, choice } = useEstateDisplay();
  const isClient = useClientMode();
  const listDisplay: ListDisplay<EstateRow> = {
    choice,
    draw: display === "card" ? drawCards : undefined,
    whole: display === "map" ? <EstateMap tiles={tiles} rows={page.list} /> : undefined,
  };
  const mayKeep = mayCall(profile, estateKeepers);
  const former = useFormerAddress();
  if (isClient) return <ClientEstates page={page} />;
  if (mayKeep && former) return <Navigate to={former} replace />;
  return (
    <>
      <ListPage
        list={list}
        page={page}
        display={listDisplay}
        tabs={mayKeep ? tabsOf("state", estateStates, {}) : undefined}
        rowActions={actionsOf}
        bulk={bulk}
        create={mayCall(profile, estate.create) ? <CreateButton to={detailPath()} /> : null}
      />
      {dialog}
    </>
  );
}

function useFormerAddress(): string | undefined {
  const { query } = useListQuery(estate.list);
  const [search] = useSearchParams();
  const { state, audit_status, publish_status } = query;
  if (state || !(audit_status || publish_status)) return undefined;
  const isOnline = !audit_status && String(publish_status) === "online";
  const next = listSearch(estate.list, search, isOnline ? { publish_status: undefined } : { state: "all" });
  return [listPath, next.toString()].filter(Boolean).join("?");
}

const drawCards: ListDisplay<EstateRow>["draw"] = (rows, renderActions) => (
  <EstateCards rows={rows} renderActions={renderActions} />
);

/** Without its line, which the pointer shows: there is no room for all. */
const Nearest = ({ of: nearest }: { of: EstateRow["nearest"] }) =>
  nearest ? <span title={stationText(nearest)}>{stationText({ ...nearest, line: "" })}</span> : "–";

const Name = ({ of: row }: { of: EstateRow }) => (
  <>
    {row.name} <EstateMarks of={row} />
  </>
);

/** The state of sale; review and publication only if unusual: most are approved and online. */
function States({ of: { sale_status, audit_status, is_changing, publish_status } }: { of: EstateRow }) {
  const isApproved = audit_status === "approved";
  return (
    <span style={{ display: "inline-flex", gap: 4 }}>
      <SaleTag status={sale_status} />
      {isApproved && !is_changing ? null : <AuditTag status={audit_status} isChanging={is_changing} />}
      {isApproved && publish_status !== "online" ? <PublishTag status={publish_status} /> : null}
    </span>
  );
}
