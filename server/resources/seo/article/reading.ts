import { and, eq, inArray } from "drizzle-orm";
import { textOf } from "~/contract/content/rich-text";
import type { PublicSeoArticleDetail } from "~/contract/seo/public-article";
import { cityIntro } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import type { Asking } from "~/server/lib/call";
import { faqPage, picturesFor, type Reading } from "~/server/resources/content/public";
import { alternatesOf } from "~/server/resources/content/translations";
import { isPublic } from "~/server/resources/shared/content-visits";
import { districtsOf } from "~/server/resources/shared/districts";
import { siteUrl } from "~/server/resources/shared/site";
import { linkedText } from "../shown-text";
import { articleThing, breadcrumbs, graphOf } from "../structured";
import { presentTags } from "../tag-names";
import { keywordsOf } from "./figures";
import type { SeoArticle } from "./view";

export async function toPublicSeoArticles({ db, services }: Asking, rows: readonly SeoArticle[], reading: Reading) {
  const pictureOf = picturesFor(services, reading);
  const places = await districtsOf(db, [...new Set(rows.flatMap(({ district_id }) => district_id ?? []))]);
  return rows.map(({ slug, title, lang, summary, author, district_id, cover_id, publish_at, updated_at }) => {
    const place = places.find(({ id }) => id === district_id);
    return {
      ...{ slug, title, lang, author },
      cover: cover_id ? pictureOf(cover_id) : null,
      summary: summary ?? "",
      district: place ? { id: place.id, name: place.name, country: place.country_code } : null,
      publish_at: publish_at ?? updated_at,
    };
  });
}

export async function readSeoArticle(
  asking: Asking,
  row: SeoArticle,
  reading: Reading,
): Promise<PublicSeoArticleDetail> {
  const { db, services } = asking;
  const [brief] = await toPublicSeoArticles(asking, [row], reading);
  if (!brief) throw new Error("no row");
  const now = services.now();
  const own = await siteUrl(db, "seo_article", row.slug);
  const tags = (await presentTags(db, row.tag_ids)).filter(({ status }) => status === "enabled");
  return {
    ...brief,
    id: row.id,
    content: await linkedText(asking, row, reading, own),
    faq: row.faq.map(({ q, a }) => ({ q, a })),
    tags: tags.map(({ slug, name }) => ({ slug, name })),
    related: await toPublicSeoArticles(asking, await publicOf(db, row.related_ids, now), reading),
    seo: await seoOf(asking, row, { ...brief, canonical: row.canonical ?? own }),
    alternates: await alternatesOf(db, seoArticle, row, now),
  };
}

/** Those of these that are public, in this order. */
async function publicOf(db: Asking["db"], ids: readonly number[], now: Date): Promise<SeoArticle[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(seoArticle)
    .where(and(inArray(seoArticle.id, [...ids]), isPublic(seoArticle, now)));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

interface About {
  summary: string;
  cover: string | null;
  publish_at: string;
  canonical: string | null;
}

async function seoOf({ db, services }: Asking, row: SeoArticle, { summary, cover, publish_at, canonical }: About) {
  const keywords = (await keywordsOf(db, row.keyword_ids)).map(({ name }) => name);
  const desc = row.seo_desc ?? (summary || textOf(row.content ?? "").slice(0, 120) || null);
  const thing = await articleThing(db, {
    ...{ title: row.title, desc, cover, canonical, keywords, lang: row.lang, author: row.author },
    ...{ published: publish_at, updated: row.updated_at },
  });
  const city = await cityOf(db, row, services.now());
  const crumbs = city ? [{ name: city.title, url: await siteUrl(db, "city_intro", city.slug) }] : [];
  const way = await breadcrumbs(db, [...crumbs, { name: row.title, url: canonical }]);
  return {
    ...{ title: row.seo_title ?? row.title, desc, keywords, canonical },
    json_ld: graphOf(thing, ...(row.faq.length ? [faqPage(row.faq)] : []), way),
  };
}

/** The page of the city that it is about, in its language, if that is public. */
async function cityOf(db: Asking["db"], { district_id, lang }: SeoArticle, now: Date) {
  if (district_id === null) return undefined;
  const [row] = await db
    .select({ slug: cityIntro.slug, title: cityIntro.title })
    .from(cityIntro)
    .where(and(eq(cityIntro.district_id, district_id), eq(cityIntro.lang, lang), isPublic(cityIntro, now)));
  return row;
}
