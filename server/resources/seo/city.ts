import { and, count, eq, inArray, isNull, ne } from "drizzle-orm";
import { estatesIn, letterCount, mediaIn } from "~/contract/content/rich-text";
import {
  blockNames,
  CityDetail,
  CityFields,
  CityRow,
  CityWhole,
  cityBlocks,
  city as contract,
} from "~/contract/seo/city";
import type { PublicCityDetail } from "~/contract/seo/public-city";
import type { Db } from "~/server/database/database";
import { district } from "~/server/database/tables/region/geography";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { type Asking, found, pick, rowOf, type SignedCall, sentenceOf } from "~/server/lib/call";
import { orderOf, tablePage } from "~/server/lib/list";
import { escapeHtml, forPreview, forReaders } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { estateCards } from "~/server/resources/content/cards";
import { contentHandlers, slugHandler } from "~/server/resources/content/handlers";
import { type ContentItem, inStatuses, kindOf, stateText, type Values } from "~/server/resources/content/kind";
import { coverHtml, lineHtml, type PageOf, textHtml } from "~/server/resources/content/page";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { languagesOf, translationsOf } from "~/server/resources/content/translations";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { draftedItem, presentItem, withValues } from "~/server/resources/content/write";
import { districtsOf } from "~/server/resources/shared/districts";
import { pictureSets } from "~/server/resources/shared/pictures";
import { displayRules, textsForEditor } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";
import { breadcrumbs, graphOf } from "./structured";

type City = typeof cityIntro.$inferSelect;

async function toCityRows(call: SignedCall, rows: readonly City[]): Promise<CityRow[]> {
  const { db, services } = call;
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const counts = await encyclopaediasOf(db, rows);
  const life = await livesOf(call, "city_intro", rows, CityWhole);
  return rows.map((row) => {
    const { district_id } = row;
    const lived = life(row);
    const held = lived.can.delete && heldBy(counts.get(row.id));
    return rowOf(CityRow, row, {
      ...lived,
      blocked: { ...lived.blocked, ...(held && { delete: sentenceOf(40904, { n: held }) }) },
      district: places.find(({ id }) => id === district_id)?.name ?? "",
      banner: row.banner_id ? pictureUrl(services, row.banner_id, "thumb") : null,
      encyclopaedia_count: counts.get(row.id) ?? 0,
    });
  });
}

/** What refers to a city, in words, so that it may not be deleted. */
const heldBy = (encyclopaedias = 0) => (encyclopaedias > 0 ? `百科文章 ${encyclopaedias}` : undefined);

async function encyclopaediasOf(db: Db, rows: readonly Pick<City, "id">[]): Promise<Map<number, number>> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const counted = await db
    .select({ id: encyclopaedia.city_intro_id, n: count() })
    .from(encyclopaedia)
    .where(and(inArray(encyclopaedia.city_intro_id, ids), isNull(encyclopaedia.deleted_at)))
    .groupBy(encyclopaedia.city_intro_id);
  return new Map(counted.map(({ id, n }) => [id, n]));
}

async function cityOf(call: SignedCall, id: number, values: Values = {}): Promise<CityDetail> {
  const { db, services } = call;
  const row: City = withValues(await presentItem(db, cityIntro, id), values);
  const [shown] = await toCityRows(call, [row]);
  const { banner_id, gallery } = row;
  const pictures = [...new Set([...(banner_id ? [banner_id] : []), ...gallery])];
  return rowOf(CityDetail, row, {
    ...found(shown),
    ...(await textsForEditor(call, row, blockNames)),
    pictures: pictures.map((one) => ({ id: one, url: pictureUrl(services, one, "thumb") })),
    translations: await translationsOf(db, cityIntro, row),
    ...(await lifeDetailOf(call, "city_intro", row)),
  });
}

export const cities = kindOf({
  kind: "city_intro",
  title: "城市介绍",
  module: "seo",
  table: cityIntro,
  fields: CityFields,
  whole: CityWhole,
  rich: blockNames,
  pictures: ["banner_id", "gallery"],
  named: "title",
  addressed: { kind: "city_intro", table: cityIntro, name: cityIntro.title },
  present: (call, id) => cityOf(call, id),
  check: checkLanguage,
  derive: async ({ db }, values) => {
    const district_id = Number(values.district_id);
    const [place] = await pick(db, district, ["country_code"], eq(district.id, district_id));
    return {
      translation_key: String(district_id),
      ...found(place),
      block_count: blockNames.filter(saysSomething(values)).length,
    };
  },
  referred: async ({ db }, id) => heldBy((await encyclopaediasOf(db, [{ id }])).get(id)),
});

/** Whether a block has words, or a picture of ours. */
const saysSomething = (values: Values) => (name: string) => {
  const html = values[name];
  return typeof html === "string" && (letterCount(html) > 0 || mediaIn(html).length > 0);
};

/** A city is introduced once in each language. */
async function checkLanguage({ db }: SignedCall, values: Values, before: ContentItem | undefined) {
  const { district_id, lang } = values as Pick<CityFields, "district_id" | "lang">;
  const [same] = await pick(
    db,
    cityIntro,
    ["title"],
    and(
      eq(cityIntro.district_id, district_id),
      eq(cityIntro.lang, lang),
      isNull(cityIntro.deleted_at),
      before && ne(cityIntro.id, before.id),
    ),
  );
  return same ? [{ field: "lang", label: "语言", message: `该城市已有这种语言的介绍“${same.title}”` }] : [];
}

export const cityHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const where = and(
      isNull(cityIntro.deleted_at),
      query.keyword ? containsText(cityIntro.title, query.keyword) : undefined,
      query.country?.length ? inArray(cityIntro.country_code, query.country) : undefined,
      query.lang?.length ? inArray(cityIntro.lang, query.lang) : undefined,
      inStatuses(cityIntro, query.status, services.now()),
    );
    return tablePage(call, cityIntro, { where, order: orderOf(cityIntro, query.sort, cityIntro.id) }, toCityRows);
  }),
  slugHandler(contract.slug, cities),
  ...contentHandlers(cities, contract, cityOf),
];

export async function toPublicCities({ db, services }: Asking, rows: readonly City[], reading: Reading) {
  const pictureOf = picturesFor(services, reading);
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  const setOf = await pictureSets(
    { db },
    rows.map(({ banner_id }) => banner_id),
    pictureOf,
  );
  return rows.map(({ slug, title, lang, summary, banner_id, district_id, country_code }) => ({
    ...{ slug, title, lang },
    summary: summary ?? "",
    banner: banner_id ? pictureOf(banner_id) : null,
    banner_set: setOf(banner_id, lang),
    district: { id: district_id, name: places.find(({ id }) => id === district_id)?.name ?? "", country: country_code },
  }));
}

export async function readCity(asking: Asking, row: City, reading: Reading): Promise<PublicCityDetail> {
  const { db, services } = asking;
  const { base, isPreview } = reading;
  const [brief] = await toPublicCities(asking, [row], reading);
  if (!brief) throw new Error("no row");
  const pictureOf = picturesFor(services, reading);
  const texts = blockNames.filter(saysSomething(row)).map((key) => ({ key, html: row[key] ?? "" }));
  const sources = texts.map(({ html }) => html);
  const rules = await displayRules(asking, sources, pictureOf, row.lang);
  const estateIds = texts.flatMap(({ html }) => estatesIn(html));
  const cards = await estateCards(db, services, estateIds, base);
  const show = isPreview ? forPreview : forReaders;
  const cardOf = (id: number) => cards.find((card) => card.id === id);
  const gallery = row.gallery.map((id) => pictureOf(id));
  const canonical = await siteUrl(db, "city_intro", row.slug);
  const desc = row.seo_desc ?? (brief.summary || null);
  const city = {
    ...{ "@type": "City", name: brief.district.name, ...(desc && { description: desc }) },
    ...(brief.banner && { image: [brief.banner, ...gallery] }),
    ...(canonical && { url: canonical }),
    containedInPlace: { "@type": "Country", identifier: row.country_code },
  };
  const way = await breadcrumbs(db, [{ name: row.title, url: canonical }]);
  return {
    ...brief,
    id: row.id,
    sections: texts.map(({ key, html }) => ({ key, title: cityBlocks[key], content: show(html, rules, cardOf) })),
    stats: row.stats,
    gallery,
    seo: {
      ...{ title: row.seo_title ?? row.title, desc, keywords: row.seo_keywords, canonical },
      json_ld: graphOf(city, way),
    },
    ...(await languagesOf(db, { kind: "city_intro", table: cityIntro }, row, services.now())),
  };
}

export const cityPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "city_intro", table: cityIntro }, { id, isDraft });
  const read = await readCity({ db, services }, row, { base, isPreview: true });
  const said = (value: string, unit: string | null, year: number | null) =>
    escapeHtml([value, unit].filter(Boolean).join("") + (year ? `（${year}年）` : ""));
  const body = [
    `<h1>${escapeHtml(read.title)}</h1>`,
    lineHtml([read.district.name]),
    coverHtml(read.banner),
    textHtml("summary", read.summary),
    read.stats.length
      ? `<table><tbody>${read.stats
          .map(
            ({ label, value, unit, year }) =>
              `<tr><th>${escapeHtml(label)}</th><td>${said(value, unit, year)}</td></tr>`,
          )
          .join("")}</tbody></table>`
      : "",
    ...read.sections.map(({ title, content }) => `<h2>${escapeHtml(title)}</h2><div class="text">${content}</div>`),
    ...read.gallery.map((url) => `<p><img src="${escapeHtml(url)}" alt="" loading="lazy" /></p>`),
  ].join("\n");
  return { title: read.seo.title, lang: row.lang, status: stateText(row, isDraft, services.now()), body };
};
