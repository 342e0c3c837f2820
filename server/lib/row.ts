import type { z } from "zod";

/** The fields of a reply that a row has under the same name and as the same type. */
type Kept<O, R> = { [K in keyof O & keyof R as R[K] extends O[K] ? K : never]: unknown };

/**
 * A row in the shape of a reply: each field of the schema that the row has goes out as it is, unless `rest` says it. `rest` has to say what
 * the row does not have, or has as another type; what only some callers see belongs there too.
 */
export function rowOf<S extends z.ZodObject, R extends object>(
  schema: S,
  row: R,
  rest: Omit<z.output<S>, keyof Kept<z.output<S>, R>> & Partial<z.output<S>>,
): z.output<S> {
  const kept = Object.entries(row).filter(([name]) => name in schema.shape);
  // What the row lacks is in `rest`, by its type.
  return { ...Object.fromEntries(kept), ...rest } as z.output<S>;
}
