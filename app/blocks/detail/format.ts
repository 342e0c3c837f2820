import { t } from "~/app/i18n/t";
import { now } from "~/contract/now";

const shanghai = 8 * 3_600_000;
const dayLength = 86_400_000;

/** A moment as `YYYY-MM-DD HH:mm` of Asia/Shanghai, whatever the reader's own zone. */
export function formatInstant(value: string | null | undefined): string {
  if (!value) return "";
  return new Date(Date.parse(value) + shanghai).toISOString().slice(0, 16).replace("T", " ");
}

/** A moment in short form: `HH:mm` today, `MM-DD HH:mm` this year, else the day. */
export function formatMoment(value: string, at = now()): string {
  const [day = "", time] = formatInstant(value).split(" ");
  const today = formatInstant(new Date(at).toISOString()).slice(0, 10);
  if (day === today) return time ?? "";
  return day.slice(0, 4) === today.slice(0, 4) ? `${day.slice(5)} ${time}` : day;
}

export const instantOf = (day: string, time: string): string => `${day}T${time}:00+08:00`;

export function formatAge(value: string | null | undefined, at = now()): string {
  if (!value) return "";
  const dayNumber = (moment: number) => Math.floor((moment + shanghai) / dayLength);
  const days = dayNumber(at) - dayNumber(Date.parse(value));
  if (days <= 0) return days === 0 ? t("今天") : formatInstant(value).slice(0, 10);
  return days === 1 ? t("昨天") : t("{days}天前", { days });
}

export const weekdayNames = () => ["一", "二", "三", "四", "五", "六", "日"].map((name) => t(name));

export function dayName(day: string): string {
  const [, month, date] = day.split("-").map(Number);
  const name = weekdayNames()[(new Date(day).getUTCDay() + 6) % 7] ?? "";
  return t("{month}月{date}日 周{name}", { month: String(month), date: String(date), name });
}

export function timeOn(
  { start_at, end_at, all_day }: { start_at: string; end_at: string | null; all_day: boolean },
  day: string,
): string {
  const start = formatInstant(start_at);
  const end = formatInstant(end_at);
  if (all_day) return t("全天");
  if (start.startsWith(day)) return start.slice(11);
  return end.startsWith(day) ? t("至 {time}", { time: end.slice(11) }) : t("全天");
}
