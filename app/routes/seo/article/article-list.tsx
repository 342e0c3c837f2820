import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { useAct } from "~/app/blocks/feedback/use-act";
import type { BulkAction } from "~/app/features/bulk/bulk-bar";
import { ContentList } from "~/app/features/content/content-list";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import {
  type IndexedState,
  indexedStates,
  type SeoArticleRow,
  seoArticle,
  seoArticleScreens,
} from "~/contract/seo/seo-article";
import { articleList } from "./article-columns";
import { seoArticles } from "./article-kind";

export const clientLoader = loaderOf(seoArticleScreens["/seo/seo-article"]);
export { write as clientAction } from "~/app/api/writes";

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
