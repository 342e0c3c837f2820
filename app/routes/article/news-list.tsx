import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { ActDialog } from "~/app/blocks/form/act-dialog";
import { useAct } from "~/app/blocks/form/use-act";
import { CreateButton } from "~/app/blocks/list/create-button";
import { columnsOf } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { wholeList } from "~/app/blocks/list/list-tabs";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { LifeTag } from "~/app/features/content/life-tag";
import { useLifeActs } from "~/app/features/content/use-life-acts";
import { useLifeBulk } from "~/app/features/content/use-life-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { ArticleColumns, type ArticleRow, article, newsScreens } from "~/contract/article/article";
import { type BatchReply, languages } from "~/contract/common";
import { publishStatuses } from "~/contract/content/publishing";
import { mayCall } from "~/contract/endpoint";
import { NewsTags, NewsTitle } from "./news-cells";
import { categoryForm } from "./news-dialogs";
import { news } from "./news-kind";

export const clientLoader = loaderOf(newsScreens["/article/news-list"]);

export const clientAction = write;

const list: List<ArticleRow> = {
  name: "news",
  endpoint: article.list,
  columns: columnsOf(ArticleColumns, [
    { key: "title", width: 264, render: (row) => <NewsTitle {...row} /> },
    { key: "category", width: 96, under: ({ lang }) => t(languages[lang]) },
    { key: "tags", width: 116, render: ({ tags }) => <NewsTags tags={tags} /> },
    { key: "author", width: 76 },
    { key: "view_count", width: 68 },
    {
      key: "inquiry_count",
      label: "询盘/成交",
      width: 84,
      render: (row) => `${row.inquiry_count} / ${row.deal_count}`,
    },
    { key: "publish_at", width: 132 },
    { key: "publish_status", width: 92, render: (row) => <LifeTag {...row} /> },
    { key: "share_count", isExtra: true },
    { key: "country_code", isExtra: true },
    { key: "sort", isExtra: true },
    { key: "slug", isExtra: true },
    { key: "created_at", isExtra: true },
    { key: "updated_at", isExtra: true },
  ]),
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

const tabs = {
  name: "status",
  options: Object.entries({ [wholeList]: "全部", ...publishStatuses }).map(([value, label]) => ({
    value,
    label: t(label),
  })),
};

export default function NewsList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const life = useLifeActs(news);
  const lifeBulk = useLifeBulk<ArticleRow>(article);
  const { run } = useAct();
  const [moved, setMoved] = useState<{ rows: ArticleRow[]; report: (reply: BatchReply) => void }>();
  const mayPublish = mayCall(profile, article.top);
  const mark = ({ id, is_top, is_recommend }: ArticleRow) => [
    {
      label: is_top ? t("取消置顶") : t("置顶"),
      onSelect: () =>
        run(
          article.top,
          { params: { id }, body: { is_top: !is_top } },
          { success: is_top ? t("已取消置顶") : t("已置顶") },
        ),
    },
    {
      label: is_recommend ? t("取消推荐") : t("推荐"),
      onSelect: () =>
        run(
          article.recommend,
          { params: { id }, body: { is_recommend: !is_recommend } },
          { success: is_recommend ? t("已取消推荐") : t("已推荐") },
        ),
    },
  ];
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={tabs}
        rowActions={(row) => [...life.actionsOf(row), ...(mayPublish ? mark(row) : [])]}
        bulk={useBulk(list, page, [
          ...lifeBulk,
          mayCall(profile, article.categoryBatch) && {
            label: t("改分类"),
            max: 100,
            run: (rows, report) => setMoved({ rows, report }),
          },
        ])}
        create={mayCall(profile, article.create) ? <CreateButton label={t("写资讯")} to={news.formPath()} /> : null}
      />
      {moved ? (
        <ActDialog
          form={categoryForm}
          of={moved.rows}
          onDone={(reply) => {
            setMoved(undefined);
            moved.report(reply);
          }}
          onClose={() => setMoved(undefined)}
        />
      ) : null}
      {life.dialog}
    </>
  );
}
