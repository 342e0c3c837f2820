import { type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { statBuilt, statDaily, statDirty } from "~/server/database/tables/dashboard/stat";
import { found } from "~/server/lib/call";
import type { Daily, Days, Figure, Sums } from "~/server/resources/shared/figure";
import { shift } from "~/server/resources/shared/range";
import { isTaken, type StatKey } from "./figures";

/** With more pieces than that between the summed up days, all are counted from their rows at once. */
const mostPieces = 12;

/** A figure whose past days are summed up for this viewer. */
interface Summed {
  key: StatKey;
  sums: Sums;
  daily: Daily & { held: SQL };
}

function summedOf(key: StatKey, { sums, daily }: Figure): Summed | undefined {
  return sums && daily?.held ? { key, sums, daily: { ...daily, held: daily.held } } : undefined;
}

/** The days in some ranges for which all these figures are summed up, as runs of days. */
async function keptDays(db: Db, keys: readonly StatKey[], { basis = "" }: Daily, ranges: readonly Days[]) {
  const { rows } = await db.execute<{ from: string; to: string }>(sql`
    select to_char(min(date), 'YYYY-MM-DD') as from, to_char(max(date), 'YYYY-MM-DD') as to from (
      select date, date - (row_number() over (order by date))::int as run from (
        select ${statBuilt.date} as date
        from unnest(${sql.param(ranges.map(({ from }) => from))}::date[], ${sql.param(ranges.map(({ to }) => to))}::date[]) range(first, last)
        join ${statBuilt} on ${statBuilt.metric} = any(${sql.param([...keys])}::text[]) and ${statBuilt.date} between range.first and range.last
        where ${statBuilt.basis} = ${basis} and not exists (select 1 from ${statDirty}
          where ${statDirty.metric} = ${statBuilt.metric} and ${statDirty.date} = ${statBuilt.date})
        group by 1 having count(distinct ${statBuilt.metric}) = ${keys.length}
      ) whole
    ) kept group by run order by 1`);
  return rows;
}

const min = (one: string, other: string) => (one < other ? one : other);
const max = (one: string, other: string) => (one > other ? one : other);

/** A range in the days that are summed up and those that are counted from their rows. */
function piecesOf({ from, to }: Days, kept: readonly Days[]): { summed: Days[]; counted: Days[] } {
  const summed = kept
    .filter((run) => run.from <= to && run.to >= from)
    .map((run) => ({ from: max(run.from, from), to: min(run.to, to) }));
  const counted: Days[] = [];
  let next = from;
  for (const run of summed) {
    if (run.from > next) counted.push({ from: next, to: shift(run.from, -1) });
    next = shift(run.to, 1);
  }
  if (next <= to) counted.push({ from: next, to });
  return counted.length > mostPieces ? { summed: [], counted: [{ from, to }] } : { summed, counted };
}

const or = (conditions: readonly SQL[]) => sql`(${sql.join([...conditions], sql` or `)})`;

const isSummed = (metric: StatKey | SQL, held: SQL, summed: readonly Days[]): SQL =>
  sql`${statDaily.metric} = ${metric} and ${held}
    and ${or(summed.map(({ from, to }) => sql`${statDaily.date} between ${from} and ${to}`))}`;

/** A range's value out of what is summed up and what is counted. */
function valueOver(figure: Summed, days: Days, kept: readonly Days[]): SQL {
  const { sums } = figure;
  const { summed, counted } = piecesOf(days, kept);
  const parts = [
    ...(summed.length
      ? [
          sql`select sum(${statDaily.value}) as value, sum(${statDaily.whole}) as whole from ${statDaily} where ${isSummed(figure.key, figure.daily.held, summed)}`,
        ]
      : []),
    ...counted.map(
      (range) =>
        sql`select (${sums.value})::numeric, ${sums.whole ? sql`(${sums.whole})::numeric` : sql`null::numeric`} from ${sums.from(range)}`,
    ),
  ];
  return sql`(select ${sums.finish(sql`sum(value)`, sql`sum(whole)`)} from (${sql.join(parts, sql` union all `)}) part(value, whole))`;
}

/** A figure's values over some ranges, past days as they are summed up. */
export async function valuesOf(db: Db, key: StatKey, figure: Figure, ranges: readonly Days[]) {
  const summed = isTaken(key) ? undefined : summedOf(key, figure);
  const kept = summed ? await keptDays(db, [key], summed.daily, ranges) : [];
  const values = ranges.map((range) => (summed && kept.length ? valueOver(summed, range, kept) : figure.value(range)));
  // As numbers of one type, which an array asks for.
  const array = sql.join(
    values.map((value) => sql`${value}::float8`),
    sql`, `,
  );
  const { rows } = await db.execute<{ values: (number | null)[] }>(sql`select array[${array}] as values`);
  return found(rows[0]).values;
}

/**
 * How many rows some figures of the same days and people count over a range, in their order: past days as they are summed up where all of them are, the others by one walk over their
 * rows, which `walk` says: a select of an array of counts.
 */
export async function countsOf(db: Db, keys: readonly StatKey[], daily: Daily, days: Days, walk: (days: Days) => SQL) {
  const { held } = daily;
  const { summed, counted } = piecesOf(days, held ? await keptDays(db, keys, daily, [days]) : []);
  const parts = [
    ...(held && summed.length
      ? [
          sql`select array(select coalesce((select sum(${statDaily.value}) from ${statDaily} where ${isSummed(sql`key`, held, summed)}), 0)::int
            from unnest(${sql.param([...keys])}::text[]) with ordinality asked(key, place) order by place)`,
        ]
      : []),
    ...counted.map(walk),
  ];
  const { rows } = await db.execute<{ counts: number[] }>(
    sql`select counts from (${sql.join(parts, sql` union all `)}) part(counts)`,
  );
  return keys.map((_, index) => rows.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
}

/** What falls into each bucket of days, by the bucket's first day as `bucket` makes it of a day; buckets without any are absent. */
export async function bucketsOf(db: Db, key: StatKey, figure: Figure, days: Days, bucket: (day: SQL) => SQL) {
  const { sums, daily } = figure;
  if (!sums || !daily) throw new Error(`${key} does not add up over days`);
  const summed = summedOf(key, figure);
  const pieces = piecesOf(days, summed ? await keptDays(db, [key], summed.daily, [days]) : []);
  const parts = [
    ...(summed && pieces.summed.length
      ? [
          sql`select ${bucket(sql`${statDaily.date}`)} as bucket, sum(${statDaily.value}) as value, sum(${statDaily.whole}) as whole
            from ${statDaily} where ${isSummed(key, summed.daily.held, pieces.summed)} group by 1`,
        ]
      : []),
    ...pieces.counted.map(
      (range) =>
        sql`select ${bucket(daily.day)}, (${sums.value})::numeric, ${sums.whole ? sql`(${sums.whole})::numeric` : sql`null::numeric`}
          from ${sums.from(range)} group by 1`,
    ),
  ];
  const { rows } = await db.execute<{ bucket: string; value: number | null }>(sql`
    select to_char(bucket, 'YYYY-MM-DD') as bucket, ${sums.finish(sql`sum(value)`, sql`sum(whole)`)} as value
    from (${sql.join(parts, sql` union all `)}) part(bucket, value, whole) group by 1`);
  return new Map(rows.map((row) => [row.bucket, row.value]));
}

/** What was taken at each day's end, by the day; days without any are absent. */
export async function takenOf(db: Db, key: StatKey, figure: Figure, days: Days): Promise<Map<string, number>> {
  const summed = summedOf(key, figure);
  if (!summed) return new Map();
  const { rows } = await db.execute<{ date: string; value: number }>(sql`
    select to_char(${statBuilt.date}, 'YYYY-MM-DD') as date, coalesce((select sum(${statDaily.value}) from ${statDaily}
      where ${statDaily.metric} = ${key} and ${statDaily.date} = ${statBuilt.date} and ${summed.daily.held}), 0)::float8 as value
    from ${statBuilt} where ${statBuilt.metric} = ${key} and ${statBuilt.date} between ${days.from} and ${days.to}`);
  return new Map(rows.map((row) => [row.date, row.value]));
}
