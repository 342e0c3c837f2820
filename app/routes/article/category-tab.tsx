import { Box } from "@mantine/core";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { CategoryColumns, type CategoryRow, category } from "~/contract/article/category";
import type { Page } from "~/contract/common";
import { categoryForm, categoryMerge } from "./tag-dialogs";
import { useWordActs } from "./use-word-acts";

const list: List<CategoryRow> = {
  name: "news-category",
  endpoint: category.list,
  columns: columnsOf(CategoryColumns, [
    {
      key: "name",
      width: 240,
      render: ({ name, level }) => (
        <Box component="span" pl={level > 1 ? 20 : 0}>
          {name}
        </Box>
      ),
    },
    { key: "parent", width: 140 },
    { key: "slug", width: 220 },
    { key: "child_count", width: 90 },
    { key: "use_count", width: 90 },
    { key: "sort", width: 90 },
    { ...tagged(CategoryColumns, "status", { enabled: "green" }), width: 90 },
  ]),
  filters: filtersOf(category.list, CategoryColumns, [
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

/** Categories of news: each of the first level followed by those below it. */
export function CategoryTab({ page, record }: { page: Page<CategoryRow>; record: CategoryRow | undefined }) {
  const form = useRecordDialog(categoryForm, record);
  const acts = useWordActs({
    endpoints: category,
    merge: (of, onDone, onClose) => <ActDialog form={categoryMerge} {...{ of, onDone, onClose }} />,
    scene: "article_categories",
  });
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [row.can.edit && form.edit(row.id), ...acts.actionsOf(row)]}
        create={form.add}
      />
      {form.dialog}
      {acts.dialog}
    </>
  );
}
