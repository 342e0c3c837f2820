import type { Change } from "~/contract/common";
import { albumCategories } from "~/contract/house/album";
import type { AlbumRecord } from "./album-view";

/** Names in a line of the log; of more than these their number. */
const most = 10;

/** What became of an album, in words. */
export function changesOfAlbum(before: readonly AlbumRecord[], after: readonly AlbumRecord[]): Change[] {
  const was = new Map(before.map((row) => [row.media_id, row]));
  const is = new Map(after.map((row) => [row.media_id, row]));
  const added = after.filter(({ media_id }) => !was.has(media_id));
  const removed = before.filter(({ media_id }) => !is.has(media_id));
  const stayed = before.filter(({ media_id }) => is.has(media_id));
  const stay = after.filter(({ media_id }) => was.has(media_id));
  const hasMoved = stay.some(({ media_id }, index) => stayed[index]?.media_id !== media_id);
  const coverOf = (rows: readonly AlbumRecord[]) => rows.find(({ is_cover }) => is_cover);
  return [
    ...told("added", "新增", null, namesOf(added)),
    ...told("removed", "移除", namesOf(removed), null),
    ...(hasMoved ? told("order", "顺序", namesOf(stayed), namesOf(stay)) : []),
    ...differing("category", "分类", stay, was, ({ category }) => albumCategories[category]),
    ...differing("caption", "说明", stay, was, ({ caption }) => caption ?? "（空）"),
    ...told("cover", "封面", coverOf(before)?.name ?? null, coverOf(after)?.name ?? null, sameCover(before, after)),
  ];
}

export function summaryOf(changes: readonly Change[], before: readonly AlbumRecord[], after: readonly AlbumRecord[]) {
  const was = new Set(before.map(({ media_id }) => media_id));
  const stayed = after.filter(({ media_id }) => was.has(media_id)).length;
  const counts: Record<string, number> = { added: after.length - stayed, removed: before.length - stayed };
  return changes.map(({ field, label }) => (counts[field] ? `${label}${counts[field]}个` : `调整${label}`)).join("、");
}

const namesOf = (rows: readonly AlbumRecord[]): string | null => {
  const names = rows.slice(0, most).map(({ name }) => name);
  return names.length === 0 ? null : names.join("、") + (rows.length > most ? ` 等${rows.length}个` : "");
};

function sameCover(before: readonly AlbumRecord[], after: readonly AlbumRecord[]): boolean {
  const coverOf = (rows: readonly AlbumRecord[]) => rows.find(({ is_cover }) => is_cover)?.media_id;
  return coverOf(before) === coverOf(after);
}

const told = (field: string, label: string, before: string | null, after: string | null, isSame = before === after) =>
  isSame ? [] : [{ field, label, before, after }];

/** A fact that changed in some of those that stay, as a line of `name fact`. */
function differing(
  field: string,
  label: string,
  stay: readonly AlbumRecord[],
  was: ReadonlyMap<number, AlbumRecord>,
  factOf: (row: AlbumRecord) => string,
): Change[] {
  const changed = stay.flatMap((row) => {
    const old = was.get(row.media_id);
    return old && factOf(old) !== factOf(row) ? [{ name: row.name, from: factOf(old), to: factOf(row) }] : [];
  });
  const say = (side: "from" | "to") =>
    changed
      .slice(0, most)
      .map((row) => `${row.name} ${row[side]}`)
      .join("、") + (changed.length > most ? ` 等${changed.length}个` : "");
  return changed.length === 0 ? [] : [{ field, label, before: say("from"), after: say("to") }];
}
