import { useEffect } from "react";
import { onTopic } from "~/app/api/events";
import { useLatest } from "~/app/blocks/use-latest";
import { ChatEvent } from "~/contract/inquiry/chat-words";

const pollEvery = 15_000;

/** Hears that one conversation has changed; without a stream, every quarter of a minute as if it had. */
export function useChatChange(id: number, onChange: () => void): void {
  const change = useLatest(onChange);
  // What others do comes without a navigation.
  useEffect(() => {
    let isLive = false;
    let wasLost = false;
    const stop = onTopic({
      topic: "chat",
      onEvent: (data) => ChatEvent.safeParse(data).data?.inquiry_id === id && change(),
      onLive: (isNow) => {
        if (isNow && wasLost) change();
        wasLost = !isNow;
        isLive = isNow;
      },
    });
    const timer = setInterval(() => {
      if (!isLive && document.visibilityState === "visible") change();
    }, pollEvery);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [id, change]);
}
