import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { topicDesc, topicScreens } from "~/contract/seo/topic-template";
import { TopicList, topicScreen } from "./topic-list";

export const clientLoader = loaderOf(topicScreens["/seo/topicDescList"]);

export const clientAction = write;

const screen = topicScreen(topicDesc, "topic-desc");

export default function TopicDescList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  return <TopicList of={screen} page={page} record={record} />;
}
