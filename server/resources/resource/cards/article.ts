import { eq } from "drizzle-orm";
import { article } from "~/server/database/tables/article/article";
import { readSettings } from "~/server/lib/settings";
import { hasTag, inCategory } from "~/server/resources/article/article";
import { wordsOf } from "~/server/resources/article/article/view";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { byViews, coverOf, factsOf, tableCards, when } from "./source";

export const articleSource = tableCards({
  table: article,
  isShown: (now) => isPublic(article, now),
  finds: ({ now, lang }, filter) => [
    isBestIn(article, lang, now),
    when(filter.country_code, (code) => eq(article.country_code, code)),
    when(filter.category_id, inCategory),
    when(filter.tag_id, (id) => hasTag([id])),
    filter.is_recommend ? eq(article.is_recommend, true) : undefined,
  ],
  order: byViews(article),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    const words = await wordsOf(showing.db, rows);
    return rows.map((row) => {
      const { id, slug, title, cover_id, publish_at } = row;
      const category = words.category(row.category_id);
      return {
        ...{ id, slug, title },
        cover: coverOf(showing, cover_id),
        facts: factsOf([
          ["分类", category?.status === "enabled" ? category.name : null],
          ["发布", publish_at?.slice(0, 10)],
        ]),
        url: siteUrlBy(settings, "article", slug),
      };
    });
  },
  nextChange: ({ db, now }) => nextChange(db, [article], now),
});
