import { z } from "zod";
import { isPlainText } from "./common";
import { shanghaiDay } from "./day";
import type { Endpoint } from "./endpoint";
import { coreOf, type FieldMeta, metaOf } from "./field";
import { queryLabel } from "./query-label";
import { isSearched, type Scene } from "./shared/option";
import { type Comparison, type Condition, isGroup, type Where, type WhereItem } from "./where";

/** What a field holds, by which it is compared. */
export type WhereKind = "text" | "number" | "day" | "choice" | "list" | "flag" | "reference";

/** How each kind is compared; the first is what a new condition begins with. */
export const comparisonsOf: Readonly<Record<WhereKind, readonly Comparison[]>> = {
  text: ["contains", "not_contains", "eq", "empty", "not_empty"],
  number: ["gte", "lte", "between", "eq", "empty", "not_empty"],
  day: ["within", "gte", "lte", "between", "empty", "not_empty"],
  choice: ["in", "not_in", "empty", "not_empty"],
  list: ["in", "not_in", "empty", "not_empty"],
  flag: ["is"],
  reference: ["in", "not_in", "empty", "not_empty"],
};

export interface WhereField extends Pick<FieldMeta, "options" | "scene" | "unit"> {
  name: string;
  label: string;
  kind: WhereKind;
}

const known = new WeakMap<object, WhereField[]>();

/** Whether it is a list whose query takes `where` and `group`; another endpoint may have a `group` of its own. */
export const takesWhere = ({ query }: Endpoint): boolean => query instanceof z.ZodObject && "where" in query.shape;

/** What the contract lets a list be filtered by: its filters and orders, as far as its row has them, and what the endpoint adds. Never what it hides, such as a number that is masked. */
export function whereFields(endpoint: Endpoint): WhereField[] {
  const { query } = endpoint;
  if (!(query instanceof z.ZodObject) || !takesWhere(endpoint)) return [];
  const before = known.get(endpoint);
  if (before) return before;
  const fields = derive(endpoint, query.shape);
  known.set(endpoint, fields);
  return fields;
}

/** Of these the ones that a list is counted by: one value of few. */
export const groupFields = (endpoint: Endpoint): WhereField[] =>
  endpoint.where?.isUngrouped
    ? []
    : whereFields(endpoint).filter(
        ({ kind, name }) => kind === "choice" && !endpoint.where?.notGrouped?.includes(name),
      );

const position = ["page", "page_size", "sort", "where", "group", "keyword"];
/** How the row may call the field of a filter: by its name without its end, such as `created` and `created_at` for `created_from`. */
export const rowNames = (name: string) => {
  const base = name.replace(/_(from|to|min|max)$/, "");
  return [base, `${base}_at`];
};

function derive(endpoint: Endpoint, shape: Record<string, z.ZodType>): WhereField[] {
  const { more = {}, not = [], row } = endpoint.where ?? {};
  const rows = row?.shape ?? rowShape(endpoint.reply);
  const fields = new Map<string, WhereField>();
  const add = (name: string, schema: z.ZodType | undefined) => {
    const field = schema && fieldOf(name, schema);
    if (field && !not.includes(name)) fields.set(name, field);
  };
  for (const name of Object.keys(shape)) {
    if (position.includes(name)) continue;
    const scene = references[name];
    const isNumber = shape[name]?.safeParse("7").data === 7;
    if (scene && isNumber && !not.includes(name))
      fields.set(name, {
        name,
        label: metaOf(rows[name.slice(0, -3)]).label ?? queryLabel(endpoint, name),
        kind: "reference",
        scene,
      });
    else for (const one of rowNames(name)) add(one, rows[one]);
  }
  for (const sort of sortsOf(shape.sort)) add(sort, rows[sort]);
  for (const [name, schema] of Object.entries(more)) add(name, schema);
  return [...fields.values()];
}

/** What a filter by a row's number picks from. */
const references: Readonly<Record<string, Scene>> = {
  owner_id: "users",
  user_id: "users",
  submitter_id: "users",
  operator_id: "users",
  customer_id: "customers",
  estate_id: "estates",
  mansion_id: "mansions",
  district_id: "districts",
  tracker_id: "trackers",
  manager_id: "users",
  agent_id: "agents",
};

function sortsOf(sort: z.ZodType | undefined): string[] {
  const inner = sort && coreOf(sort);
  return inner instanceof z.ZodEnum ? inner.options.map(String).filter((name) => !name.startsWith("-")) : [];
}

function rowShape(reply: z.ZodType): Record<string, z.ZodType> {
  const list = reply instanceof z.ZodObject ? reply.shape.list : undefined;
  return list instanceof z.ZodArray && list.element instanceof z.ZodObject ? list.element.shape : {};
}

function fieldOf(name: string, schema: z.ZodType): WhereField | undefined {
  const { label, options, scene, unit, control } = metaOf(schema);
  const kind = label && kindOf(coreOf(schema), { options, scene, control });
  return label && kind
    ? { name, label, kind, ...(options && { options }), ...(scene && { scene }), ...(unit && { unit }) }
    : undefined;
}

function kindOf(core: z.ZodType, { options, scene, control }: FieldMeta): WhereKind | undefined {
  const isChosen = options !== undefined || scene !== undefined;
  if (core instanceof z.ZodArray) return isChosen ? "list" : undefined;
  if (control === "instant" || control === "date") return "day";
  if (control === "month" || control === "phone") return undefined;
  if (isChosen) return isSearched(scene) ? "reference" : "choice";
  if (core instanceof z.ZodNumber || control === "money") return "number";
  if (core instanceof z.ZodBoolean) return "flag";
  return core instanceof z.ZodString || core instanceof z.ZodEnum ? "text" : undefined;
}

/** Days that are said by their place: around today, in Asia/Shanghai. */
export const periods = {
  today: "今天",
  yesterday: "昨天",
  tomorrow: "明天",
  this_week: "本周",
  last_week: "上周",
  next_week: "下周",
  this_month: "本月",
  last_month: "上月",
  next_month: "下月",
  this_year: "今年",
  last_year: "去年",
} as const;
type Period = keyof typeof periods;

const isPeriod = (value: unknown): value is Period => typeof value === "string" && value in periods;
const isCount = (value: unknown): value is string => typeof value === "string" && /^[+-]\d{1,4}d$/.test(value);
const isDay = (value: unknown): value is string =>
  z.iso.date().safeParse(value).success && String(value) >= "1900-01-01" && String(value) <= "2999-12-31";

/** The first and the last day of a period; `-7d` are the seven days that end today, `+7d` those that begin today. */
export function periodDays(period: string, now: number): [string, string] {
  const today = shanghaiDay(0, now);
  const day = (plus: number) => shanghaiDay(plus, now);
  if (isCount(period)) {
    const count = Number.parseInt(period, 10);
    return count < 0 ? [day(count + 1), today] : [today, day(Math.max(0, count - 1))];
  }
  // Monday is the first.
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const week = (weeks: number): [string, string] => [day(7 * weeks - weekday), day(7 * weeks - weekday + 6)];
  const [year = 0, month = 1] = today.split("-").map(Number);
  const months = (from: number, count: number): [string, string] => [
    utcDay(Date.UTC(year, month - 1 + from, 1)),
    utcDay(Date.UTC(year, month - 1 + from + count, 0)),
  ];
  const whole: Record<Period, [string, string]> = {
    today: [today, today],
    yesterday: [day(-1), day(-1)],
    tomorrow: [day(1), day(1)],
    this_week: week(0),
    last_week: week(-1),
    next_week: week(1),
    this_month: months(0, 1),
    last_month: months(-1, 1),
    next_month: months(1, 1),
    this_year: months(1 - month, 12),
    last_year: months(1 - month - 12, 12),
  };
  return isPeriod(period) ? whole[period] : [today, today];
}

const utcDay = (at: number) => new Date(at).toISOString().slice(0, 10);

export interface WhereError {
  label: string;
  message: string;
}

/** A filter with every condition checked against the fields, and its days as they are now; what is wrong with it otherwise. */
export function resolveWhere(fields: readonly WhereField[], where: Where, now: number): Where | WhereError {
  const items: WhereItem[] = [];
  for (const item of where.items) {
    const resolved = isGroup(item) ? resolveWhere(fields, item, now) : resolveOne(fields, item, now);
    if ("message" in resolved) return resolved;
    items.push(resolved);
  }
  return { ...where, items };
}

function resolveOne(fields: readonly WhereField[], condition: Condition, now: number): Condition | WhereError {
  const { field: name, cmp, value } = condition;
  const field = fields.find((one) => one.name === name);
  if (!field) return { label: name, message: `没有可筛选的字段“${name}”` };
  const { label, kind } = field;
  if (!comparisonsOf[kind].includes(cmp)) return { label, message: `“${label}”不能这样比较` };
  if (cmp === "empty" || cmp === "not_empty") return { field: name, cmp };
  const fits = checks[kind](value, cmp, field);
  if (!fits) return { label, message: value === undefined ? `请填写“${label}”的值` : `“${label}”的值不正确` };
  return kind === "day" ? inDays(condition, now) : { field: name, cmp, value: condition.value };
}

function inDays({ field, cmp, value }: Condition, now: number): Condition {
  if (cmp === "within") return { field, cmp: "between", value: periodDays(String(value), now) };
  const dayOf = (one: unknown) =>
    isCount(one) ? shanghaiDay(Number.parseInt(one, 10), now) : one === "today" ? shanghaiDay(0, now) : String(one);
  return { field, cmp, value: Array.isArray(value) ? value.map(dayOf) : dayOf(value) };
}

type Check = (value: unknown, cmp: Comparison, field: WhereField) => boolean;

const isNumeric = (value: unknown) =>
  (typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e16) ||
  (typeof value === "string" && /^-?\d{1,16}(\.\d{1,8})?$/.test(value));
const isSomeDay = (value: unknown) => isDay(value) || isCount(value) || value === "today";
const isRange = (value: unknown, isEnd: (end: unknown) => boolean) =>
  Array.isArray(value) && value.length === 2 && value.every(isEnd);
const isRowNumbers = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => Number.isSafeInteger(one) && Number(one) > 0);
const isText = (value: unknown) => typeof value === "string" && value.trim() !== "" && isPlainText(value);
const isChosen = (value: unknown, options: WhereField["options"]) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isText(one) && (!options || Object.hasOwn(options, String(one))));

const checks: Record<WhereKind, Check> = {
  text: isText,
  number: (value, cmp) =>
    cmp === "between"
      ? isRange(value, isNumeric) && Array.isArray(value) && Number(value[0]) <= Number(value[1])
      : isNumeric(value),
  day: (value, cmp) => {
    if (cmp === "within") return isPeriod(value) || isCount(value);
    return cmp === "between" ? isRange(value, isSomeDay) : isSomeDay(value);
  },
  choice: (value, _, { options }) => isChosen(value, options),
  list: (value, _, { options, scene }) => (isSearched(scene) ? isRowNumbers(value) : isChosen(value, options)),
  flag: (value) => typeof value === "boolean",
  reference: isRowNumbers,
};
