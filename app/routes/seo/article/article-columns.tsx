import { Tag } from "~/app/blocks/detail/tag";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { lifeColumn } from "~/app/features/content/life-tag";
import { PieceTitle } from "~/app/features/content/piece-title";
import { t } from "~/app/i18n/t";
import { languages } from "~/contract/common";
import { densityLimit } from "~/contract/seo/density-limit";
import { SeoArticleColumns, type SeoArticleRow, seoArticle } from "~/contract/seo/seo-article";
import { seoArticles } from "./article-kind";

/** The list of articles: its columns, filters and cards. */
export const articleList: List<SeoArticleRow> = {
  name: "seo-article",
  endpoint: seoArticle.list,
  columns: columnsOf(
    SeoArticleColumns,
    [
      {
        key: "title",
        width: 196,
        isSentence: true,
        render: ({ cover, title }) => <PieceTitle cover={cover} title={title} />,
      },
      { key: "keywords", width: 100, render: ({ keywords }) => keywords.map(({ name }) => name).join("、") || "–" },
      { key: "district", width: 80 },
      { key: "word_count", width: 68 },
      {
        ...{ key: "keyword_density", width: 74, align: "right", isNamed: true },
        render: ({ keyword_density: density }) =>
          density > densityLimit ? <Tag color="orange">{`${density}%`}</Tag> : `${density}%`,
      },
      { key: "inlink_count", width: 70 },
      { ...tagged(SeoArticleColumns, "indexed", { yes: "green", no: "orange" }), width: 76 },
      { key: "view_count", width: 70 },
      lifeColumn,
      { key: "publish_at", width: 128 },
      { key: "lang", isExtra: true, render: ({ lang }) => t(languages[lang]) },
    ],
    ["author", "slug", "share_count", "updated_at"],
  ),
  filters: filtersOf(seoArticle.list, SeoArticleColumns, [
    { name: "keyword", label: "标题" },
    "keyword_id",
    "district_id",
    "indexed",
    "lang",
  ]),
  card: {
    tags: ["publish_status", "indexed"],
    facts: ["keywords", "district", "word_count", "view_count"],
    time: "publish_at",
  },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? seoArticles.formPath(id) : ""),
};
