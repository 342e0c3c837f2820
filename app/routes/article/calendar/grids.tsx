import { useDroppable } from "@dnd-kit/core";
import basic from "~/app/basic.module.css";
import { dayName } from "~/app/blocks/detail/format";
import { WeekStrip } from "~/app/features/calendar/week-strip";
import { t } from "~/app/i18n/t";
import type { CalendarEntry } from "~/contract/content/content-calendar";
import { shanghaiDay } from "~/contract/day";
import classes from "./calendar.module.css";
import { Entry } from "./entry";
import { keyOf, type Moves } from "./use-moves";

export interface GridProps {
  ofDays: ReadonlyMap<string, readonly CalendarEntry[]>;
  moves: Moves;
  onOpen: (entry: CalendarEntry) => void;
}

/** Nothing is moved into the past. */
const useDrop = (day: string) => {
  const { setNodeRef, isOver } = useDroppable({ id: day, disabled: day < shanghaiDay() });
  return { ref: setNodeRef, "data-over": isOver || undefined } as const;
};

export const WeekGrid = ({ days, ...props }: GridProps & { days: readonly string[] }) => (
  <ul className={`${classes.week} ${basic.list} ${basic.overlined}`} aria-label={t("周历")}>
    {days.map((day) => (
      <Day key={day} day={day} {...props} />
    ))}
  </ul>
);

function Day({ day, ofDays, ...props }: GridProps & { day: string }) {
  const isToday = day === shanghaiDay();
  return (
    <li
      {...useDrop(day)}
      className={`${classes.cell} ${basic.column} ${basic.gap6} ${basic.shrinks}`}
      data-today={isToday || undefined}
      aria-current={isToday ? "date" : undefined}
    >
      <span className={`${classes.date} ${basic.size13}`}>{dayName(day)}</span>
      {(ofDays.get(day) ?? []).map((entry) => (
        <Entry key={keyOf(entry)} entry={entry} {...props} />
      ))}
    </li>
  );
}

export const DropStrip = ({
  day,
  onDay,
  ofDays,
}: Pick<GridProps, "ofDays"> & { day: string; onDay: (day: string) => void }) => (
  <WeekStrip
    day={day}
    onDay={onDay}
    countOf={(one) => ofDays.get(one)?.length ?? 0}
    saying={(one, count) => t("{day}，{count} 项", { day: dayName(one), count })}
    useDay={useDrop}
  />
);
