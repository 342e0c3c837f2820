import { and, eq, gt, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type ContentKind, isOwnPage, placeIn, sitePathsOf } from "~/contract/content/content-kinds";
import type { TrackedKind } from "~/contract/inquiry/track";
import type { Db } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, contentVisit, slugRedirect, turnOf } from "~/server/database/tables/content/content";
import { estate } from "~/server/database/tables/house/estate";
import { banner } from "~/server/database/tables/resource/advert";
import { investment, report, video } from "~/server/database/tables/resource/resource";
import { cityIntro, encyclopaedia } from "~/server/database/tables/seo/city";
import { seoArticle } from "~/server/database/tables/seo/seo-article";
import { special } from "~/server/database/tables/special/special";
import { readSettings } from "~/server/lib/settings";
import { isShowing } from "~/server/resources/shared/shown-banners";

export type ReadTable = PgTable &
  Record<
    "id" | "deleted_at" | "publish_status" | "publish_at" | "view_count" | "share_count" | "updated_at",
    AnyPgColumn
  > &
  // Of kinds whose pieces end, have addresses, may come from elsewhere, are played, are liked, or keep the sums of their visitors and inquiries.
  Partial<
    Record<
      "offline_at" | "slug" | "canonical" | "play_count" | "like_count" | "uv_count" | "inquiry_count",
      AnyPgColumn
    >
  >;

/** The kinds that are read, by their tables; a further one adds its line. */
export const readTables: Readonly<Record<ContentKind, ReadTable>> = {
  ...{ article, video, investment, report },
  ...{ city_intro: cityIntro, encyclopaedia, seo_article: seoArticle, special },
};
export const readKinds = Object.keys(readTables) as ContentKind[];

type Living = PgTable &
  Record<"deleted_at" | "publish_status" | "publish_at", AnyPgColumn> &
  Partial<Record<"offline_at", AnyPgColumn>>;

/** What is public at a moment: published, or scheduled for a time that has come, and not at its end. */
export const isPublic = (table: Living, now: Date): SQL =>
  sql`${and(
    isNull(table.deleted_at),
    inArray(table.publish_status, ["scheduled", "published"]),
    lte(table.publish_at, isoInstant(now)),
    table.offline_at && or(isNull(table.offline_at), gt(table.offline_at, isoInstant(now))),
  )}`;

/** Those that become public or end by themselves, and when. */
export function turnsOf(table: Living): { willTurn: SQL; at: SQL } {
  const { deleted_at, publish_status, publish_at, offline_at } = table;
  const isScheduled = sql`${publish_status} = 'scheduled'`;
  if (!offline_at) return { willTurn: sql`${deleted_at} is null and ${isScheduled}`, at: sql`${publish_at}` };
  const isEnding = sql`(${publish_status} = 'published' and ${offline_at} is not null)`;
  return {
    willTurn: sql`${deleted_at} is null and (${isScheduled} or ${isEnding})`,
    at: turnOf({ publish_status, publish_at, offline_at }),
  };
}

/** When the next piece of a kind becomes public or ends: a scalar, null where none will. */
export function nextTurn(table: Living, now: Date): SQL {
  const { publish_status, offline_at } = table;
  const moment = isoInstant(now);
  const { willTurn, at } = turnsOf(table);
  const from = (what: SQL) => sql`select min(${what}) from ${table as PgTable} where ${willTurn}`;
  const next = sql`(${from(at)} and ${at} > ${moment})`;
  if (!offline_at) return next;
  // Public since a moment ago, and not written down yet: its end is what comes next.
  const isWaiting = sql`${at} <= ${moment} and ${publish_status} = 'scheduled' and ${offline_at} > ${moment}`;
  return sql`least(${next}, (${from(sql`${offline_at}`)} and ${isWaiting}))`;
}

export const readCounts = ["views", "clicks", "impressions", "plays"] as const;

type CountedTable = PgTable & Record<"id", AnyPgColumn>;

/** What is counted by kind and number: its table, whether visitors see it at a moment, and its columns that are sums of `content_daily`. */
interface Tracked {
  table: CountedTable;
  isThere: (now: Date) => SQL;
  sums: Readonly<Partial<Record<(typeof readCounts)[number] | "uv", string>>>;
}

const trackedContent = (table: ReadTable): Tracked => ({
  table,
  isThere: (now) => isPublic(table, now),
  sums: {
    views: "view_count",
    ...(table.play_count && { plays: "play_count" }),
    ...(table.uv_count && { uv: "uv_count" }),
  },
});

export const tracked = {
  ...(Object.fromEntries(Object.entries(readTables).map(([kind, table]) => [kind, trackedContent(table)])) as Record<
    ContentKind,
    Tracked
  >), // the same keys
  estate: {
    table: estate,
    isThere: () => sql`${and(isNull(estate.deleted_at), eq(estate.publish_status, "online"))}`,
    sums: { views: "view_count" },
  },
  banner: {
    table: banner,
    isThere: isShowing,
    sums: { impressions: "impressions", clicks: "clicks" },
  },
} satisfies Record<TrackedKind, Tracked>;
export const trackedKinds = Object.keys(tracked) as TrackedKind[];

export type ReadCounts = Record<(typeof readCounts)[number], number>;

/** What one visitor of a day did at a piece. */
export type ContentVisit = { kind: TrackedKind; target_id: number; date: string; visitor_hash: string } & ReadCounts;

const names = sql.raw(["kind", "target_id", "date", "visitor_hash", ...readCounts].join(", "));

/** Adds readings of today and yesterday to what is known of their visitors, for existing pieces; others are ignored. */
export async function addContentVisits(db: Db, now: Date, readings: readonly ContentVisit[]): Promise<void> {
  for (const kind of trackedKinds) {
    const own = readings.filter((reading) => reading.kind === kind);
    if (own.length === 0) continue;
    const { table, isThere } = tracked[kind];
    await db.execute(sql`insert into ${contentVisit} as visit (${names})
      select ${names} from json_populate_recordset(null::${contentVisit}, ${JSON.stringify(own)}::json) told
      where exists (select 1 from ${table as PgTable} where ${table.id} = told.target_id and ${isThere(now)})
      order by kind, target_id, date, visitor_hash
      on conflict (date, kind, target_id, visitor_hash) do update set views = visit.views + excluded.views,
        clicks = visit.clicks + excluded.clicks, impressions = visit.impressions + excluded.impressions, plays = visit.plays + excluded.plays`);
  }
}

/** What signed-in visitors tell their views of, and what keeps their sum. */
export type ViewedKind = ContentKind | "estate";
export const isViewed = (kind: string | null): kind is ViewedKind =>
  kind === "estate" || readKinds.some((one) => one === kind);

/** Adds views of days whose visitors are no longer distinguished. */
export async function addLateViews(
  db: Db,
  now: Date,
  days: readonly { kind: ViewedKind; target_id: number; date: string; views: number; uv: number }[],
): Promise<void> {
  for (const kind of [...readKinds, "estate"] as const) {
    const own = days.filter((day) => day.kind === kind);
    if (own.length === 0) continue;
    const { table, isThere } = tracked[kind];
    await db.execute(sql`insert into ${contentDaily} as daily (kind, target_id, date, views, uv)
      select kind, target_id, date, views, uv from json_populate_recordset(null::${contentDaily}, ${JSON.stringify(own)}::json) told
      where exists (select 1 from ${table as PgTable} where ${table.id} = told.target_id and ${isThere(now)})
      order by kind, target_id, date
      on conflict (kind, target_id, date) do update set views = daily.views + excluded.views, uv = daily.uv + excluded.uv`);
    await db.execute(sql`update ${table as PgTable} as piece set view_count = total.views from (
        select target_id, sum(views)::int as views from ${contentDaily} where kind = ${kind}
          and target_id = any(${sql.param(own.map(({ target_id }) => target_id))}::bigint[]) group by target_id) total
      where piece.id = total.target_id and piece.view_count <> total.views`);
  }
}

/** What people do with a piece that is counted at the piece alone, by its column. */
const doneColumns = { shares: "share_count", likes: "like_count" } as const;
export type DoneCounts = Record<keyof typeof doneColumns, number>;

/** Counts shares and likes of pieces. It does not change their version, so no open form becomes stale. */
export async function addDone(
  db: Db,
  now: Date,
  done: readonly ({ kind: TrackedKind; target_id: number } & DoneCounts)[],
): Promise<void> {
  for (const kind of readKinds)
    for (const name of ["shares", "likes"] as const) {
      const table = readTables[kind];
      const column = table[doneColumns[name]];
      const own = done.flatMap((one) =>
        one.kind === kind && one[name] > 0 ? [{ target_id: one.target_id, count: one[name] }] : [],
      );
      if (own.length === 0 || !column) continue;
      await db.execute(sql`update ${table as PgTable} set ${sql.identifier(column.name)} = ${column} + told.count
        from (select target_id, sum(count)::int as count from json_to_recordset(${JSON.stringify(own)}::json) as one(target_id bigint, count int)
          group by target_id) told
        where ${table.id} = told.target_id and ${isPublic(table, now)}`);
    }
}

export async function isContentItem(db: Db, kind: string, id: number): Promise<boolean> {
  const table = readKinds.includes(kind as ContentKind) ? readTables[kind as ContentKind] : undefined;
  if (!table) return true;
  const { rows } = await db.execute(
    sql`select 1 from ${table as PgTable} where ${table.id} = ${id} and ${table.deleted_at} is null`,
  );
  return rows.length > 0;
}

/** The piece whose page on the company's site has this address, also one that it had before. */
export async function itemAt(db: Db, page: string | null): Promise<{ kind: ContentKind; id: number } | undefined> {
  if (!page || !URL.canParse(page)) return undefined;
  const { "site.main_base": site, "site.desk_base": desk, "site.paths": paths } = await readSettings(db);
  const { pathname } = new URL(page);
  for (const kind of readKinds) {
    const base = isOwnPage(kind) ? desk : site;
    const under = URL.canParse(base) ? new URL(base).pathname.replace(/\/+$/, "") : "";
    const path = under + sitePathsOf(paths)[kind].replace(/\/+$/, "");
    const name = nameIn(pathname.replace(/\/+$/, ""), path, placeIn(kind));
    if (!name) continue;
    const { rows } = await db.execute<{ id: string }>(namedSo(kind, name));
    if (rows[0]) return { kind, id: Number(rows[0].id) };
  }
  return undefined;
}

function namedSo(kind: ContentKind, name: string): SQL {
  const table = readTables[kind];
  const from = sql`select ${table.id} as id from ${table as PgTable}`;
  const isThere = sql`${table.deleted_at} is null`;
  if (!table.slug) return sql`${from} where ${table.id} = ${Number(name)} and ${isThere}`;
  return sql`${from} where ${table.slug} = ${name} and ${isThere}
    union all
    ${from} join ${slugRedirect} on ${slugRedirect.target_id} = ${table.id}
    where ${slugRedirect.kind} = ${kind} and ${slugRedirect.old_slug} = ${name} and ${isThere}
    limit 1`;
}

/** What a path has in the place of the piece, such as `/guide/{slug}`. */
export function nameIn(pathname: string, path: string, place: "{slug}" | "{id}"): string | undefined {
  const [before = "", after = ""] = path.split(place);
  if (!pathname.startsWith(before) || !pathname.endsWith(after)) return undefined;
  const name = pathname.slice(before.length, pathname.length - after.length);
  const isName = place === "{id}" ? /^[1-9]\d{0,14}$/ : /^[a-z0-9]+(-[a-z0-9]+)*$/;
  return isName.test(name) ? name : undefined;
}
