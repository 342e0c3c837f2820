import "@mantine/dates/styles.css";
import "dayjs/locale/zh-cn";
import { DatePicker, DatesProvider } from "@mantine/dates";
import { t } from "~/app/i18n/t";

export const calendarSettings = { locale: "zh-cn", firstDayOfWeek: 1 as const };

export const toDate = (day: string | null) => (day ? new Date(`${day}T00:00:00`) : null);

// The picker's dates are midnights in the user's zone, so that the local parts are the chosen day.
export const toDay = (date: Date | null) =>
  date &&
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

export const calendarNames = () => ({
  yearLabelFormat: "YYYY年",
  ariaLabels: {
    nextMonth: t("下个月"),
    previousMonth: t("上个月"),
    nextYear: t("下一年"),
    previousYear: t("上一年"),
    nextDecade: t("后十年"),
    previousDecade: t("前十年"),
  },
});

// Pale neighbouring days and red weekends were unreadable (axe).
const calendarProps = () => ({
  ...calendarNames(),
  hideOutsideDates: true,
  weekendDays: [],
  monthLabelFormat: "YYYY年M月",
});

interface CalendarProps {
  value: string | null;
  from: string | undefined;
  onChange: (day: string) => void;
}

export function Calendar({ value, from, onChange }: CalendarProps) {
  const pick = (date: Date | null) => {
    const day = toDay(date);
    if (day) onChange(day);
  };
  return (
    <DatesProvider settings={calendarSettings}>
      <DatePicker
        value={toDate(value)}
        defaultDate={toDate(value) ?? undefined}
        minDate={toDate(from ?? null) ?? undefined}
        onChange={pick}
        {...calendarProps()}
      />
    </DatesProvider>
  );
}

export type Days = readonly [from: string | null, to: string | null];

export const RangeCalendar = ({ value, onChange }: { value: Days; onChange: (days: Days) => void }) => (
  <DatesProvider settings={calendarSettings}>
    <DatePicker
      type="range"
      allowSingleDateInRange
      value={[toDate(value[0]), toDate(value[1])]}
      defaultDate={toDate(value[0]) ?? undefined}
      onChange={([from, to]) => onChange([toDay(from), toDay(to)])}
      {...calendarProps()}
    />
  </DatesProvider>
);
