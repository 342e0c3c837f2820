import { and, eq, type InferSelectModel, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { SignedCall } from "~/server/lib/call";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { cachedAs } from "~/server/lib/public-read";
import { found, refuse } from "~/server/lib/refusal";
import { isPublic } from "~/server/resources/shared/content-visits";
import { draftedItem } from "./drafted";
import type { ContentTable } from "./kind";
import { readPreview } from "./preview-link";
import { admitVisitor, nextChange, ownBase, type Reading } from "./public";

type VisitorCall = Pick<SignedCall, "db" | "services" | "origin"> & { raw: Request };

interface Paged {
  page: number;
  page_size: number;
}

/** A page of what is public of a kind at this moment, in this order, kept no longer than it is true. */
export async function publicItems<T extends ContentTable, R>(
  call: VisitorCall & { query: Paged },
  table: T,
  { where, order }: { where: (SQL | undefined)[]; order: SQL[] },
  show: (rows: InferSelectModel<T>[], reading: Reading) => Promise<R[]>,
) {
  await admitVisitor(call);
  const { db, query, services } = call;
  const now = services.now();
  const which = and(isPublic(table, now), ...where);
  // The table is a parameter, which drizzle cannot follow; its rows are what the table says.
  const plain: PgTable = table;
  const rows = await db
    .select()
    .from(plain)
    .where(which)
    .orderBy(...order)
    .limit(query.page_size)
    .offset(offsetOf(query));
  const total = await cappedCount(db, sql`from ${plain} where ${which}`);
  const list = await show(rows as InferSelectModel<T>[], { base: await ownBase(call), isPreview: false });
  return cachedAs(pageOf(query, list, total), { until: await nextChange(db, table, now) });
}

/** One piece by its number, where it is public at this moment; with a token also before, and then nobody keeps it. */
export async function publicItem<T extends ContentTable, R extends object>(
  call: VisitorCall & { params: { id: number }; query: { preview?: string | undefined } },
  { kind, table }: { kind: ContentKind; table: T },
  show: (row: InferSelectModel<T>, reading: Reading) => Promise<R>,
): Promise<R> {
  await admitVisitor(call);
  const { db, params, query, services } = call;
  const now = services.now();
  const base = await ownBase(call);
  if (query.preview) {
    const previewed = readPreview(services, query.preview);
    if (previewed.kind !== kind || previewed.id !== params.id) return refuse(40400);
    return cachedAs(await show(await draftedItem(db, { kind, table }, previewed), { base, isPreview: true }), {
      isPreview: true,
    });
  }
  const plain: PgTable = table;
  const [row] = await db
    .select()
    .from(plain)
    .where(and(eq(table.id, params.id), isPublic(table, now)));
  const shown = await show(found(row as InferSelectModel<T> | undefined), { base, isPreview: false });
  return cachedAs(shown, { until: await nextChange(db, table, now) });
}
