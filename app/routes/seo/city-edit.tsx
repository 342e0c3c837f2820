import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { cityScreens } from "~/contract/seo/city";
import { cityIntroduction } from "./city-kind";

export const clientLoader = loaderOf(cityScreens["/seo/cityIntroduce/introdeceForm"]);
export { write as clientAction } from "~/app/api/writes";

export default function CityEdit() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  return <ContentForm kind={cityIntroduction} record={draft ?? record} isDraft={draft !== undefined} />;
}
