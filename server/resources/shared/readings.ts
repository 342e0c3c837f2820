import { and, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import { type BuiltKind, sitePathsOf } from "~/contract/content/content-kinds";
import type { Database, Transaction } from "~/server/database/database";
import { article } from "~/server/database/tables/article/article";
import { isoInstant } from "~/server/database/tables/columns";
import { contentDaily, contentVisit, slugRedirect } from "~/server/database/tables/content/content";
import { readSettings } from "~/server/lib/settings";

type Db = Database | Transaction;

type ReadTable = PgTable &
  Record<
    "id" | "slug" | "deleted_at" | "publish_status" | "publish_at" | "view_count" | "share_count" | "updated_at",
    AnyPgColumn
  >;

/** The kinds that are read, by their tables; a further one adds its line. */
export const readTables: Readonly<Record<BuiltKind, ReadTable>> = { article };
export const readKinds = Object.keys(readTables) as BuiltKind[];

/** What is public at a moment: published, or scheduled for a time that has come. */
export const isPublic = (table: Record<"deleted_at" | "publish_status" | "publish_at", AnyPgColumn>, now: Date): SQL =>
  sql`${and(
    isNull(table.deleted_at),
    inArray(table.publish_status, ["scheduled", "published"]),
    lte(table.publish_at, isoInstant(now)),
  )}`;

export const readCounts = ["views", "clicks", "impressions", "plays"] as const;
export type ReadCounts = Record<(typeof readCounts)[number], number>;

/** What one visitor of a day did at a piece. */
export type Reading = { kind: BuiltKind; target_id: number; date: string; visitor_hash: string } & ReadCounts;

const names = sql.raw(["kind", "target_id", "date", "visitor_hash", ...readCounts].join(", "));

/** Adds readings of today and yesterday to what is known of their visitors, of pieces that are public: what is told of any other is forgotten. */
export async function addReadings(db: Db, now: Date, readings: readonly Reading[]): Promise<void> {
  for (const kind of readKinds) {
    const own = readings.filter((reading) => reading.kind === kind);
    if (own.length === 0) continue;
    const table = readTables[kind];
    await db.execute(sql`insert into ${contentVisit} as visit (${names})
      select ${names} from json_populate_recordset(null::${contentVisit}, ${JSON.stringify(own)}::json) told
      where exists (select 1 from ${table as PgTable} where ${table.id} = told.target_id and ${isPublic(table, now)})
      order by kind, target_id, date, visitor_hash
      on conflict (date, kind, target_id, visitor_hash) do update set views = visit.views + excluded.views,
        clicks = visit.clicks + excluded.clicks, impressions = visit.impressions + excluded.impressions, plays = visit.plays + excluded.plays`);
  }
}

/** Adds views of days whose visitors are no longer told apart. */
export async function addLateViews(
  db: Db,
  now: Date,
  days: readonly { kind: BuiltKind; target_id: number; date: string; views: number; uv: number }[],
): Promise<void> {
  for (const kind of readKinds) {
    const own = days.filter((day) => day.kind === kind);
    if (own.length === 0) continue;
    const table = readTables[kind];
    await db.execute(sql`insert into ${contentDaily} as daily (kind, target_id, date, views, uv)
      select kind, target_id, date, views, uv from json_populate_recordset(null::${contentDaily}, ${JSON.stringify(own)}::json) told
      where exists (select 1 from ${table as PgTable} where ${table.id} = told.target_id and ${isPublic(table, now)})
      order by kind, target_id, date
      on conflict (kind, target_id, date) do update set views = daily.views + excluded.views, uv = daily.uv + excluded.uv`);
    await db.execute(sql`update ${table as PgTable} set view_count = total.views from (
        select target_id, sum(views)::int as views from ${contentDaily} where kind = ${kind}
          and target_id = any(${sql.param(own.map(({ target_id }) => target_id))}::bigint[]) group by target_id) total
      where ${table.id} = total.target_id and ${table.view_count} <> total.views`);
  }
}

/** Counts that pieces were passed on. It is no change of theirs: nobody's form is stale by it. */
export async function addShares(
  db: Db,
  now: Date,
  shares: readonly { kind: BuiltKind; target_id: number; shares: number }[],
): Promise<void> {
  for (const kind of readKinds) {
    const own = shares.filter((share) => share.kind === kind && share.shares > 0);
    if (own.length === 0) continue;
    const table = readTables[kind];
    await db.execute(sql`update ${table as PgTable} set share_count = ${table.share_count} + told.shares
      from (select target_id, sum(shares)::int as shares from json_to_recordset(${JSON.stringify(own)}::json) as one(target_id bigint, shares int)
        group by target_id) told
      where ${table.id} = told.target_id and ${isPublic(table, now)}`);
  }
}

/** Whether there is such a piece; of kinds that are not built yet nobody knows. */
export async function isPiece(db: Db, kind: string, id: number): Promise<boolean> {
  const table = readKinds.includes(kind as BuiltKind) ? readTables[kind as BuiltKind] : undefined;
  if (!table) return true;
  const { rows } = await db.execute(
    sql`select 1 from ${table as PgTable} where ${table.id} = ${id} and ${table.deleted_at} is null`,
  );
  return rows.length > 0;
}

/** The piece whose page on the company's site has this address, also one that it had before. */
export async function pieceAt(db: Db, page: string | null): Promise<{ kind: BuiltKind; id: number } | undefined> {
  if (!page || !URL.canParse(page)) return undefined;
  const { "site.main_base": base, "site.paths": paths } = await readSettings(db);
  const under = URL.canParse(base) ? new URL(base).pathname.replace(/\/+$/, "") : "";
  const { pathname } = new URL(page);
  for (const kind of readKinds) {
    const slug = slugIn(pathname.replace(/\/+$/, ""), under + sitePathsOf(paths)[kind].replace(/\/+$/, ""));
    if (!slug) continue;
    const table = readTables[kind];
    const { rows } = await db.execute<{ id: string }>(sql`
      select ${table.id} as id from ${table as PgTable} where ${table.slug} = ${slug} and ${table.deleted_at} is null
      union all
      select ${table.id} from ${table as PgTable} join ${slugRedirect} on ${slugRedirect.target_id} = ${table.id}
      where ${slugRedirect.kind} = ${kind} and ${slugRedirect.old_slug} = ${slug} and ${table.deleted_at} is null
      limit 1`);
    if (rows[0]) return { kind, id: Number(rows[0].id) };
  }
  return undefined;
}

/** What stands in a path in the place of `{slug}`. */
function slugIn(pathname: string, path: string): string | undefined {
  const [before = "", after = ""] = path.split("{slug}");
  if (!pathname.startsWith(before) || !pathname.endsWith(after)) return undefined;
  const slug = pathname.slice(before.length, pathname.length - after.length);
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) ? slug : undefined;
}
