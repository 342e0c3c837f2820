import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { CrudScreen, crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { seoTag, seoTagScreens, TagRow } from "~/contract/seo/tag";

export const clientLoader = loaderOf(seoTagScreens["/seo/tagList"]);
export { write as clientAction } from "~/app/api/writes";

const FilterBuilder = lazyPart(() => import("~/app/features/estate-filter/filter-builder"), "FilterBuilder");

const tagForm = recordDialog({
  create: seoTag.create,
  update: seoTag.update,
  size: "xl",
  draft: "seo-tag",
  begin: { filter: {}, index_flag: true, sort: 100 },
  scene: "seo_tags",
  sections: [
    { fields: ["name", "type", "slug", "sort", "title", "index_flag", { name: "desc", isWide: true }] },
    {
      title: "筛选条件",
      fields: [{ name: "filter", isUnseen: true }],
      below: (values, form) => <FilterBuilder value={values.filter} onChange={(filter) => form.fill({ filter })} />,
    },
  ],
});

const tagMerge = actDialog({
  endpoint: seoTag.merge,
  fields: ["into_id"],
  about: ({ name }: TagRow) =>
    t("“{name}”的网址自动跳转到另一个标签，标签云里也改为另一个，“{name}”被删除。合并后不能撤销。", { name }),
  input: ({ id, version }: TagRow) => ({ params: { id }, body: { version } }),
  success: () => t("已合并"),
  scene: "seo_tags",
  submitLabel: "合并",
  isDanger: true,
});

const list: List<TagRow> = {
  name: "seo-tag",
  endpoint: seoTag.list,
  columns: columnsOf(TagRow, [
    { name: 190, slug: 190 },
    { ...tagged(TagRow, "type"), width: 90 },
    { estate_count: 90, piece_count: 90 },
    { ...tagged(TagRow, "indexing", { index: "green", thin: "orange" }), width: 100 },
    { key: "sort", width: 80 },
    { ...tagged(TagRow, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(seoTag.list, TagRow, [{ name: "keyword", label: "名称" }, "type", "index_flag", "status"]),
  card: { tags: ["status", "indexing"], facts: ["type", "estate_count", "slug"], time: "sort" },
  title: "name",
  nameOf: ({ name }) => name,
};

const screen = crudScreen({
  list,
  form: tagForm,
  endpoints: seoTag,
  isForDesktop: true,
  disabling: ({ name }) => t("“{name}”停用后，它的页面不再公开。", { name }),
  acts: (row, { edit, toggle, remove }, acts) => [
    edit,
    row.can.merge && acts.form(tagMerge, row, { isDanger: false }),
    toggle,
    remove,
  ],
});

/** SEO标签: searches of estates with pages of their own. */
export default function TagList() {
  return <CrudScreen of={screen} {...useLoaderData<typeof clientLoader>()} />;
}
