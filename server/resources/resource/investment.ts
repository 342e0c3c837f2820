import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { languageTag } from "~/contract/common";
import { estatesIn, textOf } from "~/contract/content/rich-text";
import { calculatorOf } from "~/contract/resource/calculator";
import {
  investment as contract,
  InvestmentDetail,
  InvestmentFields,
  InvestmentRow,
  InvestmentWhole,
  investmentCategories,
} from "~/contract/resource/investment";
import type { PublicInvestment, PublicInvestmentDetail } from "~/contract/resource/public-resource";
import { investment } from "~/server/database/tables/resource/resource";
import { type Asking, found, idsOf, rowOf, type SignedCall } from "~/server/lib/call";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { forEditor, forPreview, forReaders } from "~/server/lib/rich-text/display";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { figuresOf } from "~/server/resources/content/figures";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses, kindOf, type Values } from "~/server/resources/content/kind";
import { picturesFor, type Reading, scriptJson } from "~/server/resources/content/public";
import { lifeDetailOf, livesOf } from "~/server/resources/content/view";
import { presentItem, withValues } from "~/server/resources/content/write";
import { centErrors } from "~/server/resources/shared/amounts";
import { placeNames } from "~/server/resources/shared/districts";
import { pictureSets } from "~/server/resources/shared/pictures";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { pictureUrl } from "~/server/resources/shared/upload";
import { checkTranslation, languagesOf, translationKey, translationsOf } from "../content/translations";

export type Investment = typeof investment.$inferSelect;

async function toInvestmentRows(call: SignedCall, rows: readonly Investment[]): Promise<InvestmentRow[]> {
  const { db, services } = call;
  const life = await livesOf(call, "investment", rows, InvestmentWhole);
  const places = await placeNames(db, rows);
  const figures = await figuresOf(db, "investment", idsOf(rows));
  return rows.map((row) => {
    const { inquiries, deals } = figures(row.id);
    return rowOf(InvestmentRow, row, {
      ...life(row),
      cover: row.cover_id ? pictureUrl(services, row.cover_id, "thumb") : null,
      district: places(row.district_id),
      inquiry_count: inquiries,
      deal_count: deals,
    });
  });
}

async function investmentOf(call: SignedCall, id: number, values: Values = {}): Promise<InvestmentDetail> {
  const { db } = call;
  const row: Investment = withValues(await presentItem(db, investment, id), values);
  const [shown] = await toInvestmentRows(call, [row]);
  const { content } = row;
  return rowOf(InvestmentDetail, row, {
    ...found(shown),
    content: content ? forEditor(content, await displayRules(call, [content])) : null,
    translations: await translationsOf(db, investment, row),
    ...(await lifeDetailOf(call, "investment", row)),
  });
}

export const investments = kindOf({
  kind: "investment",
  title: "投资专栏",
  module: "resource",
  table: investment,
  fields: InvestmentFields,
  whole: InvestmentWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  present: (call, id) => investmentOf(call, id),
  check: async ({ db }, values, before) => {
    const { calc_currency = null, calc_price = null, calc_rent = null } = values as Partial<InvestmentFields>;
    return [
      ...(await checkTranslation(db, { table: investment, noun: "专栏" }, values, before)),
      ...(await centErrors(db, InvestmentFields, { calc_price, calc_rent }, calc_currency)),
    ];
  },
  derive: async ({ db }, values, before) => ({ translation_key: await translationKey(db, investment, values, before) }),
});

type Query = z.output<typeof contract.list.query>;

const investmentRows = ({ keyword, country, status, ...query }: Query, at: Date): SQL =>
  sql`${and(
    isNull(investment.deleted_at),
    keyword ? containsText(investment.title, keyword) : undefined,
    country?.length ? inArray(investment.country_code, country) : undefined,
    ...matching(investment, query, ["category", "lang"]),
    inStatuses(investment, status, at),
  )}`;

export const investmentHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = {
      where: investmentRows(query, services.now()),
      order: orderOf(investment, query.sort, investment.id),
    };
    return tablePage(call, investment, parts, toInvestmentRows);
  }),
  ...contentHandlers(investments, contract, investmentOf),
];

export async function toPublicInvestments(
  { db, services }: Asking,
  rows: readonly Investment[],
  reading: Reading,
): Promise<PublicInvestment[]> {
  const places = await placeNames(db, rows);
  const pictureOf = picturesFor(services, reading);
  const setOf = await pictureSets(
    { db },
    rows.map(({ cover_id }) => cover_id),
    pictureOf,
  );
  return rows.map((row) => {
    const { id, title, country_code: country, category, summary, metrics, lang } = row;
    return {
      ...{ id, title, country, category, metrics, lang, summary: summary ?? "" },
      district: places(row.district_id),
      cover: row.cover_id ? pictureOf(row.cover_id) : null,
      cover_set: setOf(row.cover_id, lang),
      publish_at: row.publish_at ?? row.updated_at,
    };
  });
}

/** One piece as its readers see it: the one renderer, for the sites and for previews. */
export async function readInvestment(
  asking: Asking,
  row: Investment,
  reading: Reading,
): Promise<PublicInvestmentDetail> {
  const { db, services } = asking;
  const { base, isPreview } = reading;
  const brief = found((await toPublicInvestments(asking, [row], reading))[0]);
  const html = row.content ?? "";
  const inText = await estateCards(db, services, estatesIn(html), base);
  const byId = new Map(inText.map((card) => [card.id, card]));
  const show = isPreview ? forPreview : forReaders;
  const rules = await displayRules(asking, [html], picturesFor(services, reading), row.lang);
  return {
    ...brief,
    content: show(html, rules, (id) => byId.get(id)),
    calculator_defaults: calculatorOf(row),
    estates: await estateCards(db, services, row.estate_ids, base),
    seo: await seoOf(asking, row, brief),
    ...(await languagesOf(db, { kind: "investment", table: investment }, row, services.now())),
  };
}

async function seoOf({ db }: Asking, row: Investment, brief: PublicInvestment) {
  const { "site.name": site } = await readSettings(db);
  const canonical = await siteUrl(db, "investment", row.id);
  const description = row.seo_desc ?? (brief.summary || textOf(row.content ?? "").slice(0, 120) || null);
  const data = {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: brief.title,
    ...(description && { description }),
    ...(brief.cover && { image: [brief.cover] }),
    datePublished: brief.publish_at,
    dateModified: row.updated_at,
    inLanguage: languageTag(row.lang),
    publisher: { "@type": "Organization", name: site },
    ...(canonical && { mainEntityOfPage: canonical }),
    ...(row.category && { articleSection: investmentCategories[row.category] }),
    ...(row.seo_keywords.length && { keywords: row.seo_keywords.join(",") }),
  };
  return {
    title: row.seo_title ?? brief.title,
    desc: description,
    keywords: row.seo_keywords,
    canonical,
    json_ld: scriptJson(data),
  };
}
