import type { Change } from "~/contract/common";
import type { Endpoint } from "~/contract/endpoint";
import { maskContact } from "~/contract/mask";
import { queryLabel } from "~/contract/query-label";
import { type Condition, comparisons, isGroup, type Where, type WhereItem, whereOps } from "~/contract/where";
import { type WhereField, whereFields } from "~/contract/where-fields";

/** Parts of a query that say nothing about which rows. */
const unnamed = new Set(["page", "page_size", "reason", "link", "group"]);

/** Which rows were asked for, as a log line keeps it: a number that was searched for is masked. */
export function filterWords(endpoint: Endpoint, query: Readonly<Record<string, unknown>>): Change[] {
  const { ids, where, ...rest } = query;
  const named = Object.entries(rest).flatMap(([field, value]) => {
    if (unnamed.has(field) || value === undefined || value === "") return [];
    const text = valueWords(fieldOf(endpoint, field), value);
    const isNumber = field === "keyword" && text.replace(/\D/g, "").length >= 7;
    return said(field, labelIn(endpoint, field), isNumber ? (maskContact("phone", text) ?? "") : text);
  });
  return [
    ...named,
    // The contract's own shape of it: `checkAsked` has looked at it.
    ...(where ? said("where", labelIn(endpoint, "where"), itemWords(endpoint, where as Where)) : []),
    ...(Array.isArray(ids) ? said("ids", "所选记录", `${ids.length}条`) : []),
  ];
}

const said = (field: string, label: string, after: string): Change[] => [{ field, label, before: null, after }];

/** A file has no fields: those of its rows are named in the endpoint. */
const labelIn = ({ query, reply, where }: Endpoint, name: string) =>
  queryLabel({ query, reply: where?.row ?? reply }, name);

function itemWords(endpoint: Endpoint, item: WhereItem): string {
  if (!isGroup(item)) return conditionWords(endpoint, item);
  const parts = item.items.map((one) => (isGroup(one) ? `（${itemWords(endpoint, one)}）` : itemWords(endpoint, one)));
  return parts.length > 1 ? `${whereOps[item.op]}：${parts.join("；")}` : parts.join("");
}

function conditionWords(endpoint: Endpoint, { field: name, cmp, value }: Condition): string {
  const field = fieldOf(endpoint, name);
  return [field?.label ?? name, comparisons[cmp], valueWords(field, value)].filter(Boolean).join(" ");
}

const fieldOf = (endpoint: Endpoint, name: string) => whereFields(endpoint).find((one) => one.name === name);

/** A value, or several, by the labels of its choices. */
function valueWords(field: WhereField | undefined, value: unknown): string {
  if (value === undefined) return "";
  const words: Readonly<Record<string, string>> = { ...field?.options, true: "是", false: "否" };
  return [value]
    .flat()
    .map((one) => words[String(one)] ?? String(one))
    .join("、");
}
