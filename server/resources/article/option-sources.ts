import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "~/server/database/database";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import type { Entry } from "~/server/lib/option-values";
import { containsText, includesText } from "~/server/lib/search";
import type { OptionSources } from "~/server/lib/table-options";

const above = alias(articleCategory, "above");
const mostOffered = 50;

export const optionSources = {
  articles: {
    offer: ({ db }, { keyword }) =>
      articlesOf(db, keyword ? containsText(article.title, keyword) : undefined, mostOffered),
    name: ({ db }, values) => articlesOf(db, inArray(article.id, values.map(Number)), values.length),
  },
  article_categories: {
    offer: ({ db }) =>
      categoriesOf(db, sql`${articleCategory.status} = 'enabled' and coalesce(${above.status}, 'enabled') = 'enabled'`),
    name: ({ db }, values) => categoriesOf(db, inArray(articleCategory.id, values.map(Number))),
  },
  article_tags: {
    offer: ({ db }, { keyword }) =>
      tagsOf(
        db,
        and(eq(articleTag.status, "enabled"), keyword ? includesText(articleTag.name, keyword) : undefined),
        mostOffered,
      ),
    name: ({ db }, values) => tagsOf(db, inArray(articleTag.id, values.map(Number)), values.length),
  },
} satisfies Partial<OptionSources>;

const articlesOf = (db: Db, which: SQL | undefined, limit: number): Promise<Entry[]> =>
  db
    .select({ value: article.id, label: article.title, isEnabled: sql<boolean>`true` })
    .from(article)
    .where(and(isNull(article.deleted_at), which))
    .orderBy(desc(article.updated_at), desc(article.id))
    .limit(limit);

const categoriesOf = (db: Db, which: SQL | undefined): Promise<Entry[]> =>
  db
    .select({
      value: articleCategory.id,
      label: sql<string>`concat_ws(' / ', ${above.name}, ${articleCategory.name})`,
      isEnabled: sql<boolean>`(${articleCategory.status} = 'enabled' and coalesce(${above.status}, 'enabled') = 'enabled')`,
    })
    .from(articleCategory)
    .leftJoin(above, eq(above.id, articleCategory.parent_id))
    .where(and(isNull(articleCategory.deleted_at), which))
    .orderBy(
      sql`coalesce(${above.sort}, ${articleCategory.sort}), coalesce(${above.id}, ${articleCategory.id})`,
      sql`${articleCategory.parent_id} is not null`,
      articleCategory.sort,
      articleCategory.id,
    );

const tagsOf = (db: Db, which: SQL | undefined, limit: number): Promise<Entry[]> =>
  db
    .select({ value: articleTag.id, label: articleTag.name, isEnabled: sql<boolean>`${articleTag.status} = 'enabled'` })
    .from(articleTag)
    .where(and(isNull(articleTag.deleted_at), which))
    .orderBy(articleTag.sort, articleTag.id)
    .limit(limit);
