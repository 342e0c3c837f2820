import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { wholeList } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { lifeColumn } from "~/app/features/content/life-tag";
import { useLifeActs } from "~/app/features/content/use-life-acts";
import { useLifeBulk } from "~/app/features/content/use-life-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { publishStatuses } from "~/contract/content/publishing";
import { mayCall } from "~/contract/endpoint";
import { SpecialColumns, type SpecialRow, special, specialScreenData } from "~/contract/special/special";
import { SpecialTitle, spanOf } from "./special-cells";
import { specialKind } from "./special-kind";
import { useSpecialActs } from "./use-special-acts";

export const clientLoader = loaderOf(specialScreenData["/specialEstate/special"]);

export const clientAction = write;

/** The list of special pages: its columns, filters and cards. */
const specialList: List<SpecialRow> = {
  name: "special",
  endpoint: special.list,
  columns: columnsOf(SpecialColumns, [
    { key: "name", width: 250, render: (row) => <SpecialTitle {...row} /> },
    { key: "template", width: 92 },
    { key: "estate_count", width: 68 },
    { key: "start_at", label: "时间", width: 176, render: spanOf },
    { key: "view_count", width: 68 },
    { key: "uv_count", width: 68 },
    { key: "inquiry_count", width: 64 },
    { key: "conversion", width: 76 },
    lifeColumn,
    { key: "deal_count", isExtra: true },
    { key: "phase", isExtra: true },
    { key: "publish_at", isExtra: true },
    { key: "slug", isExtra: true },
    { key: "lang", isExtra: true },
    { key: "created_at", isExtra: true },
    { key: "updated_at", isExtra: true },
  ]),
  filters: filtersOf(special.list, SpecialColumns, [{ name: "keyword", label: "名称 / 标题" }, "template"]),
  card: { tags: ["publish_status"], facts: ["template", "uv_count", "inquiry_count"], time: "publish_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: ({ id, can }) => (can.edit ? specialKind.formPath(id) : ""),
};

/** On the phone, where nothing is written, a page leads nowhere but to its acts. */
const readOnlySpecials: List<SpecialRow> = { ...specialList, linkOf: undefined };

const tabs = {
  name: "status",
  options: Object.entries({ [wholeList]: "全部", ...publishStatuses }).map(([value, label]) => ({
    value,
    label: t(label),
  })),
};

export default function SpecialList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const life = useLifeActs(specialKind);
  const lifeBulk = useLifeBulk<SpecialRow>(special);
  const acts = useSpecialActs();
  const isPhone = useIsPhone();
  return (
    <>
      <ListPage
        list={isPhone ? readOnlySpecials : specialList}
        page={page}
        tabs={tabs}
        rowActions={(row) => [...life.actionsOf(row), ...acts.actionsOf(row)]}
        bulk={useBulk(specialList, page, lifeBulk)}
        create={
          mayCall(profile, special.create) && !isPhone ? (
            <CreateButton label={t("新增专题")} to={specialKind.formPath()} />
          ) : null
        }
      />
      {life.dialog}
      {acts.dialog}
    </>
  );
}
