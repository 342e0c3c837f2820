import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { SiteKind } from "~/contract/content/content-kinds";
import { metaOf } from "~/contract/field";
import { definitionOf } from "~/contract/system/setting";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { seoTag } from "~/server/database/tables/seo/seo";
import { Refusal } from "~/server/lib/call";
import { readSettings, type Settings } from "~/server/lib/settings";
import { isPublic, nextTurn, type ReadTable, readKinds, readTables } from "~/server/resources/shared/content-visits";
import { siteUrlBy } from "~/server/resources/shared/site";
import { nextOpening } from "~/server/resources/special/at-address";
import { inPhase } from "~/server/resources/special/view";

/** What the settings say; there is no map or feed of a site without an address, nor one at ours without that. */
export async function settingsWith(
  db: Db,
  needed: readonly ("site.main_base" | "site.desk_base")[],
): Promise<Settings> {
  const settings = await readSettings(db);
  const missing = needed.find((key) => !settings[key]);
  if (!missing) return settings;
  const { label } = metaOf(definitionOf(missing).schema);
  throw new Refusal(40400, `尚未设置${label}，请在设置中心的基础设置中填写（${missing}）`);
}

export const withoutSlash = (base: string): string => base.replace(/\/+$/, "");

/** Pages of one kind that engines may take. */
interface Pages {
  kind: SiteKind;
  table: PgTable;
  /** What names one in its address. */
  name: SQL;
  which: SQL;
}

/** The pages of every kind that the site shows, at a moment. */
export function indexablePages(settings: Settings, now: Date): Pages[] {
  const pages: Pages[] = [
    ...readKinds.map((kind) => {
      const table = readTables[kind];
      // A piece with another canonical address is not listed here.
      const own = table.canonical ? sql` and ${table.canonical} is null` : sql``;
      const which = kind === "special" ? inPhase("running", now) : sql`${isPublic(table, now)}${own}`;
      return { kind, table, name: nameOf(table), which };
    }),
    {
      ...{ kind: "estate" as const, table: estate, name: sql`${estate.slug}` },
      which: sql`${estate.deleted_at} is null and ${estate.publish_status} = 'online'`,
    },
    {
      ...{ kind: "seo_tag" as const, table: seoTag, name: sql`${seoTag.slug}` },
      which: sql`${seoTag.deleted_at} is null and ${seoTag.status} = 'enabled' and ${seoTag.index_flag} and ${seoTag.estate_count} >= ${settings["seo.noindex_below"]}`,
    },
  ];
  return pages.filter(({ kind }) => siteUrlBy(settings, kind, "x") !== null);
}

/** The name of a piece in its kind's address. */
export const nameOf = ({ slug, id }: ReadTable): SQL => sql`${slug ?? id}`;

export async function countPages(db: Db, pages: SQL): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`select count(*)::int as n from (${pages}) page`);
  return rows[0]?.n ?? 0;
}

/** When the next piece of any kind becomes public or ends, or a special page begins. */
export async function nextPage(db: Db, now: Date): Promise<Date | undefined> {
  const turns = readKinds.map((kind) => nextTurn(readTables[kind], now));
  const { rows } = await db.execute<{ at: string | null }>(sql`select least(${sql.join(turns, sql`, `)})::text as at`);
  return earliest(rows[0]?.at ? new Date(rows[0].at) : undefined, await nextOpening(db, now));
}

export const earliest = (...moments: (Date | undefined)[]): Date | undefined =>
  moments.flatMap((one) => one ?? []).sort((a, b) => a.getTime() - b.getTime())[0];
