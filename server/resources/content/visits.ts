import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { TrackedKind, TrackType } from "~/contract/inquiry/track";
import { contentDaily, contentVisit } from "~/server/database/tables/content/content";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { collectorOf, mostWaiting } from "~/server/resources/shared/collector";
import {
  addContentVisits,
  addDone,
  type ContentVisit,
  type DoneCounts,
  type ReadCounts,
  readCounts,
  tracked,
  trackedKinds,
} from "~/server/resources/shared/content-visits";
import { hashVisitor, visitKey } from "~/server/resources/shared/visitor-hash";

/** A reading with how often the piece was passed on and liked, which are its own counts. */
type Visit = ContentVisit & DoneCounts;

const columnOf: Readonly<Record<Exclude<TrackType, "search">, keyof ReadCounts | keyof DoneCounts>> = {
  pv: "views",
  view: "views",
  click: "clicks",
  impression: "impressions",
  play: "plays",
  share: "shares",
  like: "likes",
};

interface Told {
  kind: TrackedKind;
  id: number;
  type: Exclude<TrackType, "search">;
  /** What tells visitors of one day apart. */
  visitor: readonly string[];
}

/** Counts in memory that a piece was read, clicked, shown or played, or a banner shown or clicked; it is written with what comes within the next seconds. */
export async function collectContentVisit(services: Services, { kind, id, type, visitor }: Told): Promise<void> {
  const date = dayOf(services.now());
  const hash = hashVisitor(await visitKey(services, date), ...visitor);
  const waiting = readings.waitingOf(services);
  const nameOf = (visitor_hash: string) => `${kind} ${id} ${date} ${visitor_hash}`;
  const visitor_hash = waiting.has(nameOf(hash)) || waiting.size < mostWaiting ? hash : "";
  const none = { views: 0, clicks: 0, impressions: 0, plays: 0, shares: 0, likes: 0 };
  const visit = waiting.get(nameOf(visitor_hash)) ?? { kind, target_id: id, date, visitor_hash, ...none };
  visit[columnOf[type]] += 1;
  readings.keep(services, nameOf(visitor_hash), visit);
}

const readings = collectorOf<Visit>("readings", async ({ db, now }, visits) => {
  const at = now();
  const read = visits.filter((visit) => readCounts.some((name) => visit[name] > 0));
  await addContentVisits(db, at, read);
  await addDone(db, at, visits);
});

export const flushContentVisits = readings.flush;

/** Sums up the kept days from the beginning each time; the pieces' counts are sums of their days. Older ones go. Answers how many have changed. */
export async function rollUpContentVisits(db: Services["db"], yesterday: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${contentDaily} as daily (kind, target_id, date, views, uv, clicks, impressions, plays)
    select kind, target_id, date, sum(views), count(*) filter (where views > 0 and visitor_hash <> ''), sum(clicks), sum(impressions), sum(plays)
    from ${contentVisit} group by kind, target_id, date order by kind, target_id, date
    on conflict (kind, target_id, date) do update set views = excluded.views, uv = excluded.uv, clicks = excluded.clicks,
      impressions = excluded.impressions, plays = excluded.plays
    where (daily.views, daily.uv, daily.clicks, daily.impressions, daily.plays)
      is distinct from (excluded.views, excluded.uv, excluded.clicks, excluded.impressions, excluded.plays)`);
  for (const kind of trackedKinds) {
    const { table, sums } = tracked[kind];
    const own = Object.entries(sums).map(([count, column]) => [sql.identifier(count), sql.identifier(column)] as const);
    const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);
    await db.execute(sql`update ${table as PgTable} as piece set ${list(own.map(([count, column]) => sql`${column} = total.${count}`))} from (
        select target_id, ${list(own.map(([count]) => sql`sum(${count})::int as ${count}`))} from ${contentDaily} where kind = ${kind}
          and target_id in (select target_id from ${contentVisit} where kind = ${kind}) group by target_id) total
      where piece.id = total.target_id and (${list(own.map(([, column]) => sql`piece.${column}`))}) is distinct from (${list(own.map(([count]) => sql`total.${count}`))})`);
  }
  await db.execute(sql`delete from ${contentVisit} where date < ${yesterday}`);
  return rowCount ?? 0;
}
