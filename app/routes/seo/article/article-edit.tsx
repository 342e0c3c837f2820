import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { seoArticleScreens } from "~/contract/seo/seo-article";
import { seoArticles } from "./article-kind";

export const clientLoader = loaderOf(seoArticleScreens["/seo/seo-article/editArticle"]);
export { write as clientAction } from "~/app/api/writes";

export default function ArticleEdit() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  return <ContentForm kind={seoArticles} record={draft ?? record} isDraft={draft !== undefined} />;
}
