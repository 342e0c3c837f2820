import { and, inArray, sql } from "drizzle-orm";
import { specialTemplates } from "~/contract/special/special";
import { special } from "~/server/database/tables/special/special";
import { readSettings } from "~/server/lib/settings";
import { isBestIn } from "~/server/resources/content/public";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase, visitorUrl } from "~/server/resources/special/view";
import { type CardSource, factsOf, inOrder } from "./source";

/** Special pages that visitors may open now. */
export const specialSource: CardSource = {
  cards: async ({ db, services, now, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(special)
      .where(and(inPhase("running", now), inArray(special.id, [...ids])));
    const settings = await readSettings(db);
    const cards = rows.map(({ id, slug, title, template, cover_id, end_at }) => ({
      ...{ id, slug, title },
      cover: cover_id ? base + publicPictureUrl(services, cover_id, "thumb") : null,
      facts: factsOf([
        ["类型", specialTemplates[template]],
        ["截止", end_at?.slice(0, 10)],
      ]),
      url: visitorUrl(settings, slug, base),
    }));
    return inOrder(ids, cards);
  },
  find: async ({ db, now, lang }, { sort, limit }) => {
    const rows = await db
      .select({ id: special.id })
      .from(special)
      .where(and(inPhase("running", now), isBestIn(special, lang, now)))
      .orderBy(
        sort === "views" ? sql`${special.view_count} desc` : sql`${special.publish_at} desc`,
        sql`${special.id} desc`,
      )
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  nextChange: ({ db, now }) => nextOpening(db, now),
};
