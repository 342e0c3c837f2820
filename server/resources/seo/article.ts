import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { textOf } from "~/contract/content/rich-text";
import type { PublicSeoArticleDetail } from "~/contract/seo/public-article";
import {
  seoArticle as contract,
  SeoArticleFields as fields,
  type IndexedState,
  indexedStates,
  SeoArticleDetail,
  type SeoArticleFields,
  SeoArticleRow,
  SeoArticleWhole,
} from "~/contract/seo/seo-article";
import type { Db } from "~/server/database/database";
import { cityIntro } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { type Asking, found, pick, rowOf, type SignedCall } from "~/server/lib/call";
import { tablePage } from "~/server/lib/list";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers, slugHandler } from "~/server/resources/content/handlers";
import { kindOf, notItself, presentIds, stateText, type Values } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, relatedHtml, tagsHtml, textHtml } from "~/server/resources/content/page";
import { faqPage, picturesFor, publicOf, type Reading } from "~/server/resources/content/public";
import { checkTranslation, languagesOf, translationKey, translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { draftedItem, presentItem, withValues } from "~/server/resources/content/write";
import { isPublic } from "~/server/resources/shared/content-visits";
import { districtsOf } from "~/server/resources/shared/districts";
import { pictureSets } from "~/server/resources/shared/pictures";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";
import { names, seoArticleOrder, seoArticleRows } from "./article/list";
import { figuresOfText, inlinksFor, keywordsOf, linkedText } from "./shown-text";
import { articleThing, breadcrumbs, graphOf } from "./structured";
import { presentTags } from "./tag-names";

export type SeoArticle = typeof seoArticle.$inferSelect;

async function toSeoArticleRows(call: SignedCall, rows: readonly SeoArticle[]): Promise<SeoArticleRow[]> {
  const { db, services } = call;
  const words = await keywordsOf(db, [...new Set(rows.flatMap(({ keyword_ids }) => keyword_ids))]);
  const places = await districtsOf(db, [...new Set(rows.flatMap(({ district_id }) => district_id ?? []))]);
  const life = await livesOf(call, "seo_article", rows, SeoArticleWhole);
  return rows.map((row) => {
    const { district_id } = row;
    return rowOf(SeoArticleRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      keywords: row.keyword_ids.flatMap((id) => words.find((word) => word.id === id) ?? []),
      district: places.find(({ id }) => id === district_id)?.name ?? null,
    });
  });
}

async function seoArticleOf(call: SignedCall, id: number, values: Values = {}): Promise<SeoArticleDetail> {
  const { db } = call;
  const row: SeoArticle = withValues(await presentItem(db, seoArticle, id), values);
  const [shown] = await toSeoArticleRows(call, [row]);
  return rowOf(SeoArticleDetail, row, {
    ...found(shown),
    ...(await textsForEditor(call, row, ["content"])),
    translations: await translationsOf(db, seoArticle, row),
    ...(await lifeDetailOf(call, "seo_article", row)),
  });
}

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
    ...notItself("相关文章", values, before),
  ],
  derive: async ({ db }, values, before) => ({
    translation_key: await translationKey(db, seoArticle, values, before),
    ...(await figuresOfText(db, values as SeoArticleFields & { slug: string })), // as the schema has parsed them, with the address that it was given
  }),
  renew: renewed,
});

/** An older version's words as they are now: tags that have been merged are what they became, what is gone is left out. */
async function renewed({ db }: SignedCall, values: Values): Promise<Values> {
  const { keyword_ids = [], tag_ids = [], related_ids = [] } = values as Partial<SeoArticleFields>;
  return {
    ...values,
    keyword_ids: (await keywordsOf(db, keyword_ids)).map(({ id }) => id),
    tag_ids: (await presentTags(db, tag_ids)).map(({ id }) => id),
    related_ids: await presentIds(db, seoArticle, related_ids),
  };
}

/** So many other articles are named at most. */
const mostNamed = 3;

/** Other articles of the language with this title or first keyword, and the words that the article's text would link. */
async function checkArticle(db: Db, asked: z.output<typeof contract.check.query>) {
  const { title, keyword_ids = [], lang, slug, exclude_id = 0 } = asked;
  const others = and(isNull(seoArticle.deleted_at), eq(seoArticle.lang, lang), ne(seoArticle.id, exclude_id));
  const find = (which: SQL | undefined) =>
    pick(db, seoArticle, { id: seoArticle.id, name: seoArticle.title }, and(others, which), {
      order: seoArticle.id,
      limit: mostNamed,
    });
  // The first of the two is what its index finds.
  const same = title ? await find(and(containsText(seoArticle.title, title), eq(seoArticle.title, title))) : [];
  const [first] = keyword_ids;
  const rival = first
    ? await find(
        and(names(seoArticle.keyword_ids, [first]), sql`${seoArticle.keyword_ids} -> 0 = to_jsonb(${first}::bigint)`),
      )
    : [];
  const words = await keywordsOf(db, keyword_ids);
  return {
    words: words.map(({ name }) => name),
    inlinks: await inlinksFor(db, lang, await siteUrl(db, "seo_article", slug)),
    duplicates: [
      ...same.map((one) => ({ ...one, why: "title" as const })),
      ...rival
        .filter(({ id }) => same.every((one) => one.id !== id))
        .map((one) => ({ ...one, why: "keyword" as const })),
    ],
  };
}

export const seoArticleHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services } = call;
    const parts = { where: await seoArticleRows(db, query, services.now()), order: seoArticleOrder(query.sort) };
    return tablePage(call, seoArticle, parts, toSeoArticleRows);
  }),
  slugHandler(contract.slug, seoArticles),
  serve(contract.check, ({ db, query }) => checkArticle(db, query)),
  ...contentHandlers(seoArticles, contract, seoArticleOf),

  serve(contract.indexedBatch, async (call) => {
    const { ids, indexed } = call.body;
    const rows = await eachRow(call, ids, (one, id) => setIndexed(one, id, indexed));
    const batch = { act: "content", targetType: "seo_article", permission: "seo:article:edit" } as const;
    return replyOf(rows, await keepBatch(call, batch, rows));
  }),
];

/** What somebody has seen is no change of the article: its version stays. */
async function setIndexed(call: SignedCall, id: number, indexed: IndexedState): Promise<Done> {
  const { version } = await seoArticles.records.lock(call, id);
  const [row] = await call.db.select().from(seoArticle).where(eq(seoArticle.id, id));
  const before = found(row);
  if (before.indexed !== indexed) {
    await call.db.update(seoArticle).set({ indexed, updated_at: before.updated_at }).where(eq(seoArticle.id, id));
    const [was, is] = [indexedStates[before.indexed], indexedStates[indexed]];
    const changes = [{ field: "indexed", label: "收录", before: was, after: is }];
    await seoArticles.records.log(call, before, { verb: "标记收录：", changes });
  }
  return { before: { indexed: before.indexed }, version_after: version };
}

export async function toPublicSeoArticles({ db, services }: Asking, rows: readonly SeoArticle[], reading: Reading) {
  const pictureOf = picturesFor(services, reading);
  const places = await districtsOf(db, [...new Set(rows.flatMap(({ district_id }) => district_id ?? []))]);
  const setOf = await pictureSets(
    { db },
    rows.map(({ cover_id }) => cover_id),
    pictureOf,
  );
  return rows.map(({ slug, title, lang, summary, author, district_id, cover_id, publish_at, updated_at }) => {
    const place = places.find(({ id }) => id === district_id);
    return {
      ...{ slug, title, lang, author },
      cover: cover_id ? pictureOf(cover_id) : null,
      cover_set: setOf(cover_id, lang),
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
    related: await toPublicSeoArticles(asking, await publicOf(db, seoArticle, row.related_ids, now), reading),
    seo: await seoOf(asking, row, { ...brief, canonical: row.canonical ?? own }),
    ...(await languagesOf(db, { kind: "seo_article", table: seoArticle }, row, now)),
  };
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
  const [row] = await pick(
    db,
    cityIntro,
    ["slug", "title"],
    and(eq(cityIntro.district_id, district_id), eq(cityIntro.lang, lang), isPublic(cityIntro, now)),
  );
  return row;
}

export const seoArticlePage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "seo_article", table: seoArticle }, { id, isDraft });
  const read = await readSeoArticle({ db, services }, row, { base, isPreview: true });
  const line = [read.district?.name, read.author, row.publish_at?.slice(0, 10)];
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    lineHtml(line),
    coverHtml(read.cover),
    textHtml("summary", read.summary),
    `<div class="text">${read.content}</div>`,
    read.faq.length
      ? `<h2>常见问题</h2>${read.faq.map(({ q, a }) => `<h3>${escapeHtml(q)}</h3><p class="words">${escapeHtml(a)}</p>`).join("")}`
      : "",
    tagsHtml(read.tags.map(({ name }) => name)),
    relatedHtml("相关文章", read.related),
  ].join("\n");
  return { title: read.seo.title, lang: row.lang, status: stateText(row, isDraft, services.now()), body };
};
