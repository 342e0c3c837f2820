import { and, eq, inArray } from "drizzle-orm";
import { media } from "~/server/database/tables/system/system";
import { type Asking, rowsOf } from "~/server/lib/call";
import { mediaOf } from "./upload";

/** Pictures as a reply has them: of some of these numbers those that are there. */
export async function shownPictures({ db, services }: Asking, ids: readonly number[]) {
  const rows = ids.length
    ? await rowsOf(db, media, and(inArray(media.id, [...new Set(ids)]), eq(media.status, "ready")))
    : [];
  const byId = new Map(rows.map((row) => [row.id, mediaOf(services, row)]));
  return (some: readonly number[]) => some.flatMap((id) => byId.get(id) ?? []);
}
