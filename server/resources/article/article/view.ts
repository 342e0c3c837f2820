import { inArray } from "drizzle-orm";
import { ArticleDetail, ArticleRow, ArticleWhole } from "~/contract/article/article";
import type { TagRef } from "~/contract/article/tag";
import type { Ref } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import { found, rowOf } from "~/server/lib/call";
import { forEditor } from "~/server/lib/rich-text/display";
import type { SignedCall } from "~/server/lib/services";
import { figuresOf } from "~/server/resources/content/figures";
import type { Values } from "~/server/resources/content/kind";
import { translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { presentItem, withValues } from "~/server/resources/content/write";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

export type Article = typeof article.$inferSelect;

/** Names of the categories and tags of these articles; an article's tags in its order. */
export async function wordsOf(db: Db, rows: readonly Pick<Article, "category_id" | "tag_ids">[]) {
  const categoryIds = [...new Set(rows.flatMap(({ category_id }) => category_id ?? []))];
  const tagIds = [...new Set(rows.flatMap(({ tag_ids }) => tag_ids))];
  const categories = categoryIds.length
    ? await db.select().from(articleCategory).where(inArray(articleCategory.id, categoryIds))
    : [];
  const tags = tagIds.length ? await db.select().from(articleTag).where(inArray(articleTag.id, tagIds)) : [];
  const byId = {
    categories: new Map(categories.map((one) => [one.id, one])),
    tags: new Map(tags.map((one) => [one.id, one])),
  };
  return {
    category: (id: number | null) => (id === null ? undefined : byId.categories.get(id)),
    tags: (ids: readonly number[]) => ids.flatMap((id) => byId.tags.get(id) ?? []),
  };
}

export async function toArticleRows(call: SignedCall, rows: readonly Article[]): Promise<ArticleRow[]> {
  const { db, services } = call;
  const ids = rows.map(({ id }) => id);
  const words = await wordsOf(db, rows);
  const figures = await figuresOf(db, "article", ids);
  const life = await livesOf(call, "article", rows, ArticleWhole);
  return rows.map((row) => {
    const { category_id } = row;
    const category = words.category(category_id);
    const { inquiries, deals } = figures(row.id);
    return rowOf(ArticleRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      category: category ? ({ id: category.id, name: category.name } satisfies Ref) : null,
      tags: words.tags(row.tag_ids).map(({ id, name, color }): TagRef => ({ id, name, color })),
      inquiry_count: inquiries,
      deal_count: deals,
    });
  });
}
/** One article as its form shows it; with the values of a draft copy or of an older version instead of its own. */
export async function articleOf(call: SignedCall, id: number, values: Values = {}): Promise<ArticleDetail> {
  const { db } = call;
  const row: Article = withValues(await presentItem(db, article, id), values);
  const [shown] = await toArticleRows(call, [row]);
  const { content } = row;
  const translations = await translationsOf(db, article, row);
  return rowOf(ArticleDetail, row, {
    ...found(shown),
    translations,
    content: content ? forEditor(content, await displayRules(call, [content])) : null,
    ...(await lifeDetailOf(call, "article", row)),
  });
}
