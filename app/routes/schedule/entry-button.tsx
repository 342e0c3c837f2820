import { VisuallyHidden } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { timeOn } from "~/app/blocks/detail/format";
import { spanText } from "~/app/features/schedule/schedule-labels";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import classes from "./entry-button.module.css";

interface EntryButtonProps {
  row: ScheduleRow;
  day: string;
  onOpen: (row: ScheduleRow) => void;
  isLong?: boolean;
}

export function EntryButton({ row, day, onOpen, isLong = false }: EntryButtonProps) {
  const { id } = useProfile();
  const member = row.user.id === id ? undefined : row.user.name;
  const more = [member, row.customer?.name, row.location].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      className={`${classes.entry} ${basic.plain} ${basic.cut} ${basic.fixed} ${basic.relative}`}
      data-state={row.is_overdue ? "overdue" : row.status}
      data-long={isLong || undefined}
      title={[spanText(row), row.title, more].filter(Boolean).join("\n")}
      onClick={() => onOpen(row)}
    >
      <span className={`${classes.time} ${basic.bold}`}>{timeOn(row, day)}</span>{" "}
      <span className={classes.name}>{row.title}</span>
      {row.is_overdue ? <VisuallyHidden>{t("已逾期")}</VisuallyHidden> : null}
      {isLong && more ? <span className={`${basic.block} ${basic.dim}`}>{more}</span> : null}
    </button>
  );
}
