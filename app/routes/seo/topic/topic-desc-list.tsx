import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { CrudScreen } from "~/app/features/records/crud-screen";
import { topicDesc, topicScreens } from "~/contract/seo/topic-template";
import { topicScreen } from "./topic-list";

export const clientLoader = loaderOf(topicScreens["/seo/topicDescList"]);
export { write as clientAction } from "~/app/api/writes";

const screen = topicScreen(topicDesc, "topic-desc");

export default function TopicDescList() {
  return <CrudScreen of={screen} {...useLoaderData<typeof clientLoader>()} />;
}
