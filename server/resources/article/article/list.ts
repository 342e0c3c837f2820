import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { article as contract } from "~/contract/article/article";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { orderOf, within } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { inStatuses } from "~/server/resources/content/list";

export type ArticleQuery = z.output<typeof contract.list.query>;

export const articleOrder = (sort: ArticleQuery["sort"]): SQL => orderOf(article, sort, article.id);

export const inCategory = (id: number): SQL =>
  sql`${article.category_id} in (select ${articleCategory.id} from ${articleCategory} where ${articleCategory.id} = ${id} or ${articleCategory.parent_id} = ${id})`;

export const hasTag = (ids: readonly number[]): SQL =>
  sql`${article.tag_ids} @> any(${sql.param(ids.map((id) => JSON.stringify([id])))}::jsonb[])`;

export function articleRows(query: ArticleQuery, at: Date): SQL {
  const { keyword, category_id, tag_id, lang, status, is_top, is_recommend, country } = query;
  return sql`${and(
    isNull(article.deleted_at),
    keyword ? containsText(article.title, keyword) : undefined,
    category_id ? inCategory(category_id) : undefined,
    tag_id?.length ? hasTag(tag_id) : undefined,
    lang?.length ? inArray(article.lang, lang) : undefined,
    inStatuses(article, status, at),
    is_top === undefined ? undefined : eq(article.is_top, is_top),
    is_recommend === undefined ? undefined : eq(article.is_recommend, is_recommend),
    country?.length ? inArray(article.country_code, country) : undefined,
    ...within(article.publish_at, query.published_from, query.published_to),
  )}`;
}
