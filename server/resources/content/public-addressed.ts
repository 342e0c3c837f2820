import { and, eq, type InferSelectModel } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { found, pick, rowsOf } from "~/server/lib/call";
import { Moved } from "~/server/lib/public-read";
import type { SignedCall } from "~/server/lib/services";
import { isPublic } from "../shared/content-visits";
import { type ContentTable, movedTo } from "./kind";
import { type PublicKind, publicPiece, type Reading } from "./public";

export type AddressedTable = ContentTable & { slug: AnyPgColumn };

export interface AddressedKind<T extends AddressedTable> extends PublicKind<T> {
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

/** One piece by its address. Its old addresses redirect. */
export const addressedItem = <T extends AddressedTable, R extends object>(
  call: SlugCall,
  of: AddressedKind<T>,
  show: (row: InferSelectModel<T>, reading: Reading) => Promise<R>,
): Promise<R> => publicPiece(call, of, (now) => publicAt(call.db, of, call.params.slug, now), show);

/** The row that is public at an address; ends the request by a redirect from an old one, or with 40400. */
export async function publicAt<T extends AddressedTable>(
  db: Db,
  { kind, table, name, path }: AddressedKind<T>,
  slug: string,
  now: Date,
): Promise<InferSelectModel<T>> {
  // The table is a parameter, which drizzle cannot follow; its rows are what the table says.
  const plain: PgTable = table;
  const [row] = await rowsOf(db, plain, and(eq(table.slug, slug), isPublic(table, now)));
  if (row) return row as InferSelectModel<T>;
  const id = await movedTo(db, { kind, table, name }, slug);
  const [moved] = id ? await pick(db, plain, { slug: table.slug }, and(eq(table.id, id), isPublic(table, now))) : [];
  throw new Moved(path(encodeURIComponent(String(found(moved).slug))));
}
