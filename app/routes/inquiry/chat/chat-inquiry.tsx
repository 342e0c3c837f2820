import { useDebouncedCallback } from "@mantine/hooks";
import { useLoaderData, useRevalidator, useSearchParams } from "@remix-run/react";
import { useEffect } from "react";
import { loaderOf } from "~/app/api/load";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useTopics } from "~/app/blocks/use-topics";
import { type ChatTab, chatScreens, isTab } from "~/contract/inquiry/chat";
import { rowNumber } from "~/contract/screen-data";
import classes from "./chat.module.css";
import { ChatPane, NoChat } from "./chat-pane";
import { SessionPane } from "./session-pane";
import { useWaitingCall } from "./use-waiting-call";

export const clientLoader = loaderOf(chatScreens["/inquiry/chat-inquiry"]);
export { write as clientAction } from "~/app/api/writes";

const pollEvery = 15_000;

/** 在线咨询: the list of conversations, the open one, and its visitor's card; on the phone one after the other. */
export default function ChatInquiry() {
  const { sessions } = useLoaderData<typeof clientLoader>();
  const [search] = useSearchParams();
  const isPhone = useIsPhone();
  useChatNews();
  const bell = useWaitingCall(sessions.counts);
  const asked = search.get("tab");
  const tab: ChatTab = isTab(asked) ? asked : "waiting";
  const id = rowNumber(search.get("id"));
  const list = <SessionPane tab={tab} sessions={sessions} present={id} bell={bell} />;
  if (isPhone) return id ? <ChatPane key={id} id={id} isPhone /> : list;
  return (
    <div className={classes.panes}>
      {list}
      {id ? <ChatPane key={id} id={id} isPhone={false} /> : <NoChat />}
    </div>
  );
}

/** Asks for the sessions again when a conversation has changed; several changes are one question. Without a stream, every quarter of a minute. */
function useChatNews(): void {
  const { revalidate } = useRevalidator();
  const soon = useDebouncedCallback(revalidate, 300);
  useTopics("chat", soon);
  // The fallback of the stream: nothing else asks.
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && revalidate(), pollEvery);
    return () => clearInterval(timer);
  }, [revalidate]);
}
