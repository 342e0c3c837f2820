import { useState } from "react";
import basic from "~/app/basic.module.css";
import { dayName, weekdayNames } from "~/app/blocks/detail/format";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import type { OfDays } from "./by-day";
import { EntryButton } from "./entry-button";
import classes from "./schedule-calendar.module.css";

/** As many entries fit into a day; the others stand behind +n. */
const most = 3;

export interface GridProps {
  day: string;
  days: readonly string[];
  ofDays: OfDays;
  onAdd: (day: string) => void;
  onOpen: (row: ScheduleRow) => void;
}

export function MonthGrid({ day, days, ofDays, onAdd, onOpen }: GridProps) {
  const [full, setFull] = useState<string>();
  const today = shanghaiDay();
  return (
    <>
      <div className={`${classes.weekdays} ${basic.dim} ${basic.size13}`} aria-hidden>
        {weekdayNames().map((name) => (
          <span key={name}>{t("周{name}", { name })}</span>
        ))}
      </div>
      <ul className={`${classes.month} ${basic.list} ${basic.overlined}`} aria-label={t("月历")}>
        {days.map((one) => {
          const rows = ofDays.get(one) ?? [];
          const shown = rows.slice(0, most);
          return (
            <li
              key={one}
              className={`${classes.cell} ${basic.column} ${basic.gap2} ${basic.shrinks}`}
              data-outside={one.slice(0, 7) !== day.slice(0, 7) || undefined}
              data-today={one === today || undefined}
              aria-current={one === today ? "date" : undefined}
            >
              <AddButton day={one} text={String(Number(one.slice(8)))} onAdd={onAdd} />
              {shown.map((row) => (
                <EntryButton key={row.id} row={row} day={one} onOpen={onOpen} />
              ))}
              {rows.length > shown.length ? (
                <button
                  type="button"
                  className={`${classes.more} ${basic.plain}`}
                  aria-label={t("+{more}，{day} 全部 {count} 项日程", {
                    more: rows.length - shown.length,
                    day: dayName(one),
                    count: rows.length,
                  })}
                  onClick={() => setFull(one)}
                >
                  +{rows.length - shown.length}
                </button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {full ? (
        <Dialog onClose={() => setFull(undefined)} title={dayName(full)}>
          <div className={`${classes.all} ${basic.column} ${basic.gap6}`}>
            {(ofDays.get(full) ?? []).map((row) => (
              <EntryButton
                key={row.id}
                row={row}
                day={full}
                isLong
                onOpen={() => {
                  setFull(undefined);
                  onOpen(row);
                }}
              />
            ))}
          </div>
        </Dialog>
      ) : null}
    </>
  );
}

export const AddButton = ({ day, text, onAdd }: { day: string; text: string; onAdd: (day: string) => void }) => (
  <button
    type="button"
    className={`${classes.add} ${basic.plain} ${basic.flex} ${basic.plainText}`}
    aria-label={t("{day} 新增日程", { day: dayName(day) })}
    title={t("新增日程")}
    onClick={() => onAdd(day)}
  >
    <span className={`${classes.date} ${basic.inlineRow} ${basic.centered} ${basic.relative}`}>{text}</span>
  </button>
);
