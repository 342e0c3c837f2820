import { inArray, type SQL, sql } from "drizzle-orm";
import { bucketsIn, type Grain, grainOf } from "~/contract/dashboard/grain";
import { type TrendKey, trendFigure, trendPage } from "~/contract/trend/trend-figures";
import type { TrendPageKey } from "~/contract/trend/trend-pages";
import { trends as contract, splitLabels, type Trends } from "~/contract/trend/trends";
import { country as countryTable } from "~/server/database/tables/region/geography";
import { found, type SignedCall } from "~/server/lib/call";
import { dayOf, listSource, readList } from "~/server/lib/list";
import { dictionaryEntries } from "~/server/lib/option-values";
import { serve } from "~/server/lib/serve";
import { districtsOf } from "~/server/resources/shared/districts";
import type { Days, People } from "~/server/resources/shared/figure";
import { rangeOf, shift } from "~/server/resources/shared/range";
import { viewerOf } from "../../customer/customer/view";
import { statFigure } from "../figures";
import { bucketsOf, takenOf } from "../stat-values";
import { narrowingTeams } from "../teams";
import type { Asked } from "./fact";
import { factOf } from "./facts";
import { tablesOf } from "./tables";

/** The first day of a day's week (Monday) or month, in a range that may begin within it. */
const bucketOf = (grain: Grain, { from }: Days, day: SQL): SQL =>
  grain === "day" ? day : sql`greatest(date_trunc(${grain}, ${day}::timestamp)::date, ${from}::date)`;

type Query = Partial<Days> & People & { grain?: Grain | undefined };
type Db = SignedCall["db"];
type Series = Trends["series"][number];

/** So many days where no range is said. */
const usual = 30;
const mostBars = 15;

/** What a trend reads for one caller. */
interface Reading {
  db: Db;
  asked: Asked;
  days: Days;
  grain: Grain;
  buckets: { date: string; to: string }[];
}

async function trendsOf(call: SignedCall, page: TrendPageKey, query: Query): Promise<Trends> {
  const viewer = await viewerOf(call);
  const { from, to, team_id, user_id, country } = query;
  const today = dayOf(viewer.now);
  const days = rangeOf(from || to ? { from, to } : { from: shift(today, 1 - usual), to: today }, viewer.now);
  const grain = query.grain ?? grainOf(days);
  const asked: Asked = { viewer, country, ...(team_id && { team_id }), ...(user_id && { user_id }) };
  const reading = { db: call.db, asked, days, grain, buckets: bucketsIn(grain, days) };
  const mayRead = (key: TrendKey) => call.user.permissions.has(trendFigure(key).permission);
  const { totals, charts, splits } = trendPage(page);
  const teams = await narrowingTeams(call);
  const reply: Trends = { ...days, grain, teams, totals: [], series: [], splits: [], tables: [] };
  for (const key of totals.filter(mayRead)) reply.totals.push({ key, value: await totalOf(reading, key) });
  for (const key of charts.flatMap(({ of }) => of).filter(mayRead))
    reply.series.push(...(await seriesOf(reading, key)));
  for (const key of splits.map((split) => split.key).filter(mayRead)) reply.splits.push(await splitOf(reading, key));
  reply.tables = await tablesOf(call.db, page, asked, days);
  return reply;
}

async function totalOf({ db, asked, days }: Reading, key: TrendKey): Promise<number | null> {
  const { from, amount } = factOf(key, asked);
  const { rows } = await db.execute<{ value: number | null }>(
    sql`select (${amount})::float8 as value from ${from(days)}`,
  );
  return found(rows[0]).value;
}

/** A figure over the range, one series for each value where it is split. */
async function seriesOf(reading: Reading, key: TrendKey): Promise<Series[]> {
  const { buckets } = reading;
  const isCounted = trendFigure(key).unit === "count";
  const toSeries = (value: string | null, label: string, values: ReadonlyMap<string, number | null>): Series => ({
    ...{ key, value, label },
    points: buckets.map((bucket) => ({ ...bucket, value: values.get(bucket.date) ?? (isCounted ? 0 : null) })),
  });
  const { label } = trendFigure(key);
  if (key === "estate_online") return [await onlineOf(reading)];
  if (key === "customer_new" || key === "clue_valid_rate") return [toSeries(null, label, await summedOf(reading, key))];
  const { db, asked, days, grain } = reading;
  const { from, day, amount, by } = factOf(key, asked);
  const { rows } = await db.execute<{ bucket: string; by: string; value: number | null }>(sql`
    select to_char(${bucketOf(grain, days, day)}, 'YYYY-MM-DD') as bucket, ${by ?? sql`''`} as by, (${amount})::float8 as value
    from ${from(days)} group by 1, 2`);
  const valuesAt = (value: string) =>
    new Map(rows.filter((row) => row.by === value).map((row) => [row.bucket, row.value] as const));
  if (!by) return [toSeries(null, label, valuesAt(""))];
  return Object.entries(splitLabels[key] ?? {}).map(([value, name]) => toSeries(value, name, valuesAt(value)));
}

/** Those of the dashboard's figures, past days as they are summed up. */
function summedOf({ db, asked, days, grain }: Reading, key: "customer_new" | "clue_valid_rate") {
  const { viewer, ...people } = asked;
  return bucketsOf(db, key, statFigure(key, viewer, people), days, (day: SQL) => bucketOf(grain, days, day));
}

/** What was online as each day, week or month ended; today as it is. Days on which nothing was taken have none, nor has one country alone. */
async function onlineOf(reading: Reading): Promise<Series> {
  const { db, asked, days, buckets } = reading;
  const { viewer, ...people } = asked;
  const today = dayOf(viewer.now);
  const taken = await takenOf(db, "estate_online", statFigure("estate_online", viewer, people), days);
  const points = [];
  for (const bucket of buckets) {
    const isNow = bucket.date <= today && today <= bucket.to;
    const value = isNow ? await totalOf(reading, "estate_online") : (taken.get(bucket.to) ?? null);
    points.push({ ...bucket, value });
  }
  return { key: "estate_online", value: null, label: trendFigure("estate_online").label, points };
}

/** A figure by the values of its rows: the most first, those that have an order of their own in that. */
async function splitOf({ db, asked, days }: Reading, key: TrendKey): Promise<Trends["splits"][number]> {
  const { from, by = sql`''` } = factOf(key, asked);
  const { rows } = await db.execute<{ value: string; count: number }>(sql`
    select ${by} as value, count(*)::int as count from ${from(days)} group by 1 order by 2 desc, 1 limit ${mostBars}`);
  const names = await namesOf(
    db,
    key,
    rows.map(({ value }) => value),
  );
  return { key, list: rows.map((row) => ({ ...row, label: names.get(row.value) ?? row.value })) };
}

/** What the values of a split are called. */
async function namesOf(db: Db, key: TrendKey, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = splitLabels[key];
  if (known) return new Map(Object.entries(known));
  if (values.length === 0) return new Map();
  if (key === "customer_source") {
    const entries = await dictionaryEntries(db, new Map([["customer_source", new Set(values)]]));
    return new Map(entries.map(({ value, label }) => [`${value}`, label]));
  }
  if (key === "estate_district") {
    const places = await districtsOf(db, values.map(Number));
    return new Map(places.map(({ id, name }) => [`${id}`, name]));
  }
  const rows = await db
    .select({ code: countryTable.code, name: countryTable.name_zh })
    .from(countryTable)
    .where(inArray(countryTable.code, [...values]));
  return new Map(rows.map(({ code, name }) => [code, name]));
}

export const trendHandlers = (["estate", "customer", "clue", "agent"] as const).map((page) =>
  serve(contract[page], async (call) => {
    const source = await listSource(call);
    const trends = await readList(source, (db) => trendsOf({ ...call, db }, page, call.query));
    return { ...trends, as_of: source.asOf };
  }),
);
