import { formatInstant } from "~/app/blocks/detail/format";
import type { TagColor } from "~/app/blocks/detail/tag";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { crudScreen } from "~/app/features/records/crud-screen";
import { t } from "~/app/i18n/t";
import { searchPlatforms } from "~/contract/customer/customer-user";
import { SearchWordRow, type SearchWordType, searchWord } from "~/contract/resource/search-word";

export const typeTones: Readonly<Record<SearchWordType, TagColor>> = {
  hot: "brand",
  default: "gray",
  synonym: "cyan",
  block: "red",
};

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

const leadsTo = (target: string) => (values: FormValues) => values.type === "hot" && values.target_type === target;

const searchWordForm = recordDialog({
  create: searchWord.create,
  update: searchWord.update,
  size: "lg",
  draft: "search-word",
  scene: "search_words",
  begin: { type: "hot", target_type: "none", weight: 100 },
  sections: [
    {
      fields: [
        "word",
        "type",
        "platform",
        "weight",
        { name: "synonym_of", when: ({ type }) => type === "synonym", isWide: true },
        { name: "target_type", when: ({ type }) => type === "hot" },
        { name: "estate_id", when: leadsTo("estate") },
        { name: "article_id", when: leadsTo("article") },
        { name: "special_id", when: leadsTo("special") },
        { name: "city_id", when: leadsTo("city") },
        { name: "target_url", when: leadsTo("url") },
      ],
    },
    { title: "有效期", fields: ["start_at", "end_at"] },
  ],
});

/** The same for a word out of the statistics: it is begun with that word, and no draft of another. */
export const foundWordForm = { ...searchWordForm, draft: undefined };

export const searchWords = crudScreen({
  list,
  form: searchWordForm,
  endpoints: searchWord,
  disabling: ({ word }) => t("“{word}”停用后网站不再使用它。", { word }),
  removing: ({ word }) => t("“{word}”将被删除，不能恢复；它的搜索次数不变。", { word }),
});

function targetOf({ target, is_target_hidden }: SearchWordRow) {
  if (target === null) return "–";
  return is_target_hidden ? t("{target}（未在网站展示）", { target }) : target;
}

function spanOf({ start_at, end_at }: SearchWordRow) {
  if (!start_at && !end_at) return t("长期");
  const whole = `${formatInstant(start_at) || t("即日")} ~ ${formatInstant(end_at) || t("长期")}`;
  return <span title={whole}>{`${start_at?.slice(0, 10) ?? t("即日")} ~ ${end_at?.slice(0, 10) ?? t("长期")}`}</span>;
}
