import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { CrudScreen } from "~/app/features/records/crud-screen";
import { topicScreens, topicTitle } from "~/contract/seo/topic-template";
import { topicScreen } from "./topic-list";

export const clientLoader = loaderOf(topicScreens["/seo/topicTitleList"]);
export { write as clientAction } from "~/app/api/writes";

const screen = topicScreen(topicTitle, "topic-title");

export default function TopicTitleList() {
  return <CrudScreen of={screen} {...useLoaderData<typeof clientLoader>()} />;
}
