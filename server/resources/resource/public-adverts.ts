import { and, eq, or, sql } from "drizzle-orm";
import { linkScene } from "~/contract/resource/banner";
import { publicAdverts as contract, type PublicBanner } from "~/contract/resource/public-adverts";
import { banner } from "~/server/database/tables/resource/advert";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { readSettings } from "~/server/lib/settings";
import { ownBase, picturesFor } from "~/server/resources/content/public";
import { type AddressOf, pictureSets } from "~/server/resources/shared/pictures";
import { isComing } from "~/server/resources/shared/shown-banners";
import { type Banner, inPlace, linkedCards } from "./banner/view";
import type { Card, Showing } from "./cards/source";
import { linkedTypes, nextCardChange } from "./cards/sources";
import { enabledOn, shownSections } from "./section/view";

/** What the company's sites and apps read of banners and of the home page (domain E.6): nothing leaves but what is shown at this moment. */
export const publicAdvertHandlers = [
  serve(contract.banners, async (call) => {
    await admitVisitor(call);
    const { db, services, query } = call;
    const now = services.now();
    const { platform, position, country, lang } = query;
    const isFor = sql`(${or(
      eq(banner.countries, []),
      country ? sql`${banner.countries} ? ${country}` : undefined,
    )}) and coalesce(${banner.lang}, ${lang}) = ${lang}`;
    const rows = await db
      .select()
      .from(banner)
      .where(and(isComing(now), eq(banner.position, position), sql`${banner.platform} ? ${platform}`, isFor))
      .orderBy(inPlace);
    const showing: Showing = { db, services, now, lang, base: await ownBase(call) };
    const shown = rows.filter(({ start_at }) => Date.parse(start_at) <= now.getTime());
    const cardOf = await linkedCards(showing, shown);
    const { "site.main_base": site } = await readSettings(db);
    const addressOf = picturesFor(services, { base: showing.base, isPreview: false });
    const pictures = shown.flatMap(({ image_id, image_mobile_id }) => [image_id, image_mobile_id]);
    const setOf = await pictureSets({ db }, pictures, addressOf);
    const list = shown.map(
      (row): PublicBanner => ({
        ...toPublic(row, addressOf),
        link: linkOf(row, cardOf(row), site),
        image_set: setOf(row.image_id, lang),
        image_mobile_set: setOf(row.image_mobile_id, lang),
      }),
    );
    return cachedAs(list, { until: first([...edgesOf(rows, now), await linkChange(showing, shown)]) });
  }),

  serve(contract.sections, async (call) => {
    await admitVisitor(call);
    const { db, services, query } = call;
    const showing: Showing = { db, services, now: services.now(), lang: query.lang, base: await ownBase(call) };
    const rows = await enabledOn(showing, query.platform);
    const types = rows.map(({ type }) => type);
    const until = await nextCardChange(showing, types);
    return cachedAs(await shownSections(showing, rows), { until });
  }),
];

const toPublic = ({ id, title, sort, image_id, image_mobile_id }: Banner, addressOf: AddressOf) => ({
  ...{ id, title, sort },
  image: addressOf(image_id),
  image_mobile: image_mobile_id ? addressOf(image_mobile_id) : null,
});

/** Where it leads; nowhere where visitors would not get there. A path is one of the site. */
function linkOf({ link_type, link_value }: Banner, card: Card | undefined, site: string): PublicBanner["link"] {
  const nowhere = { type: "none" as const, value: null, url: null };
  if (link_type === "none") return nowhere;
  if (!linkScene(link_type)) {
    const isPath = link_value?.startsWith("/") ?? false;
    return { type: link_type, value: link_value, url: isPath ? site.replace(/\/+$/, "") + link_value : link_value };
  }
  return card ? { type: link_type, value: card.slug ?? String(card.id), url: card.url } : nowhere;
}

const edgesOf = (rows: readonly Banner[], now: Date): Date[] =>
  rows
    .flatMap(({ start_at, end_at }) => [start_at, ...(end_at ? [end_at] : [])])
    .map((at) => new Date(at))
    .filter((at) => at > now);

const linkChange = (showing: Showing, rows: readonly Banner[]) =>
  nextCardChange(
    showing,
    linkedTypes.filter((type) => rows.some(({ link_type }) => link_type === type)),
  );

const first = (moments: readonly (Date | undefined)[]): Date | undefined =>
  moments.flatMap((at) => at ?? []).sort((a, b) => a.getTime() - b.getTime())[0];
