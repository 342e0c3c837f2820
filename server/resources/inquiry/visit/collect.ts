import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { TrackType } from "~/contract/inquiry/track";
import { tracker, trackerDaily, trackerVisit } from "~/server/database/tables/inquiry/tracker";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { collectorOf, mostWaiting } from "~/server/resources/shared/collector";
import { hashVisitor, visitKey } from "~/server/resources/shared/visitor-hash";

/** Milliseconds that the codes in use are cached: a new tracking point waits at most so long for its first visit. */
const codesLive = 15_000;
/** The most visitors of a tracking point that a day tells apart; more are a flood. */
export const mostVisitors = 100_000;

type Visit = typeof trackerVisit.$inferInsert & Record<"pv" | "clicks" | "impressions", number>;
/** What is known of the site for a short time. */
interface Known {
  codes?: { known: Promise<Map<string, number>>; until: number } | undefined;
  key?: { date: string; value: Promise<Uint8Array> } | undefined;
}
const knownOf = new WeakMap<Services, Known>();

interface Told {
  /** By its code, which a page sends; or, for our own pages, by its number. */
  code?: string;
  id?: number;
  /** Shares and likes are counted only for content, searches by their words. */
  type: Exclude<TrackType, "share" | "like" | "search">;
  /** Tells visitors of one day apart. */
  visitor: readonly string[];
}

const columnOf = { pv: "pv", view: "pv", click: "clicks", play: "clicks", impression: "impressions" } as const;

/** Counts a visit in memory; it is written with others within seconds. A visit without a tracking point in use is dropped. */
export async function collectVisit(services: Services, { code, id: own, type, visitor }: Told): Promise<void> {
  const cache = knownOf.get(services) ?? {};
  knownOf.set(services, cache);
  const now = services.now();
  const codes = await codesOf(services, cache, now.getTime());
  const id = own !== undefined && [...codes.values()].includes(own) ? own : codes.get(code ?? "");
  if (id === undefined) return;
  const date = dayOf(now);
  const hash = hashVisitor(await keyOf(services, cache, date), ...visitor);
  const waiting = visits.waitingOf(services);
  const isKnown = waiting.has(`${date} ${id} ${hash}`);
  const visitor_hash = isKnown || waiting.size < mostWaiting ? hash : "";
  const name = `${date} ${id} ${visitor_hash}`;
  const visit = waiting.get(name) ?? { tracker_id: id, date, visitor_hash, pv: 0, clicks: 0, impressions: 0 };
  visit[columnOf[type]] += 1;
  visits.keep(services, name, visit);
}

/** The tracking points in use, by code; cached for a short time. */
function codesOf({ db }: Services, cache: Known, now: number): Promise<Map<string, number>> {
  if (cache.codes && cache.codes.until > now) return cache.codes.known;
  const known = db
    .select({ code: tracker.code, id: tracker.id })
    .from(tracker)
    .where(and(eq(tracker.status, "enabled"), isNull(tracker.deleted_at)))
    .then((rows) => new Map(rows.map(({ code, id }) => [code, id])));
  cache.codes = { known, until: now + codesLive };
  // The next visit tries again.
  known.catch(() => {
    cache.codes = undefined;
  });
  return known;
}

function keyOf(services: Services, cache: Known, date: string): Promise<Uint8Array> {
  if (cache.key?.date === date) return cache.key.value;
  const value = visitKey(services, date);
  cache.key = { date, value };
  value.catch(() => {
    cache.key = undefined;
  });
  return value;
}

const visits = collectorOf<Visit>("visits", async ({ db }, list) => {
  if (list.length === 0) return;
  const flooded = await floodedOf(db, list);
  const rows = new Map<string, Visit>();
  for (const visit of list) {
    const isFlood = flooded.has(`${visit.date} ${visit.tracker_id}`);
    const visitor_hash = isFlood ? "" : visit.visitor_hash;
    const name = `${visit.date} ${visit.tracker_id} ${visitor_hash}`;
    const { pv = 0, clicks = 0, impressions = 0 } = rows.get(name) ?? {};
    rows.set(name, {
      ...{ ...visit, visitor_hash },
      ...{ pv: pv + visit.pv, clicks: clicks + visit.clicks, impressions: impressions + visit.impressions },
    });
  }
  // In one order, so that two servers do not deadlock.
  const sorted = [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const columns = sql`tracker_id, date, visitor_hash, pv, clicks, impressions`;
  // One statement is a transaction by itself.
  await db.execute(sql`insert into ${trackerVisit} as visit (${columns})
    select ${columns} from json_populate_recordset(null::${trackerVisit}, ${JSON.stringify(sorted)}::json)
    on conflict (date, tracker_id, visitor_hash) do update set
      pv = visit.pv + excluded.pv, clicks = visit.clicks + excluded.clicks, impressions = visit.impressions + excluded.impressions`);
});

/** Writes the waiting visits, and resolves when they are written. */
export const flushVisits = visits.flush;

/** The days on which tracking points have reached `mostVisitors`. */
async function floodedOf(db: Services["db"], visits: readonly Visit[]): Promise<Set<string>> {
  const { tracker_id, date, uv } = trackerDaily;
  const ids = [...new Set(visits.map((visit) => visit.tracker_id))];
  const days = [...new Set(visits.map((visit) => visit.date))];
  const rows = await db
    .select({ tracker_id, date })
    .from(trackerDaily)
    .where(and(inArray(tracker_id, ids), inArray(date, days), gte(uv, mostVisitors)));
  return new Set(rows.map((row) => `${row.date} ${row.tracker_id}`));
}
