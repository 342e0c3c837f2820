import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link } from "~/app/blocks/link";
import { RowActions } from "~/app/blocks/row-actions";
import { Empty } from "~/app/blocks/states";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import type { ScheduleRow } from "~/contract/schedule";
import { calendarDays, plusDays } from "~/contract/schedule-calendar";
import { dayName, type OfDays, weekdayNames } from "./by-day";
import classes from "./day-strip.module.css";
import { type ScheduleActs, scheduleActions } from "./schedule-acts";
import { ScheduleStatus, ScheduleType, timeOn } from "./schedule-words";

interface DayStripProps {
  day: string;
  ofDays: OfDays;
  onDay: (day: string) => void;
  create: ReactNode;
  acts: ScheduleActs;
}

/** The phone's calendar: a week to choose a day of, and what that day holds. */
export function DayStrip({ day, ofDays, onDay, create, acts }: DayStripProps) {
  const today = shanghaiDay();
  const names = weekdayNames();
  const rows = ofDays.get(day) ?? [];
  return (
    <>
      <div className={classes.strip}>
        <ActionIcon variant="subtle" color="gray" onClick={() => onDay(plusDays(day, -7))} aria-label={t("上一周")}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        {calendarDays("week", day).map((one, index) => (
          <button
            key={one}
            type="button"
            className={classes.stripDay}
            data-today={one === today || undefined}
            aria-pressed={one === day}
            aria-label={t("{day}，{count} 项日程", { day: dayName(one), count: ofDays.get(one)?.length ?? 0 })}
            onClick={() => onDay(one)}
          >
            <span>{names[index]}</span>
            <span className={classes.date}>{Number(one.slice(8))}</span>
            <span className={classes.dot} data-late={ofDays.get(one)?.some((row) => row.is_overdue) || undefined}>
              {ofDays.get(one)?.length ? "•" : ""}
            </span>
          </button>
        ))}
        <ActionIcon variant="subtle" color="gray" onClick={() => onDay(plusDays(day, 7))} aria-label={t("下一周")}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.dayHead}>
        <h2 className={classes.when}>{day === today ? t("今天 {day}", { day: dayName(day) }) : dayName(day)}</h2>
        {create}
      </div>
      {rows.length ? (
        <ul className={classes.dayList}>
          {rows.map((row) => (
            <DayEntry key={row.id} row={row} day={day} acts={acts} />
          ))}
        </ul>
      ) : (
        <Empty title={day === today ? t("今天没有日程，休息一下吧") : t("这一天没有日程")} />
      )}
    </>
  );
}

function DayEntry({ row, day, acts }: { row: ScheduleRow; day: string; acts: ScheduleActs }) {
  return (
    <li className={classes.dayEntry} data-state={row.is_overdue ? "overdue" : row.status}>
      <div className={classes.dayLine}>
        <span className={classes.time}>{timeOn(row, day)}</span>
        <button type="button" className={classes.dayTitle} onClick={() => acts.ask({ act: "view", row })}>
          {row.title}
        </button>
        <ScheduleType type={row.type} />
        <ScheduleStatus {...row} />
      </div>
      <div className={classes.dayAbout}>
        {row.customer ? <Link to={`/customer/editCustomerInfo/${row.customer.id}`}>{row.customer.name}</Link> : null}
        {row.location ? <span>{row.location}</span> : null}
      </div>
      <RowActions isTall about={row.title} actions={scheduleActions(row, acts)} />
    </li>
  );
}
