import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { metaOf } from "~/contract/field";
import { childrenOf, coresOf, fieldAt, itemOf, labelAt } from "./schema-parts";
import { strangeIn, strangeMessage, tidyText } from "./text";

export interface Doubt {
  text: string;
  error: FieldError;
}

/** Every text of an input as it is kept (`tidyText`), but for what its schema takes letter by letter. */
export function tidyInput<T>(schema: z.ZodType, value: T): T {
  // What is walked keeps its shape: texts become texts.
  return walk([schema], value, (text) => text) as T;
}

/** The texts of a tidied input that hold characters which nothing may hold. */
export function doubtsIn(schema: z.ZodType, value: unknown, nameOf: (name: string) => string): Doubt[] {
  const doubts: Doubt[] = [];
  walk([schema], value, (text, path) => {
    const strange = strangeIn(text);
    if (!strange) return text;
    const label = labelAt(schema, path, nameOf);
    doubts.push({ text, error: { field: fieldAt(path), label, message: strangeMessage(label, strange) } });
    return text;
  });
  return doubts;
}

/** What an edit leaves alone is not refused: takes the doubts about texts that a locked record holds out of the call. */
export function leaveAlone({ doubts }: { doubts?: Doubt[] | undefined }, row: unknown): void {
  if (!doubts?.length) return;
  const held = new Set<string>();
  walk([], row, (text) => {
    held.add(text);
    return text;
  });
  doubts.splice(0, doubts.length, ...doubts.filter(({ text }) => !held.has(text)));
}

/** Values as an edit keeps them: a text that came back as it was read, but for what is tidied on the way, stays as it is. */
export function asKept<V extends object>(row: object, values: V): V {
  const held: Readonly<Record<string, unknown>> = { ...row };
  const isLeft = (name: string, value: unknown) => {
    const before = held[name];
    return typeof value === "string" && typeof before === "string" && tidyText(before) === value;
  };
  const entries = Object.entries(values).map(([name, value]) => [name, isLeft(name, value) ? held[name] : value]);
  return Object.fromEntries(entries) as V; // the same names, and texts for texts
}

/** No record is so deep; a deeper one is refused by its schema. */
const deepest = 100;

/** Goes through every text below a value; of several schemas one holds, and which one the value itself says. */
function walk(
  schemas: readonly z.ZodType[],
  value: unknown,
  act: (tidied: string, path: readonly string[]) => string,
  path: readonly string[] = [],
): unknown {
  if (path.length > deepest) return value;
  if (typeof value === "string") return schemas.some(isLiteral) ? value : act(tidyText(value), path);
  if (Array.isArray(value)) {
    const items = schemas.some(isLiteral) ? undefined : schemas.flatMap(coresOf).flatMap(itemOf);
    return items ? value.map((one, index) => walk(items, one, act, [...path, String(index)])) : value;
  }
  if (typeof value !== "object" || value === null || schemas.some(isLiteral)) return value;
  const parts = Object.entries(value).map(([name, part]) => [
    name,
    walk(childrenOf(schemas, name), part, act, [...path, name]),
  ]);
  return Object.fromEntries(parts);
}

const literal = new WeakMap<z.ZodType, boolean>();

/** Whether a field takes a text letter by letter. */
function isLiteral(schema: z.ZodType): boolean {
  const known = literal.get(schema);
  if (known !== undefined) return known;
  const { control, isLiteral: isMarked = false } = metaOf(schema);
  const is = isMarked || control === "password" || control === "rich";
  literal.set(schema, is);
  return is;
}
