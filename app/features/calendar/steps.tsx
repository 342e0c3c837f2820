import { ActionIcon, Button, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { dayName } from "~/app/blocks/detail/format";
import { t } from "~/app/i18n/t";
import { plusDays } from "~/contract/calendar";
import { shanghaiDay } from "~/contract/day";

interface StepsProps {
  view: "day" | "week" | "month";
  day: string;
  onDay: (day: string) => void;
}

/** A calendar's ways to the days before and after, and what it shows now. */
export function Steps({ view, day, onDay }: StepsProps) {
  const step = (by: 1 | -1) =>
    view === "month" ? monthBeside(day, by) : plusDays(day, (view === "week" ? 7 : 1) * by);
  const [year, month] = day.split("-").map(Number);
  const names = {
    day: [t("前一天"), t("后一天")],
    week: [t("上一周"), t("下一周")],
    month: [t("上个月"), t("下个月")],
  }[view];
  return (
    <div className={`${basic.row} ${basic.gap8}`}>
      <ActionIcon variant="default" size={34} onClick={() => onDay(step(-1))} aria-label={names[0]}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="default" size={34} onClick={() => onDay(step(1))} aria-label={names[1]}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <Button variant="default" size="sm" px={12} onClick={() => onDay(shanghaiDay())}>
        {t("今天")}
      </Button>
      <Text component="h2" fz={17} fw={600} ml={8} aria-live="polite">
        {view === "day" ? dayName(day) : t("{year}年{month}月", { year: String(year), month: String(month) })}
      </Text>
    </div>
  );
}

function monthBeside(day: string, by: 1 | -1): string {
  const first = `${day.slice(0, 8)}01`;
  return by === 1 ? `${plusDays(first, 31).slice(0, 8)}01` : `${plusDays(first, -1).slice(0, 8)}01`;
}
