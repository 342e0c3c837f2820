import { formatNumber } from "./decimal";
import type { FieldMeta } from "./field";

// The one way in which numbers are written for people: on screens, in the operation log, in messages.

let longNames: Intl.DisplayNames | undefined;

/** A share of a hundred: `4.5%`; nothing for null. */
export const formatPercent = (percent: number | string | null | undefined): string =>
  percent === null || percent === undefined || percent === "" ? "" : `${formatNumber(percent)}%`;

/** A number with its unit, without a space unless it is in Latin letters: `62.5㎡`, `18年`, `10 MB`. */
export const formatUnit = (value: number | string, unit: string): string =>
  `${formatNumber(value)}${/^[a-z]/i.test(unit) ? " " : ""}${unit}`;

/** Seconds as a film's length: `3:05`, `1:02:09`. */
export function formatLength(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** `42.5–88㎡`, or one number where both are the same; nothing where none is known. */
export function formatArea(min: number | string | null, max: number | string | null): string {
  if (min === null && max === null) return "";
  const [from, to] = [min ?? max, max ?? min].map((side) => formatNumber(side ?? ""));
  return from === to ? `${from}㎡` : `${from}–${to}㎡`;
}

/** As people call them; the oldest browsers that we serve name none themselves. */
const usualNames: Readonly<Record<string, string>> = {
  CNY: "元",
  人民币: "元",
  JPY: "日元",
  USD: "美元",
  EUR: "欧元",
  GBP: "英镑",
  HKD: "港元",
  THB: "泰铢",
  KRW: "韩元",
  AED: "迪拉姆",
  AUD: "澳元",
  CAD: "加元",
  IDR: "印尼盾",
  MYR: "林吉特",
  NZD: "新西兰元",
  SGD: "新加坡元",
};

/** Currencies by name, 日元: a bare ¥ or $ means another thing to each reader. The yuan is 元 among ourselves. */
export function currencyName(currency: string): string {
  const usual = usualNames[currency];
  if (usual || !/^[A-Z]{3}$/.test(currency)) return usual ?? currency;
  longNames ??= new Intl.DisplayNames("zh-CN", { type: "currency" });
  return longNames.of(currency) ?? currency;
}

/** The number of an amount in 万 or 亿, and which of them. */
function scaled(amount: string): [number: string, scale: "" | "万" | "亿"] {
  const value = Number(amount);
  if (Math.abs(value) >= 100_000_000) return [formatNumber(value / 100_000_000), "亿"];
  return Math.abs(value) >= 10_000 ? [formatNumber(value / 10_000), "万"] : [formatNumber(value), ""];
}

/** A decimal amount for reading, rounded: `5,980万日元`. Documents and boards use `formatExact`; next to a limit `formatBeside` (docs/look.md). */
export function formatMoney(amount: string | null | undefined, currency: string | null | undefined): string {
  if (!amount) return "";
  const [number, scale] = scaled(amount);
  return `${number}${scale}${currency ? currencyName(currency) : ""}`;
}

/** An amount next to a limit that it may or may not reach: short, unless both would then read alike though they differ. */
export function formatBeside(amount: string, limit: string | null, currency: string | null): string {
  const short = formatMoney(amount, currency);
  const isSame = limit === null || Number(amount) === Number(limit);
  return isSame || short !== formatMoney(limit, currency) ? short : formatExact(amount, currency);
}

/** Two amounts as one: `5,980万–1.28亿日元`, `3,000–5,980万日元`, or a single one where both are the same. */
export function formatMoneyRange(min: string, max: string, currency: string | null | undefined): string {
  const to = formatMoney(max, currency);
  if (Number(min) === Number(max)) return to;
  const [[number, scale], [, toScale]] = [scaled(min), scaled(max)];
  if (scale === toScale) return `${number}–${to}`;
  // 0.8–3万, since 8,000–3万 could be read as 8,000万.
  return scale
    ? `${number}${scale}–${to}`
    : `${formatNumber(Number(min) / 10_000)}${toScale === "亿" ? "万" : ""}–${to}`;
}

/** An amount to the last digit: `59,800,000日元`. */
export function formatExact(amount: string | null | undefined, currency: string | null | undefined): string {
  if (!amount) return "";
  return `${formatNumber(amount)}${currency ? currencyName(currency) : ""}`;
}

/** Two amounts to the last digit: `59,800,000–128,000,000日元`. */
const formatExactRange = (min: string, max: string, currency: string | null | undefined): string =>
  Number(min) === Number(max) ? formatExact(max, currency) : `${formatExact(min, null)}–${formatExact(max, currency)}`;

/** What somebody would pay, open on either side: `3,000–5,980万日元`, `3,000万日元以上`; nothing where neither is known. */
export function formatBudget(
  min: string | null,
  max: string | null,
  currency: string | null,
  style: "short" | "exact" = "short",
): string {
  const [one, range] = style === "exact" ? [formatExact, formatExactRange] : [formatMoney, formatMoneyRange];
  if (min && max) return range(min, max, currency);
  if (min) return `${one(min, currency)}以上`;
  return max ? `${one(max, currency)}以下` : "";
}

/** A number as people read it, with the country's code in front unless it is Chinese. */
export function formatPhone(number: string, code: unknown): string {
  return typeof code === "string" && code && code !== "86" && !number.startsWith("+") ? `+${code} ${number}` : number;
}

/** The currency of an amount, from its record. */
function currencyIn({ currency }: FieldMeta, record: Readonly<Record<string, unknown>>): string | null {
  const found = currency === undefined ? undefined : record[currency];
  return typeof found === "string" && found ? found : null;
}

/** A field's value as text: an option's label, an amount in the currency of its record, a number with its unit. Amounts are in 万 and 亿, or `exact`. */
export function fieldText(
  meta: FieldMeta,
  value: unknown,
  record: Readonly<Record<string, unknown>> = {},
  style: "short" | "exact" = "short",
): string {
  if (typeof value === "boolean") return value ? "是" : "否";
  const { control, options, unit = "", isExact, figure } = meta;
  const text = String(value);
  if (options?.[text]) return options[text];
  if (control === "phone") return formatPhone(text, record.phone_cc);
  if (control === "money")
    return (isExact || style === "exact" ? formatExact : formatMoney)(text, currencyIn(meta, record)) + unit;
  // A figure counts, unlike a year or a number that names something.
  return unit || (figure && typeof value === "number") ? formatUnit(text, unit) : text;
}

export const formatBytes = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${formatNumber(Math.ceil(bytes / 1024))} KB` : `${formatNumber(bytes / 1024 / 1024)} MB`;
