import type { PublicArticleDetail } from "~/contract/article/public-article";
import { languageTag } from "~/contract/common";
import { estatesIn, textOf } from "~/contract/content/rich-text";
import { article } from "~/server/database/tables/article/article";
import type { Asking } from "~/server/lib/call";
import { forPreview, forReaders } from "~/server/lib/rich-text/display";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { picturesFor, type Reading, scriptJson } from "~/server/resources/content/public";
import { languagesOf } from "~/server/resources/content/translations";
import { pictureSets } from "~/server/resources/shared/pictures";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { type Article, wordsOf } from "./view";

export type PublicRow = Omit<
  PublicArticleDetail,
  "id" | "content" | "source" | "source_url" | "related_estates" | "seo" | "alternates" | "hreflang"
>;

/** Articles as lists of the sites show them; words that are out of use are left away. */
export async function toPublicRows(
  { db, services }: Asking,
  rows: readonly Article[],
  reading: Reading,
): Promise<PublicRow[]> {
  const pictureOf = picturesFor(services, reading);
  const words = await wordsOf(db, rows);
  const setOf = await pictureSets(
    { db },
    rows.map(({ cover_id }) => cover_id),
    pictureOf,
  );
  return rows.map((row) => {
    const { slug, title, sub_title, author, is_top, is_recommend, lang } = row;
    const category = words.category(row.category_id);
    return {
      ...{ slug, title, sub_title, author, is_top, is_recommend, lang },
      cover: row.cover_id ? pictureOf(row.cover_id) : null,
      cover_set: setOf(row.cover_id, lang),
      summary: row.summary ?? "",
      category: category?.status === "enabled" ? { slug: category.slug, name: category.name } : null,
      tags: words
        .tags(row.tag_ids)
        .filter(({ status }) => status === "enabled")
        .map(({ slug, name, color }) => ({ slug, name, color })),
      publish_at: row.publish_at ?? row.updated_at,
    };
  });
}

/** One article as its readers see it: the one renderer, for the sites and for previews. */
export async function readArticle(asking: Asking, row: Article, reading: Reading): Promise<PublicArticleDetail> {
  const { db, services } = asking;
  const { base, isPreview } = reading;
  const [brief] = await toPublicRows(asking, [row], reading);
  if (!brief) throw new Error("no row");
  const html = row.content ?? "";
  const inText = await estateCards(db, services, estatesIn(html), base);
  const byId = new Map(inText.map((card) => [card.id, card]));
  const show = isPreview ? forPreview : forReaders;
  const rules = await displayRules(asking, [html], picturesFor(services, reading), row.lang);
  const content = show(html, rules, (id) => byId.get(id));
  const canonical = await siteUrl(db, "article", row.slug);
  return {
    ...brief,
    id: row.id,
    content,
    source: row.source,
    source_url: row.source_url,
    related_estates: await estateCards(db, services, row.related_estate_ids, base),
    seo: await seoOf(asking, row, brief, canonical),
    ...(await languagesOf(db, { kind: "article", table: article }, row, services.now())),
  };
}

async function seoOf({ db }: Asking, row: Article, brief: PublicRow, canonical: string | null) {
  const { "site.name": site } = await readSettings(db);
  const { title, summary, cover, publish_at } = brief;
  const description = row.seo_desc ?? (summary || textOf(row.content ?? "").slice(0, 120) || null);
  const data = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: title,
    ...(description && { description }),
    ...(cover && { image: [cover] }),
    datePublished: publish_at,
    dateModified: row.updated_at,
    inLanguage: languageTag(row.lang),
    ...(row.author && { author: { "@type": "Person", name: row.author } }),
    publisher: { "@type": "Organization", name: site },
    ...(canonical && { mainEntityOfPage: canonical }),
    ...(brief.category && { articleSection: brief.category.name }),
    ...(row.seo_keywords.length && { keywords: row.seo_keywords.join(",") }),
  };
  return {
    title: row.seo_title ?? title,
    desc: description,
    keywords: row.seo_keywords,
    canonical,
    json_ld: scriptJson(data),
  };
}
