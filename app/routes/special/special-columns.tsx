import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { lifeColumn } from "~/app/features/content/life-tag";
import { SpecialRow, special } from "~/contract/special/special";
import { SpecialTitle, spanOf } from "./special-cells";
import { specialKind } from "./special-kind";

/** The list of special pages: its columns, filters and cards. */
export const specialList: List<SpecialRow> = {
  name: "special",
  endpoint: special.list,
  columns: columnsOf(SpecialRow, [
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
  filters: filtersOf(special.list, SpecialRow, [{ name: "keyword", label: "名称 / 标题" }, "template"]),
  card: { tags: ["publish_status"], facts: ["template", "uv_count", "inquiry_count"], time: "publish_at" },
  title: "name",
  nameOf: ({ name }) => name,
  linkOf: ({ id, can }) => (can.edit ? specialKind.formPath(id) : ""),
};

/** On the phone, where nothing is written, a page leads nowhere but to its acts. */
export const readOnlySpecials: List<SpecialRow> = { ...specialList, linkOf: undefined };
