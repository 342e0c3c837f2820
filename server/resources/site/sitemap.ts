import { type SQL, sql } from "drizzle-orm";
import type { SiteKind } from "~/contract/content/content-kinds";
import { publicSite as contract } from "~/contract/site/public-site";
import { refuse } from "~/server/lib/call";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import type { Settings } from "~/server/lib/settings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { imageMapHandler, imageMaps } from "./sitemap/images";
import { newsMapHandler } from "./sitemap/news";
import { countPages, indexablePages, nextPage, settingsWith, withoutSlash } from "./sitemap/pages";
import { element, textElement, xmlDocument } from "./xml";

/** Pages that one map names at most (sitemaps.org). */
const mostPages = 50_000;

const xmlns = { xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9" };

/** The maps of the site's pages for search engines (domain E.6). */
export const sitemapHandlers = [
  serve(contract.sitemapIndex, async (call) => {
    await admitVisitor(call);
    const { db, services } = call;
    const settings = await settingsWith(db, ["site.main_base", "site.desk_base"]);
    const now = services.now();
    // The site's own first page is in the first map.
    const count = Math.ceil((1 + (await countPages(db, indexable(settings, now)))) / mostPages);
    const maps = [
      ...Array.from({ length: count }, (_, at) => `sitemap-${at + 1}.xml`),
      ...(await imageMaps(db, settings, now)),
      "sitemap-news.xml",
    ];
    const base = withoutSlash(settings["site.desk_base"]);
    const entries = maps.map((map) => element("sitemap", [textElement("loc", `${base}/api/public/${map}`)]));
    return cachedAs({ xml: xmlDocument("sitemapindex", xmlns, entries) }, { until: await nextPage(db, now) });
  }),

  serve(contract.sitemap, async (call) => {
    await admitVisitor(call);
    const { db, services, params } = call;
    const settings = await settingsWith(db, ["site.main_base"]);
    const now = services.now();
    const map = Number(params.n);
    const isFirst = map === 1;
    // One place of the first map is the site's own first page.
    const [limit, offset] = isFirst ? [mostPages - 1, 0] : [mostPages, (map - 1) * mostPages - 1];
    const { rows } = map
      ? await db.execute<{ kind: SiteKind; name: string; at: string }>(
          sql`select kind, name, at::text from (${indexable(settings, now)}) page order by rank, id limit ${limit} offset ${offset}`,
        )
      : { rows: [] };
    if (rows.length === 0 && !isFirst) return refuse(40400);
    const home = element("url", [textElement("loc", `${withoutSlash(settings["site.main_base"])}/`)]);
    const entries = rows.map(({ kind, name, at }) =>
      element("url", [textElement("loc", siteUrlBy(settings, kind, name)), textElement("lastmod", at.slice(0, 10))]),
    );
    return cachedAs(
      { xml: xmlDocument("urlset", xmlns, isFirst ? [home, ...entries] : entries) },
      { until: await nextPage(db, now) },
    );
  }),

  imageMapHandler,
  newsMapHandler,
];

const indexable = (settings: Settings, now: Date): SQL =>
  sql.join(
    indexablePages(settings, now).map(
      ({ kind, table, name, which }, rank) =>
        sql`select ${kind} as kind, ${rank}::int as rank, id, ${name}::text as name, updated_at as at from ${table} where ${which}`,
    ),
    sql` union all `,
  );
