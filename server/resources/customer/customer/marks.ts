import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import type { Database, Transaction } from "~/server/database/database";
import { customer } from "~/server/database/tables/customer/customer";
import { customerMarks } from "~/server/database/tables/search";
import { dayOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";
import { bears, bearsAll, bearsOf, gramsIn, isPlain } from "~/server/lib/search";
import type { Settings } from "~/server/lib/settings";
import { createdWith } from "~/server/resources/shared/numbers";
import { isOwned } from "./owned-list";
import { idleSince, ownedSince, type Rule, warningRules } from "./pool-clock";

type Query = z.output<typeof contract.list.query>;
type Db = Database | Transaction;

/** Moments of an owned customer: how `customer_marks` writes their days and months, and what has an index that knows the first and the last. */
const moments = {
  created: { day: undefined, month: "A", column: sql`${customer.created_at}` },
  tracked: { day: "k", month: "K", column: sql`${customer.last_tracking_at}` },
  next: { day: "n", month: "N", column: sql`${customer.next_tracking_at}` },
  idle: { day: "i", month: "I", column: idleSince },
  held: { day: "h", month: "H", column: ownedSince },
} as const;
type Moment = keyof typeof moments;

/** Days `YYYY-MM-DD`, both inclusive; absent: from the first, to the last. */
interface Span {
  moment: Moment;
  from?: string | undefined;
  to?: string | undefined;
}

const dayLength = 86_400_000;
const dayNumber = (day: string) => Date.parse(day) / dayLength;
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
const dayAt = (number: number) => new Date(number * dayLength).toISOString().slice(0, 10);

/** The marks of which whoever has that moment within these days bears one. */
export function marksWithin(moment: Moment, from: string, to: string): string[] {
  const { day, month } = moments[moment];
  const borne: string[] = [];
  for (let at = dayNumber(from); at <= dayNumber(to); ) {
    const [year, inYear] = dayAt(at).split("-").map(Number);
    const next = Date.UTC(year ?? 0, inYear ?? 0, 1) / dayLength;
    const isWhole = dayAt(at).endsWith("-01") && next - 1 <= dayNumber(to);
    if (isWhole || !day) borne.push(`${month}:${monthNumber(dayAt(at))}`);
    else borne.push(`${day}:${at}`);
    at = isWhole || !day ? next : at + 1;
  }
  return borne;
}

const marks = customerMarks(customer);

/** The days that a query names beside its tab. A number tells the month in which it was given. */
function spansOf({ keyword, ...query }: Query): Span[] {
  const span = (moment: Moment, from: string | undefined, to: string | undefined): Span[] =>
    from || to ? [{ moment, from, to }] : [];
  const made = keyword && createdWith(keyword.toUpperCase(), "KH");
  return [
    ...(made ? span("created", dayOf(made.after), dayOf(made.before)) : []),
    ...span("created", query.created_from, query.created_to),
    ...span("tracked", query.tracked_from, query.tracked_to),
    ...span("next", query.next_from, query.next_to),
  ];
}

/** Of days that are more of all than this a walk through the tab meets enough for its count sooner than all of them are read. */
const mostOfAll = 0.4;

interface Reach {
  first: string;
  last: string;
}

/** The first and the last day on which owned customers have these moments. */
async function reachesOf(db: Db, asked: Moment[]): Promise<Map<Moment, Reach | undefined>> {
  if (!asked.length) return new Map();
  const ends = asked.map((moment) => {
    const end = (of: string) =>
      sql`(select ${sql.raw(of)}(${moments[moment].column}) from ${customer} where ${isOwned})`;
    return sql`array[${end("min")}, ${end("max")}]::text[] as ${sql.identifier(moment)}`;
  });
  const { rows } = await db.execute<Record<Moment, [string | null, string | null]>>(
    sql`select ${sql.join(ends, sql`, `)}`,
  );
  const found = rows[0] ?? refuse(50000);
  return new Map(
    asked.map((moment) => {
      const [first, last] = found[moment];
      return [moment, first && last ? { first: dayOf(first), last: dayOf(last) } : undefined];
    }),
  );
}

/** The days of a span in which there is anything; undefined where there are none. */
function within({ from = "", to = "9999-12-31" }: Span, reach: Reach | undefined): Reach | undefined {
  if (!reach) return undefined;
  const [first, last] = [from > reach.first ? from : reach.first, to < reach.last ? to : reach.last];
  return first <= last ? { first, last } : undefined;
}

const lengthOf = ({ first, last }: Reach) => dayNumber(last) - dayNumber(first) + 1;

/** Whether a filter's span leaves out enough to be asked for. */
function narrows(span: Span, reach: Reach | undefined): boolean {
  const days = within(span, reach);
  return !days || !reach || lengthOf(days) <= mostOfAll * lengthOf(reach);
}

const bearsDayOf = (span: Span, reach: Reach | undefined): SQL => {
  const days = within(span, reach);
  return days ? bears(marks, marksWithin(span.moment, days.first, days.last)) : sql`false`;
};

const clockOf = ({ clock }: Rule): Moment => (clock === idleSince ? "idle" : "held");

/** The tabs that hold some of everybody's customers. */
const someOf = ["today", "warning", "locked", "lost"];

/**
 * A tab of everybody's customers and what narrows it, as "from …": read out of the one index that knows all of it, so that who meets only a part is not read. What the index does not know is asked of these rows; `rest` says the
 * whole query of a row as it stands, `others` without its tab. Undefined where there is nothing to put together.
 */
export async function markedRows(
  db: Db,
  query: Query,
  { settings, now }: { settings: Settings; now: Date },
  { rest, others }: { rest: SQL; others: SQL },
): Promise<SQL | undefined> {
  const { view, stage, tag, country, keyword } = query;
  if (!someOf.includes(view)) return undefined;
  const among = (found: SQL[], asked: SQL, order = sql``) =>
    sql`(select ${customer}.* from ${customer} where ${sql.join([isOwned, ...found], sql` and `)} ${order} offset 0) as ${customer} where ${asked}`;
  // They are few.
  if (view === "locked") return sql`from ${among([sql`${customer.is_locked}`], rest)}`;
  const rules = view === "warning" ? warningRules(settings, now) : [];
  const tab: Span[] = view === "today" ? [{ moment: "next", to: dayOf(now) }] : [];
  const spans = spansOf(query);
  const asked = [...tab, ...spans].map(({ moment }) => moment);
  const reaches = await reachesOf(db, [...new Set([...asked, ...rules.map(clockOf)])]);
  const narrowed = [
    ...spans.flatMap((span) => {
      const reach = reaches.get(span.moment);
      return narrows(span, reach) ? [bearsDayOf(span, reach)] : [];
    }),
    // The lost ones have one stage.
    ...bearsOf(marks, "s", view === "lost" ? undefined : stage),
    ...bearsOf(marks, "t", tag),
    ...bearsOf(marks, "c", country),
    ...(keyword && !isPlain(keyword) ? [bearsAll(marks, gramsIn(customer.name, keyword))] : []),
  ];
  if (view !== "warning") {
    const held =
      view === "lost"
        ? bears(marks, ["s:lost"])
        : sql.join(tab.map((span) => bearsDayOf(span, reaches.get(span.moment))));
    return narrowed.length ? sql`from ${among([held, ...narrowed], rest)}` : undefined;
  }
  const parts = rules.map((rule) => {
    const moment = clockOf(rule);
    const span: Span = { moment, to: dayOf(rule.until) };
    // Alone each rule is found in the order of its clock.
    const found = narrowed.length ? [bearsDayOf(span, reaches.get(moment)), ...narrowed] : [rule.rows];
    const order = narrowed.length ? sql`` : sql`order by ${rule.clock}`;
    return sql`select ${customer}.* from ${among(found, sql`${rule.rows} and ${others}`, order)}`;
  });
  return parts.length ? sql`from (${sql.join(parts, sql` union all `)}) as ${customer} where true` : undefined;
}
