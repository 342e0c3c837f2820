import { and, eq, isNull, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { article, articleCategory } from "~/server/database/tables/article/article";
import { hasTag } from "../article";

/** Articles of a category itself, in whichever state; written out, since drizzle omits the table's name in a select of one table. */
export const categoryUses = sql<number>`(select count(*)::int from article a where a.category_id = article_category.id and a.deleted_at is null)`;

/** Articles that have a tag, by its index. */
export const tagUses = sql<number>`(select count(*)::int from article a where a.tag_ids @> jsonb_build_array(article_tag.id) and a.deleted_at is null)`;

export const articlesWithTag = (db: Db, id: number): Promise<number> =>
  db.$count(article, and(hasTag([id]), isNull(article.deleted_at)));

export const articlesIn = (db: Db, id: number): Promise<number> =>
  db.$count(article, and(eq(article.category_id, id), isNull(article.deleted_at)));

export const childrenOf = (db: Db, id: number): Promise<number> =>
  db.$count(articleCategory, and(eq(articleCategory.parent_id, id), isNull(articleCategory.deleted_at)));

/** Every article that has the one gets the other in its place, each once; answers how many. */
export async function replaceTag(db: Db, from: number, to: number): Promise<number> {
  const replaced = sql`(select coalesce(jsonb_agg(one.id order by one.at), '[]'::jsonb) from (
      select id, min(at) as at from (
        select case when value::bigint = ${from} then ${to}::bigint else value::bigint end as id, at
        from jsonb_array_elements_text(${article.tag_ids}) with ordinality as had(value, at)) had group by id) one)`;
  const { rowCount } = await db.execute(
    sql`update ${article} set tag_ids = ${replaced}, version = version + 1 where ${hasTag([from])}`,
  );
  return rowCount ?? 0;
}

export async function moveArticles(db: Db, from: number, to: number): Promise<number> {
  const { rowCount } = await db.execute(
    sql`update ${article} set category_id = ${to}, version = version + 1 where ${article.category_id} = ${from}`,
  );
  return rowCount ?? 0;
}
