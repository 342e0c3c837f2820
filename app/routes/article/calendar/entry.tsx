import { useDraggable } from "@dnd-kit/core";
import { type KeyboardEvent, useEffect, useRef } from "react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import { plusDays } from "~/contract/calendar";
import { type CalendarEntry, calendarEvents } from "~/contract/content/content-calendar";
import { contentKinds } from "~/contract/content/content-kinds";
import { listedStatuses } from "~/contract/content/publishing";
import classes from "./calendar.module.css";
import { dayOf, keyOf, type Moves } from "./use-moves";

interface EntryProps {
  entry: CalendarEntry;
  moves: Moves;
  onOpen: (entry: CalendarEntry) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

export function Entry({ entry, moves, onOpen }: EntryProps) {
  const { kind, title, event, at, state, can } = entry;
  const key = keyOf(entry);
  const button = useRef<HTMLButtonElement | null>(null);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: key, disabled: !can.move || moves.pending });
  const { followed } = moves;
  // The entry that a key has moved is drawn anew in another day: the focus goes with it.
  useEffect(() => {
    if (followed.current !== key) return;
    followed.current = undefined;
    button.current?.focus();
  }, [followed, key]);
  const onKeyDown = (pressed: KeyboardEvent) => {
    const by = steps[pressed.key];
    if (!by || !pressed.shiftKey || !can.move) return;
    pressed.preventDefault();
    moves.toDay(entry, plusDays(dayOf(entry), by), true);
  };
  return (
    <button
      {...listeners}
      type="button"
      ref={(element) => {
        button.current = element;
        setNodeRef(element);
      }}
      className={`${classes.entry} ${basic.plain} ${basic.fixed} ${basic.relative}`}
      data-event={event}
      data-state={state}
      data-dragged={isDragging || undefined}
      data-movable={can.move || undefined}
      aria-keyshortcuts={can.move ? "Shift+ArrowLeft Shift+ArrowRight" : undefined}
      title={can.move ? t("拖动，或按 Shift 加左右方向键改日期") : undefined}
      onKeyDown={onKeyDown}
      onClick={() => onOpen(entry)}
    >
      <span className={basic.bold}>{formatInstant(at).slice(11)}</span> {t(calendarEvents[event])}{" "}
      <span className={classes.title}>{title}</span>
      <span className={`${basic.block} ${basic.dim}`}>
        {t(contentKinds[kind])} · {t(listedStatuses[state])}
      </span>
    </button>
  );
}
