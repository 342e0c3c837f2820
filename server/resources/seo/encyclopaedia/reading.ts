import { and, eq, inArray } from "drizzle-orm";
import { textOf } from "~/contract/content/rich-text";
import { encyclopaediaCategories } from "~/contract/seo/encyclopaedia";
import type { PublicEncyclopaediaDetail } from "~/contract/seo/public-city";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import type { Asking } from "~/server/lib/call";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { alternatesOf } from "~/server/resources/content/translations";
import { isPublic } from "~/server/resources/shared/content-visits";
import { siteUrl } from "~/server/resources/shared/site";
import { linkedText } from "../shown-text";
import { articleThing, breadcrumbs, graphOf } from "../structured";
import { presentTags } from "../tag-names";
import type { Encyclopaedia } from "./view";

export const toPublicEncyclopaedias = (
  { services }: Pick<Asking, "services">,
  rows: readonly Encyclopaedia[],
  reading: Reading,
) => {
  const pictureOf = picturesFor(services, reading);
  return rows.map(({ slug, title, category, lang, summary, cover_id, publish_at, updated_at }) => ({
    ...{ slug, title, category, lang },
    category_name: category && encyclopaediaCategories[category],
    cover: cover_id ? pictureOf(cover_id) : null,
    summary: summary ?? "",
    publish_at: publish_at ?? updated_at,
  }));
};

export async function readEncyclopaedia(
  asking: Asking,
  row: Encyclopaedia,
  reading: Reading,
): Promise<PublicEncyclopaediaDetail> {
  const { db, services } = asking;
  const [brief] = toPublicEncyclopaedias(asking, [row], reading);
  if (!brief) throw new Error("no row");
  const now = services.now();
  const canonical = await siteUrl(db, "encyclopaedia", row.slug);
  const [city] = await db
    .select({ slug: cityIntro.slug, title: cityIntro.title })
    .from(cityIntro)
    .where(and(eq(cityIntro.id, row.city_intro_id), isPublic(cityIntro, now)));
  const tags = (await presentTags(db, row.tag_ids)).filter(({ status }) => status === "enabled");
  return {
    ...brief,
    id: row.id,
    content: await linkedText(asking, row, reading, canonical),
    city: city ?? null,
    tags: tags.map(({ slug, name }) => ({ slug, name })),
    related: toPublicEncyclopaedias(asking, await publicOf(db, row.related_ids, now), reading),
    seo: await seoOf(asking, row, { brief, canonical, city }),
    alternates: await alternatesOf(db, encyclopaedia, row, now),
  };
}

/** Those of these that are public, in this order. */
async function publicOf(db: Asking["db"], ids: readonly number[], now: Date): Promise<Encyclopaedia[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(encyclopaedia)
    .where(and(inArray(encyclopaedia.id, [...ids]), isPublic(encyclopaedia, now)));
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

interface About {
  brief: ReturnType<typeof toPublicEncyclopaedias>[number];
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
