import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { ContentList } from "~/app/features/content/content-list";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { type ArticleRow, article, newsScreens } from "~/contract/article/article";
import { mayCall } from "~/contract/endpoint";
import { newsList } from "./news-columns";
import { news } from "./news-kind";

export const clientLoader = loaderOf(newsScreens["/article/news-list"]);
export { write as clientAction } from "~/app/api/writes";

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
      />
      {dialog}
    </>
  );
}
