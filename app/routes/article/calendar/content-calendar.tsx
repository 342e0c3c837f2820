import { DndContext, DragOverlay, MouseSensor, pointerWithin, TouchSensor, useSensor, useSensors } from "@dnd-kit/core";
import { Text } from "@mantine/core";
import { type ReactNode, useMemo, useState } from "react";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { FilterBar } from "~/app/blocks/list/filter/filter-bar";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { DisplayChoice } from "~/app/blocks/list/list-display";
import { ListFrame, ListHead } from "~/app/blocks/list/list-frame";
import { useListQuery } from "~/app/blocks/list/use-list-query";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { Steps } from "~/app/features/calendar/steps";
import { t } from "~/app/i18n/t";
import { CalendarEntry, calendarLimits, contentCalendar } from "~/contract/content/content-calendar";
import classes from "./calendar.module.css";
import { DayEntries } from "./day-entries";
import { EntryDialog, moveForm } from "./entry-dialog";
import { DropStrip, WeekGrid } from "./grids";
import { dayOf, keyOf, useMoves } from "./use-moves";

interface ContentCalendarProps {
  view: "day" | "week";
  day: string;
  days: readonly string[];
  list: readonly CalendarEntry[];
  isCapped: boolean;
  choice: ReactNode;
  create: ReactNode;
}

const views = { day: "日", week: "周" } as const;
const filters = filtersOf(contentCalendar.list, CalendarEntry, ["kind", "event"]);

/** A finger must rest this long before it drags. */
const rest = { delay: 220, tolerance: 8 };

/** What goes out, changes and ends, of all kinds that the viewer may see (domain D.7). */
export function ContentCalendar({ view, day, days, list, isCapped, choice, create }: ContentCalendarProps) {
  const isPhone = useIsPhone();
  const { query, filtered, narrow, clear } = useListQuery(contentCalendar.list);
  const setAddress = useSetAddress();
  const onDay = (one: string) => setAddress({ day: one });
  const { ask, open, dialog } = useActs();
  const [dragged, setDragged] = useState<CalendarEntry>();
  const moves = useMoves(days, onDay);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: rest }),
  );
  const ofDays = useMemo(
    () => new Map(days.map((one) => [one, list.filter((row) => dayOf(row) === one)])),
    [days, list],
  );
  const shown = {
    ofDays,
    moves,
    onOpen: (entry: CalendarEntry) =>
      open((onClose) => <EntryDialog {...{ entry, onClose }} onMove={() => ask(moveForm, entry)} />),
  };
  const tools = isPhone ? (
    choice
  ) : (
    <>
      <Steps view={view} day={day} onDay={onDay} />
      <DisplayChoice displays={views} present={view} choose={(one) => setAddress({ view: one })} />
      {choice}
      {create}
    </>
  );
  return (
    <ListFrame>
      <ListHead>
        <FilterBar {...{ filters, query, filtered, tools }} onSubmit={narrow} onReset={clear} />
      </ListHead>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        onDragStart={({ active }) => setDragged(list.find((one) => keyOf(one) === active.id))}
        onDragCancel={() => setDragged(undefined)}
        onDragEnd={({ over }) => {
          setDragged(undefined);
          if (dragged && over) moves.toDay(dragged, String(over.id));
        }}
      >
        {isPhone ? <DropStrip {...{ day, onDay, ofDays }} /> : null}
        {view === "week" && !isPhone ? <WeekGrid days={days} {...shown} /> : <DayEntries day={day} {...shown} />}
        <DragOverlay dropAnimation={null}>
          {dragged ? <div className={classes.overlay}>{dragged.title}</div> : null}
        </DragOverlay>
      </DndContext>
      {isCapped ? (
        <Text c="dimmed" fz={13} p="10px 16px">
          {t("只显示前 {count} 项，请缩小筛选范围", { count: calendarLimits.entries })}
        </Text>
      ) : null}
      {dialog}
    </ListFrame>
  );
}
