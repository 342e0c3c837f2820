import { inArray } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { seoTag } from "~/server/database/tables/seo/seo";

/** SEO tags in this order as they are now: merged ones become their targets, deleted ones are left out. A merge also moves earlier ones. */
export async function presentTags(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rowsOf = (which: readonly number[]) =>
    db
      .select()
      .from(seoTag)
      .where(inArray(seoTag.id, [...which]));
  const rows = await rowsOf(ids);
  const merged = rows.flatMap(({ merged_to_id }) => merged_to_id ?? []);
  const all = [...rows, ...(merged.length ? await rowsOf(merged) : [])];
  const byId = new Map(all.map((row) => [row.id, row]));
  const present = ids.flatMap((id) => {
    const row = byId.get(id);
    const now = row?.merged_to_id ? byId.get(row.merged_to_id) : row;
    return now && !now.deleted_at ? [now] : [];
  });
  return [...new Map(present.map((row) => [row.id, row])).values()];
}
