import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Album, type AlbumCategory, type AlbumEntry, type AlbumItem, emptyAlbum } from "~/contract/house/album";
import type { Db } from "~/server/database/database";
import { album } from "~/server/database/tables/house/property";
import { media } from "~/server/database/tables/system/system";
import type { Services } from "~/server/lib/services";
import { pictureUrl, publicPictureUrl } from "~/server/resources/shared/upload";

export type AlbumOwnerType = "estate" | "mansion" | "room" | "special";

export function albumRows(db: Db, type: AlbumOwnerType, id: number) {
  const { media_id, caption, sort, is_cover } = album;
  // Written through the contract alone.
  const category = sql<AlbumCategory>`${album.category}`;
  return db
    .select({ media_id, category, caption, sort, is_cover, name: media.name, kind: media.kind, scene: media.scene })
    .from(album)
    .innerJoin(media, eq(media.id, album.media_id))
    .where(and(eq(album.owner_type, type), eq(album.owner_id, id)))
    .orderBy(album.sort, album.id);
}
export type AlbumRecord = Awaited<ReturnType<typeof albumRows>>[number];

export async function albumOf(
  { db, services }: { db: Db; services: Pick<Services, "now" | "secret"> },
  type: AlbumOwnerType,
  id: number,
): Promise<Album> {
  return albumIn(services, await albumRows(db, type, id));
}

export const albumIn = (services: Pick<Services, "now" | "secret">, rows: readonly AlbumRecord[]): Album => ({
  version: versionOf(rows),
  items: rows.map((row) => toEntry(services, row)),
});

/** Entries that are not in an album yet, with their files; what has no file any more is absent. */
export async function recordsOf(db: Db, items: readonly AlbumItem[]): Promise<AlbumRecord[]> {
  if (items.length === 0) return [];
  const ids = items.map(({ media_id }) => media_id);
  const { id, name, kind, scene } = media;
  const rows = await db.select({ id, name, kind, scene }).from(media).where(inArray(id, ids));
  const files = new Map(rows.map((row) => [row.id, row]));
  return items.flatMap((item) => {
    const file = files.get(item.media_id);
    return file ? { ...item, name: file.name, kind: file.kind, scene: file.scene } : [];
  });
}

function toEntry(services: Pick<Services, "now" | "secret">, { kind, scene: _, ...row }: AlbumRecord): AlbumEntry {
  const is_film = kind === "video";
  const url = pictureUrl(services, row.media_id);
  return { ...row, is_film, url, thumb: is_film ? null : pictureUrl(services, row.media_id, "thumb") };
}

/** A short text of an album's entries, their order and settings: equal texts mean equal albums. */
export function versionOf(rows: readonly AlbumRecord[]): string {
  if (rows.length === 0) return emptyAlbum;
  const facts = rows.map(({ media_id, category, caption, is_cover }) => [media_id, category, caption, is_cover]);
  return createHash("sha256").update(JSON.stringify(facts)).digest("hex").slice(0, 16);
}

/** The thumbnail address of each owner's cover, by owner, for people of the house; an owner without one is absent. One query. */
export const coversOf = (
  db: Db,
  services: Pick<Services, "now" | "secret">,
  type: AlbumOwnerType,
  ids: readonly number[],
): Promise<Map<number, string>> => coversAt(db, type, ids, (id) => pictureUrl(services, id, "thumb"));

/** The same of what the public sees. */
export const publicCoversOf = (
  db: Db,
  services: Pick<Services, "secret">,
  type: "estate" | "mansion",
  ids: readonly number[],
): Promise<Map<number, string>> => coversAt(db, type, ids, (id) => publicPictureUrl(services, id, "thumb"));

/** The numbers of the covers' files, by owner. */
export const coverIdsOf = (db: Db, type: AlbumOwnerType, ids: readonly number[]): Promise<Map<number, number>> =>
  coversAt(db, type, ids, (id) => id);

async function coversAt<T>(
  db: Db,
  type: AlbumOwnerType,
  ids: readonly number[],
  of: (mediaId: number) => T,
): Promise<Map<number, T>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ owner: album.owner_id, picture: album.media_id })
    .from(album)
    .where(and(eq(album.owner_type, type), inArray(album.owner_id, [...ids]), album.is_cover));
  return new Map(rows.map(({ owner, picture }) => [owner, of(picture)]));
}
