import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { seoTag } from "~/server/database/tables/seo/seo";
import { countKept } from "~/server/resources/seo/found-estates";
import { every, type Job } from "../scheduler";

const atOnce = 200;

/** Counts again how many estates each tag finds: estates come and go without knowing of tags. */
export const tagCount: Job = {
  name: "seo_tag_count",
  lastTurn: every(10),
  async run({ services: { db } }) {
    let changed = 0;
    for (let after = 0; ; ) {
      const rows = await db
        .select({ id: seoTag.id, filter: seoTag.filter, estate_count: seoTag.estate_count })
        .from(seoTag)
        .where(and(isNull(seoTag.deleted_at), gt(seoTag.id, after)))
        .orderBy(asc(seoTag.id))
        .limit(atOnce);
      for (const { id, filter, estate_count } of rows) {
        const count = await countKept(db, filter);
        if (count === estate_count) continue;
        // Its stamps and its version stay: nobody has changed it. A search changed in the meantime was counted with its change.
        const { rowCount } = await db.execute(
          sql`update ${seoTag} set estate_count = ${count} where ${eq(seoTag.id, id)} and filter = ${JSON.stringify(filter)}::jsonb`,
        );
        changed += rowCount ?? 0;
      }
      const last = rows.at(-1);
      if (!last || rows.length < atOnce) return `${changed} counts changed`;
      after = last.id;
    }
  },
};
