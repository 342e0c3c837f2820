import { Text } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import basic from "~/app/basic.module.css";
import { dayName } from "~/app/blocks/detail/format";
import { FilterBar } from "~/app/blocks/list/filter/filter-bar";
import type { Filter } from "~/app/blocks/list/filter/list-filters";
import { DisplayChoice } from "~/app/blocks/list/list-display";
import { ListFrame, ListHead } from "~/app/blocks/list/list-frame";
import { ListTabs, type ListTabsOf } from "~/app/blocks/list/list-tabs";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { Steps } from "~/app/features/calendar/steps";
import type { ScheduleActs } from "~/app/features/schedule/schedule-acts";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { type ScheduleRow, schedule } from "~/contract/schedule/schedule";
import { byDay } from "./by-day";
import { DayStrip } from "./day-strip";
import { EntryButton } from "./entry-button";
import { AddButton, type GridProps, MonthGrid } from "./month-grid";
import classes from "./schedule-calendar.module.css";

interface ScheduleCalendarProps {
  view: "month" | "week";
  day: string;
  days: string[];
  rows: ScheduleRow[];
  left: number;
  filters: readonly Filter[];
  tabs: ListTabsOf;
  create: ReactNode;
  acts: ScheduleActs;
}

const views = { month: "月", week: "周" } as const;

export function ScheduleCalendar(props: ScheduleCalendarProps) {
  const { view, day, days, rows, left, filters, tabs, create, acts } = props;
  const isPhone = useIsPhone();
  const { query, filtered, change, narrow, clear } = useListQuery(schedule.list, ["view"]);
  const setAddress = useSetAddress();
  const go = (to: { view?: string; day?: string }) => setAddress(to);
  const ofDays = useMemo(() => byDay(rows, days), [rows, days]);
  const onAdd = (on: string) => acts.ask({ act: "add", day: on });
  const onOpen = (row: ScheduleRow) => acts.ask({ act: "view", row });
  const Grid = view === "month" ? MonthGrid : WeekGrid;
  const tools = isPhone ? null : (
    <>
      <Steps view={view} day={day} onDay={(on) => go({ day: on })} />
      <DisplayChoice displays={views} present={view} choose={(one) => go({ view: one })} />
      {create}
    </>
  );
  return (
    <ListFrame>
      <ListTabs tabs={tabs} present="month" onChange={change}>
        <ListHead>
          <FilterBar {...{ filters, query, filtered, tools }} onSubmit={narrow} onReset={clear} />
        </ListHead>
        {isPhone ? (
          <DayStrip day={day} ofDays={ofDays} onDay={(on) => go({ day: on })} create={create} acts={acts} />
        ) : (
          <Grid day={day} days={days} ofDays={ofDays} onAdd={onAdd} onOpen={onOpen} />
        )}
        {left > 0 ? (
          <Text c="dimmed" fz={13} p="10px 16px">
            {t("还有 {count} 项未显示，请缩小筛选范围", { count: left })}
          </Text>
        ) : null}
      </ListTabs>
    </ListFrame>
  );
}

function WeekGrid({ days, ofDays, onAdd, onOpen }: GridProps) {
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
