import { and, eq, isNull, like, ne, or, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { slugRedirect } from "~/server/database/tables/content/content";
import { lettersOf } from "~/server/lib/letters";
import { refuseFields } from "~/server/lib/refusal";

/** Records that have an address on the site: pieces of content, categories, tags. */
export interface Addressed {
  kind: string;
  table: PgTable & Record<"id" | "slug" | "deleted_at", AnyPgColumn>;
  name: AnyPgColumn;
}

/** Whose an address is: that of a record, or an old one of it. */
export interface Owner {
  id: number;
  name: string;
  is_old: boolean;
}

/** The owner of this address, other than one record; an old address is its target's as long as that exists. */
export async function ownerOf(
  db: Db,
  { kind, table, name }: Addressed,
  slug: string,
  ownId = 0,
): Promise<Owner | undefined> {
  const columns = { id: sql<number>`${table.id}`.mapWith(Number), name: sql<string>`${name}` };
  const others = and(isNull(table.deleted_at), ne(table.id, ownId));
  // The table is a parameter, which drizzle cannot follow.
  const plain: PgTable = table;
  const [present] = await db
    .select(columns)
    .from(plain)
    .where(and(eq(table.slug, slug), others));
  if (present) return { ...present, is_old: false };
  const [old] = await db
    .select(columns)
    .from(plain)
    .innerJoin(slugRedirect, eq(slugRedirect.target_id, table.id))
    .where(and(eq(slugRedirect.kind, kind), eq(slugRedirect.old_slug, slug), others));
  return old && { ...old, is_old: true };
}

/** Addresses that begin so and are somebody's. */
async function takenBy(db: Db, { kind, table }: Addressed, base: string, ownId: number): Promise<ReadonlySet<string>> {
  const plain: PgTable = table;
  const begins = (column: AnyPgColumn) => or(eq(column, base), like(column, `${base}-%`));
  const rows = await db
    .select({ slug: sql<string>`${table.slug}` })
    .from(plain)
    .where(and(begins(table.slug), isNull(table.deleted_at), ne(table.id, ownId)));
  const old = await db
    .select({ slug: slugRedirect.old_slug })
    .from(slugRedirect)
    .where(and(eq(slugRedirect.kind, kind), begins(slugRedirect.old_slug), ne(slugRedirect.target_id, ownId)));
  return new Set([...rows, ...old].map(({ slug }) => slug));
}

/** An address that nobody has, made of a name. */
export async function proposeSlug(db: Db, addressed: Addressed, name: string, ownId = 0): Promise<string> {
  const base = (await lettersOf(name)) || addressed.kind.replaceAll("_", "-");
  const taken = await takenBy(db, addressed, base, ownId);
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}

interface Wanted {
  slug: string | null;
  name: string;
  ownId?: number;
}

/** The wanted address, or one made of the name; ends the request with a complaint where somebody else has it. In a transaction: until its end nobody else takes one of the kind. */
export async function freeSlug(db: Db, addressed: Addressed, { slug, name, ownId = 0 }: Wanted): Promise<string> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${addressed.kind}-slug`}, 0))`);
  if (!slug) return proposeSlug(db, addressed, name, ownId);
  const owner = await ownerOf(db, addressed, slug, ownId);
  if (!owner) return slug;
  const message = owner.is_old
    ? `网址别名是“${owner.name}”用过的，请换一个`
    : `网址别名已被“${owner.name}”使用，请换一个`;
  return refuseFields([{ field: "slug", label: "网址别名", message }]);
}

export async function movedTo(db: Db, { kind, table }: Addressed, slug: string): Promise<number | undefined> {
  const plain: PgTable = table;
  const [row] = await db
    .select({ id: sql<number>`${table.id}`.mapWith(Number) })
    .from(plain)
    .innerJoin(slugRedirect, eq(slugRedirect.target_id, table.id))
    .where(and(eq(slugRedirect.kind, kind), eq(slugRedirect.old_slug, slug), isNull(table.deleted_at)));
  return row?.id;
}
