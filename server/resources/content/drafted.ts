import type { InferSelectModel } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { Db } from "~/server/database/database";
import { isPresent } from "~/server/lib/entity";
import { found } from "~/server/lib/refusal";
import type { ContentTable, Values } from "./kind";
import { draftOf } from "./write";

/** A piece as it is, with other values instead of its own: its draft copy's, or an older version's. An empty address changes nothing. */
export function withValues<R extends object>(row: R, { slug, ...values }: Values): R {
  return { ...row, ...values, ...(typeof slug === "string" && slug !== "" ? { slug } : {}) };
}

export async function presentItem<T extends ContentTable>(db: Db, table: T, id: number): Promise<InferSelectModel<T>> {
  // The table is a parameter, which drizzle cannot follow; its rows are what the table says.
  const plain: PgTable = table;
  const [row] = await db.select().from(plain).where(isPresent(table, id));
  return found(row as InferSelectModel<T> | undefined);
}

/** A piece as it is, or as its draft copy says. */
export async function draftedItem<T extends ContentTable>(
  db: Db,
  { kind, table }: { kind: ContentKind; table: T },
  { id, isDraft }: { id: number; isDraft: boolean },
): Promise<InferSelectModel<T>> {
  const row = await presentItem(db, table, id);
  return isDraft ? withValues(row, found(await draftOf({ db }, kind, id)).snapshot) : row;
}
