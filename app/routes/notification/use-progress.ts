import { useEffect, useState } from "react";
import { onTopic } from "~/app/api/events";
import { useLatest } from "~/app/blocks/use-latest";
import type { NotificationProgress } from "~/contract/notification/notification";

/** How far a sending is, as the event stream tells it while it goes on. `onEnd` hears that it is over, or may have been before anything could be heard. */
export function useProgress(id: number, isSending: boolean, onEnd: () => void): NotificationProgress | undefined {
  const [progress, setProgress] = useState<NotificationProgress>();
  const end = useLatest(onEnd);
  // It goes on without a navigation.
  useEffect(() => {
    if (!isSending) return;
    return onTopic({
      topic: `notice_progress:${id}`,
      onEvent: (data) => {
        // Of that name the stream carries nothing else.
        const told = data as NotificationProgress;
        if (told.id !== id) return;
        setProgress(told);
        if (told.status !== "sending") end();
      },
      // It may have ended before anything could be heard.
      onLive: (isLive, isNew) => isLive && isNew && end(),
    });
  }, [id, isSending, end]);
  return isSending ? progress : undefined;
}
