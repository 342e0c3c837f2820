import { eq, type SQL, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import {
  timeline as contract,
  type TimelineEntry,
  type TimelineKind,
  timelineCodes,
  timelineLength,
} from "~/contract/timeline/timeline";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { seen, selectCustomers, viewerOf } from "./customer/view";
import type { About, Source, Sources } from "./timeline/sources";

export const timelineHandlers = (sources: Sources) => [
  serve(contract.list, async (call) => {
    const { db, params, query } = call;
    const [viewed] = await selectCustomers(db, await viewerOf(call)).where(eq(customer.id, params.id));
    const about = { id: params.id, isClosed: seen(viewed).customer.deleted_at !== null };
    const found = await placesOf(sources, call, params.id, query);
    const page = found.slice(0, timelineLength);
    const next = found.length > timelineLength ? placeOf(page.at(-1)) : null;
    return { list: await entriesOf(sources, call, page, about), next, can: { comment: !about.isClosed } };
  }),
];

/** A row of one of the sources, at its moment in microseconds. */
interface Place extends Record<string, unknown> {
  source: string;
  id: string;
  at: string;
  micros: string;
}

const placeOf = (place: Place | undefined) => (place ? `${place.micros}.${place.source}.${place.id}` : null);

/** Newest first: the first rows of every source, then the newest of all these. Each is found by the customer in an index. */
async function placesOf(
  sources: Sources,
  call: SignedCall,
  id: number,
  { kind, before }: { kind?: readonly TimelineKind[] | undefined; before?: string | undefined },
): Promise<Place[]> {
  const asked = Object.entries(sources).filter(
    ([, source]) => (kind?.includes(source.kind) ?? true) && mayCall(call.user, timelineCodes[source.kind]),
  );
  if (asked.length === 0) return [];
  const end = sql`limit ${timelineLength + 1}`;
  const parts = asked.map(
    ([name, source]) => sql`(select ${name}::text as source, ${source.id} as id, ${source.at} as at from ${source.from}
      where ${source.where(call, id)} and ${isBefore(name, source, before)}
      order by ${source.at} desc, ${source.id} desc ${end})`,
  );
  const { rows } = await call.db.execute<Place>(sql`
    select source, id::text as id, at, (extract(epoch from at) * 1000000)::bigint::text as micros
    from (${sql.join(parts, sql` union all `)}) entry
    order by at desc, source collate "C" desc, entry.id desc ${end}`);
  return rows;
}

/** Rows that stand after a place; of one moment they stand by their source and number. */
function isBefore(name: string, { at, id }: Source, before: string | undefined): SQL {
  if (!before) return sql`true`;
  const [micros, source = "", last] = before.split(".");
  const moment = sql`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;
  if (name === source) return sql`(${at}, ${id}) < (${moment}, ${last}::bigint)`;
  return name < source ? sql`${at} <= ${moment}` : sql`${at} < ${moment}`;
}

async function entriesOf(sources: Sources, call: SignedCall, places: Place[], about: About): Promise<TimelineEntry[]> {
  const names = [...new Set(places.map(({ source }) => source))];
  const shown = new Map<string, Awaited<ReturnType<Source["show"]>>>();
  for (const name of names) {
    const ids = places.filter(({ source }) => source === name).map(({ id }) => Number(id));
    const entries = await sources[name]?.show(call, ids, about);
    if (entries) shown.set(name, entries);
  }
  return places.flatMap((place) => {
    const entry = shown.get(place.source)?.get(Number(place.id));
    const where = { key: `${place.source}:${place.id}`, place: placeOf(place) ?? "", at: isoInstant(place.at) };
    return entry ? [{ ...entry, ...where }] : [];
  });
}
