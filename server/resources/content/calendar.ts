import { and, eq, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  type CalendarEntry,
  type CalendarEvent,
  calendarEvents,
  calendarLimits,
  contentCalendar as contract,
} from "~/contract/content/content-calendar";
import type { ContentKind } from "~/contract/content/content-kinds";
import { isLive, type ListedStatus, type PublishStatus } from "~/contract/content/publishing";
import { isoInstant, sayMinute } from "~/server/database/tables/columns";
import { contentApproval, revision } from "~/server/database/tables/content/content";
import { refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { startOfDay } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { isReviewed } from "./approval";
import { canOf, type Kind, mayPublish, mayView, statusAt, type Values, valuesOf } from "./kind";
import { scheduleItem } from "./life";
import { writeItem } from "./write";

/** What goes out, changes and ends, of all kinds (domain D.7). */
export const calendarHandlers = (kinds: Readonly<Record<ContentKind, Kind>>) => [
  serve(contract.list, async (call) => {
    const { db, query, user } = call;
    const isAsked = <T>(asked: readonly T[] | undefined, one: T) => !asked?.length || asked.includes(one);
    const seen = Object.values(kinds).filter(({ kind }) => mayView(kind, user) && isAsked(query.kind, kind));
    const names = Object.keys(calendarEvents) as CalendarEvent[]; // the same keys
    const events = names.filter((one) => isAsked(query.event, one));
    const span = { from: startOfDay(query.from), to: startOfDay(query.to, 1), isReviewed: await isReviewed(db) };
    const found: CalendarEntry[] = [];
    for (const kind of seen) for (const event of events) found.push(...(await entriesOf(call, kind, event, span)));
    found.sort((a, b) => Date.parse(a.at) - Date.parse(b.at) || a.id - b.id);
    return { list: found.slice(0, calendarLimits.entries), is_capped: found.length > calendarLimits.entries };
  }),

  serve(contract.move, async (call) => {
    await moveEvent(call, kinds[call.body.kind], call.body);
    return null;
  }),
];

interface Span {
  from: string;
  to: string;
  isReviewed: boolean;
}

async function entriesOf(call: SignedCall, kind: Kind, event: CalendarEvent, span: Span): Promise<CalendarEntry[]> {
  if (event === "publish") {
    const waiting = span.isReviewed ? await waitingIn(call, kind, span) : [];
    return [...(await publishedIn(call, kind, span)), ...waiting];
  }
  return event === "end" ? endedIn(call, kind, span) : changedIn(call, kind, span);
}

const within = (at: AnyPgColumn, { from, to }: Span) => sql`(${at} >= ${from} and ${at} < ${to})`;

const publishedIn = (call: SignedCall, kind: Kind, span: Span) =>
  read(call, kind, "publish", {
    at: sql`${kind.table.publish_at}`,
    where: and(ne(kind.table.publish_status, "draft"), within(kind.table.publish_at, span)),
  });

/** Those for which a time is asked of a second person. */
const waitingIn = (call: SignedCall, kind: Kind, span: Span) =>
  read(call, kind, "publish", {
    at: sql`${contentApproval.publish_at}`,
    join: sql`join ${contentApproval} on ${and(eq(contentApproval.kind, kind.kind), eq(contentApproval.target_id, kind.table.id))}`,
    where: and(eq(contentApproval.status, "pending"), within(contentApproval.publish_at, span)),
    state: "pending",
  });

function endedIn(call: SignedCall, kind: Kind, span: Span) {
  const { publish_status, publish_at } = kind.table;
  const end = kind.table[endName(kind)];
  if (!end) throw new Error(`${kind.kind}: no end`);
  const hasEnded = and(
    eq(publish_status, "offline"),
    lte(end, isoInstant(call.services.now())),
    sql`${end} > ${publish_at}`,
  );
  const where = and(within(end, span), or(inArray(publish_status, ["scheduled", "published"]), hasEnded));
  return read(call, kind, "end", { at: sql`${end}`, where });
}

/** What its readers have seen change: the last change of a day. */
function changedIn(call: SignedCall, kind: Kind, span: Span) {
  const isChange = and(
    eq(revision.kind, kind.kind),
    eq(revision.target_id, kind.table.id),
    inArray(revision.act, ["save", "draft", "restore"]),
    eq(revision.is_live, true),
  );
  return read(call, kind, "change", {
    at: sql`max(${revision.at})`,
    join: sql`join ${revision} on ${isChange}`,
    where: and(within(revision.at, span), sql`${revision.at} > ${kind.table.publish_at}`),
    group: sql`group by ${kind.table.id}, (${revision.at} at time zone 'Asia/Shanghai')::date`,
  });
}

interface Reading {
  at: SQL;
  where: SQL | undefined;
  join?: SQL;
  group?: SQL;
  /** Of all of them, where it is not that of the piece. */
  state?: ListedStatus;
}

type Row = Record<"id" | "version" | "title" | "at", string> & {
  publish_status: PublishStatus;
  publish_at: string | null;
  offline_at: string | null;
};

async function read(
  { db, user, services }: SignedCall,
  { kind, table }: Kind,
  event: CalendarEvent,
  { at, where, join = sql``, group = sql``, state }: Reading,
): Promise<CalendarEntry[]> {
  const { id, version, title, publish_status, publish_at, offline_at } = table;
  const { rows } = await db.execute<Row>(sql`
    select ${id} as id, ${version} as version, ${title} as title, ${publish_status} as publish_status,
      ${publish_at} as publish_at, ${offline_at ?? sql`null`} as offline_at, ${at} as at
    from ${table as PgTable} ${join} where ${and(isNull(table.deleted_at), where)} ${group}
    order by ${at}, ${id} limit ${calendarLimits.entries + 1}`);
  const now = services.now();
  return rows.map((row) => {
    const status = statusAt(row, now);
    const isAhead = Date.parse(row.at) > now.getTime();
    const isMovable = event === "publish" ? status === "scheduled" && !state : event === "end" && isLive(status);
    return {
      ...{ kind, event, id: Number(row.id), version: Number(row.version), title: row.title, at: isoInstant(row.at) },
      state: state ?? status,
      can: { edit: canOf(kind, user, status).edit, move: mayPublish(kind, user) && isMovable && isAhead },
    };
  });
}

const endName = ({ names }: Kind) => (names.includes("offline_at") ? "offline_at" : "end_at");

interface Move {
  id: number;
  event: "publish" | "end";
  at: string;
  version: number;
}

async function moveEvent(call: SignedCall, kind: Kind, { id, event, at, version }: Move): Promise<void> {
  if (!mayPublish(kind.kind, call.user)) return refuse(40300);
  const now = call.services.now();
  if (Date.parse(at) <= now.getTime())
    return refuseFields([{ field: "at", label: "时间", message: "不能移到过去，请选择现在以后的时间" }]);
  const row = await kind.records.lock(call, id, version);
  const status = statusAt(row, now);
  if (event === "publish") {
    if (status !== "scheduled") return refuse(40902);
    await scheduleItem(call, kind, id, { publish_at: at, version });
    return;
  }
  const values = valuesOf(kind, row);
  const end = values[endName(kind)];
  if (!isLive(status) || typeof end !== "string" || Date.parse(end) <= now.getTime()) return refuse(40902);
  const next: Values = { ...values, [endName(kind)]: isoInstant(at) };
  await writeItem(call, kind, row, next, { act: "save", verb: `改下线时间为${sayMinute(isoInstant(at))}：` });
}
