import { type Condition, conditionsOf, isGroup, type Where, type WhereItem, whereLimit } from "~/contract/where";

const isOn = (name: string) => (item: WhereItem) => !isGroup(item) && item.field === name;

export function conditionOn(where: Where | undefined, name: string): Condition | undefined {
  const item = where?.op === "and" ? where.items.find(isOn(name)) : undefined;
  return item && !isGroup(item) ? item : undefined;
}

export function withoutCondition(where: Where | undefined, name: string): Where | undefined {
  if (where?.op !== "and") return where;
  const items = where.items.filter((item) => !isOn(name)(item));
  return items.length ? { op: "and", items } : undefined;
}

export function withCondition(where: Where | undefined, condition: Condition): Where | undefined {
  // An "or" with groups already has the greatest depth.
  if (where?.op === "or" && where.items.some(isGroup)) return undefined;
  const items = where?.op === "and" ? where.items : where ? [where] : [];
  const at = items.findIndex(isOn(condition.field));
  const next: Where = {
    op: "and",
    items: at < 0 ? [...items, condition] : items.map((item, index) => (index === at ? condition : item)),
  };
  return conditionsOf(next).length > whereLimit ? undefined : next;
}
