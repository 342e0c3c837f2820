import { inArray, sql } from "drizzle-orm";
import { type Language, languageTag } from "~/contract/common";
import { type ContentKind, contentKinds, isContentKind } from "~/contract/content/content-kinds";
import { pathOf } from "~/contract/endpoint";
import { feed as contract } from "~/contract/site/feed";
import type { Db } from "~/server/database/database";
import { media } from "~/server/database/tables/system/system";
import { pick, refuse, type SignedCall } from "~/server/lib/call";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { isPublic, readTables } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { inPhase } from "~/server/resources/special/view";
import { asAtom, asJson, asRss, type Feed, type Picture } from "./feed-formats";
import { nameOf, nextPage, settingsWith, withoutSlash } from "./sitemap/pages";
import { told } from "./told";

/** Pieces of one feed: the newest. */
const mostItems = 50;

/** What readers of news, and other sites, are told of a kind's newest pieces (domain E.6). */
export const feedHandlers = [
  serve(contract.rss, async (call) => {
    const { feed, until } = await readFeed(call, "rss");
    return cachedAs({ xml: asRss(feed) }, { until });
  }),
  serve(contract.atom, async (call) => {
    const { feed, until } = await readFeed(call, "atom");
    return cachedAs({ xml: asAtom(feed) }, { until });
  }),
  serve(contract.json, async (call) => {
    const { feed, until } = await readFeed(call, "json");
    return cachedAs(asJson(feed), { until });
  }),
];

interface FeedCall extends Pick<SignedCall, "db" | "services" | "origin"> {
  params: { kind: string };
  query: { lang: Language };
}

async function readFeed(call: FeedCall, format: keyof typeof contract) {
  await admitVisitor(call);
  const { db, services, params, query } = call;
  const { kind } = params;
  if (!isContentKind(kind)) return refuse(40400);
  const settings = await settingsWith(db, ["site.main_base", "site.desk_base"]);
  const now = services.now();
  const [site, desk] = [withoutSlash(settings["site.main_base"]), withoutSlash(settings["site.desk_base"])];
  const rows = await newest(db, kind, query.lang, now);
  const pictureOf = await picturesOf(call, rows, desk);
  const items = rows.map(({ id, name, title, summary, cover_id, lang, published, updated }) => ({
    id: `tag:${new URL(site).hostname},2026:${kind}/${id}`,
    url: siteUrlBy(settings, kind, name) ?? site,
    ...{ title, summary, language: lang && languageTag(lang) },
    picture: pictureOf(Number(cover_id)),
    published: new Date(published),
    // What was written before it became public has changed then, for its readers.
    updated: new Date(Math.max(Date.parse(published), Date.parse(updated))),
  }));
  const search = query.lang === "zh" ? "" : `?lang=${query.lang}`;
  const feed: Feed = {
    title: `${settings["site.name"]} · ${contentKinds[kind]}`,
    site: `${site}/`,
    author: settings["site.name"],
    url: desk + pathOf(contract[format], { kind }) + search,
    language: languageTag(query.lang),
    updated: new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime()))),
    items,
  };
  return { feed, until: await nextPage(db, now) };
}

interface Newest extends Record<string, unknown> {
  id: string;
  name: string;
  title: string;
  summary: string | null;
  cover_id: string | null;
  lang: string | null;
  published: string;
  updated: string;
}

/** Of a piece in several languages one: the asked one, else Chinese, else the first. */
async function newest(db: Db, kind: ContentKind, lang: Language, now: Date): Promise<Newest[]> {
  const table = readTables[kind];
  const { title, summary, cover, words } = told[kind];
  const shown = kind === "special" ? inPhase("running", now) : isPublic(table, now);
  const rank = words && sql`(case when ${words.lang} = ${lang} then 0 when ${words.lang} = 'zh' then 1 else 2 end)`;
  const { rows } = await db.execute<Newest>(sql`
    select id, name, title, summary, cover_id, lang, published::text as published, updated::text as updated from (
      select distinct on (${words?.key ?? table.id}) ${table.id} as id, ${nameOf(table)}::text as name, ${title} as title, ${summary} as summary,
        ${cover} as cover_id, ${words?.lang ?? sql`null::text`} as lang, ${table.publish_at} as published, ${table.updated_at} as updated
      from ${table} where ${shown} order by ${words?.key ?? table.id}${rank ? sql`, ${rank}` : sql``}, ${table.id}
    ) piece order by piece.published desc, piece.id desc limit ${mostItems}`);
  return rows;
}

async function picturesOf(
  { db, services }: Pick<SignedCall, "db" | "services">,
  rows: readonly Newest[],
  desk: string,
): Promise<(id: number) => Picture | undefined> {
  const ids = rows.flatMap(({ cover_id }) => (cover_id === null ? [] : Number(cover_id)));
  if (ids.length === 0) return () => undefined;
  const files = await pick(db, media, ["id", "mime", "size"], inArray(media.id, ids));
  const byId = new Map(
    files.map(({ id, mime, size }) => [id, { url: desk + publicPictureUrl(services, id), type: mime, size }] as const),
  );
  return (id) => byId.get(id);
}
