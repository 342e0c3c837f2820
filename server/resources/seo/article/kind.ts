import { and, inArray, isNull } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { SeoArticleFields as fields, type SeoArticleFields, SeoArticleWhole } from "~/contract/seo/seo-article";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import type { SignedCall } from "~/server/lib/call";
import { type ContentItem, kindOf, type Values } from "~/server/resources/content/kind";
import { checkTranslation, translationKey } from "~/server/resources/content/translations";
import { presentTags } from "../tag-names";
import { figuresOfText, keywordsOf } from "./figures";
import { seoArticleOf } from "./view";

export const seoArticles = kindOf({
  kind: "seo_article",
  title: "SEO文章",
  module: "seo",
  table: seoArticle,
  fields,
  whole: SeoArticleWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  addressed: { kind: "seo_article", table: seoArticle, name: seoArticle.title },
  present: (call, id) => seoArticleOf(call, id),
  check: async ({ db }, values, before) => [
    ...(await checkTranslation(db, { table: seoArticle, noun: "文章" }, values, before)),
    ...notItself(values, before),
  ],
  derive: async ({ db }, values, before) => ({
    translation_key: await translationKey(db, seoArticle, values, before),
    ...(await figuresOfText(db, values as SeoArticleFields & { slug: string })), // as the schema has parsed them, with the address that it was given
  }),
  renew: renewed,
});

const notItself = ({ related_ids }: Values, before: ContentItem | undefined): FieldError[] =>
  before && (related_ids as number[]).includes(before.id)
    ? [{ field: "related_ids", label: "相关文章", message: "相关文章不能是本文" }]
    : [];

/** An older version's words as they are now: tags that have been merged are what they became, what is gone is left out. */
async function renewed({ db }: SignedCall, values: Values): Promise<Values> {
  const { keyword_ids = [], tag_ids = [], related_ids = [] } = values as Partial<SeoArticleFields>;
  const rows = related_ids.length
    ? await db
        .select({ id: seoArticle.id })
        .from(seoArticle)
        .where(and(inArray(seoArticle.id, related_ids), isNull(seoArticle.deleted_at)))
    : [];
  const there = new Set(rows.map(({ id }) => id));
  return {
    ...values,
    keyword_ids: (await keywordsOf(db, keyword_ids)).map(({ id }) => id),
    tag_ids: (await presentTags(db, tag_ids)).map(({ id }) => id),
    related_ids: related_ids.filter((id) => there.has(id)),
  };
}
