import { estatesIn } from "~/contract/content/rich-text";
import { blockNames, cityBlocks } from "~/contract/seo/city";
import type { PublicCityDetail } from "~/contract/seo/public-city";
import { cityIntro } from "~/server/database/tables/seo/city";
import type { Asking } from "~/server/lib/call";
import { forPreview, forReaders } from "~/server/lib/rich-text/display";
import { estateCards } from "~/server/resources/content/cards";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { alternatesOf } from "~/server/resources/content/translations";
import { districtsOf } from "~/server/resources/shared/districts";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { breadcrumbs, graphOf } from "../structured";
import { saysSomething } from "./kind";
import type { City } from "./view";

export async function toPublicCities({ db, services }: Asking, rows: readonly City[], reading: Reading) {
  const pictureOf = picturesFor(services, reading);
  const places = await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))]);
  return rows.map(({ slug, title, lang, summary, banner_id, district_id, country_code }) => ({
    ...{ slug, title, lang },
    summary: summary ?? "",
    banner: banner_id ? pictureOf(banner_id) : null,
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
  const rules = await displayRules(
    asking,
    texts.map(({ html }) => html),
    pictureOf,
  );
  const cards = await estateCards(
    db,
    services,
    texts.flatMap(({ html }) => estatesIn(html)),
    base,
  );
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
    alternates: await alternatesOf(db, cityIntro, row, services.now()),
  };
}
