import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { dayName, timeOn } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { ThumbBar } from "~/app/blocks/thumb-bar";
import { WeekStrip } from "~/app/features/calendar/week-strip";
import type { ScheduleActs } from "~/app/features/schedule/schedule-acts";
import { ScheduleEntries, ScheduleEntry } from "~/app/features/schedule/schedule-entry";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import type { OfDays } from "./by-day";

interface DayStripProps {
  day: string;
  ofDays: OfDays;
  onDay: (day: string) => void;
  create: ReactNode;
  acts: ScheduleActs;
}

export function DayStrip({ day, ofDays, onDay, create, acts }: DayStripProps) {
  const today = shanghaiDay();
  const rows = ofDays.get(day) ?? [];
  return (
    <>
      <WeekStrip
        day={day}
        onDay={onDay}
        countOf={(one) => ofDays.get(one)?.length ?? 0}
        isLate={(one) => ofDays.get(one)?.some((row) => row.is_overdue) ?? false}
        saying={(one, count) => t("{day}，{count} 项日程", { day: dayName(one), count })}
      />
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
