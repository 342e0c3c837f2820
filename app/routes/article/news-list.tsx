import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { wholeList } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useLifeActs } from "~/app/features/content/use-life-acts";
import { useLifeBulk } from "~/app/features/content/use-life-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type ArticleRow, article, newsScreens } from "~/contract/article/article";
import type { BatchReply } from "~/contract/common";
import { publishStatuses } from "~/contract/content/publishing";
import { mayCall } from "~/contract/endpoint";
import { newsList, readOnlyNews } from "./news-columns";
import { news } from "./news-kind";

export const clientLoader = loaderOf(newsScreens["/article/news-list"]);

export const clientAction = write;

const categoryForm = actDialog({
  endpoint: article.categoryBatch,
  fields: [{ name: "category_id" }],
  about: (rows: readonly ArticleRow[]) => t("资讯：{names}", { names: namesOf(rows.map(({ title }) => title)) }),
  input: (rows) => ({ body: { ids: rows.map(({ id }) => id) } }),
  submitLabel: "改分类",
});

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
  const isPhone = useIsPhone();
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
        list={isPhone ? readOnlyNews : newsList}
        page={page}
        tabs={tabs}
        rowActions={(row) => [...life.actionsOf(row), ...(mayPublish ? mark(row) : [])]}
        bulk={useBulk(newsList, page, [
          ...lifeBulk,
          mayCall(profile, article.categoryBatch) && {
            label: t("改分类"),
            max: 100,
            run: (rows, report) => setMoved({ rows, report }),
          },
        ])}
        create={
          mayCall(profile, article.create) && !isPhone ? (
            <CreateButton label={t("写资讯")} to={news.formPath()} />
          ) : null
        }
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
