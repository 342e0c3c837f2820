import { Box } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { Tag } from "~/app/blocks/detail/tag";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { CrudScreen, crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { CategoryRow, category } from "~/contract/article/category";
import { TagRow, tag, tagColors, tagScreens, tagTabs } from "~/contract/article/tag";
import { tagTones } from "./tag-tones";

export const clientLoader = loaderOf(tagScreens["/article/news-tag"]);
export { write as clientAction } from "~/app/api/writes";

interface Word {
  id: number;
  version: number;
  name: string;
  use_count: number;
}

const merging = {
  fields: ["into_id"],
  about: ({ name, use_count }: Word) =>
    t("“{name}”的 {n} 篇资讯改用另一个，原网址自动跳转，“{name}”被删除。合并后不能撤销。", { name, n: use_count }),
  input: ({ id, version }: Word) => ({ params: { id }, body: { version } }),
  success: () => t("已合并"),
  submitLabel: "合并",
  isDanger: true,
} as const;

const disabling = ({ name, use_count: n }: Word) =>
  t("“{name}”停用后写资讯时不能再选，已用它的 {n} 篇资讯不变。", { name, n });

const tagList: List<TagRow> = {
  name: "news-tag",
  endpoint: tag.list,
  columns: columnsOf(TagRow, [
    { key: "name", width: 220, render: ({ name, color }) => <Tag color={tagTones[color]}>{name}</Tag> },
    { key: "color", width: 100, render: ({ color }) => t(tagColors[color]) },
    { slug: 240, use_count: 100, sort: 100 },
    { ...tagged(TagRow, "status", { enabled: "green" }), width: 100 },
  ]),
  filters: filtersOf(tag.list, TagRow, [{ name: "keyword", label: "名称" }, "status"]),
  card: { tags: ["status"], facts: ["use_count"], time: "sort" },
  title: "name",
  nameOf: ({ name }) => name,
};

const tagMerge = actDialog({ endpoint: tag.merge, scene: "article_tags", ...merging });

const tagScreen = crudScreen({
  list: tagList,
  form: recordDialog({
    create: tag.create,
    update: tag.update,
    size: "md",
    draft: "article-tag",
    begin: { color: "gray", sort: 100 },
    scene: "article_tags",
    sections: [{ fields: ["name", "color", "slug", "sort"] }],
  }),
  endpoints: tag,
  disabling,
  acts: (row, { edit, toggle, remove }, { form }) => [
    edit,
    row.can.merge && form(tagMerge, row, { isDanger: false }),
    toggle,
    remove,
  ],
});

const categoryList: List<CategoryRow> = {
  name: "news-category",
  endpoint: category.list,
  columns: columnsOf(CategoryRow, [
    {
      key: "name",
      width: 240,
      render: ({ name, level }) => (
        <Box component="span" pl={level > 1 ? 20 : 0}>
          {name}
        </Box>
      ),
    },
    { parent: 140, slug: 220, child_count: 90, use_count: 90, sort: 90 },
    { ...tagged(CategoryRow, "status", { enabled: "green" }), width: 90 },
  ]),
  filters: filtersOf(category.list, CategoryRow, [
    { name: "keyword", label: "名称" },
    { name: "parent_id", by: "parent", scene: "article_categories" },
    "status",
  ]),
  card: { tags: ["status"], facts: ["parent", "use_count"], time: "sort" },
  title: "name",
  nameOf: ({ name }) => name,
  // The tab that it lies in.
  place: ["tab"],
};

const categoryMerge = actDialog({ endpoint: category.merge, scene: "article_categories", ...merging });

const categoryScreen = crudScreen({
  list: categoryList,
  form: recordDialog({
    create: category.create,
    update: category.update,
    size: "md",
    draft: "article-category",
    begin: { sort: 100 },
    scene: "article_categories",
    sections: [{ fields: ["name", "parent_id", "slug", "sort"] }],
  }),
  endpoints: category,
  disabling,
  acts: (row, { edit, toggle, remove }, { form }) => [
    edit,
    form(categoryMerge, row, { isDanger: false }),
    toggle,
    remove,
  ],
});

export default function NewsTag() {
  const { tags, tag, categories, category } = useLoaderData<typeof clientLoader>();
  return (
    <ScreenTabs labels={tagTabs} present={tags ? "tag" : "category"}>
      {tags ? <CrudScreen of={tagScreen} page={tags} record={tag} /> : null}
      {categories ? <CrudScreen of={categoryScreen} page={categories} record={category} /> : null}
    </ScreenTabs>
  );
}
