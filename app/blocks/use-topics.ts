import { useEffect } from "react";
import { onTopic } from "~/app/api/events";
import { useLatest } from "./use-latest";

/** Listens to topics of the event stream, comma-separated; also called after a gap in the stream. */
export function useTopics(topics: string, onChange: () => void): void {
  const change = useLatest(onChange);
  // Changes by others come without a navigation.
  useEffect(() => {
    if (!topics) return;
    const stops = topics.split(",").map((topic) => {
      let wasLost = false;
      return onTopic({
        topic,
        onEvent: () => change(),
        onLive: (isLive) => {
          // Events may have been missed.
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
