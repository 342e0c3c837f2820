import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { languages } from "~/contract/common";
import { type LinkedRecord, type LinkType, linkKinds } from "~/contract/resource/banner";
import type { RuleSort, SectionCard, SectionRule, SectionTypeName } from "~/contract/resource/home-section";
import { investmentCategories } from "~/contract/resource/investment";
import { videoTypes } from "~/contract/resource/video";
import { structures } from "~/contract/shared/property";
import { specialTemplates } from "~/contract/special/special";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { investment, video } from "~/server/database/tables/resource/resource";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { broker } from "~/server/database/tables/system/admin";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { publicCoversOf } from "~/server/resources/house/album/album-view";
import { isPublic } from "~/server/resources/shared/content-visits";
import { districtsOf } from "~/server/resources/shared/districts";
import { siteUrlBy } from "~/server/resources/shared/site";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase, visitorUrl } from "~/server/resources/special/view";
import { articleSource } from "./article";
import {
  byViews,
  type CardSource,
  type CardSources,
  coverOf,
  factsOf,
  placesOf,
  type Showing,
  tableCards,
  when,
} from "./source";

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Videos that are public; on the site they are named by their numbers. */
const videoSource = tableCards({
  table: video,
  isShown: (now) => isPublic(video, now),
  finds: async (showing, filter) => [
    when(filter.video_type, (type) => eq(video.type, type)),
    when(await placesOf(showing, filter), (ids) => inArray(video.district_id, ids)),
  ],
  order: (sort) => (sort === "plays" ? sql`${video.play_count} desc` : sql`${video.publish_at} desc`),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    return rows.map(({ id, title, type, duration, cover_id }) => ({
      ...{ id, slug: null, title },
      cover: coverOf(showing, cover_id),
      facts: factsOf([
        ["类型", type && videoTypes[type]],
        ["时长", duration === null ? null : clock(duration)],
      ]),
      url: siteUrlBy(settings, "video", id),
    }));
  },
  nextChange: ({ db, now }) => nextChange(db, [video], now),
});

/** Special pages that visitors may open now. */
const specialSource = tableCards({
  table: special,
  isShown: (now) => inPhase("running", now),
  finds: ({ now, lang }) => [isBestIn(special, lang, now)],
  order: byViews(special),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    return rows.map(({ id, slug, title, template, cover_id, end_at }) => ({
      ...{ id, slug, title },
      cover: coverOf(showing, cover_id),
      facts: factsOf([
        ["类型", specialTemplates[template]],
        ["截止", end_at?.slice(0, 10)],
      ]),
      url: visitorUrl(settings, slug, showing.base),
    }));
  },
  nextChange: ({ db, now }) => nextOpening(db, now),
});

/** Buildings of the dictionary that are in use. The site has no page of one. */
const mansionSource = tableCards({
  table: mansion,
  isShown: () => and(isNull(mansion.deleted_at), eq(mansion.status, "enabled")),
  finds: async (showing, filter) => [
    when(filter.country_code, (code) => eq(mansion.country_code, code)),
    when(await placesOf(showing, filter), (ids) => inArray(mansion.district_id, ids)),
  ],
  order: (sort) => (sort === "built_desc" ? sql`${mansion.built_at} desc` : sql`${mansion.created_at} desc`),
  async toCards({ db, services, base }, rows) {
    const ids = rows.map(({ id }) => id);
    const covers = await publicCoversOf(db, services, "mansion", ids);
    const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
    return rows.map(({ id, name, district_id, built_at, structure, total_units }) => {
      const cover = covers.get(id);
      return {
        ...{ id, slug: null, title: name, url: null },
        cover: cover ? base + cover : null,
        facts: factsOf([
          ["区域", places.find((place) => place.id === district_id)?.name],
          ["建成", built_at],
          ["结构", structure && structures[structure]],
          ["总户数", total_units === null ? null : `${total_units}户`],
        ]),
      };
    });
  },
});

const mostMetrics = 2;

/** Investment pieces that are public, with the first of their metrics; on the site they are named by their numbers. */
const investmentSource = tableCards({
  table: investment,
  isShown: (now) => isPublic(investment, now),
  finds: ({ now, lang }, filter) => [
    isBestIn(investment, lang, now),
    when(filter.country_code, (code) => eq(investment.country_code, code)),
    when(filter.investment_category, (category) => eq(investment.category, category)),
  ],
  order: byViews(investment),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    return rows.map(({ id, title, category, metrics, cover_id }) => ({
      ...{ id, slug: null, title },
      cover: coverOf(showing, cover_id),
      facts: factsOf([
        ["分类", category && investmentCategories[category]],
        ...metrics
          .slice(0, mostMetrics)
          .map(({ name, value, unit }): [string, string] => [name, `${value}${unit ?? ""}`]),
      ]),
      url: siteUrlBy(settings, "investment", id),
    }));
  },
  nextChange: ({ db, now }) => nextChange(db, [investment], now),
});

const orders: Partial<Record<RuleSort, SQL>> = {
  newest: sql`${estate.published_at} desc nulls last`,
  price_asc: sql`${estate.price_min_cny} asc nulls last`,
  price_desc: sql`${estate.price_min_cny} desc nulls last`,
  yield_desc: sql`${estate.gross_yield} desc nulls last`,
  views: sql`${estate.view_count} desc`,
};

const estateSource: CardSource = {
  async cards({ db, services, base }, ids) {
    const cards = await estateCards(db, services, ids, base);
    return cards.map(({ cover_set: _, ...card }) => card);
  },
  find: async (showing, { filter, sort, limit }) => {
    const places = await placesOf(showing, filter);
    const rows = await showing.db
      .select({ id: estate.id })
      .from(estate)
      .where(
        and(
          isNull(estate.deleted_at),
          eq(estate.publish_status, "online"),
          when(filter.country_code, (code) => eq(estate.country_code, code)),
          when(places, (ids) => inArray(estate.district_id, ids)),
          when(filter.property_type, (type) => eq(estate.property_type, type)),
          filter.is_recommend ? eq(estate.is_recommend, true) : undefined,
        ),
      )
      .orderBy(...[orders[sort]].flatMap((order) => order ?? []), sql`${estate.id} desc`)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};

const citySource = tableCards({
  table: cityIntro,
  isShown: (now) => isPublic(cityIntro, now),
  finds: ({ now, lang }, filter) => [
    isBestIn(cityIntro, lang, now),
    when(filter.country_code, (code) => eq(cityIntro.country_code, code)),
  ],
  order: byViews(cityIntro),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    const places = await districtsOf(showing.db, [...new Set(rows.map(({ district_id }) => district_id))]);
    return rows.map(({ id, slug, title, banner_id, district_id }) => ({
      ...{ id, slug, title },
      cover: coverOf(showing, banner_id),
      facts: factsOf([["区域", places.find((place) => place.id === district_id)?.name]]),
      url: siteUrlBy(settings, "city_intro", slug),
    }));
  },
  nextChange: ({ db, now }) => nextChange(db, [cityIntro], now),
});

/** Brokers in use, without anything that leads to a person. The site has no page of one. */
const brokerSource = tableCards({
  table: broker,
  isShown: () => and(isNull(broker.deleted_at), eq(broker.status, "enabled")),
  finds: (_, filter) => [
    when(filter.country_code, (code) => eq(broker.license_country, code)),
    when(filter.language, (one) => sql`${broker.languages} ? ${one}`),
  ],
  order: () => sql`${broker.created_at} desc`,
  toCards: async (showing, rows) =>
    rows.map(({ id, name, company_name, license_no, avatar_id, ...row }) => ({
      ...{ id, slug: null, title: name, url: null },
      cover: coverOf(showing, avatar_id),
      facts: factsOf([
        ["公司", company_name],
        ["牌照号", license_no],
        ["语言", row.languages.map((one) => languages[one]).join("、")],
      ]),
    })),
});

/** What home sections and links show, by type; one that comes adds its line. What a banner may lead to is among them. */
const cardSources = {
  estate: estateSource,
  mansion: mansionSource,
  article: articleSource,
  video: videoSource,
  investment: investmentSource,
  city: citySource,
  special: specialSource,
  broker: brokerSource,
} satisfies CardSources;

const sources: CardSources = cardSources;

/** The types of record that a banner may lead to: each is shown by its source. */
export const linkedTypes = (Object.keys(linkKinds) as LinkType[]).filter(
  (type): type is LinkedRecord & keyof typeof cardSources => type in cardSources,
);

export const cardsById = (showing: Showing, type: SectionTypeName, ids: readonly number[]) =>
  sources[type].cards(showing, ids);

export interface Source {
  type: SectionTypeName;
  rule: SectionRule | null;
  item_ids: readonly number[];
}

export async function cardsOf(showing: Showing, { type, rule, item_ids }: Source): Promise<SectionCard[]> {
  const source = sources[type];
  const ids = rule ? await source.find(showing, rule) : item_ids;
  return (await source.cards(showing, ids)).map((card) => ({ type, ...card }));
}

/** The first moment at which what is public of these types may change by itself. */
export async function nextCardChange(showing: Showing, types: readonly SectionTypeName[]): Promise<Date | undefined> {
  const moments: Date[] = [];
  for (const type of new Set(types)) {
    const at = await sources[type].nextChange?.(showing);
    if (at) moments.push(at);
  }
  return moments.sort((a, b) => a.getTime() - b.getTime())[0];
}
