import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { seoTag, type TagRow } from "~/contract/seo/tag";

const FilterBuilder = lazyPart(() => import("~/app/features/estate-filter/filter-builder"), "FilterBuilder");

export const tagForm = recordDialog({
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

export const tagMerge = actDialog({
  endpoint: seoTag.merge,
  fields: ["into_id"],
  about: ({ name }: TagRow) =>
    t("“{name}”的网址自动跳转到另一个标签，标签云里也改为另一个，“{name}”被删除。合并后不能撤销。", { name }),
  input: ({ id, version }: TagRow) => ({ params: { id }, body: { version } }),
  success: () => t("已合并"),
  submitLabel: "合并",
  isDanger: true,
});
