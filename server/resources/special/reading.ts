import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { languageTag } from "~/contract/common";
import type { EstateCard } from "~/contract/content/public-content";
import { estatesIn } from "~/contract/content/rich-text";
import type { EstateSort, Module, PropsOf } from "~/contract/special/modules";
import type { PublicModule, PublicSpecial } from "~/contract/special/public-special";
import { hostNames } from "~/contract/system/setting";
import { estate } from "~/server/database/tables/house/estate";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { video } from "~/server/database/tables/resource/resource";
import { special } from "~/server/database/tables/special/special";
import { type Asking, Refusal, rowsOf } from "~/server/lib/call";
import { forPreview, forReaders } from "~/server/lib/rich-text/display";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { faqPage, picturesFor, type Reading, scriptJson } from "~/server/resources/content/public";
import { languagesOf } from "~/server/resources/content/translations";
import { readVideos } from "~/server/resources/content/video-reading";
import { estateOrder, estateRows } from "~/server/resources/house/estate/list";
import { isPublic } from "~/server/resources/shared/content-visits";
import { pictureSets } from "~/server/resources/shared/pictures";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { siteUrl } from "~/server/resources/shared/site";
import { inPhase, type Special } from "./view";
import { wordsOf } from "./words";

/** The estates that a module shows as cards: chosen by hand, or by its rule; only those that are online, and only what cards show. */
async function moduleEstates(
  { db, services }: Asking,
  { source, estate_ids, filter, sort, limit }: PropsOf<"estates">,
  { ofPage, base }: { ofPage: readonly number[]; base: string },
): Promise<EstateCard[]> {
  if (source === "manual") return estateCards(db, services, estate_ids.length ? estate_ids : ofPage, base);
  const ids = await ruledIds(db, filter, sort, limit);
  return estateCards(db, services, ids, base);
}

async function ruledIds(db: Asking["db"], filter: PropsOf<"estates">["filter"], sort: EstateSort, limit: number) {
  const where = await ruleRows(db, filter);
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${estate.id} as id from ${estate} where ${where} order by ${estateOrder(sort)} limit ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** A rule that names what is gone, such as a currency, finds nothing. */
async function ruleRows(db: Asking["db"], filter: PropsOf<"estates">["filter"]): Promise<SQL> {
  try {
    return await estateRows(db, { ...filter, publish_status: ["online"] });
  } catch (error) {
    if (error instanceof Refusal) return sql`false`;
    throw error;
  }
}

/** One special page as its readers get it: the one reading of the sites, of its own page and of previews. */
export async function readSpecial(asking: Asking, row: Special, reading: Reading): Promise<PublicSpecial> {
  const { db, services } = asking;
  const { base } = reading;
  const now = services.now();
  const file = fileOf(services, reading);
  const modules = await readModules(asking, row, reading);
  const [point] = row.tracker_id
    ? await db.select({ code: tracker.code }).from(tracker).where(eq(tracker.id, row.tracker_id))
    : [];
  const { id, slug, name, title, template, lang, form_fields, form_kind, form_success, start_at, end_at } = row;
  const { form_consent, privacy, thanks_url } = row;
  const words = wordsOf(lang);
  const cover = file(row.cover_id);
  const setOf = await pictureSets(asking, [row.cover_id], picturesFor(services, reading));
  return {
    ...{ id, slug, name, title, template, lang, cover, modules, start_at, end_at },
    cover_set: setOf(row.cover_id, lang),
    cover_mobile: file(row.cover_mobile_id) ?? cover,
    estates: await estateCards(db, services, row.estate_ids, base),
    form: {
      ...{ fields: form_fields, kind: form_kind, success_text: form_success ?? words.sent },
      ...{ consent: form_consent ?? words.consent, privacy, thanks_url },
    },
    tracker_code: point?.code ?? null,
    seo: seoOf(row, modules, { cover, canonical: await siteUrl(db, "special", slug) }),
    ...(await languagesOf(db, { kind: "special", table: special, shown: inPhase("running", now) }, row, now)),
  };
}

/** The modules as readers see them; an empty one, such as a film that is no longer public, is left out. */
async function readModules(asking: Asking, row: Special, reading: Reading): Promise<PublicModule[]> {
  const films = await filmsOf(asking, row.modules, reading);
  const list: PublicModule[] = [];
  for (const module of row.modules) {
    const read = await readModule(asking, row, module, { ...reading, films });
    if (read) list.push(read);
  }
  return list;
}

function fileOf(services: Services, reading: Reading) {
  const pictureOf = picturesFor(services, reading);
  return (id: number | null) => (id === null ? null : pictureOf(id));
}

type Films = Awaited<ReturnType<typeof filmsOf>>;

async function readModule(
  asking: Asking,
  row: Special,
  module: Module,
  reading: Reading & { films: Films },
): Promise<PublicModule | undefined> {
  const { base, films } = reading;
  const file = fileOf(asking.services, reading);
  const { type, props } = module;
  switch (type) {
    case "banner": {
      const { title, sub_title, button_text, media_id, mobile_media_id } = props;
      const picture = file(media_id);
      return {
        type,
        props: { title, sub_title, button_text, picture, picture_mobile: file(mobile_media_id) ?? picture },
      };
    }
    case "text":
      return props.content
        ? { type, props: { title: props.title, content: await textFor(asking, props.content, reading, row.lang) } }
        : undefined;
    case "picture":
      return { type, props: { picture: file(props.media_id), alt: props.alt, url: props.url } };
    case "estates": {
      const estates = await moduleEstates(asking, props, { ofPage: row.estate_ids, base });
      return { type, props: { title: props.title, estates } };
    }
    case "table":
    case "faq":
    case "form":
      return module as PublicModule; // nothing in them is told in another way
    case "video": {
      const film = props.source === "video" ? films.ofRecord(props.video_id) : films.ofLink(props.url);
      return film && { type, props: { title: props.title, ...film } };
    }
    case "map":
      return props.address ? { type, props: { ...props, address: props.address } } : undefined;
    case "countdown":
      return props.until ? { type, props: { ...props, until: props.until } } : undefined;
    case "cta":
      return props.button_text ? { type, props: { ...props, button_text: props.button_text } } : undefined;
  }
}

async function textFor(asking: Asking, html: string, reading: Reading, lang: string): Promise<string> {
  const { base, isPreview } = reading;
  const cards = await estateCards(asking.db, asking.services, estatesIn(html), base);
  const byId = new Map(cards.map((card) => [card.id, card]));
  const show = isPreview ? forPreview : forReaders;
  const rules = await displayRules(asking, [html], picturesFor(asking.services, reading), lang);
  return show(html, rules, (id) => byId.get(id));
}

interface Film {
  source: "upload" | "link";
  url: string;
  cover: string | null;
}

/** The films of these modules: videos that are public, or are on a site that the settings allow. */
async function filmsOf({ db, services }: Asking, modules: readonly Module[], { base }: Reading) {
  const props = modules.flatMap((one) => (one.type === "video" ? [one.props] : []));
  const ids = props.flatMap(({ source, video_id }) => (source === "video" && video_id ? [video_id] : []));
  const rows = ids.length ? await rowsOf(db, video, and(inArray(video.id, ids), isPublic(video, services.now()))) : [];
  const videos = await readVideos({ db, services }, rows, { base, isPreview: false });
  const { "content.video_hosts": hosts } = await readSettings(db);
  const allowed = hostNames(hosts);
  return {
    ofRecord(id: number | null): Film | undefined {
      const one = videos.find((known) => known.id === id);
      return one?.url ? { source: one.source, url: one.url, cover: one.cover } : undefined;
    },
    ofLink: (url: string | null): Film | undefined =>
      url && allowed.includes(new URL(url).host) ? { source: "link", url, cover: null } : undefined,
  };
}

interface Shown {
  cover: string | null;
  canonical: string | null;
}

function seoOf(row: Special, modules: readonly PublicModule[], { cover, canonical }: Shown) {
  const questions = modules.flatMap((one) => (one.type === "faq" ? one.props.items : []));
  const cards = modules.flatMap((one) => (one.type === "estates" ? one.props.estates : []));
  const title = row.seo_title ?? row.title;
  const page = {
    "@type": "WebPage",
    name: row.title,
    ...(row.seo_desc && { description: row.seo_desc }),
    ...(cover && { primaryImageOfPage: cover }),
    ...(row.publish_at && { datePublished: row.publish_at }),
    dateModified: row.updated_at,
    inLanguage: languageTag(row.lang),
    ...(canonical && { url: canonical }),
  };
  const faq = questions.length && faqPage(questions);
  const listed = cards.length && {
    "@type": "ItemList",
    itemListElement: cards.map(({ title: name, url }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      ...(url && { url }),
    })),
  };
  const graph = [page, faq, listed].filter(Boolean);
  return {
    title,
    desc: row.seo_desc,
    keywords: row.seo_keywords,
    canonical,
    json_ld: scriptJson({ "@context": "https://schema.org", "@graph": graph }),
  };
}
