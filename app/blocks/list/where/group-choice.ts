import { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import type { Condition, Where } from "~/contract/where";
import type { WhereField } from "~/contract/where-fields";
import { conditionOn, withCondition, withoutCondition } from "./condition-on";

type Query = Readonly<Record<string, unknown>>;

/** Whether the list has a filter of the field's own name that takes several values. */
const isOwnFilter = ({ query }: Endpoint, name: string) =>
  query instanceof z.ZodObject && query.shape[name]?.safeParse("").success === true;

/** The one value of a group that a list is filtered by; undefined if it is not. */
export function valueIn(endpoint: Endpoint, { name }: WhereField, query: Query): string | null | undefined {
  const own = query[name];
  if (isOwnFilter(endpoint, name) && Array.isArray(own)) return own.length === 1 ? String(own[0]) : undefined;
  const condition = conditionOn(query.where as Where | undefined, name);
  if (condition?.cmp === "empty") return null;
  const list = Array.isArray(condition?.value) ? condition.value : [];
  return condition?.cmp === "in" && list.length === 1 ? String(list[0]) : undefined;
}

/** The query for one value of a group, as filter or condition; undefined value: all. Undefined if no more conditions fit. */
export function narrowedTo(
  endpoint: Endpoint,
  { name }: WhereField,
  query: Query,
  value: string | null | undefined,
): Record<string, unknown> | undefined {
  const where = query.where as Where | undefined;
  const rest = withoutCondition(where, name);
  if (value === undefined) return { [name]: undefined, where: rest };
  if (value !== null && isOwnFilter(endpoint, name)) return { [name]: [value], where: rest };
  const condition: Condition =
    value === null ? { field: name, cmp: "empty" } : { field: name, cmp: "in", value: [value] };
  const narrowed = withCondition(where, condition);
  return narrowed && { [name]: undefined, where: narrowed };
}
