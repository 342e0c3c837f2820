import { isBlank } from "~/app/blocks/detail/value";
import type { Endpoint } from "~/contract/endpoint";
import type { Comparison } from "~/contract/where";
import { comparisonsOf, rowNames, type WhereField, whereFields } from "~/contract/where-fields";
import type { Filter } from "./list-filters";

type Query = Readonly<Record<string, unknown>>;

export interface Narrowing {
  key: string;
  label: string;
  filter?: Filter;
  field?: WhereField;
}

export function ownComparison({ kind, names: [name] }: Filter): Comparison {
  if (kind === "options") return "in";
  if (kind === "days" || kind === "numbers") return "between";
  if (kind === "yes-no") return "is";
  if (kind === "number") return name.endsWith("_max") ? "lte" : "gte";
  return "contains";
}

export function offeredComparisons({ filter, field }: Narrowing): Comparison[] {
  return [...new Set([...(filter ? [ownComparison(filter)] : []), ...(field ? comparisonsOf[field.kind] : [])])];
}

/** Every filter of a list, except its keyword: its own filters first, in their order. */
export function narrowingsOf(endpoint: Endpoint | undefined, filters: readonly Filter[]): Narrowing[] {
  const fields = endpoint ? whereFields(endpoint) : [];
  const own = filters
    .filter(({ kind }) => kind !== "keyword")
    .map((filter): Narrowing => {
      const { names, label } = filter;
      const field = fields.find(({ name }) => rowNames(names[0]).includes(name));
      const isSame = field && (field.kind === "text" || comparisonsOf[field.kind].includes(ownComparison(filter)));
      return { key: names[0], label, filter, ...(isSame && { field }) };
    });
  const rest = fields.filter((field) => own.every((one) => one.field !== field));
  return [...own, ...rest.map((field) => ({ key: field.name, label: field.label, field }))];
}

export const isSet = (query: Query, { names }: Filter): boolean => names.some((name) => !isBlank(query[name]));

export const unset = ({ names }: Filter): Record<string, undefined> =>
  Object.fromEntries(names.map((name) => [name, undefined]));

/** Where the panel shows conditions with and/or and groups of them. */
export const builderKey = "where";
