import { now } from "~/contract/now";
import { type Comparison, type Condition, comparisons, isGroup, type Where, type WhereItem } from "~/contract/where";
import { comparisonsOf, resolveWhere, type WhereField, type WhereKind } from "~/contract/where-fields";

export interface DraftCondition extends Condition {
  key: number;
}
export interface DraftGroup {
  key: number;
  op: Where["op"];
  items: DraftCondition[];
}
export interface Draft {
  op: Where["op"];
  items: (DraftCondition | DraftGroup)[];
}

export const isDraftGroup = (item: DraftCondition | DraftGroup): item is DraftGroup => "items" in item;

let last = 0;
const nextKey = () => {
  last += 1;
  return last;
};

export const newCondition = (field: WhereField): DraftCondition => ({
  key: nextKey(),
  field: field.name,
  cmp: comparisonsOf[field.kind][0] ?? "eq",
});

export const newGroup = (field: WhereField): DraftGroup => ({ key: nextKey(), op: "or", items: [newCondition(field)] });

export function draftOf(where: Where | undefined, first: WhereField): Draft {
  if (!where) return { op: "and", items: [newCondition(first)] };
  const conditions = (items: WhereItem[]) =>
    items.flatMap((item) => (isGroup(item) ? [] : [{ ...item, key: nextKey() }]));
  return {
    op: where.op,
    items: where.items.map((item) =>
      isGroup(item) ? { key: nextKey(), op: item.op, items: conditions(item.items) } : { ...item, key: nextKey() },
    ),
  };
}

export const plain = ({ field, cmp, value }: DraftCondition): Condition =>
  value === undefined ? { field, cmp } : { field, cmp, value };

export function whereOf({ op, items }: Draft): Where | undefined {
  const written = items
    .map((item): WhereItem => (isDraftGroup(item) ? { op: item.op, items: item.items.map(plain) } : plain(item)))
    .filter((item) => !isGroup(item) || item.items.length > 0);
  return written.length ? { op, items: written } : undefined;
}

export function complaintOn(fields: readonly WhereField[], condition: DraftCondition): string | undefined {
  const resolved = resolveWhere(fields, { op: "and", items: [plain(condition)] }, now());
  return "message" in resolved ? resolved.message : undefined;
}

export const conditionsIn = ({ items }: Draft): DraftCondition[] =>
  items.flatMap((item) => (isDraftGroup(item) ? item.items : [item]));

export type ValueShape = "none" | "one" | "range" | "list" | "period";

export function shapeOf(kind: WhereKind, cmp: Comparison): ValueShape {
  if (cmp === "empty" || cmp === "not_empty") return "none";
  if (cmp === "within") return "period";
  if (cmp === "between") return "range";
  return kind === "choice" || kind === "list" || kind === "reference" ? "list" : "one";
}

export function compareBy(condition: DraftCondition, kind: WhereKind, cmp: Comparison): DraftCondition {
  const { value, ...rest } = condition;
  const isSame = shapeOf(kind, cmp) === shapeOf(kind, condition.cmp);
  return isSame && value !== undefined ? { ...rest, cmp, value } : { ...rest, cmp };
}

export function comparisonLabel(kind: WhereKind, cmp: Comparison): string {
  if (kind === "day" && cmp === "gte") return "不早于";
  if (kind === "day" && cmp === "lte") return "不晚于";
  if (kind === "list" && cmp === "in") return "包含任一";
  if (kind === "list" && cmp === "not_in") return "不含任一";
  return comparisons[cmp];
}
