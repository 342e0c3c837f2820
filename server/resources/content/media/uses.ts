import { and, eq, isNull, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ContentKind } from "~/contract/content/content-kinds";
import { type MediaUse, mediaUserCodes, mediaUsers } from "~/contract/content/media";
import type { Db } from "~/server/database/database";
import { contentDraft, revision } from "~/server/database/tables/content/content";
import { album } from "~/server/database/tables/house/property";
import type { Caller } from "~/server/lib/caller";
import type { Kind } from "../kind";
import { albumOwners, lists, namesFile, pieceNames, places } from "./places";

export type Kinds = Readonly<Record<ContentKind, Kind>>;

const named = (name: AnyPgColumn, id: AnyPgColumn) => ({
  id: sql<number>`${id}`.mapWith(Number),
  name: sql<string>`${name}`,
});

/** Everything that uses a file: kinds of content with their draft copies and kept versions, albums, and the other places. */
export async function usesOf(db: Db, kinds: Kinds, id: number): Promise<(MediaUse & { name: string })[]> {
  const uses: (MediaUse & { name: string })[] = [];
  for (const kind of Object.values(kinds)) uses.push(...(await usesInKind(db, kind, id)));
  for (const user of ["estate", "mansion"] as const) {
    const owner = albumOwners[user];
    const rows = await db
      .select(named(owner.name, owner.id))
      .from(owner as PgTable)
      .innerJoin(album, and(eq(album.owner_type, user), eq(album.owner_id, owner.id), eq(album.media_id, id)))
      .where(isNull(owner.deleted_at));
    uses.push(...rows.map((one) => ({ ...one, user, place: "now" as const })));
  }
  for (const place of places) {
    const { table, user, name } = place;
    const rows = await db
      .select(named(name, table.id))
      .from(table as PgTable)
      .where(and(namesFile(place, id), table.deleted_at && isNull(table.deleted_at)));
    const isKnown = (one: { id: number }) => uses.some((use) => use.user === user && use.id === one.id);
    uses.push(...rows.filter((one) => !isKnown(one)).map((one) => ({ ...one, user, place: "now" as const })));
  }
  return uses;
}

async function usesInKind(db: Db, kind: Kind, id: number): Promise<(MediaUse & { name: string })[]> {
  const { table, kind: user, named: title } = kind;
  const name = (table as unknown as Record<string, AnyPgColumn>)[title]; // a kind's fields are columns of its table
  if (!name) throw new Error(`${user}: no column ${title}`);
  const now = sql<boolean>`${pieceNames(kind, id)}`;
  const beside = (other: typeof contentDraft | typeof revision) =>
    sql<boolean>`exists (select 1 from ${other} where ${other.kind} = ${user} and ${other.target_id} = ${table.id} and ${lists(other.media_ids, id)})`;
  const [draft, kept] = [beside(contentDraft), beside(revision)];
  const rows = await db
    .select({ ...named(name, table.id), now, draft })
    .from(table as PgTable)
    .where(and(isNull(table.deleted_at), sql`(${now} or ${draft} or ${kept})`));
  return rows.map(({ now, draft, ...one }) => ({ ...one, user, place: now ? "now" : draft ? "draft" : "kept" }));
}

/** Uses as somebody may know of them: without the names of what they may not read. */
export const usesFor = ({ permissions }: Pick<Caller, "permissions">, uses: readonly MediaUse[]): MediaUse[] => {
  const held = new Set<string>(permissions);
  return uses.map((use) => (held.has(mediaUserCodes[use.user]) ? use : { ...use, name: null }));
};

const mostNamed = 3;

/** What uses a file, in words for a refusal. */
export function inWords(uses: readonly MediaUse[]): string {
  const words = uses.slice(0, mostNamed).map(({ user, name }) => `${mediaUsers[user]}${name ? `“${name}”` : ""}`);
  return words.join("、") + (uses.length > mostNamed ? `等${uses.length}处` : "");
}
