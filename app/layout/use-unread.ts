import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { onWritten } from "~/app/api/written";
import { token } from "~/app/session/cookie";
import { user } from "~/contract/user";

const pollEvery = 60_000;

export interface Unread {
  schedules: number;
  totalMail: number;
}

/** How much waits unread: asked every minute while the tab is in sight, and after every write. */
export function useUnread(): Unread {
  const [unread, setUnread] = useState<Unread>({ schedules: 0, totalMail: 0 });

  // The figures belong to no page and change without a navigation, so that no loader can carry them.
  useEffect(() => {
    const giveUp = new AbortController();
    const ask = () => {
      if (document.visibilityState !== "visible" || !token()) return;
      call(user.statistics, undefined, { signal: giveUp.signal, silent: true }).then(
        (counts) => setUnread({ schedules: counts.total_schedule, totalMail: counts.total_mail }),
        // The next minute asks again; a session that has ended has been dealt with by `call`.
        () => undefined,
      );
    };
    ask();
    const timer = setInterval(ask, pollEvery);
    const stopHearing = onWritten(ask);
    document.addEventListener("visibilitychange", ask);
    return () => {
      giveUp.abort();
      clearInterval(timer);
      stopHearing();
      document.removeEventListener("visibilitychange", ask);
    };
  }, []);

  return unread;
}
