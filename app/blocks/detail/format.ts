import { t } from "~/app/i18n/t";

const shanghai = 8 * 3_600_000;
const dayLength = 86_400_000;

/** A moment as `YYYY-MM-DD HH:mm` of Asia/Shanghai, whatever the reader's own zone. */
export function formatInstant(value: string | null | undefined): string {
  if (!value) return "";
  return new Date(Date.parse(value) + shanghai).toISOString().slice(0, 16).replace("T", " ");
}

/** `YYYY-MM-DD` and `HH:mm` of Asia/Shanghai as a moment of the wire. */
export function instantOf(day: string, time: string): string {
  return `${day}T${time}:00+08:00`;
}

/** How many calendar days of Asia/Shanghai ago: 今天, 昨天, n天前. */
export function formatAge(value: string | null | undefined, now = Date.now()): string {
  if (!value) return "";
  const dayNumber = (moment: number) => Math.floor((moment + shanghai) / dayLength);
  const days = dayNumber(now) - dayNumber(Date.parse(value));
  if (days <= 0) return days === 0 ? t("今天") : formatInstant(value).slice(0, 10);
  return days === 1 ? t("昨天") : t("{days}天前", { days });
}

const grouped = new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 2 });

/** A number with thousands separators. */
export function formatNumber(value: number | string): string {
  return grouped.format(Number(value));
}

/** `¥` alone is the yen here, as the trade writes it; any other currency says which it is. */
const symbols: Readonly<Record<string, string>> = { JPY: "¥", CNY: "CN¥", USD: "US$", HKD: "HK$", EUR: "€", GBP: "£" };

/** A decimal amount for reading, in 万 and 亿: `¥5,980万`. The exact amount belongs beside it or in a title. */
export function formatMoney(amount: string | null | undefined, currency: string | null | undefined): string {
  if (!amount) return "";
  const value = Number(amount);
  const symbol = currency ? (symbols[currency] ?? `${currency} `) : "";
  if (value >= 100_000_000) return symbol + t("{amount}亿", { amount: formatNumber(value / 100_000_000) });
  if (value >= 10_000) return symbol + t("{amount}万", { amount: formatNumber(value / 10_000) });
  return symbol + formatNumber(value);
}
