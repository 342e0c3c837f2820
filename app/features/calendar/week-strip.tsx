import { ActionIcon, VisuallyHidden } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { Ref } from "react";
import basic from "~/app/basic.module.css";
import { weekdayNames } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import { calendarDays, plusDays } from "~/contract/calendar";
import { shanghaiDay } from "~/contract/day";
import classes from "./week-strip.module.css";

interface WeekStripProps {
  day: string;
  onDay: (day: string) => void;
  countOf: (day: string) => number;
  isLate?: (day: string) => boolean;
  /** A day and how much it has, for who cannot see the dot. */
  saying: (day: string, count: number) => string;
  /** What each day's button needs besides, such as to be dropped on. */
  useDay?: (day: string) => { ref?: Ref<HTMLButtonElement>; "data-over"?: true | undefined };
}

/** A phone's week: its days with a dot where there is something, and the weeks beside it. */
export function WeekStrip({ day, onDay, ...props }: WeekStripProps) {
  return (
    <div
      className={`${basic.surface} ${basic.grid}`}
      style={{ gridTemplateColumns: "auto repeat(7, minmax(0, 1fr)) auto", alignItems: "center", marginBlock: 10 }}
    >
      <ActionIcon variant="subtle" color="gray" onClick={() => onDay(plusDays(day, -7))} aria-label={t("上一周")}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      {calendarDays("week", day).map((one, index) => (
        <StripDay key={one} {...props} day={one} index={index} isChosen={one === day} onDay={onDay} />
      ))}
      <ActionIcon variant="subtle" color="gray" onClick={() => onDay(plusDays(day, 7))} aria-label={t("下一周")}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

interface StripDayProps extends WeekStripProps {
  index: number;
  isChosen: boolean;
}

const nothing = () => ({});

function StripDay({ day, index, isChosen, onDay, countOf, isLate, saying, useDay = nothing }: StripDayProps) {
  const count = countOf(day);
  return (
    <button
      {...useDay(day)}
      type="button"
      className={`${classes.stripDay} ${basic.row} ${basic.gap2} ${basic.dim}`}
      data-today={day === shanghaiDay() || undefined}
      aria-pressed={isChosen}
      onClick={() => onDay(day)}
    >
      <span>{weekdayNames()[index]}</span>
      <span className={`${classes.date} ${basic.inlineRow} ${basic.centered} ${basic.plainText}`}>
        {Number(day.slice(8))}
      </span>
      <VisuallyHidden>{saying(day, count)}</VisuallyHidden>
      <span className={classes.dot} aria-hidden data-late={isLate?.(day) || undefined}>
        {count ? "•" : ""}
      </span>
    </button>
  );
}
