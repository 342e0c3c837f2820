import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { IconReportAnalytics } from "@tabler/icons-react";
import { load } from "~/app/api/load";
import { Chips } from "~/app/blocks/detail/chips";
import { Tag } from "~/app/blocks/detail/tag";
import { WaitingCards } from "~/app/blocks/feedback/waiting";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { DisplayChoice } from "~/app/blocks/list/list-display";
import type { List } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useAddress } from "~/app/blocks/use-set-address";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { ArticleRow, article, newsScreens } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import { languages } from "~/contract/common";
import { contentCalendarAt } from "~/contract/content/content-calendar";
import { siteFigures } from "~/contract/content/site-figures";
import { mayCall } from "~/contract/endpoint";
import { news } from "./news-kind";
import { tagTones } from "./tag-tones";

const ContentCalendar = lazyPart(() => import("./calendar/content-calendar"), "ContentCalendar", WaitingCards);
const ContentReport = lazyPart(() => import("./content-report"), "ContentReport");

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const { page, calendar } = await load(newsScreens["/article/news-list"], args);
  const shown = contentCalendarAt(new URL(args.request.url).searchParams);
  return { page, calendar: calendar && shown && { ...shown, ...calendar } };
}
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
      publishColumn,
      lifeColumn,
    ],
    ["offline_at", "share_count", "country_code", "sort", "slug", "created_at", "updated_at"],
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
  const { page, calendar } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const choice = useNewsDisplay();
  const isPhone = useIsPhone();
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
  const createLabel = t("写资讯");
  if (calendar) {
    const { view, day, days, list, is_capped } = calendar;
    const mayWrite = mayCall(profile, article.create) && !isPhone;
    const create = mayWrite ? <CreateButton label={createLabel} to={news.formPath()} /> : null;
    return <ContentCalendar {...{ view, day, days, list, choice, create }} isCapped={is_capped} />;
  }
  if (!page) return null;
  return (
    <>
      <ContentList
        kind={news}
        list={newsList}
        page={page}
        createLabel={createLabel}
        display={{ choice }}
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

const displays = { list: "列表", calendar: "日历" } as const;

function useNewsDisplay() {
  const [search, setAddress] = useAddress();
  const choose = (display: keyof typeof displays) =>
    setAddress({
      view: display === "calendar" ? "week" : undefined,
      ...{ day: undefined, kind: undefined, event: undefined },
    });
  const present = contentCalendarAt(search) ? "calendar" : "list";
  return <DisplayChoice displays={displays} present={present} choose={choose} />;
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
