import { DatesProvider, MonthPicker } from "@mantine/dates";
import { calendarNames, calendarSettings, toDate, toDay } from "~/app/blocks/form/field/calendar";

export function MonthCalendar({ value, onChange }: { value: string | null; onChange: (month: string) => void }) {
  const shown = value && toDate(`${value}-01`);
  return (
    <DatesProvider settings={calendarSettings}>
      <MonthPicker
        {...calendarNames()}
        monthsListFormat="M月"
        value={shown || null}
        defaultDate={shown || undefined}
        onChange={(date) => onChange(toDay(date)?.slice(0, 7) ?? "")}
      />
    </DatesProvider>
  );
}
