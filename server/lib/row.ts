import { eq, getTableColumns } from "drizzle-orm";
import type { AnyPgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Ref } from "~/contract/common";
import type { Db } from "~/server/database/database";

/** The fields of a reply that a row has under the same name and as the same type. */
type Kept<O, R> = { [K in keyof O & keyof R as R[K] extends O[K] ? K : never]: unknown };

/** A row in the shape of a reply: each field that the row has goes out as it is, unless `rest` says it, which must say what the row lacks. */
export function rowOf<S extends z.ZodObject, R extends object>(
  schema: S,
  row: R,
  rest: Omit<z.output<S>, keyof Kept<z.output<S>, R>> & Partial<z.output<S>>,
): z.output<S> {
  const kept = Object.entries(row).filter(([name]) => name in schema.shape);
  // What the row lacks is in `rest`, by its type.
  return { ...Object.fromEntries(kept), ...rest } as z.output<S>;
}

/** A referenced row by number and name; of none null. */
export const refOf = (id: number | null, name: string | null): Ref | null =>
  id === null ? null : { id, name: name ?? "" };

/** The columns of a table that a reply has under the same names: what a list selects of a wide row. */
export function columnsFor<S extends z.ZodObject, T extends PgTable>(schema: S, table: T) {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => name in schema.shape);
  // By these names.
  return Object.fromEntries(columns) as Pick<T["_"]["columns"], keyof T["_"]["columns"] & keyof S["shape"]>;
}

export async function setRow<T extends PgTable & { id: AnyPgColumn }>(
  db: Db,
  table: T,
  id: number | string,
  values: PgUpdateSetSource<T>,
): Promise<void> {
  await db.update(table).set(values).where(eq(table.id, id));
}
