import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { Tag } from "~/app/blocks/detail/tag";
import { useAct } from "~/app/blocks/feedback/use-act";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import type { BulkAction } from "~/app/features/bulk/bulk-bar";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { languages } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import { densityLimit } from "~/contract/seo/density-limit";
import {
  type IndexedState,
  indexedStates,
  SeoArticleRow,
  seoArticle,
  seoArticleScreens,
} from "~/contract/seo/seo-article";
import { seoArticles } from "./article-kind";

export const clientLoader = loaderOf(seoArticleScreens["/seo/seo-article"]);
export { write as clientAction } from "~/app/api/writes";

const articleList: List<SeoArticleRow> = {
  name: "seo-article",
  endpoint: seoArticle.list,
  columns: columnsOf(
    SeoArticleRow,
    [
      {
        key: "title",
        width: 196,
        isSentence: true,
        render: ({ cover, title }) => <CoverTitle cover={cover} title={title} />,
      },
      { key: "keywords", width: 100, render: ({ keywords }) => keywords.map(({ name }) => name).join("、") || "–" },
      { district: 80, word_count: 68 },
      {
        ...{ key: "keyword_density", width: 74, align: "right", isNamed: true },
        render: ({ keyword_density: density }) =>
          density > densityLimit ? <Tag color="orange">{`${density}%`}</Tag> : `${density}%`,
      },
      { key: "inlink_count", width: 70 },
      { ...tagged(SeoArticleRow, "indexed", { yes: "green", no: "orange" }), width: 76 },
      { key: "view_count", width: 70 },
      lifeColumn,
      publishColumn,
      { key: "lang", isExtra: true, render: ({ lang }) => t(languages[lang]) },
    ],
    ["offline_at", "author", "slug", "share_count", "updated_at"],
  ),
  filters: filtersOf(seoArticle.list, SeoArticleRow, [
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

const states = ["yes", "no"] as const satisfies readonly IndexedState[];
const mark = (indexed: IndexedState) => t("标记{state}", { state: t(indexedStates[indexed]) });

/** SEO文章: articles that are written to be found by the search engines. */
export default function ArticleList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const { run } = useAct();
  const mayMark = mayCall(useProfile(), seoArticle.indexedBatch);
  const bulk = states.map(
    (indexed): BulkAction<SeoArticleRow> => ({
      label: mark(indexed),
      max: 100,
      run: (rows, report) =>
        run(seoArticle.indexedBatch, { body: { ids: rows.map(({ id }) => id), indexed } }, { onSuccess: report }),
    }),
  );
  return (
    <ContentList
      kind={seoArticles}
      list={articleList}
      page={page}
      createLabel={t("写SEO文章")}
      bulk={mayMark ? bulk : []}
      furtherActionsOf={({ id, indexed: present }) =>
        states.map(
          (indexed) =>
            mayMark &&
            indexed !== present && {
              label: mark(indexed),
              onSelect: () =>
                run(seoArticle.indexedBatch, { body: { ids: [id], indexed } }, { success: t("收录状态已更新") }),
            },
        )
      }
    />
  );
}
