import { formatInstant, formatMoment } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { reminders, type ScheduleRow, scheduleStatuses, scheduleTypes } from "~/contract/schedule/schedule";
import classes from "./schedule-labels.module.css";

export const ScheduleType = ({ type }: Pick<ScheduleRow, "type">) => <Tag color="cyan">{t(scheduleTypes[type])}</Tag>;

export function ScheduleStatus({ status, is_overdue }: Pick<ScheduleRow, "status" | "is_overdue">) {
  if (is_overdue)
    return (
      <span className={classes.overdue}>
        <Tag color="red">{t("已逾期")}</Tag>
      </span>
    );
  const color = status === "done" ? "green" : status === "pending" ? "orange" : "gray";
  return <Tag color={color}>{t(scheduleStatuses[status])}</Tag>;
}

export function ScheduleTitle({ row }: { row: ScheduleRow }) {
  return <span className={row.is_overdue ? classes.overdue : undefined}>{row.title}</span>;
}

export function spanText({ start_at, end_at, all_day }: Pick<ScheduleRow, "start_at" | "end_at" | "all_day">): string {
  const start = formatInstant(start_at);
  const end = formatInstant(end_at);
  const [from, until] = [start.slice(0, 10), end.slice(0, 10)];
  if (all_day) return t("{days} 全天", { days: end && until !== from ? `${from} 至 ${until}` : from });
  if (!end) return start;
  return `${start} 至 ${until === from ? end.slice(11) : end}`;
}

export const startText = ({ start_at, all_day }: Pick<ScheduleRow, "start_at" | "all_day">): string =>
  all_day ? t("{days} 全天", { days: formatInstant(start_at).slice(0, 10) }) : formatMoment(start_at);

export function remindText(minutes: number | null): string {
  const labels: Readonly<Record<string, string>> = reminders;
  return t(labels[String(minutes ?? "none")] ?? `提前${minutes}分钟`);
}
