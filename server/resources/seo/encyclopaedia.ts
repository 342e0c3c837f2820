import { and, eq, inArray, isNull } from "drizzle-orm";
import { textOf } from "~/contract/content/rich-text";
import {
  encyclopaedia as contract,
  EncyclopaediaDetail,
  EncyclopaediaFields,
  EncyclopaediaRow,
  EncyclopaediaWhole,
  encyclopaediaCategories,
} from "~/contract/seo/encyclopaedia";
import type { PublicEncyclopaediaDetail } from "~/contract/seo/public-city";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { type Asking, found, pick, rowOf, type SignedCall } from "~/server/lib/call";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { contentHandlers, slugHandler } from "~/server/resources/content/handlers";
import { inStatuses, kindOf, notItself, presentIds, stateText, type Values } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, relatedHtml, tagsHtml, textHtml } from "~/server/resources/content/page";
import { picturesFor, publicOf, type Reading } from "~/server/resources/content/public";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { draftedItem, presentItem, withValues } from "~/server/resources/content/write";
import { isPublic } from "~/server/resources/shared/content-visits";
import { pictureSets } from "~/server/resources/shared/pictures";
import { textsForEditor } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";
import { checkTranslation, languagesOf, translationKey, translationsOf } from "../content/translations";
import { linkedText } from "./shown-text";
import { articleThing, breadcrumbs, graphOf } from "./structured";
import { presentTags } from "./tag-names";

type Encyclopaedia = typeof encyclopaedia.$inferSelect;

async function toEncyclopaediaRows(call: SignedCall, rows: readonly Encyclopaedia[]): Promise<EncyclopaediaRow[]> {
  const { db, services } = call;
  const ids = [...new Set(rows.map(({ city_intro_id }) => city_intro_id))];
  const cities = ids.length
    ? await db.select({ id: cityIntro.id, name: cityIntro.title }).from(cityIntro).where(inArray(cityIntro.id, ids))
    : [];
  const life = await livesOf(call, "encyclopaedia", rows, EncyclopaediaWhole);
  return rows.map((row) => {
    const { city_intro_id } = row;
    return rowOf(EncyclopaediaRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      city: cities.find(({ id }) => id === city_intro_id) ?? { id: city_intro_id, name: "" },
    });
  });
}

async function encyclopaediaOf(call: SignedCall, id: number, values: Values = {}): Promise<EncyclopaediaDetail> {
  const { db } = call;
  const row: Encyclopaedia = withValues(await presentItem(db, encyclopaedia, id), values);
  const [shown] = await toEncyclopaediaRows(call, [row]);
  return rowOf(EncyclopaediaDetail, row, {
    ...found(shown),
    ...(await textsForEditor(call, row, ["content"])),
    translations: await translationsOf(db, encyclopaedia, row),
    ...(await lifeDetailOf(call, "encyclopaedia", row)),
  });
}

export async function toPublicEncyclopaedias(
  { db, services }: Asking,
  rows: readonly Encyclopaedia[],
  reading: Reading,
) {
  const pictureOf = picturesFor(services, reading);
  const setOf = await pictureSets(
    { db },
    rows.map(({ cover_id }) => cover_id),
    pictureOf,
  );
  return rows.map(({ slug, title, category, lang, summary, cover_id, publish_at, updated_at }) => ({
    ...{ slug, title, category, lang },
    category_name: category && encyclopaediaCategories[category],
    cover: cover_id ? pictureOf(cover_id) : null,
    cover_set: setOf(cover_id, lang),
    summary: summary ?? "",
    publish_at: publish_at ?? updated_at,
  }));
}

export async function readEncyclopaedia(
  asking: Asking,
  row: Encyclopaedia,
  reading: Reading,
): Promise<PublicEncyclopaediaDetail> {
  const { db, services } = asking;
  const [brief] = await toPublicEncyclopaedias(asking, [row], reading);
  if (!brief) throw new Error("no row");
  const now = services.now();
  const canonical = await siteUrl(db, "encyclopaedia", row.slug);
  const [city] = await pick(
    db,
    cityIntro,
    ["slug", "title"],
    and(eq(cityIntro.id, row.city_intro_id), isPublic(cityIntro, now)),
  );
  const tags = (await presentTags(db, row.tag_ids)).filter(({ status }) => status === "enabled");
  return {
    ...brief,
    id: row.id,
    content: await linkedText(asking, row, reading, canonical),
    city: city ?? null,
    tags: tags.map(({ slug, name }) => ({ slug, name })),
    related: await toPublicEncyclopaedias(asking, await publicOf(db, encyclopaedia, row.related_ids, now), reading),
    seo: await seoOf(asking, row, { brief, canonical, city }),
    ...(await languagesOf(db, { kind: "encyclopaedia", table: encyclopaedia }, row, now)),
  };
}

interface About {
  brief: Awaited<ReturnType<typeof toPublicEncyclopaedias>>[number];
  canonical: string | null;
  city: { slug: string; title: string } | undefined;
}

async function seoOf({ db }: Asking, row: Encyclopaedia, { brief, canonical, city }: About) {
  const desc = row.seo_desc ?? (brief.summary || textOf(row.content ?? "").slice(0, 120) || null);
  const thing = await articleThing(db, {
    ...{ title: row.title, desc, cover: brief.cover, canonical, lang: row.lang },
    ...{ published: brief.publish_at, updated: row.updated_at, section: brief.category_name },
    keywords: row.seo_keywords,
  });
  const crumbs = city ? [{ name: city.title, url: await siteUrl(db, "city_intro", city.slug) }] : [];
  const way = await breadcrumbs(db, [...crumbs, { name: row.title, url: canonical }]);
  return {
    ...{ title: row.seo_title ?? row.title, desc, keywords: row.seo_keywords, canonical },
    json_ld: graphOf(thing, way),
  };
}

export const encyclopaediaPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "encyclopaedia", table: encyclopaedia }, { id, isDraft });
  const read = await readEncyclopaedia({ db, services }, row, { base, isPreview: true });
  const line = [read.city?.title, read.category_name, row.publish_at?.slice(0, 10)];
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    lineHtml(line),
    coverHtml(read.cover),
    textHtml("summary", read.summary),
    `<div class="text">${read.content}</div>`,
    tagsHtml(read.tags.map(({ name }) => name)),
    relatedHtml("相关百科", read.related),
  ].join("\n");
  return { title: read.seo.title, lang: row.lang, status: stateText(row, isDraft, services.now()), body };
};

export const encyclopaedias = kindOf({
  kind: "encyclopaedia",
  title: "百科文章",
  module: "seo",
  table: encyclopaedia,
  fields: EncyclopaediaFields,
  whole: EncyclopaediaWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  addressed: { kind: "encyclopaedia", table: encyclopaedia, name: encyclopaedia.title },
  present: (call, id) => encyclopaediaOf(call, id),
  check: async ({ db }, values, before) => [
    ...(await checkTranslation(db, { table: encyclopaedia, noun: "百科" }, values, before)),
    ...notItself("相关百科", values, before),
  ],
  derive: async ({ db }, values, before) => ({
    translation_key: await translationKey(db, encyclopaedia, values, before),
  }),
  renew: renewed,
});

/** An older version's words as they are now: tags that have been merged are what they became, what is gone is left out. */
async function renewed({ db }: SignedCall, values: Values): Promise<Values> {
  const { tag_ids = [], related_ids = [] } = values as Partial<EncyclopaediaFields>;
  return {
    ...values,
    tag_ids: (await presentTags(db, tag_ids)).map(({ id }) => id),
    related_ids: await presentIds(db, encyclopaedia, related_ids),
  };
}

export const encyclopaediaHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const where = and(
      isNull(encyclopaedia.deleted_at),
      query.keyword ? containsText(encyclopaedia.title, query.keyword) : undefined,
      query.city_id ? eq(encyclopaedia.city_intro_id, query.city_id) : undefined,
      ...matching(encyclopaedia, query, ["category", "lang"]),
      inStatuses(encyclopaedia, query.status, services.now()),
    );
    return tablePage(
      call,
      encyclopaedia,
      { where, order: orderOf(encyclopaedia, query.sort, encyclopaedia.id) },
      toEncyclopaediaRows,
    );
  }),
  slugHandler(contract.slug, encyclopaedias),
  ...contentHandlers(encyclopaedias, contract, encyclopaediaOf),
];
