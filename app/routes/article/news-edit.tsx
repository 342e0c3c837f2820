import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { newsScreens } from "~/contract/article/article";
import { news } from "./news-kind";

export const clientLoader = loaderOf(newsScreens["/article/news-list/news-edit"]);
export { write as clientAction } from "~/app/api/writes";

export default function NewsEdit() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  return <ContentForm kind={news} record={draft ?? record} isDraft={draft !== undefined} />;
}
