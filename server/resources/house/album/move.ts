import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { album } from "~/server/database/tables/house/property";
import { type AlbumOwnerType, albumRows } from "./album-view";

interface Owner {
  type: AlbumOwnerType;
  id: number;
}

/** Moves an album's entries behind another's; both owners are locked. A file that both have stays once; the cover of `to` stays. */
export async function moveAlbum(db: Db, from: Owner, to: Owner): Promise<{ moved: number; duplicates: number }> {
  const [coming, there] = [await albumRows(db, from.type, from.id), await albumRows(db, to.type, to.id)];
  const ofFrom = and(eq(album.owner_type, from.type), eq(album.owner_id, from.id));
  const ofTo = and(eq(album.owner_type, to.type), eq(album.owner_id, to.id));
  const known = new Map(there.map((row) => [row.media_id, row]));
  const doubled = coming.filter(({ media_id }) => known.has(media_id));
  const cover = there.some(({ is_cover }) => is_cover) ? undefined : coming.find(({ is_cover }) => is_cover)?.media_id;

  if (doubled.length > 0)
    await db.delete(album).where(
      and(
        ofFrom,
        inArray(
          album.media_id,
          doubled.map(({ media_id }) => media_id),
        ),
      ),
    );
  for (const { media_id, caption } of doubled)
    if (caption && !known.get(media_id)?.caption)
      await db
        .update(album)
        .set({ caption })
        .where(and(ofTo, eq(album.media_id, media_id)));
  const next = Math.max(-1, ...there.map(({ sort }) => sort)) + 1;
  await db
    .update(album)
    .set({ owner_type: to.type, owner_id: to.id, sort: sql`${album.sort} + ${next}`, is_cover: false })
    .where(ofFrom);
  if (cover !== undefined)
    await db
      .update(album)
      .set({ is_cover: true })
      .where(and(ofTo, eq(album.media_id, cover)));
  return { moved: coming.length - doubled.length, duplicates: doubled.length };
}
