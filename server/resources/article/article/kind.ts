import { eq, inArray } from "drizzle-orm";
import { ArticleFields, ArticleWhole } from "~/contract/article/article";
import { article, articleCategory, articleTag } from "~/server/database/tables/article/article";
import type { SignedCall } from "~/server/lib/call";
import { kindOf, type Values } from "~/server/resources/content/kind";
import { checkTranslation, translationKey } from "~/server/resources/content/translations";
import { articleOf } from "./view";

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
  check: ({ db }, values, before) => checkTranslation(db, { table: article, noun: "资讯" }, values, before),
  derive: async ({ db }, values, before) => ({ translation_key: await translationKey(db, article, values, before) }),
  renew: renewed,
});

/** An older version's words as they are now: merged ones become their targets, deleted ones are left out. */
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
