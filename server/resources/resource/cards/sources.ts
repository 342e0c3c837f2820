import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type Language, languages } from "~/contract/common";
import { type LinkedRecord, type LinkType, linkKinds } from "~/contract/resource/banner";
import type { RuleSort, SectionCard, SectionRule, SectionTypeName } from "~/contract/resource/home-section";
import { investmentCategories } from "~/contract/resource/investment";
import { videoTypes } from "~/contract/resource/video";
import { structures } from "~/contract/shared/property";
import { specialTemplates } from "~/contract/special/special";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { estate } from "~/server/database/tables/house/estate";
import { mansion } from "~/server/database/tables/house/property";
import { investment, video } from "~/server/database/tables/resource/resource";
import { cityIntro } from "~/server/database/tables/seo/city";
import { special } from "~/server/database/tables/special/special";
import { broker } from "~/server/database/tables/system/admin";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { hasTag, inCategory, wordsOf } from "~/server/resources/article/article";
import { estateCards } from "~/server/resources/content/cards";
import { isBestIn, nextChange } from "~/server/resources/content/public";
import { publicCoversOf } from "~/server/resources/house/album/album-view";
import { isPublic } from "~/server/resources/shared/content-visits";
import { districtsOf, withBelow } from "~/server/resources/shared/districts";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase, visitorUrl } from "~/server/resources/special/view";

export interface Showing {
  db: Db;
  services: Services;
  now: Date;
  /** Of what a rule finds in several languages, the one that is wanted. */
  lang: Language;
  /** What goes before the addresses of pictures, where other sites show them. */
  base: string;
}

/** As somebody of the house sees it: now, in Chinese, from our own address. */
export const atDesk = ({ db, services }: Pick<Showing, "db" | "services">): Showing => ({
  ...{ db, services, base: "", lang: "zh" },
  now: services.now(),
});

export type Card = Omit<SectionCard, "type">;

interface CardSource {
  /** Those of these numbers that visitors may see now, in this order. */
  cards(showing: Showing, ids: readonly number[]): Promise<Card[]>;
  /** The numbers of what a rule finds among what visitors may see now, in its order. */
  find(showing: Showing, rule: SectionRule): Promise<number[]>;
  /** When what is public may change by itself; absent where nothing is public by the clock. */
  nextChange?(showing: Showing): Promise<Date | undefined>;
}

type CardSources = Readonly<Record<SectionTypeName, CardSource>>;

const factsOf = (facts: readonly (readonly [string, string | null | undefined])[]): Card["facts"] =>
  facts.flatMap(([label, value]) => (value ? [{ label, value }] : []));

const coverOf = ({ services, base }: Showing, id: number | null): string | null =>
  id ? base + publicPictureUrl(services, id, "thumb") : null;

interface TableCards<T extends PgTable> {
  table: T & { id: AnyPgColumn };
  isShown(now: Date): SQL | undefined;
  finds(showing: Showing, filter: SectionRule["filter"]): (SQL | undefined)[] | Promise<(SQL | undefined)[]>;
  order(sort: RuleSort): SQL;
  toCards(showing: Showing, rows: T["$inferSelect"][]): Promise<Card[]>;
  nextChange?: CardSource["nextChange"];
}

function tableCards<T extends PgTable>({ table, isShown, finds, order, toCards, ...more }: TableCards<T>): CardSource {
  const plain: PgTable = table;
  return {
    ...more,
    async cards(showing, ids) {
      if (ids.length === 0) return [];
      const rows = await showing.db
        .select()
        .from(plain)
        .where(and(isShown(showing.now), inArray(table.id, [...ids])));
      return inOrder(ids, await toCards(showing, rows as T["$inferSelect"][]));
    },
    async find(showing, { filter, sort, limit }) {
      const rows = await showing.db
        .select({ id: table.id })
        .from(plain)
        .where(and(isShown(showing.now), ...(await finds(showing, filter))))
        .orderBy(order(sort), sql`${table.id} desc`)
        .limit(limit);
      return rows.map(({ id }) => Number(id));
    },
  };
}

/** The district of a rule with those below it. */
const placesOf = async ({ db }: Showing, { district_id }: SectionRule["filter"]) =>
  district_id === null ? undefined : withBelow(db, [district_id]);

/** By how often pieces were read, else the newest first. */
const byViews =
  ({ view_count, publish_at }: Record<"view_count" | "publish_at", AnyPgColumn>) =>
  (sort: RuleSort): SQL =>
    sort === "views" ? sql`${view_count} desc` : sql`${publish_at} desc`;

const inOrder = (ids: readonly number[], cards: readonly Card[]): Card[] => {
  const byId = new Map(cards.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const when = <T>(value: T | null | undefined, condition: (value: T) => SQL | undefined): SQL | undefined =>
  value === null || value === undefined ? undefined : condition(value);

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
  nextChange: ({ db, now }) => nextChange(db, video, now),
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
  nextChange: ({ db, now }) => nextChange(db, investment, now),
});

const orders: Partial<Record<RuleSort, SQL>> = {
  newest: sql`${estate.published_at} desc nulls last`,
  price_asc: sql`${estate.price_min_cny} asc nulls last`,
  price_desc: sql`${estate.price_min_cny} desc nulls last`,
  yield_desc: sql`${estate.gross_yield} desc nulls last`,
  views: sql`${estate.view_count} desc`,
};

const estateSource: CardSource = {
  cards: ({ db, services, base }, ids) => estateCards(db, services, ids, base),
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
  nextChange: ({ db, now }) => nextChange(db, cityIntro, now),
});

/** Brokers in use, without whatever leads to a person. The site has no page of one. */
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

const articleSource = tableCards({
  table: article,
  isShown: (now) => isPublic(article, now),
  finds: ({ now, lang }, filter) => [
    isBestIn(article, lang, now),
    when(filter.country_code, (code) => eq(article.country_code, code)),
    when(filter.category_id, inCategory),
    when(filter.tag_id, (id) => hasTag([id])),
    filter.is_recommend ? eq(article.is_recommend, true) : undefined,
  ],
  order: byViews(article),
  async toCards(showing, rows) {
    const settings = await readSettings(showing.db);
    const words = await wordsOf(showing.db, rows);
    return rows.map((row) => {
      const { id, slug, title, cover_id, publish_at } = row;
      const category = words.category(row.category_id);
      return {
        ...{ id, slug, title },
        cover: coverOf(showing, cover_id),
        facts: factsOf([
          ["分类", category?.status === "enabled" ? category.name : null],
          ["发布", publish_at?.slice(0, 10)],
        ]),
        url: siteUrlBy(settings, "article", slug),
      };
    });
  },
  nextChange: ({ db, now }) => nextChange(db, article, now),
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
