import { t } from "~/app/i18n/t";
import { periods } from "~/contract/where-fields";

const offered = [7, 14, 30, 60, 90, 180, 365];

const countOf = (value: string): number | undefined =>
  /^[+-]\d{1,4}d$/.test(value) ? Number.parseInt(value, 10) : undefined;

export function periodWord(value: string): string {
  const count = countOf(value);
  if (count === undefined) return t((periods as Readonly<Record<string, string>>)[value] ?? value);
  return count < 0 ? t("近{n}天", { n: -count }) : t("未来{n}天", { n: count });
}

export function dayWord(value: string): string {
  const count = countOf(value);
  if (value === "today" || count === 0) return t("今天");
  if (count === undefined) return value;
  return count < 0 ? t("{n}天前", { n: -count }) : t("{n}天后", { n: count });
}

const withPresent = (values: string[], present: unknown) =>
  typeof present === "string" && present !== "" && !values.includes(present) ? [...values, present] : values;

export const periodOptions = (present: unknown) =>
  withPresent(
    [...Object.keys(periods), ...offered.map((n) => `-${n}d`), ...[7, 14, 30].map((n) => `+${n}d`)],
    present,
  ).map((value) => ({ value, label: periodWord(value) }));

export const dayOptions = (present: unknown) =>
  withPresent(
    ["today", ...offered.map((n) => `-${n}d`), ...[7, 14, 30].map((n) => `+${n}d`)],
    typeof present === "string" && countOf(present) !== undefined ? present : undefined,
  ).map((value) => ({ value, label: dayWord(value) }));
