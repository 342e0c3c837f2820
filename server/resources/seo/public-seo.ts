import { and, desc, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Language } from "~/contract/common";
import { publicSeo as contract, type PublicSection } from "~/contract/seo/public-seo";
import type { SectionContent } from "~/contract/seo/section-content";
import type { PageType } from "~/contract/seo/seo-kinds";
import { renderTopic } from "~/contract/seo/topic-template";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { section, seoKeyword, seoTag, topicDesc, topicTitle } from "~/server/database/tables/seo/seo";
import { type Asking, found, pick, Refusal, rowsOf } from "~/server/lib/call";
import { admitVisitor, cachedAs, Moved } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { faqPage, ownBase } from "~/server/resources/content/public";
import { estateOrder } from "~/server/resources/house/estate/list";
import { siteUrlBy } from "~/server/resources/shared/site";
import { movedTo } from "../content/kind";
import { onlineRows } from "./found-estates";
import { breadcrumbs, graphOf } from "./structured";
import { addressedSeoTag, indexingOf, type Tag } from "./tag";
import { chooseTopic } from "./topic/choose";
import { type PlacedPage, placePage } from "./topic/place";

const isShown = and(isNull(seoTag.deleted_at), eq(seoTag.status, "enabled"));
const mostSections = 50;
const mostTags = 20;
const mostLinks = 500;

/** A tag that is in use, by its present address. */
async function tagAt(db: Db, slug: string): Promise<Tag | undefined> {
  const [row] = await rowsOf(db, seoTag, and(eq(seoTag.slug, slug), isShown));
  return row;
}

/** The same by one that it once had, too: of a page that names it the tag is only a part. */
export async function shownTag(db: Db, slug: string): Promise<Tag | undefined> {
  const row = await tagAt(db, slug);
  const id = row ? undefined : await movedTo(db, addressedSeoTag, slug);
  if (!id) return row;
  const [moved] = await rowsOf(db, seoTag, and(eq(seoTag.id, id), isShown));
  return moved;
}

/** What the company's sites read of their own pages (domain E.6): what is enabled, and nothing else. */
export const publicSeoHandlers = [
  serve(contract.page, async (call) => {
    await admitVisitor(call);
    const { db, query } = call;
    const tag = query.tag ? await shownTag(db, query.tag) : undefined;
    const [own] = query.estate
      ? await pick(
          db,
          estate,
          ["id"],
          and(eq(estate.slug, query.estate), isNull(estate.deleted_at), eq(estate.publish_status, "online")),
        )
      : [];
    const { page_type, lang, country, district_id } = query;
    const page = await placePage(call, { country, district_id, lang, tag: tag?.id, estate_id: own?.id });
    const sections = await sectionsOf(call, page_type, page, await ownBase(call));
    const head = await headOf(db, page, { page_type, lang });
    return cachedAs(
      {
        ...head,
        json_ld: await dataOf(db, page, { ...head, page_type, sections }),
        sections,
        tags: await tagsOf(db, isShown),
        inlinks: await linksOf(db, lang),
      },
      {},
    );
  }),

  serve(contract.tag, async (call) => {
    await admitVisitor(call);
    const { db, params, query } = call;
    const row = (await tagAt(db, params.slug)) ?? (await sendOn(db, params.slug));
    const page = await placePage(call, { tag: row.id, lang: query.lang });
    const { slug, name, type, filter } = row;
    const head = await headOf(db, page, { page_type: "estate_list", lang: query.lang });
    const json_ld = await dataOf(db, page, { ...head, page_type: "estate_list", sections: [] });
    return cachedAs({ ...head, json_ld, slug, name, type, filter, count: page.count }, {});
  }),
];

/** An address that a tag once had leads to the present one, if that is in use. */
async function sendOn(db: Db, slug: string): Promise<never> {
  const id = await movedTo(db, addressedSeoTag, slug);
  const [row] = id ? await pick(db, seoTag, ["slug"], and(eq(seoTag.id, id), isShown)) : [];
  throw new Moved(`/api/public/seo/tag/${encodeURIComponent(found(row).slug)}`);
}

/** What a page tells search engines: what its tag or its estate says itself, else the chosen templates. */
export async function headOf(db: Db, page: PlacedPage, asked: { page_type: PageType; lang: Language }) {
  const settings = await readSettings(db);
  const { tag, estate: own, values } = page;
  const [title, about] = [
    await chooseTopic(db, topicTitle, asked, page),
    await chooseTopic(db, topicDesc, asked, page),
  ].map(({ winner }) => (winner ? renderTopic(winner.template, values).text : null));
  const isOff = tag !== undefined && indexingOf(tag, page.count, settings) !== "index";
  const { "site.main_base": base, "site.name": site } = settings;
  const home = asked.page_type === "home" && base ? `${base.replace(/\/+$/, "")}/` : null;
  const words = [tag?.name, ...(own?.seo_keywords ?? []), values.district, values.city, values.country];
  return {
    title: tag?.title ?? own?.seo_title ?? (title || own?.name || tag?.name || site),
    desc: tag?.desc ?? own?.seo_desc ?? (about || null),
    keywords: [...new Set(words.flatMap((word) => word || []))],
    canonical: tag ? siteUrlBy(settings, "seo_tag", tag.slug) : own ? siteUrlBy(settings, "estate", own.slug) : home,
    robots: isOff ? ("noindex,follow" as const) : ("index,follow" as const),
  };
}

interface Told {
  title: string;
  canonical: string | null;
  page_type: PageType;
  sections: readonly PublicSection[];
}

/** Structured data of a page: the site itself, or the way to the page; and the questions that its sections answer. What it is about has its own. */
async function dataOf(db: Db, { tag, estate: own, values }: PlacedPage, told: Told): Promise<string> {
  const { title, canonical, page_type, sections } = told;
  const questions = sections.flatMap(({ content }) => ("faq" in content ? content.faq : []));
  const { "site.name": site } = await readSettings(db);
  const name = own?.name ?? tag?.name ?? values.district ?? values.city ?? values.country ?? title;
  const place =
    page_type === "home"
      ? { "@type": "WebSite", name: site, ...(canonical && { url: canonical }) }
      : await breadcrumbs(db, [{ name, url: canonical }]);
  return graphOf(place, ...(questions.length ? [faqPage(questions)] : []));
}

/** Sections of a kind of page, for all districts or for one that the page lies in. */
async function sectionsOf(asking: Asking, page_type: PageType, { districts }: PlacedPage, base: string) {
  const ids = districts.map(({ id }) => JSON.stringify([id]));
  const isHere = sql`(${section.district_ids} is null or ${section.district_ids} @> any(${sql.param(ids)}::jsonb[]))`;
  const rows = await asking.db
    .select()
    .from(section)
    .where(and(eq(section.page_type, page_type), eq(section.status, "enabled"), isHere))
    .orderBy(section.sort, desc(section.id))
    .limit(mostSections);
  const list: PublicSection[] = [];
  for (const { code, name, position, type, content } of rows)
    list.push({ code, name, position, type, content: await shownContent(asking, content, base) });
  return list;
}

/** What a section holds as its readers see it: estates that are online, tags that are in use. */
async function shownContent(
  { db, services }: Asking,
  content: SectionContent,
  base: string,
): Promise<PublicSection["content"]> {
  if ("tag_ids" in content) {
    const { tag_ids } = content;
    const tags = await tagsOf(
      db,
      tag_ids.length ? sql`${isShown} and ${seoTag.id} = any(${sql.param(tag_ids)}::bigint[])` : isShown,
    );
    return { tags };
  }
  if (!("source" in content)) return content;
  const ids = content.source === "manual" ? content.estate_ids : await foundBy(db, content);
  return { estates: await estateCards(db, services, ids, base) };
}

async function foundBy(db: Db, { filter, order, limit }: Extract<SectionContent, { source: "rule" }>) {
  const where = await onlineRows(db, filter).catch((error: unknown) => {
    // What the search names, such as a currency, is gone.
    if (error instanceof Refusal) return sql`false`;
    throw error;
  });
  const rows = await db.select({ id: estate.id }).from(estate).where(where).orderBy(estateOrder(order)).limit(limit);
  return rows.map(({ id }) => id);
}

/** Tags with pages that search engines may take, those with the most estates first. */
async function tagsOf(db: Db, which: SQL | undefined) {
  const settings = await readSettings(db);
  const rows = await db
    .select()
    .from(seoTag)
    .where(and(which, eq(seoTag.index_flag, true), sql`${seoTag.estate_count} >= ${settings["seo.noindex_below"]}`))
    .orderBy(seoTag.sort, desc(seoTag.estate_count), seoTag.id)
    .limit(mostTags);
  return rows.map(({ slug, name, estate_count }) => ({
    ...{ slug, name, count: estate_count },
    url: siteUrlBy(settings, "seo_tag", slug),
  }));
}

/** Words that texts of a language link to their pages, the longest first. */
async function linksOf(db: Db, lang: Language) {
  const rows = await db
    .select({ text: seoKeyword.word, url: seoKeyword.target_url, max: seoKeyword.max_per_article })
    .from(seoKeyword)
    .where(
      and(
        ...[seoKeyword.link_text, eq(seoKeyword.lang, lang), ne(seoKeyword.status, "paused")],
        isNotNull(seoKeyword.target_url),
      ),
    )
    .orderBy(sql`length(${seoKeyword.word}) desc, ${seoKeyword.word}`)
    .limit(mostLinks);
  return rows.flatMap(({ text, url, max }) => (url ? [{ text, url, max }] : []));
}
