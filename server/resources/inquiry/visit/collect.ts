import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm";
import type { TrackType } from "~/contract/inquiry/track";
import { tracker, trackerDaily, trackerVisit } from "~/server/database/tables/inquiry/tracker";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { hashVisitor, visitKey } from "~/server/resources/shared/visitor-hash";

/** Milliseconds that a visit waits in memory: at most so much is lost when the process is killed. */
const flushAfter = 2_000;
/** Milliseconds that the codes in use are cached: a new tracking point waits at most so long for its first visit. */
const codesLive = 15_000;
/** The most visitors that wait; further ones are counted, but not told apart. */
const mostWaiting = 2_000;
/** The most visitors of a tracking point that a day tells apart; more are a flood. */
export const mostVisitors = 100_000;

type Visit = typeof trackerVisit.$inferInsert & Record<"pv" | "clicks" | "impressions", number>;
interface Collector {
  waiting: Map<string, Visit>;
  timer?: NodeJS.Timeout | undefined;
  writing: Promise<void>;
  codes?: { known: Promise<Map<string, number>>; until: number };
  key?: { date: string; value: Promise<Uint8Array> };
}

const collectors = new WeakMap<Services, Collector>();

function collectorOf(services: Services): Collector {
  const known = collectors.get(services);
  if (known) return known;
  const made: Collector = { waiting: new Map(), writing: Promise.resolve() };
  collectors.set(services, made);
  return made;
}

/** A visit as the site reports it. */
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
  const collector = collectorOf(services);
  const now = services.now();
  const codes = await codesOf(services, collector, now.getTime());
  const id = own !== undefined && [...codes.values()].includes(own) ? own : codes.get(code ?? "");
  if (id === undefined) return;
  const date = dayOf(now);
  const hash = hashVisitor(await keyOf(services, collector, date), ...visitor);
  const { waiting } = collector;
  const isKnown = waiting.has(`${date} ${id} ${hash}`);
  const visitor_hash = isKnown || waiting.size < mostWaiting ? hash : "";
  const name = `${date} ${id} ${visitor_hash}`;
  const visit = waiting.get(name) ?? { tracker_id: id, date, visitor_hash, pv: 0, clicks: 0, impressions: 0 };
  visit[columnOf[type]] += 1;
  waiting.set(name, visit);
  collector.timer ??= setTimeout(() => void flushVisits(services), flushAfter).unref();
}

/** The tracking points in use, by code; cached for a short time. */
function codesOf({ db }: Services, collector: Collector, now: number): Promise<Map<string, number>> {
  if (collector.codes && collector.codes.until > now) return collector.codes.known;
  const known = db
    .select({ code: tracker.code, id: tracker.id })
    .from(tracker)
    .where(and(eq(tracker.status, "enabled"), isNull(tracker.deleted_at)))
    .then((rows) => new Map(rows.map(({ code, id }) => [code, id])));
  collector.codes = { known, until: now + codesLive };
  // The next visit tries again.
  known.catch(() => {
    collector.codes = undefined;
  });
  return known;
}

function keyOf(services: Services, collector: Collector, date: string): Promise<Uint8Array> {
  if (collector.key?.date === date) return collector.key.value;
  const value = visitKey(services, date);
  collector.key = { date, value };
  value.catch(() => {
    collector.key = undefined;
  });
  return value;
}

/** Writes the waiting visits, and resolves when they are written. What the database refuses is dropped: visits must not fill the memory. */
export function flushVisits(services: Services): Promise<void> {
  const collector = collectorOf(services);
  clearTimeout(collector.timer);
  collector.timer = undefined;
  const visits = [...collector.waiting.values()];
  collector.waiting = new Map();
  collector.writing = collector.writing.then(() =>
    writeVisits(services, visits).catch((error: unknown) =>
      services.log.warn({ err: error, visits: visits.length }, "visits could not be written"),
    ),
  );
  return collector.writing;
}

async function writeVisits({ db }: Services, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return;
  const flooded = await floodedOf(db, visits);
  const rows = new Map<string, Visit>();
  for (const visit of visits) {
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
}

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
