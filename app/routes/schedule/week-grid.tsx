import basic from "~/app/basic.module.css";
import { dayName } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { EntryButton } from "./entry-button";
import { AddButton, type GridProps } from "./month-grid";
import classes from "./schedule-calendar.module.css";

/** A week from Monday, each day with all that it holds. */
export function WeekGrid({ days, ofDays, onAdd, onOpen }: GridProps) {
  const today = shanghaiDay();
  return (
    <ul className={`${classes.week} ${basic.list} ${basic.overlined}`} aria-label={t("周历")}>
      {days.map((one) => (
        <li
          key={one}
          className={`${classes.cell} ${basic.column} ${basic.gap2} ${basic.shrinks}`}
          data-today={one === today || undefined}
          aria-current={one === today ? "date" : undefined}
        >
          <AddButton day={one} text={dayName(one)} onAdd={onAdd} />
          {(ofDays.get(one) ?? []).map((row) => (
            <EntryButton key={row.id} row={row} day={one} onOpen={onOpen} isLong />
          ))}
        </li>
      ))}
    </ul>
  );
}
