import { z } from "zod";
import { type Endpoint, isList, pathOf, writeQuery } from "~/contract/endpoint";
import { inquiry } from "~/contract/inquiry/inquiry";
import { comparisonsOf, groupFields, type WhereField, whereFields } from "~/contract/where-fields";
import { served } from "~/server/resources/areas";
import type { Case, Role } from "./cases";
import { rareEstate, rareName } from "./words";

/** A list of the contract as its cases are made from it. */
interface List {
  endpoint: Endpoint;
  shape: Record<string, z.ZodType>;
  /** What the address says when nothing is chosen; it also tells apart the lists of one path. */
  plain: Record<string, unknown>;
  sorts: string[];
}

/** Lists of one record that may be long, and the record whose list is asked for; of any other record it is short. */
const recordsOf: Record<string, number> = { "/api/notification/{id}/receipts": 1 };

/** Every list that the API answers, by the query that all lists have; one that stands on two paths once. */
export function allLists(): List[] {
  const bySummary = new Map<string, List>();
  for (const { endpoint } of served) {
    const { query, path, summary } = endpoint;
    const isOfOther = path.includes("{") && recordsOf[path] === undefined;
    if (!isList(endpoint) || isOfOther || !(query instanceof z.ZodObject) || bySummary.has(summary)) continue;
    const shape: Record<string, z.ZodType> = query.shape;
    const { page: _, ...plain } = defaultsOf(shape);
    const sorts = (shape.sort && choicesOf(shape.sort)) ?? [];
    bySummary.set(summary, { endpoint, shape, plain, sorts });
  }
  return [...bySummary.values()];
}

const defaultsOf = (shape: Record<string, z.ZodType>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.safeParse(undefined).data]));

/** What a list is asked beside its default, in words and as a query. */
interface Choice {
  /** The filter that it is made of. */
  name: string;
  query: Record<string, unknown>;
}

const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000).toISOString().slice(0, 10);

/** Days from–to: the last week, a month of the year before last, since a month ago, until two years ago, the week to come. */
const spans: [from: number | undefined, to: number | undefined][] = [
  [-6, 0],
  [-400, -370],
  [-30, undefined],
  [undefined, -730],
  [0, 6],
];

/** Common and rare words of one to three characters, words nobody has, numbers: whatever the list, since it does no harm to ask. */
const keywords = [
  "王",
  "建国",
  "王建国",
  rareName,
  rareName.slice(1),
  "龘靐",
  "龘靐齉",
  "首付",
  "学区房",
  "海风",
  "湾岸",
  "涩谷",
  rareEstate,
  "KH2511",
  "XQ2511",
  "XJ2511",
  "13982451653",
  "1398245",
  "1653",
  "139****1653",
];

/** Values of filters that are not a choice of the contract, by their names; there are such in every generated database. */
const samples: Record<string, unknown[]> = {
  keyword: keywords,
  owner_id: [12, 2],
  manager_id: [12, 2],
  user_id: [12, 2],
  assignee_id: [12, 2],
  submitter_id: [5],
  customer_id: [1_234],
  customer_user_id: [1_234],
  tracker_id: [3],
  report_id: [12],
  estate_id: [234],
  mansion_id: [1],
  broker_id: [1],
  agent_id: [1],
  created_by: [4],
  period: ["2026-10"],
  developer: ["云汀不动产"],
  account_id: [1],
  handler_id: [12],
  deal_id: [1],
  clue_id: [1],
  district_id: ["3"],
  parent_id: [3],
  category_id: [1],
  city_id: [1],
  tag_id: ["3"],
  keyword_id: ["3"],
  requirement_id: [123],
  role_id: ["2"],
  team_id: [1],
  country: ["JP", "SG", "FR"],
  source: ["phone", "ads", "website"],
  result: ["interested"],
  tag: ["cash_buyer", "nobody_has_it"],
  reason: ["harassment", "fraud"],
  idle_days_min: [3, 30],
  budget_min: ["25000000"],
  budget_max: ["5000000"],
  budget_currency: ["JPY", "THB"],
  price_min: ["80000000"],
  price_max: ["30000000"],
  currency: ["JPY"],
  area_min: [120],
  area_max: [30],
  yield_min: [7],
  completion_min: ["2027"],
  completion_max: ["2023"],
  walk_max: [5],
  built_min: [2015],
  built_max: [1990],
  layout: ["2LDK", "5LDK"],
  property_type: ["villa"],
  bbox: ["139.7,35.6,139.8,35.7"],
  structure: ["rc"],
  level: [1],
  target: ["王建国", "KH2511010001"],
  module: ["customer"],
  scene: ["customer_tag"],
  group_name: ["区域词", "nothing"],
  rank_current_min: [90],
  rank_current_max: [3],
};

/** The values of a filter that the contract chooses from; undefined where it takes any. */
function choicesOf(field: z.ZodType): string[] | undefined {
  const { def } = field;
  if (field instanceof z.ZodEnum) return field.options.map(String);
  if (field instanceof z.ZodLiteral) return [...field.values].map(String);
  if (field instanceof z.ZodBoolean) return ["1", "0"];
  if (field instanceof z.ZodArray && field.element instanceof z.ZodType) return choicesOf(field.element);
  if ("innerType" in def && def.innerType instanceof z.ZodType) return choicesOf(def.innerType);
  if ("out" in def && def.out instanceof z.ZodType) return choicesOf(def.out);
  return undefined;
}

const isDay = (field: z.ZodType) => field.safeParse(day(0)).success && !field.safeParse("x").success;

/** A condition on each field as its kind usually is compared, beside a month of the list's own time, which a long table asks for. */
function conditions(endpoint: Endpoint): string[] {
  const fields = whereFields(endpoint);
  const time = fields.find(({ kind }) => kind === "day");
  const month = time ? [{ field: time.name, cmp: "gte", value: "-30d" }] : [];
  return fields.map((field) => {
    const [cmp] = comparisonsOf[field.kind];
    return JSON.stringify({ op: "and", items: [...month, { field: field.name, cmp, value: conditionValue(field) }] });
  });
}

function conditionValue({ kind, options, scene }: WhereField): unknown {
  if (kind === "day") return "-7d";
  if (kind === "number") return 3;
  if (kind === "flag") return true;
  if (kind === "text") return rareName;
  return kind === "reference" || scene === "estates" || scene === "districts" || scene === "article_tags"
    ? [12]
    : [Object.keys(options ?? { JP: "" })[0]];
}

/** Every single filter of a list, each with some values; days and amounts as ranges. */
function singleFilters({ endpoint, shape, plain }: List): Choice[] {
  return Object.entries(shape).flatMap(([name, field]): Choice[] => {
    if (["page", "page_size", "sort"].includes(name)) return [];
    const one = (query: Record<string, unknown>): Choice => ({ name, query });
    if (name === "group") return groupFields(endpoint).map((field) => one({ group: field.name }));
    if (name === "where") return conditions(endpoint).map((where) => one({ where }));
    const choices = choicesOf(field);
    if (choices) return choices.filter((value) => value !== plain[name]).map((value) => one({ [name]: value }));
    if (name.endsWith("to") && isDay(field)) return [];
    if (name.endsWith("from") && isDay(field)) {
      const until = name.replace(/from$/, "to");
      return spans.map(([from, to]) =>
        one({
          ...(from === undefined ? {} : { [name]: day(from) }),
          ...(to === undefined ? {} : { [until]: day(to) }),
        }),
      );
    }
    // A tab that only the address keeps is no filter.
    if (name === "view") return [];
    const values = samples[name];
    if (!values) throw new Error(`${endpoint.line}: list-cases.ts knows no value of the filter ${name}`);
    return values.map((value) => one({ [name]: value }));
  });
}

/** By what a scope is narrowed. */
const narrowing = /^(keyword|owner_id|user_id|assignee_id|status|stage|audit_status|publish_status)$|from$/;

/** Which rows are meant at all, whatever is narrowed then; a kind of inquiries has a screen of its own. */
const isScope = (name: string, path: string) =>
  name === "view" || name === "scope" || (name === "kind" && path === inquiry.list.path);

/** Each two scopes that say different things, such as a tab of one kind. */
const pairs = (scopes: Choice[]): Choice[] =>
  scopes.flatMap((one) =>
    scopes
      .filter(({ name }) => name > one.name)
      .map(({ name, query }) => ({ name, query: { ...one.query, ...query } })),
  );

export interface ListCase extends Case {
  /** Whether it is one of those that must not grow: a list, an order, a single filter or search, a scope with status, owner, dates or keyword. Anything else only has to end. */
  isRequired: boolean;
}

/** Every order, every single filter, and every scope with each order and with what narrows it. */
export function casesOf(list: List, role: Role, roleName: string): ListCase[] {
  const { endpoint, plain, sorts } = list;
  const singles = singleFilters(list);
  const scopes = singles.filter(({ name }) => isScope(name, endpoint.path));
  const narrowed = singles.filter(({ name }) => narrowing.test(name));
  const orders = sorts.filter((sort) => sort !== plain.sort).map((sort): Choice => ({ name: "sort", query: { sort } }));
  const chosen: (Choice & { isOther?: boolean })[] = [
    { name: "", query: {} },
    ...orders,
    ...singles,
    ...scopes.flatMap((scope) => narrowed.map(({ name, query }) => ({ name, query: { ...scope.query, ...query } }))),
    ...pairs(scopes),
    ...scopes.flatMap((scope) =>
      orders.map(({ name, query }) => ({ name, query: { ...scope.query, ...query }, isOther: true })),
    ),
  ];
  // What the contract refuses is no case, such as days without a beginning.
  const taken = chosen.filter(({ query }) => endpoint.query.safeParse({ ...plain, ...query }).success);
  return taken.map(({ query, isOther = false }) => {
    const said = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    return {
      what: [endpoint.summary, ...said, `(${roleName})`].join(" "),
      role,
      path: `${pathOf(endpoint, { id: recordsOf[endpoint.path] ?? 0 })}?${writeQuery({ ...plain, ...query })}`,
      isRequired: !isOther,
    };
  });
}
