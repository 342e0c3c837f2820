import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate, useSearchParams } from "@remix-run/react";
import { load } from "~/app/api/load";
import { useBackOr, useOpening } from "~/app/blocks/feedback/use-back-or";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { EstateCount } from "~/app/features/estate/estate-count";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { MansionRow, mansion, mansionScreens } from "~/contract/house/mansion";
import { Cover, Short, UnitPrice } from "./mansion-cells";
import { editPath } from "./mansion-paths";
import { disabling, removing } from "./mansion-questions";
import { mergeOf } from "./merge-loader";

const MansionDrawer = lazyPart(() => import("./mansion-drawer"), "MansionDrawer", WaitingRecord);
const MergeDialog = lazyPart(() => import("./merge-dialog"), "MergeDialog");

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const data = await load(mansionScreens["/house/mansion-management"], args);
  return { page: data.page, merge: await mergeOf(data, args.request.signal) };
}

export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const list: List<MansionRow> = {
  name: "mansion",
  endpoint: mansion.list,
  columns: columnsOf(MansionRow, [
    { key: "name", width: 170, under: "name_local" },
    { key: "cover", width: 60, render: ({ cover }) => <Cover url={cover} /> },
    { key: "district", label: "区域 / 地址", width: 180, under: ({ address }) => <Short text={address} /> },
    { key: "built_at", width: 84, render: ({ built_at }) => built_at },
    { total_units: 76, structure: 110 },
    {
      key: "avg_unit_price",
      width: 120,
      render: ({ avg_unit_price, currency }) => <UnitPrice amount={avg_unit_price} currency={currency} />,
    },
    {
      key: "estate_count",
      width: 76,
      render: (row) => <EstateCount filter="mansion_id" id={row.id} estate_count={row.estate_count} />,
    },
    ...hidden({ source: 70, mansion_no: 124, name_local: 140 }),
    { key: "address", width: 160, isExtra: true, render: ({ address }) => <Short text={address} /> },
    { ...tagged(MansionRow, "status", { enabled: "green", merged: "gray" }), width: 84 },
  ]),
  filters: filtersOf(mansion.list, MansionRow, [
    { name: "keyword", label: "编号 / 名称 / 地址 / 车站" },
    { name: "country", label: "国家/地区", scene: "countries" },
    { name: "district_id", label: "区域", scene: "districts", within: "country" },
    "status",
    { name: "built", label: "建成年", ends: ["起", "止"] },
    "structure",
    "source",
  ]),
  card: {
    picture: "cover",
    tags: ["status"],
    text: "address",
    facts: ["total_units", "avg_unit_price"],
    time: "built_at",
  },
  title: "name",
  nameOf: ({ name }) => name,
};
const editable: List<MansionRow> = { ...list, linkOf: ({ id }) => editPath(id), drawer: MansionDrawer };

export default function MansionList() {
  const { page, merge } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const navigate = useNavigate();
  const { disable, enable, remove, dialog } = useActs();
  const [search] = useSearchParams();
  const setAddress = useSetAddress();
  const mayEdit = mayCall(profile, mansion.update);
  const opening = useOpening(search.has("merge"));
  const closed = { merge: undefined, into: undefined };
  const show = (part: { merge: number; into?: number }) => setAddress({ ...closed, ...part }, opening);
  const close = useBackOr(() => setAddress(closed, { replace: true }));
  return (
    <>
      <ListPage
        list={mayEdit ? editable : list}
        page={page}
        rowActions={
          mayEdit
            ? (row) => [
                { label: row.can.edit ? t("编辑") : t("查看"), shortcut: "E", to: editPath(row.id) },
                row.can.merge && { label: t("合并"), onSelect: () => show({ merge: row.id }) },
                row.can.disable && disable(mansion.disable, idOf(row), disabling(row)),
                row.can.enable && enable(mansion.enable, idOf(row)),
                row.can.delete && remove(mansion.remove, idOf(row), removing(row)),
              ]
            : undefined
        }
        create={mayEdit ? <CreateButton to={editPath()} /> : null}
      />
      {dialog}
      {merge && search.has("merge") ? (
        <MergeDialog
          {...merge}
          onChoose={(source, into) => show({ merge: source, into })}
          onMerged={(id) => navigate(editPath(id))}
          onClose={close}
        />
      ) : null}
    </>
  );
}

const idOf = ({ id }: MansionRow) => ({ params: { id } });
