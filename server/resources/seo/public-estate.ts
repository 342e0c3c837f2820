import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { estatesIn, textOf } from "~/contract/content/rich-text";
import { publicEstate as contract, type PublicEstate, publicCosts, publicFacts } from "~/contract/house/public-estate";
import { estate, room } from "~/server/database/tables/house/estate";
import { found, refuse, rowsOf, type SignedCall } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { admitVisitor, cachedAs, Moved } from "~/server/lib/public-read";
import { forReaders } from "~/server/lib/rich-text/display";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { estateCards } from "~/server/resources/content/cards";
import { ownBase, picturesFor, scriptJson } from "~/server/resources/content/public";
import { placeOf } from "~/server/resources/shared/districts";
import { pictureSets } from "~/server/resources/shared/pictures";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { type Addressed, movedTo } from "../content/kind";
import { albumRows } from "../house/album/album-view";
import { estateOrder, estateRows } from "../house/estate/list";
import { onlineRows } from "./found-estates";
import { headOf, shownTag } from "./public-seo";
import { placePage } from "./topic/place";

type Estate = typeof estate.$inferSelect;
interface Asking {
  db: SignedCall["db"];
  services: Services;
}

/** What the company's sites read of estates (domain E.6): those online, and of them what anybody may know. */
export const publicEstateHandlers = [
  serve(contract.list, async (call) => {
    await admitVisitor(call);
    const { db, query, services } = call;
    const { page: _, page_size: __, sort, tag: slug, ...filter } = query;
    const tag = slug ? ((await shownTag(db, slug)) ?? refuse(40400)) : undefined;
    const page = await listOf(db, query, {
      ...{ select: db.select({ id: estate.id }).from(estate).$dynamic(), from: estate, order: estateOrder(sort) },
      where: and(
        await estateRows(db, { ...filter, publish_status: ["online"] }),
        tag && (await onlineRows(db, tag.filter)),
      ),
    });
    const ids = page.list.map(({ id }) => id);
    return cachedAs({ ...page, list: await estateCards(db, services, ids, await ownBase(call)) }, {});
  }),

  serve(contract.get, async (call) => {
    await admitVisitor(call);
    const row = await onlineAt(call.db, call.params.slug);
    return cachedAs(await readEstate(call, row, await ownBase(call)), {});
  }),
];

const addressed: Addressed = { kind: "estate", table: estate, name: estate.name };

/** The estate that is online at an address; an old address redirects. */
async function onlineAt(db: SignedCall["db"], slug: string): Promise<Estate> {
  const online = (which: SQL) =>
    rowsOf(db, estate, and(which, isNull(estate.deleted_at), eq(estate.publish_status, "online")));
  const [row] = await online(eq(estate.slug, slug));
  if (row) return row;
  const id = await movedTo(db, addressed, slug);
  const [moved] = id ? await online(eq(estate.id, id)) : [];
  throw new Moved(`/api/public/estate/${encodeURIComponent(found(moved).slug)}`);
}

async function readEstate(asking: Asking, row: Estate, base: string): Promise<PublicEstate> {
  const { db, services } = asking;
  const texts = [row.description ?? "", row.surroundings ?? ""];
  const cards = await estateCards(db, services, texts.flatMap(estatesIn), base);
  const pictureOf = picturesFor(services, { base, isPreview: false });
  const rules = await displayRules(asking, texts, pictureOf, "zh");
  const show = (html: string | null) => html && forReaders(html, rules, (id) => cards.find((card) => card.id === id));
  const place = (await placeOf(db, row.district_id)).map(({ name }) => name);
  const entries = await albumRows(db, "estate", row.id);
  const setOf = await pictureSets(
    asking,
    entries.map(({ media_id }) => media_id),
    pictureOf,
  );
  const album = entries.map(({ category, caption, kind, media_id, is_cover }) => ({
    ...{ category, caption, is_cover, is_film: kind === "video" },
    url: pictureOf(media_id),
    set: kind === "video" ? null : setOf(media_id, "zh"),
  }));
  const cover = album.find(({ is_cover }) => is_cover)?.url ?? null;
  // The fields that the contract names are columns of the table.
  const facts = pick(row, publicFacts) as Omit<
    PublicEstate,
    "id" | "slug" | "place" | "rooms" | "album" | "costs" | "seo"
  >;
  return {
    ...facts,
    ...{ id: row.id, slug: row.slug, place },
    description: show(row.description),
    surroundings: show(row.surroundings),
    rooms: await roomsOf(asking, row.id, pictureOf),
    album: album.map(({ is_cover: _, ...entry }) => entry),
    costs: pick(row, publicCosts) as PublicEstate["costs"],
    seo: await seoOf(asking, row, { place, cover }),
  };
}

const pick = (row: Estate, names: readonly (keyof Estate)[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]]));

/** Its layouts as they are live. */
async function roomsOf(
  { db }: Asking,
  id: number,
  pictureOf: (mediaId: number) => string,
): Promise<PublicEstate["rooms"]> {
  const rows = await rowsOf(db, room, and(eq(room.estate_id, id), eq(room.is_proposed, false)), {
    order: [asc(room.sort), asc(room.id)],
  });
  return rows.map(({ name, layout, area_sqm, balcony_sqm, direction, price_min, price_max, ...rest }) => ({
    ...{ name, layout, area_sqm, balcony_sqm, direction, price_min, price_max },
    sale_status: rest.sale_status,
    floor_plan: pictureOf(rest.floor_plan_id),
  }));
}

async function seoOf(asking: Asking, row: Estate, { place, cover }: { place: string[]; cover: string | null }) {
  // What it does not say itself its page's templates say (domain B.5).
  const page = await placePage(asking, { estate_id: row.id, lang: "zh" });
  const { title, desc, canonical } = await headOf(asking.db, page, { page_type: "estate_detail", lang: "zh" });
  const description = desc ?? (textOf(row.description ?? "").slice(0, 120) || null);
  const data = {
    "@context": "https://schema.org",
    "@type": "ApartmentComplex",
    name: row.name,
    ...(description && { description }),
    ...(canonical && { url: canonical }),
    ...(cover && { image: [cover] }),
    address: {
      "@type": "PostalAddress",
      addressCountry: row.country_code,
      ...(place.length && { addressRegion: place[0], addressLocality: place.at(-1) }),
      ...(row.address && { streetAddress: row.address }),
    },
    ...(row.lat !== null && row.lng !== null
      ? { geo: { "@type": "GeoCoordinates", latitude: row.lat, longitude: row.lng } }
      : {}),
    ...(row.total_units !== null && { numberOfAccommodationUnits: row.total_units }),
  };
  return {
    title,
    desc: description,
    keywords: row.seo_keywords,
    canonical,
    json_ld: scriptJson(data),
  };
}
