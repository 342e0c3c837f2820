import { Tag } from "~/app/blocks/detail/tag";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { TagRow, tag, tagColors } from "~/contract/article/tag";
import type { Page } from "~/contract/common";
import { tagForm, tagMerge } from "./tag-dialogs";
import { tagTones } from "./tag-tones";
import { useWordActs } from "./use-word-acts";

const list: List<TagRow> = {
  name: "news-tag",
  endpoint: tag.list,
  columns: columnsOf(TagRow, [
    { key: "name", width: 220, render: ({ name, color }) => <Tag color={tagTones[color]}>{name}</Tag> },
    { key: "color", width: 100, render: ({ color }) => t(tagColors[color]) },
    { key: "slug", width: 240 },
    { key: "use_count", width: 100 },
    { key: "sort", width: 100 },
    { ...tagged(TagRow, "status", { enabled: "green" }), width: 100 },
  ]),
  filters: filtersOf(tag.list, TagRow, [{ name: "keyword", label: "名称" }, "status"]),
  card: { tags: ["status"], facts: ["use_count"], time: "sort" },
  title: "name",
  nameOf: ({ name }) => name,
};

/** Tags of news, with how many articles have each. */
export function TagTab({ page, record }: { page: Page<TagRow>; record: TagRow | undefined }) {
  const form = useRecordDialog(tagForm, record);
  const acts = useWordActs({
    endpoints: tag,
    merge: (of, onDone, onClose) => <ActDialog form={tagMerge} {...{ of, onDone, onClose }} />,
    scene: "article_tags",
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
