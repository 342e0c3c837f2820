import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { ArticleFields, ArticleWhole } from "~/contract/article/article";
import type { FieldError } from "~/contract/errors";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import type { SignedCall } from "~/server/lib/call";
import { kindOf, type Piece, type Values } from "~/server/resources/content/kind";
import { type Article, articleOf } from "./view";

/** Articles as content. */
export const articles = kindOf({
  kind: "article",
  title: "资讯",
  module: "article",
  table: article,
  fields: ArticleFields,
  whole: ArticleWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  addressed: { kind: "article", table: article, name: article.title },
  present: (call, id) => articleOf(call, id),
  check: checkTranslation,
  derive: async (call, values, before) => ({ translation_key: await translationKey(call, values, before) }),
  renew: renewed,
});

/** A translation is of an article that is none itself, in another language than that and its other translations. */
async function checkTranslation({ db }: SignedCall, values: Values, before: Piece | undefined): Promise<FieldError[]> {
  const of = values.translation_of as ArticleFields["translation_of"];
  const wrong = (message: string): FieldError[] => [{ field: "translation_of", label: "译自", message }];
  if (of === null) return [];
  if (of === before?.id) return wrong("不能译自本文");
  const [source] = await db
    .select()
    .from(article)
    .where(and(eq(article.id, of), isNull(article.deleted_at)));
  if (!source) return wrong("译自的资讯不存在或已被删除");
  if (source.translation_of !== null) return wrong(`“${source.title}”本身是译文，请选择原文`);
  if (before && (await db.$count(article, and(eq(article.translation_of, before.id), isNull(article.deleted_at)))) > 0)
    return wrong("本文已有译文，不能再作为译文");
  const [same] = await db
    .select({ title: article.title })
    .from(article)
    .where(
      and(
        eq(article.translation_key, source.translation_key),
        eq(article.lang, values.lang as ArticleFields["lang"]),
        isNull(article.deleted_at),
        before && ne(article.id, before.id),
      ),
    );
  return same ? [{ field: "lang", label: "语言", message: `该资讯已有这种语言的版本“${same.title}”` }] : [];
}

/** That of what it is a translation of, else its own. */
async function translationKey({ db }: SignedCall, values: Values, before: Piece | undefined): Promise<string> {
  const of = values.translation_of as ArticleFields["translation_of"];
  const own = before as Article | undefined; // a row of this kind's table
  if (of === null) return own?.translation_of === null ? own.translation_key : crypto.randomUUID();
  const [source] = await db.select({ key: article.translation_key }).from(article).where(eq(article.id, of));
  return source?.key ?? crypto.randomUUID();
}

/** An older version's words as they are now: those that have been merged stand for what they became, those that are gone are left out. */
async function renewed({ db }: SignedCall, values: Values): Promise<Values> {
  const { tag_ids = [], category_id = null } = values as Partial<ArticleFields>;
  const tags = tag_ids.length ? await db.select().from(articleTag).where(inArray(articleTag.id, tag_ids)) : [];
  const [category] = category_id
    ? await db.select().from(articleCategory).where(eq(articleCategory.id, category_id))
    : [];
  const nowOf = (row: { id: number; merged_to_id: number | null; deleted_at: string | null } | undefined) =>
    row && (row.merged_to_id ?? (row.deleted_at ? null : row.id));
  return {
    ...values,
    tag_ids: [...new Set(tag_ids.flatMap((id) => nowOf(tags.find((one) => one.id === id)) ?? []))],
    category_id: nowOf(category) ?? null,
  };
}
