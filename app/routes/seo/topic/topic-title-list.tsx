import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { topicScreens, topicTitle } from "~/contract/seo/topic-template";
import { TopicList, topicScreen } from "./topic-list";

export const clientLoader = loaderOf(topicScreens["/seo/topicTitleList"]);

export const clientAction = write;

const screen = topicScreen(topicTitle, "topic-title");

export default function TopicTitleList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  return <TopicList of={screen} page={page} record={record} />;
}
