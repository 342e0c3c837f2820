import { and, eq, type InferSelectModel } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import type { Db } from "~/server/database/database";
import { found, refuse } from "~/server/lib/call";
import { admitVisitor, cachedAs, Moved } from "~/server/lib/public-read";
import type { SignedCall } from "~/server/lib/services";
import { isPublic } from "../shared/content-visits";
import type { ContentTable } from "./kind";
import { movedTo } from "./kind";
import { readPreview } from "./page";
import { nextChange, ownBase, type Reading } from "./public";
import { draftedItem } from "./write";

export type AddressedTable = ContentTable & { slug: AnyPgColumn };
export interface AddressedKind<T extends AddressedTable> {
  kind: ContentKind;
  table: T;
  name: AnyPgColumn;
  /** Where its pieces are read, for requests at an old address: `slug` is put in. */
  path: (slug: string) => string;
}
export interface SlugCall {
  db: Db;
  services: SignedCall["services"];
  origin: SignedCall["origin"];
  raw: Request;
  params: { slug: string };
  query: { preview?: string | undefined };
}
/** One piece by its address, where it is public now; with a token also before, and then never cached. Its old addresses redirect. */

export async function addressedItem<T extends AddressedTable, R extends object>(
  call: SlugCall,
  { kind, table, name, path }: AddressedKind<T>,
  show: (row: InferSelectModel<T>, reading: Reading) => Promise<R>,
): Promise<R> {
  await admitVisitor(call);
  const { db, params, query, services } = call;
  const now = services.now();
  const base = await ownBase(call);
  if (query.preview) {
    const previewed = readPreview(services, query.preview);
    if (previewed.kind !== kind) return refuse(40400);
    const row = await draftedItem(db, { kind, table }, previewed);
    return cachedAs(await show(row, { base, isPreview: true }), { isPreview: true });
  }
  const row = await publicAt(db, { kind, table, name, path }, params.slug, now);
  return cachedAs(await show(row, { base, isPreview: false }), { until: await nextChange(db, table, now) });
}
/** The row that is public at an address; ends the request by a redirect from an old one, or with 40400. */

export async function publicAt<T extends AddressedTable>(
  db: Db,
  { kind, table, name, path }: AddressedKind<T>,
  slug: string,
  now: Date,
): Promise<InferSelectModel<T>> {
  // The table is a parameter, which drizzle cannot follow; its rows are what the table says.
  const plain: PgTable = table;
  const [row] = await db
    .select()
    .from(plain)
    .where(and(eq(table.slug, slug), isPublic(table, now)));
  if (row) return row as InferSelectModel<T>;
  const id = await movedTo(db, { kind, table, name }, slug);
  const [moved] = id
    ? await db
        .select({ slug: table.slug })
        .from(plain)
        .where(and(eq(table.id, id), isPublic(table, now)))
    : [];
  throw new Moved(path(encodeURIComponent(String(found(moved).slug))));
}
