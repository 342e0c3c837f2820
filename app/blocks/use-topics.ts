import { useEffect } from "react";
import { onTopic } from "~/app/api/events";
import { useLatest } from "./use-latest";

/** Hears of topics of the event stream, comma-separated, and of what may have happened while nothing was heard. */
export function useTopics(topics: string, onChange: () => void): void {
  const change = useLatest(onChange);
  // What others do comes without a navigation.
  useEffect(() => {
    if (!topics) return;
    const stops = topics.split(",").map((topic) => {
      let wasLost = false;
      return onTopic({
        topic,
        onEvent: () => change(),
        onLive: (isLive) => {
          // Meanwhile nothing was heard.
          if (isLive && wasLost) change();
          wasLost = !isLive;
        },
      });
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [topics, change]);
}
