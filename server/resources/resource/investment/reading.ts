import { estatesIn, textOf } from "~/contract/content/rich-text";
import { calculatorOf } from "~/contract/resource/calculator";
import { investmentCategories } from "~/contract/resource/investment";
import type { PublicInvestment, PublicInvestmentDetail } from "~/contract/resource/public-resource";
import { investment } from "~/server/database/tables/resource/resource";
import type { Asking } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { forPreview, forReaders } from "~/server/lib/rich-text/display";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { picturesFor, type Reading, scriptJson } from "~/server/resources/content/public";
import { alternatesOf } from "~/server/resources/content/translations";
import { placeNames } from "~/server/resources/shared/place-names";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import type { Investment } from "./view";

export async function toPublicInvestments(
  { db, services }: Asking,
  rows: readonly Investment[],
  reading: Reading,
): Promise<PublicInvestment[]> {
  const places = await placeNames(db, rows);
  const pictureOf = picturesFor(services, reading);
  return rows.map((row) => {
    const { id, title, country_code: country, category, summary, metrics, lang } = row;
    return {
      ...{ id, title, country, category, metrics, lang, summary: summary ?? "" },
      district: places(row.district_id),
      cover: row.cover_id ? pictureOf(row.cover_id) : null,
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
  return {
    ...brief,
    content: show(html, await displayRules(asking, [html], picturesFor(services, reading)), (id) => byId.get(id)),
    calculator_defaults: calculatorOf(row),
    estates: await estateCards(db, services, row.estate_ids, base),
    seo: await seoOf(asking, row, brief),
    alternates: await alternatesOf(db, investment, row, services.now()),
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
    inLanguage: row.lang.replace("_", "-"),
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
