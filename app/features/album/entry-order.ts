import type { AlbumEntry } from "~/contract/house/album";

/** The album with these entries in this order, at the places that they had. */
export function inOrder(items: readonly AlbumEntry[], ids: readonly number[]): AlbumEntry[] {
  const byId = new Map(items.map((item) => [item.media_id, item]));
  const wanted = ids.flatMap((id) => byId.get(id) ?? []);
  const places = new Set(ids);
  return items.map((item) => (places.has(item.media_id) ? (wanted.shift() ?? item) : item));
}

/** The album with an entry moved among the visible ones. */
export function moved(items: readonly AlbumEntry[], shown: readonly AlbumEntry[], id: number, to: "first" | number) {
  const ids = shown.map(({ media_id }) => media_id);
  const from = ids.indexOf(id);
  const place = to === "first" ? 0 : Math.min(ids.length - 1, Math.max(0, from + to));
  ids.splice(from, 1);
  ids.splice(place, 0, id);
  return inOrder(items, ids);
}
