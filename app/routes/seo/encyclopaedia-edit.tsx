import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useMemo } from "react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { rowNumber } from "~/contract/screen-data";
import { encyclopaediaScreens } from "~/contract/seo/encyclopaedia";
import { encyclopaediaOf } from "./encyclopaedia-kind";

export const clientLoader = loaderOf(encyclopaediaScreens["/seo/cityIntroduce/encyclopaedic/formArticle"]);
export { write as clientAction } from "~/app/api/writes";

export default function EncyclopaediaEdit() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const cityId = rowNumber(search.get("city_id"));
  const kind = useMemo(() => encyclopaediaOf(cityId), [cityId]);
  return <ContentForm kind={kind} record={draft ?? record} isDraft={draft !== undefined} />;
}
