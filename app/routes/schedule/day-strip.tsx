import { ActionIcon, Group, VisuallyHidden } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { dayName, timeOn, weekdayNames } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import type { ScheduleActs } from "~/app/features/schedule/schedule-acts";
import { ScheduleEntries, ScheduleEntry } from "~/app/features/schedule/schedule-entry";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { calendarDays, plusDays } from "~/contract/schedule/schedule-calendar";
import type { OfDays } from "./by-day";
import classes from "./day-strip.module.css";

interface DayStripProps {
  day: string;
  ofDays: OfDays;
  onDay: (day: string) => void;
  create: ReactNode;
  acts: ScheduleActs;
}

export function DayStrip({ day, ofDays, onDay, create, acts }: DayStripProps) {
  const today = shanghaiDay();
  const names = weekdayNames();
  const rows = ofDays.get(day) ?? [];
  return (
    <>
      <div
        className={`${basic.surface} ${basic.grid}`}
        style={{ gridTemplateColumns: "auto repeat(7, minmax(0, 1fr)) auto", alignItems: "center", marginBlock: 10 }}
      >
        <ActionIcon variant="subtle" color="gray" onClick={() => onDay(plusDays(day, -7))} aria-label={t("上一周")}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        {calendarDays("week", day).map((one, index) => (
          <button
            key={one}
            type="button"
            className={`${classes.stripDay} ${basic.row} ${basic.gap2} ${basic.dim}`}
            data-today={one === today || undefined}
            aria-pressed={one === day}
            onClick={() => onDay(one)}
          >
            <span>{names[index]}</span>
            <span className={`${classes.date} ${basic.inlineRow} ${basic.centered} ${basic.plainText}`}>
              {Number(one.slice(8))}
            </span>
            <VisuallyHidden>
              {t("{day}，{count} 项日程", { day: dayName(one), count: ofDays.get(one)?.length ?? 0 })}
            </VisuallyHidden>
            <span
              className={classes.dot}
              aria-hidden
              data-late={ofDays.get(one)?.some((row) => row.is_overdue) || undefined}
            >
              {ofDays.get(one)?.length ? "•" : ""}
            </span>
          </button>
        ))}
        <ActionIcon variant="subtle" color="gray" onClick={() => onDay(plusDays(day, 7))} aria-label={t("下一周")}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Group justify="space-between" wrap="nowrap" gap={8} mb={10}>
        <h2 className={`${basic.flat} ${basic.size16} ${basic.bold}`}>
          {day === today ? t("今天 {day}", { day: dayName(day) }) : dayName(day)}
        </h2>
        <ThumbBar>{create}</ThumbBar>
      </Group>
      {rows.length ? (
        <ScheduleEntries>
          {rows.map((row) => (
            <ScheduleEntry key={row.id} row={row} time={timeOn(row, day)} acts={acts} />
          ))}
        </ScheduleEntries>
      ) : (
        <Empty title={day === today ? t("今天没有日程，休息一下吧") : t("这一天没有日程")} />
      )}
    </>
  );
}
