import type { AlbumEntry } from "~/contract/house/album";

export const isSameAlbum = (a: readonly AlbumEntry[], b: readonly AlbumEntry[]) =>
  a.length === b.length && a.every((entry, index) => isSameEntry(entry, b[index]));

const isSameEntry = (a: AlbumEntry, b: AlbumEntry | undefined) =>
  b !== undefined &&
  a.media_id === b.media_id &&
  a.category === b.category &&
  a.caption === b.caption &&
  a.is_cover === b.is_cover;

/**
 * Merges my album and the one that somebody else saved meanwhile, both started from `base`: my changes are mine, all else is theirs; what
 * either added is there, what either removed is not (its file may be gone).
 */
export function mergeAlbums(
  base: readonly AlbumEntry[],
  mine: readonly AlbumEntry[],
  theirs: readonly AlbumEntry[],
): AlbumEntry[] {
  const was = byId(base);
  const there = byId(theirs);
  const here = byId(mine);
  const kept = mine.flatMap((entry) => {
    const before = was.get(entry.media_id);
    const other = there.get(entry.media_id);
    if (before && !other) return [];
    if (!other) return [entry];
    return [
      {
        ...other,
        category: entry.category === before?.category ? other.category : entry.category,
        caption: entry.caption === before?.caption ? other.caption : entry.caption,
      },
    ];
  });
  const theirsNew = theirs.filter(({ media_id }) => !was.has(media_id) && !here.has(media_id));
  const cover = coverIdOf(mine) === coverIdOf(base) ? coverIdOf(theirs) : coverIdOf(mine);
  return [...kept, ...theirsNew].map((entry) => ({ ...entry, is_cover: entry.media_id === cover }));
}

const byId = (entries: readonly AlbumEntry[]) => new Map(entries.map((entry) => [entry.media_id, entry]));

const coverIdOf = (entries: readonly AlbumEntry[]) => entries.find(({ is_cover }) => is_cover)?.media_id;
