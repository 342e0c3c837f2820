import { and, eq, inArray } from "drizzle-orm";
import type { PublicSet } from "~/contract/content/public-content";
import { media } from "~/server/database/tables/system/system";
import { type Asking, pick, rowsOf } from "~/server/lib/call";
import { mediaOf, type PictureSize } from "./upload";

/** Pictures as a reply has them: of some of these numbers those that are there. */
export async function shownPictures({ db, services }: Asking, ids: readonly number[]) {
  const rows = ids.length
    ? await rowsOf(db, media, and(inArray(media.id, [...new Set(ids)]), eq(media.status, "ready")))
    : [];
  const byId = new Map(rows.map((row) => [row.id, mediaOf(services, row)]));
  return (some: readonly number[]) => some.flatMap((id) => byId.get(id) ?? []);
}

export type AddressOf = (id: number, size?: PictureSize) => string;

/** What pages need to show these pictures well, at these addresses, in a language. */
export async function pictureSets({ db }: Pick<Asking, "db">, ids: readonly (number | null)[], addressOf: AddressOf) {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))];
  const rows = wanted.length
    ? await pick(
        db,
        media,
        ["id", "width", "height", "widths", "focus_x", "focus_y", "alt_zh", "alt_zh_tw", "alt_ja", "alt_en"],
        inArray(media.id, wanted),
      )
    : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id: number | null, lang: string): PublicSet => {
    const row = id === null ? undefined : byId.get(id);
    if (!row) return null;
    const { width, height, widths, focus_x: x, focus_y: y } = row;
    const narrow = (widths ?? []).map((one) => `${addressOf(row.id, one.width)} ${one.width}w`);
    const whole = narrow.length && width ? [`${addressOf(row.id)} ${width}w`] : [];
    return {
      ...{ srcset: [...narrow, ...whole].join(", "), width, height },
      focus: x === null || y === null ? null : { x, y },
      alt: altIn(row, lang),
    };
  };
}

type Alts = Pick<typeof media.$inferSelect, "alt_zh" | "alt_zh_tw" | "alt_ja" | "alt_en">;

/** A picture's words in a language, else in Chinese. */
function altIn(row: Alts, lang: string): string | null {
  const own = `alt_${lang}` as keyof Alts; // a language of ours, or no name of these
  return row[own] ?? row.alt_zh;
}
