import { t } from "~/app/i18n/t";

export function durationText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(Math.abs(seconds) / 60));
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return t("{m}分", { m: minutes });
  return minutes % 60 && hours < 24 ? t("{h}小时{m}分", { h: hours, m: minutes % 60 }) : t("{h}小时", { h: hours });
}
