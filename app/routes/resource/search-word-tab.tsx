import { formatInstant } from "~/app/blocks/detail/format";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import type { Page } from "~/contract/common";
import { searchPlatforms } from "~/contract/customer/customer-user";
import { type SearchWordDetail, SearchWordRow, searchWord } from "~/contract/resource/search-word";
import { disabling, removing, searchWordForm } from "./search-word-dialogs";
import { typeTones } from "./search-word-tones";

const list: List<SearchWordRow> = {
  name: "search-word",
  endpoint: searchWord.list,
  columns: columnsOf(SearchWordRow, [
    { key: "word", width: 150 },
    { key: "platform", width: 92, render: ({ platform }) => (platform ? t(searchPlatforms[platform]) : t("全部")) },
    { ...tagged(SearchWordRow, "type", typeTones), width: 76 },
    { key: "target", width: 150, render: targetOf },
    { key: "weight", width: 72 },
    {
      ...{ key: "search_30d", label: "7/30日搜索", width: 116, align: "right", isNamed: true },
      render: ({ search_7d, search_30d }) => `${search_7d} / ${search_30d}`,
    },
    { key: "no_result_30d", label: "无结果", width: 72 },
    { key: "end_at", label: "有效期", width: 192, render: spanOf },
    {
      ...tagged(SearchWordRow, "showing", { showing: "green", not_started: "cyan", ended: "gray", off: "gray" }),
      label: "状态",
      width: 92,
    },
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(searchWord.list, SearchWordRow, [{ name: "keyword", label: "词" }, "platform", "type", "status"]),
  card: { tags: ["type", "showing"], facts: ["target", "search_30d", "no_result_30d"], time: "end_at" },
  title: "word",
  nameOf: ({ word }) => word,
};

/** The words, with how much each is searched. */
export function SearchWordTab({ page, record }: { page: Page<SearchWordRow>; record: SearchWordDetail | undefined }) {
  const form = useRecordDialog(searchWordForm, record);
  const { run } = useAct();
  const { confirm, dialog } = useConfirm();
  const onSuccess = () => renewScene("search_words");
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && form.edit(row.id),
          row.can.enable && {
            label: t("启用"),
            onSelect: () => run(searchWord.enable, idOf(row), { success: t("已启用") }),
          },
          row.can.disable && {
            label: t("停用"),
            onSelect: () => confirm(searchWord.disable, idOf(row), disabling(row)),
          },
          row.can.delete && {
            label: t("删除"),
            isDanger: true,
            onSelect: () => confirm(searchWord.remove, idOf(row), { ...removing(row), onSuccess }),
          },
        ]}
        create={form.add}
      />
      {form.dialog}
      {dialog}
    </>
  );
}

const idOf = ({ id }: SearchWordRow) => ({ params: { id } });

function targetOf({ target, is_target_hidden }: SearchWordRow) {
  if (target === null) return "–";
  return is_target_hidden ? t("{target}（未在网站展示）", { target }) : target;
}

function spanOf({ start_at, end_at }: SearchWordRow) {
  if (!start_at && !end_at) return t("长期");
  const whole = `${formatInstant(start_at) || t("即日")} ~ ${formatInstant(end_at) || t("长期")}`;
  return <span title={whole}>{`${start_at?.slice(0, 10) ?? t("即日")} ~ ${end_at?.slice(0, 10) ?? t("长期")}`}</span>;
}
