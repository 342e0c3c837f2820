import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ContentList } from "~/app/features/content/content-list";
import { lifeColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { SpecialRow, special, specialScreenData } from "~/contract/special/special";
import { SpecialTitle, spanOf } from "./special-cells";
import { specialKind } from "./special-kind";
import { useSpecialActs } from "./use-special-acts";

export const clientLoader = loaderOf(specialScreenData["/specialEstate/special"]);
export { write as clientAction } from "~/app/api/writes";

const specialList: List<SpecialRow> = {
  name: "special",
  endpoint: special.list,
  columns: columnsOf(
    SpecialRow,
    [
      { key: "name", width: 250, render: (row) => <SpecialTitle {...row} /> },
      { template: 92, estate_count: 68 },
      { key: "start_at", label: "时间", width: 176, render: spanOf },
      { view_count: 68, uv_count: 68, inquiry_count: 64, conversion: 76 },
      lifeColumn,
    ],
    ["deal_count", "phase", "publish_at", "slug", "lang", "created_at", "updated_at"],
  ),
  filters: filtersOf(special.list, SpecialRow, [{ name: "keyword", label: "名称 / 标题" }, "template"]),
  card: { tags: ["publish_status"], facts: ["template", "uv_count", "inquiry_count"], time: "publish_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: ({ id, can }) => (can.edit ? specialKind.formPath(id) : ""),
};

export default function SpecialList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const acts = useSpecialActs();
  return (
    <>
      <ContentList
        kind={specialKind}
        list={specialList}
        page={page}
        createLabel={t("新增专题")}
        lastActionsOf={acts.actionsOf}
      />
      {acts.dialog}
    </>
  );
}
