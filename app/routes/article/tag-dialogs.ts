import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { category } from "~/contract/article/category";
import { tag } from "~/contract/article/tag";

export const tagForm = recordDialog({
  create: tag.create,
  update: tag.update,
  size: "md",
  draft: "article-tag",
  begin: { color: "gray", sort: 100 },
  scene: "article_tags",
  sections: [{ fields: ["name", "color", "slug", "sort"] }],
});

export const categoryForm = recordDialog({
  create: category.create,
  update: category.update,
  size: "md",
  draft: "article-category",
  begin: { sort: 100 },
  scene: "article_categories",
  sections: [{ fields: ["name", "parent_id", "slug", "sort"] }],
});

interface Merged {
  id: number;
  version: number;
  name: string;
  use_count: number;
}

const merging = {
  fields: ["into_id"],
  about: ({ name, use_count }: Merged) =>
    t("“{name}”的 {n} 篇资讯改用另一个，原网址自动跳转，“{name}”被删除。合并后不能撤销。", { name, n: use_count }),
  input: ({ id, version }: Merged) => ({ params: { id }, body: { version } }),
  success: () => t("已合并"),
  submitLabel: "合并",
  isDanger: true,
} as const;

export const tagMerge = actDialog({ endpoint: tag.merge, ...merging });
export const categoryMerge = actDialog({ endpoint: category.merge, ...merging });
