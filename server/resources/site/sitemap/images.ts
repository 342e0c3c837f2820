import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { isContentKind, type SiteKind } from "~/contract/content/content-kinds";
import { publicSite as contract } from "~/contract/site/public-site";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { album } from "~/server/database/tables/house/property";
import { media } from "~/server/database/tables/system/system";
import { idsOf, pick, refuse } from "~/server/lib/call";
import { admitVisitor, cachedAs } from "~/server/lib/public-read";
import { serve } from "~/server/lib/serve";
import type { Settings } from "~/server/lib/settings";
import { siteUrlBy } from "~/server/resources/shared/site";
import { publicPictureUrl } from "~/server/resources/shared/upload";
import { told } from "../told";
import { element, textElement, xmlDocument } from "../xml";
import { countPages, indexablePages, nextPage, settingsWith, withoutSlash } from "./pages";

/** Pages of one map, and pictures of one page, so that no map is larger than engines read (50 MB). */
const mostPages = 1_000;
const mostPictures = 50;

const namespaces = {
  xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9",
  "xmlns:image": "http://www.google.com/schemas/sitemap-image/1.1",
};

/** The names of the maps of pictures: as many as there are pages with pictures. */
export async function imageMaps(db: Db, settings: Settings, now: Date): Promise<string[]> {
  const count = Math.ceil((await countPages(db, pagesWithFiles(settings, now))) / mostPages);
  return Array.from({ length: count }, (_, at) => `sitemap-image-${at + 1}.xml`);
}

/** Each page with the pictures that it shows, its cover first. */
export const imageMapHandler = serve(contract.imageMap, async (call) => {
  await admitVisitor(call);
  const { db, services, params } = call;
  const settings = await settingsWith(db, ["site.main_base", "site.desk_base"]);
  const now = services.now();
  const map = Number(params.n);
  const { rows } = map
    ? await db.execute<{ kind: SiteKind; name: string; files: (number | null)[] }>(
        sql`select kind, name, files from (${pagesWithFiles(settings, now)}) page order by rank, id limit ${mostPages} offset ${(map - 1) * mostPages}`,
      )
    : { rows: [] };
  if (rows.length === 0 && map !== 1) return refuse(40400);
  const pages = rows.map(({ files, ...page }) => ({ ...page, files: [...new Set(files.flatMap((id) => id ?? []))] }));
  const pictures = await picturesAmong(db, [...new Set(pages.flatMap(({ files }) => files))]);
  const base = withoutSlash(settings["site.desk_base"]);
  const entries = pages.map(({ kind, name, files }) => {
    const shown = files.filter((id) => pictures.has(id)).slice(0, mostPictures);
    const images = shown.map((id) =>
      element("image:image", [textElement("image:loc", base + publicPictureUrl(services, id))]),
    );
    return images.length ? element("url", [textElement("loc", siteUrlBy(settings, kind, name)), ...images]) : "";
  });
  return cachedAs({ xml: xmlDocument("urlset", namespaces, entries) }, { until: await nextPage(db, now) });
});

/** Pages with the files that they show: of a piece those that its form and texts name, of an estate its album. */
function pagesWithFiles(settings: Settings, now: Date): SQL {
  const parts = indexablePages(settings, now).flatMap(({ kind, table, name, which }, rank) => {
    const files = filesOf(kind);
    return files
      ? sql`select ${kind} as kind, ${rank}::int as rank, id, ${name}::text as name, ${files} as files from ${table} where ${which}`
      : [];
  });
  return sql`select * from (${sql.join(parts, sql` union all `)}) one where files <> '[]'::jsonb`;
}

function filesOf(kind: SiteKind): SQL | undefined {
  if (kind === "estate")
    return sql`coalesce((select jsonb_agg(${album.media_id} order by ${album.is_cover} desc, ${album.sort}, ${album.id}) from ${album}
      where ${album.owner_type} = 'estate' and ${album.owner_id} = ${estate.id}), '[]'::jsonb)`;
  if (!isContentKind(kind)) return undefined;
  const { cover, files } = told[kind];
  return first(cover, files);
}

const first = (cover: AnyPgColumn, files: AnyPgColumn): SQL =>
  sql`case when ${cover} is null then ${files} else jsonb_build_array(${cover}) || ${files} end`;

async function picturesAmong(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const isShown = and(eq(media.kind, "image"), eq(media.status, "ready"), eq(media.is_private, false));
  return new Set(idsOf(await pick(db, media, ["id"], and(inArray(media.id, [...ids]), isShown))));
}
