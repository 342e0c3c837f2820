import { and, eq, inArray, sql } from "drizzle-orm";
import { article } from "~/server/database/tables/article/article";
import { readSettings } from "~/server/lib/settings";
import { hasTag, inCategory } from "~/server/resources/article/article/list";
import { wordsOf } from "~/server/resources/article/article/view";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/readings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { type CardSource, factsOf, inOrder, when } from "./source";

/** Articles that are public. */
export const articleSource: CardSource = {
  cards: async ({ db, services, now, base }, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .select()
      .from(article)
      .where(and(isPublic(article, now), inArray(article.id, [...ids])));
    const settings = await readSettings(db);
    const words = await wordsOf(db, rows);
    const cards = rows.map((row) => {
      const { id, slug, title, cover_id, publish_at } = row;
      const category = words.category(row.category_id);
      return {
        ...{ id, slug, title },
        cover: cover_id ? base + publicPictureUrl(services, cover_id, "thumb") : null,
        facts: factsOf([
          ["分类", category?.status === "enabled" ? category.name : null],
          ["发布", publish_at?.slice(0, 10)],
        ]),
        url: siteUrlBy(settings, "article", slug),
      };
    });
    return inOrder(ids, cards);
  },
  find: async ({ db, now, lang }, { filter, sort, limit }) => {
    const rows = await db
      .select({ id: article.id })
      .from(article)
      .where(
        and(
          isPublic(article, now),
          isBestIn(article, lang, now),
          when(filter.country_code, (code) => eq(article.country_code, code)),
          when(filter.category_id, inCategory),
          when(filter.tag_id, (id) => hasTag([id])),
          filter.is_recommend ? eq(article.is_recommend, true) : undefined,
        ),
      )
      .orderBy(
        sort === "views" ? sql`${article.view_count} desc` : sql`${article.publish_at} desc`,
        sql`${article.id} desc`,
      )
      .limit(limit);
    return rows.map(({ id }) => id);
  },
  nextChange: ({ db, now }) => nextChange(db, article, now),
};
