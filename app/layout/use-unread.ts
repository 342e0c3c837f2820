import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { token } from "~/app/api/cookie";
import { onTopic } from "~/app/api/events";
import { onWritten } from "~/app/api/written";
import { Unread as Counts, user } from "~/contract/personal/user";

const pollEvery = 60_000;

export interface Unread {
  schedules: number;
  totalMail: number;
}

/** The unread counts, from the event stream; while it is down, polled every minute while the tab is visible, and after every write. */
export function useUnread(): Unread {
  const [unread, setUnread] = useState<Unread>({ schedules: 0, totalMail: 0 });

  // The counts belong to no page and change without a navigation, so no loader can carry them.
  useEffect(() => {
    const giveUp = new AbortController();
    // At first it waits for the stream, which sends the current counts.
    let isLive = true;
    const show = ({ total_schedule, total_mail }: Counts) =>
      setUnread({ schedules: total_schedule, totalMail: total_mail });
    const ask = () => {
      if (document.visibilityState !== "visible" || !token()) return;
      call(user.statistics, undefined, { signal: giveUp.signal, silent: true }).then(
        show,
        // The next minute asks again; `call` has handled an ended session.
        () => undefined,
      );
    };
    const askIfUntold = () => {
      if (!isLive) ask();
    };
    const stopEvents = onTopic({
      topic: "badge",
      onEvent: (data) => {
        const counts = Counts.safeParse(data).data;
        if (counts) show(counts);
      },
      onLive: (isNow, isNew) => {
        isLive = isNow;
        if (!isNew) ask();
      },
    });
    const timer = setInterval(askIfUntold, pollEvery);
    const stopWrites = onWritten(askIfUntold);
    document.addEventListener("visibilitychange", askIfUntold);
    return () => {
      giveUp.abort();
      stopEvents();
      clearInterval(timer);
      stopWrites();
      document.removeEventListener("visibilitychange", askIfUntold);
    };
  }, []);

  return unread;
}
