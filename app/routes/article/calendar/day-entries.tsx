import basic from "~/app/basic.module.css";
import { dayName } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import classes from "./calendar.module.css";
import { Entry } from "./entry";
import type { GridProps } from "./grids";
import { keyOf } from "./use-moves";

export function DayEntries({ day, ofDays, ...props }: GridProps & { day: string }) {
  const entries = ofDays.get(day) ?? [];
  const name = day === shanghaiDay() ? t("今天 {day}", { day: dayName(day) }) : dayName(day);
  if (entries.length === 0) return <Empty title={t("{day}没有要发布、更新或下线的内容", { day: name })} />;
  return (
    <ul className={`${classes.day} ${basic.column} ${basic.gap8} ${basic.list}`} aria-label={name}>
      {entries.map((entry) => (
        <li key={keyOf(entry)}>
          <Entry entry={entry} {...props} />
        </li>
      ))}
    </ul>
  );
}
