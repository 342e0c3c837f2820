import { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { refuseFields } from "./call";
import { fieldAt, labelAt } from "./schema-parts";
import { type Doubt, doubtsIn, tidyInput } from "./texts-in";

export function refuseDoubts(doubts: readonly Doubt[]): void {
  const byField = new Map(doubts.map(({ error }) => [error.field, error]));
  if (byField.size) refuseFields([...byField.values()]);
}

/** One of many rows of a call, which its schema takes as it comes. */
export function parseRow<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const sent = tidyInput(schema, value);
  refuseDoubts(doubtsIn(schema, sent, (name) => labelOf(shapeOf(schema)[name], name)));
  return parseInput(schema, sent);
}

/** Input by its schema; ends the request with complaints on its fields. */
export function parseInput<T extends z.ZodType>(
  schema: T,
  value: unknown,
  nameOf = (name: string) => labelOf(shapeOf(schema)[name], name),
): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  return refuseFields(fieldErrors(schema, parsed.error, nameOf));
}

/** What a schema has to complain of in a value, one for each field; nothing where it is as it should be. */
export function complaintsOn(schema: z.ZodType, value: unknown): FieldError[] {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : fieldErrors(schema, parsed.error, (name) => labelOf(shapeOf(schema)[name], name));
}

export function shapeOf(schema: unknown): Record<string, z.ZodType> {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodPipe) return shapeOf(schema.def.in);
  if (schema instanceof z.ZodIntersection) return { ...shapeOf(schema.def.left), ...shapeOf(schema.def.right) };
  return {};
}

/** A schema's complaints as the wire carries them: one per field, by its whole path, with the field's label. */
function fieldErrors(schema: z.ZodType, error: z.ZodError, nameOf: (name: string) => string): FieldError[] {
  const byField = new Map<string, FieldError>();
  for (const { path, message, ...issue } of error.issues) {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [undefined];
    for (const key of unknown) {
      const at = [...path, ...(key === undefined ? [] : [key])].map(String);
      const field = fieldAt(at);
      if (!byField.has(field)) byField.set(field, { field, label: labelAt(schema, at, nameOf), message });
    }
  }
  return [...byField.values()];
}
