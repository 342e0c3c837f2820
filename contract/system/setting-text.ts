import { z } from "zod";
import { PlanLine, plansOf } from "../deal/billing-record";
import { billingTypes } from "../deal/deal-kinds";
import { formatNumber } from "../decimal";
import { metaOf } from "../field";
import { formatUnit } from "../format";
import { weekdays } from "../weekdays";
import { definitionOf, hiddenSecret, isSecretKey, type SettingKey, type WorkHours } from "./setting";

/** A setting's value as people read it; null where it is empty. `say` translates. */
export function settingText(key: SettingKey, value: unknown, say: (text: string) => string = (text) => text) {
  if (value === "" || value === null || value === undefined) return null;
  if (isSecretKey(key)) return hiddenSecret;
  if (typeof value === "boolean") return say(value ? "开启" : "关闭");
  if (key === "deal.billing_template") return plansText(value, say);
  const { options, unit } = metaOf(definitionOf(key).schema);
  const named = (one: string) => (options?.[one] ? say(options[one]) : one);
  if (Array.isArray(value)) return value.map((one) => named(String(one))).join("、") || null;
  if (isWorkHours(value)) return hoursText(value, say);
  if (typeof value === "number") return unit ? formatUnit(value, say(unit)) : formatNumber(value);
  return named(String(value));
}

function plansText(value: unknown, say: (text: string) => string): string | null {
  const plans = plansOf(z.array(PlanLine).safeParse(value).data ?? []);
  const line = ({ type, percent }: PlanLine) => `${say(billingTypes[type])}${formatNumber(percent)}%`;
  return plans.map(({ name, lines }) => `${name}：${lines.map(line).join("、")}`).join("；") || null;
}

const isWorkHours = (value: unknown): value is WorkHours =>
  typeof value === "object" && value !== null && "days" in value && Array.isArray(value.days);

function hoursText({ days, from, to }: WorkHours, say: (text: string) => string): string {
  const names = [...days].sort().map((day) => say(weekdays[day as keyof typeof weekdays]));
  return `${names.join("、")} ${from}–${to}`;
}

/** What a setting does, in two parts if its value is inside the sentence. */
export function settingSentence(key: SettingKey): [before: string, after: string] | undefined {
  const [before = "", after] = (metaOf(definitionOf(key).schema).help ?? "").split("{}");
  return after === undefined ? undefined : [before, after];
}

/** The same in one piece: `超过N天没有有效跟进的客户自动进公海`. */
export function settingHelp(key: SettingKey): string | null {
  const { help, unit } = metaOf(definitionOf(key).schema);
  return help?.replace("{}", unit === undefined ? "…" : `N${unit}`) ?? null;
}
