import { VisuallyHidden } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { formatNumber } from "~/contract/decimal";
import { KeywordColumns, type KeywordRow, seoKeyword } from "~/contract/seo/keyword";
import classes from "./keyword.module.css";

export const keywordList: List<KeywordRow> = {
  name: "seo-keyword",
  endpoint: seoKeyword.list,
  exports: seoKeyword.export,
  columns: columnsOf(KeywordColumns, [
    { key: "word", width: 160 },
    { ...tagged(KeywordColumns, "intent"), width: 70 },
    { key: "group_name", width: 96 },
    { key: "volume", width: 90, render: ({ volume }) => (volume === null ? "–" : formatNumber(volume)) },
    { key: "difficulty", width: 70 },
    { key: "rank_current", width: 110, render: (row) => <Rank row={row} /> },
    { key: "rank_best", width: 70 },
    { key: "target_url", width: 126 },
    {
      key: "link_text",
      width: 70,
      render: ({ link_text, max_per_article }) => (link_text ? t("{n} 次/篇", { n: max_per_article }) : "–"),
    },
    { ...tagged(KeywordColumns, "status", { tracking: "brand", done: "green" }), width: 80 },
    { key: "lang", width: 100, isExtra: true },
    { key: "owner", width: 100, isExtra: true },
    { key: "rank_at", width: 120, isExtra: true },
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(seoKeyword.list, KeywordColumns, [
    { name: "keyword", label: "词" },
    "intent",
    "group_name",
    "status",
    { name: "rank_current", label: "排名区间" },
    "lang",
    { name: "owner_id", label: "负责人", scene: "users" },
    "link_text",
  ]),
  card: { tags: ["status"], facts: ["intent", "rank_current", "rank_best"], time: "created_at" },
  title: "word",
  nameOf: ({ word }) => word,
};

/** The present rank, and by how much it is better or worse than the one before. */
function Rank({ row: { rank_current, rank_before, rank_at } }: { row: KeywordRow }) {
  if (rank_current === null) return rank_at === null ? "–" : t("未进排名");
  const gain = rank_before === null ? 0 : rank_before - rank_current;
  if (gain === 0) return rank_current;
  const words = gain > 0 ? t("上升{n}名", { n: gain }) : t("下降{n}名", { n: -gain });
  return (
    <span className={basic.oneLine}>
      {rank_current}
      <span className={`${classes.change} ${basic.relative} ${basic.size13}`} data-better={gain > 0} title={words}>
        <span aria-hidden>{gain > 0 ? `↑${gain}` : `↓${-gain}`}</span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    </span>
  );
}
