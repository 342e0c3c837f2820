import { and, desc, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import type { Entry } from "~/server/lib/option-values";
import { containsText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";

type Titled = PgTable & Record<"id" | "title" | "updated_at" | "deleted_at", AnyPgColumn>;

const mostOffered = 50;

const titlesOf = (db: Db, table: Titled, which: SQL | undefined, limit: number): Promise<Entry[]> => {
  const plain: PgTable = table;
  return db
    .select({
      value: sql<number>`${table.id}`.mapWith(Number),
      label: sql<string>`${table.title}`,
      isEnabled: sql<boolean>`true`,
    })
    .from(plain)
    .where(and(isNull(table.deleted_at), which))
    .orderBy(desc(table.updated_at), desc(table.id))
    .limit(limit);
};

/** Pieces by their titles: those that were changed last, or that a keyword finds. */
export const titled = (table: Titled): OptionSources[keyof OptionSources] => ({
  offer: ({ db }, { keyword }) =>
    titlesOf(db, table, keyword ? containsText(table.title, keyword) : undefined, mostOffered),
  name: ({ db }, values) => titlesOf(db, table, inArray(table.id, values.map(Number)), values.length),
});
