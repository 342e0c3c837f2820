import { useEffect, useState, useSyncExternalStore } from "react";
import { onTopic } from "~/app/api/events";
import { useProfile } from "~/app/session/viewer-context";
import { ChatEvent } from "~/contract/inquiry/chat-words";
import { type Conversation, conversationOf, type Shown } from "./conversation";

/** The open conversation's polling interval without a stream (domain D.4). */
const pollEvery = 5_000;
const freshEvery = 8 * 60_000;

/** A conversation, the same one for as long as it is shown, kept as it is: news come by the event stream; while there is none it is asked every five seconds. */
export function useConversation(id: number): { conversation: Conversation; shown: Shown } {
  const { id: userId } = useProfile();
  const [conversation] = useState(() => conversationOf(userId, id));
  const shown = useSyncExternalStore(conversation.subscribe, () => conversation.shown);
  // Others' messages come without a navigation: no loader can load them.
  useEffect(() => {
    let isLive = false;
    void conversation.catchUp();
    const stop = onTopic({
      topic: "chat",
      onLive: (isNow) => {
        isLive = isNow;
        if (isNow) conversation.resume();
      },
      onEvent: (data) => {
        if (ChatEvent.safeParse(data).data?.inquiry_id === id) void conversation.catchUp();
      },
    });
    const poll = setInterval(() => {
      if (!isLive && document.visibilityState === "visible") conversation.resume();
    }, pollEvery);
    const fresh = setInterval(() => void conversation.renewFiles(), freshEvery);
    return () => {
      stop();
      clearInterval(poll);
      clearInterval(fresh);
    };
  }, [conversation, id]);
  return { conversation, shown };
}
