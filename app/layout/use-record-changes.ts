import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { onTopic } from "~/app/api/events";
import { onShownRecords, shownRecords } from "~/app/api/shown-records";

/** Loads the page again, quietly, when somebody else has changed a record that it shows; forms keep what was typed. */
export function useRecordChanges(): void {
  const { pathname } = useLocation();
  const topics = useSyncExternalStore(onShownRecords, () => shownRecords(pathname));
  const { revalidate } = useRevalidator();
  const renew = useRef(revalidate);
  renew.current = revalidate;

  // What others do comes without a navigation.
  useEffect(() => {
    if (!topics) return;
    const stops = topics.split(",").map((topic) => {
      let wasLost = false;
      return onTopic({
        topic,
        onEvent: () => renew.current(),
        onLive: (isLive) => {
          // Meanwhile nothing was heard.
          if (isLive && wasLost) renew.current();
          wasLost = !isLive;
        },
      });
    });
    return () => {
      for (const stop of stops) stop();
    };
  }, [topics]);
}
