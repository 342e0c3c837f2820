import { useLoaderData } from "@remix-run/react";
import { IconReportAnalytics } from "@tabler/icons-react";
import { loaderOf } from "~/app/api/load";
import { Chips } from "~/app/blocks/detail/chips";
import { Tag } from "~/app/blocks/detail/tag";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { ArticleRow, article, newsScreens } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import { languages } from "~/contract/common";
import { siteFigures } from "~/contract/content/site-figures";
import { mayCall } from "~/contract/endpoint";
import { news } from "./news-kind";
import { tagTones } from "./tag-tones";

const ContentReport = lazyPart(() => import("./content-report"), "ContentReport");

export const clientLoader = loaderOf(newsScreens["/article/news-list"]);
export { write as clientAction } from "~/app/api/writes";

const newsList: List<ArticleRow> = {
  name: "news",
  endpoint: article.list,
  columns: columnsOf(
    ArticleRow,
    [
      { key: "title", width: 264, isSentence: true, render: (row) => <NewsTitle {...row} /> },
      { key: "category", width: 96, under: ({ lang }) => t(languages[lang]) },
      { key: "tags", width: 116, render: ({ tags }) => (tags.length ? <NewsTags tags={tags} /> : "–") },
      { author: 76, view_count: 68 },
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
  filters: filtersOf(article.list, ArticleRow, [
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

const categoryForm = actDialog({
  endpoint: article.categoryBatch,
  fields: [{ name: "category_id" }],
  about: (rows: readonly ArticleRow[]) => t("资讯：{names}", { names: namesOf(rows.map(({ title }) => title)) }),
  input: (rows) => ({ body: { ids: rows.map(({ id }) => id) } }),
  submitLabel: "改分类",
});

export default function NewsList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const { atOnce, inBulk, dialog } = useActs();
  const mayPublish = mayCall(profile, article.top);
  const mark = ({ id, is_top, is_recommend }: ArticleRow) => [
    atOnce(
      is_top ? t("取消置顶") : t("置顶"),
      article.top,
      { params: { id }, body: { is_top: !is_top } },
      { success: is_top ? t("已取消置顶") : t("已置顶") },
    ),
    atOnce(
      is_recommend ? t("取消推荐") : t("推荐"),
      article.recommend,
      { params: { id }, body: { is_recommend: !is_recommend } },
      { success: is_recommend ? t("已取消推荐") : t("已推荐") },
    ),
  ];
  return (
    <>
      <ContentList
        kind={news}
        list={newsList}
        page={page}
        createLabel={t("写资讯")}
        lastActionsOf={(row) => (mayPublish ? mark(row) : [])}
        bulk={[mayCall(profile, article.categoryBatch) && inBulk(categoryForm)]}
        tools={[
          {
            label: t("内容报表"),
            icon: IconReportAnalytics,
            dialog: (onClose) => <ContentReport onClose={onClose} />,
          },
        ]}
      />
      {dialog}
    </>
  );
}

const NewsTitle = ({ cover, title, sub_title, is_top, is_recommend }: ArticleRow) => (
  <CoverTitle cover={cover} title={title}>
    {is_top || is_recommend || sub_title ? (
      <>
        {is_top ? <Tag color="orange">{t("置顶")}</Tag> : null}
        {is_recommend ? <Tag color="brand">{t("推荐")}</Tag> : null}
        {sub_title ? <span>{sub_title}</span> : null}
      </>
    ) : null}
  </CoverTitle>
);

const NewsTags = ({ tags }: { tags: readonly TagRef[] }) => (
  <Chips of={tags.map(({ name, color }) => ({ name, color: tagTones[color] }))} room={5} />
);
