import { and, eq, inArray, sql } from "drizzle-orm";
import { cityIntro } from "~/server/database/tables/seo/city";
import { readSettings } from "~/server/lib/settings";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { districtsOf } from "~/server/resources/shared/districts";
import { isPublic } from "~/server/resources/shared/readings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { type CardSource, factsOf, inOrder, when } from "./source";

/** Cities whose introductions are public. */
export const citySource: CardSource = {
  cards: async ({ db, services, now, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(cityIntro)
      .where(and(isPublic(cityIntro, now), inArray(cityIntro.id, [...ids])));
    const settings = await readSettings(db);
    const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
    const cards = rows.map(({ id, slug, title, banner_id, district_id }) => ({
      ...{ id, slug, title },
      cover: banner_id ? base + publicPictureUrl(services, banner_id, "thumb") : null,
      facts: factsOf([["区域", places.find((place) => place.id === district_id)?.name]]),
      url: siteUrlBy(settings, "city_intro", slug),
    }));
    return inOrder(ids, cards);
  },
  find: async ({ db, now, lang }, { filter, sort, limit }) => {
    const rows = await db
      .select({ id: cityIntro.id })
      .from(cityIntro)
      .where(
        and(
          isPublic(cityIntro, now),
          isBestIn(cityIntro, lang, now),
          when(filter.country_code, (code) => eq(cityIntro.country_code, code)),
        ),
      )
      .orderBy(
        sort === "views" ? sql`${cityIntro.view_count} desc` : sql`${cityIntro.publish_at} desc`,
        sql`${cityIntro.id} desc`,
      )
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  nextChange: ({ db, now }) => nextChange(db, cityIntro, now),
};
