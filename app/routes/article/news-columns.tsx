import { Chips } from "~/app/blocks/detail/chips";
import { Tag } from "~/app/blocks/detail/tag";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { lifeColumn } from "~/app/features/content/life-tag";
import { PieceTitle } from "~/app/features/content/piece-title";
import { t } from "~/app/i18n/t";
import { ArticleColumns, type ArticleRow, article } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import { languages } from "~/contract/common";
import { siteFigures } from "~/contract/content/site-figures";
import { news } from "./news-kind";
import { tagTones } from "./tag-tones";

/** The list of news: its columns, filters and cards. */
export const newsList: List<ArticleRow> = {
  name: "news",
  endpoint: article.list,
  columns: columnsOf(
    ArticleColumns,
    [
      { key: "title", width: 264, isSentence: true, render: (row) => <NewsTitle {...row} /> },
      { key: "category", width: 96, under: ({ lang }) => t(languages[lang]) },
      { key: "tags", width: 116, render: ({ tags }) => (tags.length ? <NewsTags tags={tags} /> : "–") },
      { key: "author", width: 76 },
      { key: "view_count", width: 68 },
      {
        key: "inquiry_count",
        label: "询盘/成交",
        figure: siteFigures.brought,
        width: 84,
        render: (row) => `${row.inquiry_count} / ${row.deal_count}`,
      },
      { key: "publish_at", width: 132 },
      lifeColumn,
    ],
    ["share_count", "country_code", "sort", "slug", "created_at", "updated_at"],
  ),
  filters: filtersOf(article.list, ArticleColumns, [
    { name: "keyword", label: "标题" },
    { name: "category_id", by: "category", scene: "article_categories" },
    "tag_id",
    "lang",
    "is_top",
    "is_recommend",
    { name: "country", by: "country_code" },
    { name: "published", by: "publish_at" },
  ]),
  card: { tags: ["publish_status"], facts: ["category", "view_count", "inquiry_count"], time: "publish_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? news.formPath(id) : ""),
};

/** Its cover next to its title, and whether it is pinned or recommended. */
function NewsTitle({ cover, title, sub_title, is_top, is_recommend }: ArticleRow) {
  return (
    <PieceTitle cover={cover} title={title}>
      {is_top || is_recommend || sub_title ? (
        <>
          {is_top ? <Tag color="orange">{t("置顶")}</Tag> : null}
          {is_recommend ? <Tag color="brand">{t("推荐")}</Tag> : null}
          {sub_title ? <span>{sub_title}</span> : null}
        </>
      ) : null}
    </PieceTitle>
  );
}

/** What a piece is about, as far as there is room. */
const NewsTags = ({ tags }: { tags: readonly TagRef[] }) => (
  <Chips of={tags.map(({ name, color }) => ({ name, color: tagTones[color] }))} room={5} />
);
