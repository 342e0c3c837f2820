import { useRef } from "react";
import { formatInstant, instantOf } from "~/app/blocks/detail/format";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { type CalendarEntry, contentCalendar } from "~/contract/content/content-calendar";

/** Of one day, and of what may be moved, there is one of each. */
export const keyOf = ({ kind, id, event }: CalendarEntry) => `${kind}:${id}:${event}`;

export const dayOf = ({ at }: CalendarEntry) => formatInstant(at).slice(0, 10);

export type Moves = ReturnType<typeof useMoves>;

export function useMoves(days: readonly string[], onDay: (day: string) => void) {
  const { run, pending } = useAct();
  const followed = useRef<string>();
  return {
    pending,
    /** The entry whose day a key has changed: the focus goes with it. */
    followed,
    /** To another day, at the same time of it. */
    toDay(entry: CalendarEntry, day: string, isByKey = false) {
      if (pending || !entry.can.move || entry.event === "change" || day === dayOf(entry)) return;
      const { kind, id, event, version } = entry;
      const at = instantOf(day, formatInstant(entry.at).slice(11));
      if (isByKey) followed.current = keyOf(entry);
      run(
        contentCalendar.move,
        { body: { kind, id, event, version, at } },
        {
          success: t("已移到{at}", { at: formatInstant(at) }),
          onSuccess: () => {
            if (!days.includes(day)) onDay(day);
          },
          onError: () => {
            followed.current = undefined;
          },
        },
      );
    },
  };
}
