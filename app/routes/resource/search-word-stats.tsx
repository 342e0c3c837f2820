import { useNavigate } from "@remix-run/react";
import { Tag } from "~/app/blocks/detail/tag";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import type { Page } from "~/contract/common";
import type { SearchPlatform } from "~/contract/customer/customer-user";
import type { Input } from "~/contract/endpoint";
import { searchWord, searchWordTypes, WordStat } from "~/contract/resource/search-word";
import { foundWordForm, typeTones } from "./search-words";

const list: List<WordStat> = {
  name: "search-stats",
  endpoint: searchWord.stats,
  columns: columnsOf(WordStat, [
    { id: 72, word: 260, count: 120, no_result: 120 },
    {
      ...{ key: "share", label: "无结果占比", width: 120, align: "right", isNamed: true },
      render: ({ count, no_result }) => `${Math.round((no_result / Math.max(count, 1)) * 100)}%`,
    },
    {
      key: "types",
      width: 160,
      render: typesOf,
      brief: ({ types }) => types.map((type) => t(searchWordTypes[type])).join("、"),
    },
  ]),
  filters: filtersOf(searchWord.stats, WordStat, ["days", "kind", "platform"]),
  card: { tags: [], facts: ["types", "count", "no_result"], time: "id" },
  title: "word",
  nameOf: ({ word }) => word,
  // The tab that it lies in.
  place: ["tab"],
  empty: "这段时间没有搜索记录",
};

export function SearchWordStats({ page }: { page: Page<WordStat> }) {
  const navigate = useNavigate();
  const acts = useActs();
  const platform = usePlatform();
  const onSuccess = () => renewScene("search_words");
  const add = (label: string, { word }: WordStat, type: "hot" | "block", success: string) => {
    const body = { word, platform, type } as Input<typeof searchWord.create>["body"]; // the rest has its defaults
    return acts.atOnce(label, searchWord.create, { body }, { success, onSuccess });
  };
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) =>
          row.types.length
            ? [{ label: t("查看"), onSelect: () => navigate(`?keyword=${encodeURIComponent(row.word)}`) }]
            : [
                add(t("设为热门"), row, "hot", t("已加入热门")),
                acts.show(t("设为同义"), (onClose) => (
                  <RecordDialog
                    form={foundWordForm}
                    record={undefined}
                    begin={{ word: row.word, type: "synonym", platform }}
                    onClose={onClose}
                  />
                )),
                add(t("屏蔽"), row, "block", t("已屏蔽")),
              ]
        }
      />
      {acts.dialog}
    </>
  );
}

function usePlatform(): SearchPlatform | null {
  const { platform } = useListQuery(list.endpoint).query as { platform?: SearchPlatform[] };
  return platform?.length === 1 ? (platform[0] ?? null) : null;
}

function typesOf({ types }: WordStat) {
  if (types.length === 0) return "–";
  return types.map((type) => (
    <Tag key={type} color={typeTones[type]}>
      {t(searchWordTypes[type])}
    </Tag>
  ));
}
