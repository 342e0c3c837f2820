import { and, eq, inArray, sql } from "drizzle-orm";
import { investmentCategories } from "~/contract/resource/investment";
import { investment } from "~/server/database/tables/resource/resource";
import { readSettings } from "~/server/lib/settings";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/readings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { type CardSource, factsOf, inOrder, when } from "./source";

const mostMetrics = 2;

/** Investment pieces that are public, with the first of their metrics; on the site they are named by their numbers. */
export const investmentSource: CardSource = {
  cards: async ({ db, services, now, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(investment)
      .where(and(isPublic(investment, now), inArray(investment.id, [...ids])));
    const settings = await readSettings(db);
    const cards = rows.map(({ id, title, category, metrics, cover_id }) => ({
      ...{ id, slug: null, title },
      cover: cover_id ? base + publicPictureUrl(services, cover_id, "thumb") : null,
      facts: factsOf([
        ["分类", category && investmentCategories[category]],
        ...metrics
          .slice(0, mostMetrics)
          .map(({ name, value, unit }): [string, string] => [name, `${value}${unit ?? ""}`]),
      ]),
      url: siteUrlBy(settings, "investment", id),
    }));
    return inOrder(ids, cards);
  },
  find: async ({ db, now, lang }, { filter, sort, limit }) => {
    const rows = await db
      .select({ id: investment.id })
      .from(investment)
      .where(
        and(
          isPublic(investment, now),
          isBestIn(investment, lang, now),
          when(filter.country_code, (code) => eq(investment.country_code, code)),
          when(filter.investment_category, (category) => eq(investment.category, category)),
        ),
      )
      .orderBy(
        sort === "views" ? sql`${investment.view_count} desc` : sql`${investment.publish_at} desc`,
        sql`${investment.id} desc`,
      )
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  nextChange: ({ db, now }) => nextChange(db, investment, now),
};
