import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { SiteKind } from "~/contract/content/content-kinds";
import { metaOf } from "~/contract/field";
import { publicSite as contract } from "~/contract/site/public-site";
import { definitionOf } from "~/contract/system/setting";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { seoTag } from "~/server/database/tables/seo/seo";
import { Refusal, refuse } from "~/server/lib/call";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import { readSettings, type Settings } from "~/server/lib/settings";
import { isPublic, nextTurn, type ReadTable, readKinds, readTables } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase } from "~/server/resources/special/view";

/** Pages that one map names at most (sitemaps.org). */
const mostPages = 50_000;

/** The maps of the site's pages for search engines (domain E.6). */
export const sitemapHandlers = [
  serve(contract.sitemapIndex, async (call) => {
    await admitVisitor(call);
    const { db, services } = call;
    const settings = await settingsWith(db, ["site.main_base", "site.desk_base"]);
    const now = services.now();
    const pages = indexable(settings, now);
    const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${pages}) page`);
    // The site's own first page is in the first map.
    const count = Math.max(1, Math.ceil((1 + (rows[0]?.n ?? 0)) / mostPages));
    const base = settings["site.desk_base"].replace(/\/+$/, "");
    const maps = Array.from({ length: count }, (_, at) => `${base}/api/public/sitemap-${at + 1}.xml`);
    const entries = maps.map((loc) => `<sitemap><loc>${escaped(loc)}</loc></sitemap>`);
    return cachedAs({ xml: document("sitemapindex", entries) }, { until: await nextPage(db, now) });
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
    const home = `<url><loc>${escaped(`${settings["site.main_base"].replace(/\/+$/, "")}/`)}</loc></url>`;
    const entries = rows.map(({ kind, name, at }) => {
      const loc = siteUrlBy(settings, kind, name) ?? "";
      return `<url><loc>${escaped(loc)}</loc><lastmod>${at.slice(0, 10)}</lastmod></url>`;
    });
    return cachedAs(
      { xml: document("urlset", isFirst ? [home, ...entries] : entries) },
      { until: await nextPage(db, now) },
    );
  }),
];

/** What the settings say; there is no map of a site without an address, nor of maps without ours. */
async function settingsWith(db: Db, needed: readonly ("site.main_base" | "site.desk_base")[]): Promise<Settings> {
  const settings = await readSettings(db);
  const missing = needed.find((key) => !settings[key]);
  if (!missing) return settings;
  const { label } = metaOf(definitionOf(missing).schema);
  throw new Refusal(40400, `尚未设置${label}，请在设置中心的基础设置中填写（${missing}）`);
}

function indexable(settings: Settings, now: Date): SQL {
  const parts: [kind: SiteKind, table: PgTable, name: SQL, which: SQL][] = [
    ...readKinds.map((kind): (typeof parts)[number] => {
      const table = readTables[kind];
      // A piece with another canonical address is not listed here.
      const own = table.canonical ? sql` and ${table.canonical} is null` : sql``;
      const which = kind === "special" ? inPhase("running", now) : sql`${isPublic(table, now)}${own}`;
      return [kind, table, nameOf(table), which];
    }),
    ["estate", estate, sql`${estate.slug}`, sql`${estate.deleted_at} is null and ${estate.publish_status} = 'online'`],
    [
      "seo_tag",
      seoTag,
      sql`${seoTag.slug}`,
      sql`${seoTag.deleted_at} is null and ${seoTag.status} = 'enabled' and ${seoTag.index_flag} and ${seoTag.estate_count} >= ${settings["seo.noindex_below"]}`,
    ],
  ];
  const placed = parts.filter(([kind]) => siteUrlBy(settings, kind, "x") !== null);
  return sql.join(
    placed.map(
      ([kind, table, name, which], rank) =>
        sql`select ${kind} as kind, ${rank}::int as rank, id, ${name}::text as name, updated_at as at from ${table} where ${which}`,
    ),
    sql` union all `,
  );
}

/** The name of a piece in its kind's address. */
const nameOf = ({ slug, id }: ReadTable): SQL => sql`${slug ?? id}`;

/** When the next piece of any kind becomes public or ends, or a special page begins. */
async function nextPage(db: Db, now: Date): Promise<Date | undefined> {
  const turns = readKinds.map((kind) => nextTurn(readTables[kind], now));
  const { rows } = await db.execute<{ at: string | null }>(sql`select least(${sql.join(turns, sql`, `)})::text as at`);
  const published = rows[0]?.at ? [new Date(rows[0].at)] : [];
  const opening = await nextOpening(db, now);
  return [...published, ...(opening ? [opening] : [])].sort((a, b) => a.getTime() - b.getTime())[0];
}

const document = (root: "urlset" | "sitemapindex", entries: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</${root}>\n`;

const marks: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
