import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { permissions } from "~/contract/permissions";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { statBuilt, statDaily, statDirty } from "~/server/database/tables/dashboard/stat";
import type { Caller } from "~/server/lib/caller";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import type { Daily, Days, Figure, Sums } from "~/server/resources/shared/figure";
import { lengthOf, shift } from "~/server/resources/shared/range";
import type { Viewer } from "../customer/customer/view";
import { isTaken, type StatKey, statFigure, statKeys } from "./figures";

/** So many days back every day is summed up, so that a range of a year and the year before it are. */
const keptBack = 800;
/** These are summed up again each night, whatever is known of them. */
const rebuilt = 7;
const chunkDays = 31;

/** The caller that sums up: everything is counted, in every scope. */
const everybody: Caller = {
  ...{ id: 0, name: "", sessionId: "", teamId: null, teamIds: [], roles: [], mustChangePassword: false },
  permissions: new Set(permissions),
  pools: { seen: "all", managed: [] },
  scope: () => "all",
};

const viewerAt = async ({ db }: Pick<Services, "db">, now: Date): Promise<Viewer> => ({
  ...{ caller: everybody, settings: await readSettings(db), now },
});

interface Building {
  services: Pick<Services, "db" | "now">;
  /** The day that has begun: those before it are summed up. */
  at: Date;
  signal?: AbortSignal;
}

/** Sums up anew the past days that a late write has changed, so that calls need not count them until the night. Safe to run again. */
export async function mendStats(building: Building): Promise<string> {
  const { services, at } = building;
  const viewer = await viewerAt(services, at);
  let days = 0;
  for (const key of statKeys) {
    const figure = statFigure(key, viewer);
    days += await sumUp(building, key, figure, await changedDays(services, key, dayOf(at)));
  }
  return `${days} days`;
}

/** The days before `today` that were summed up and have been written to since. */
async function changedDays({ db }: Pick<Services, "db">, key: StatKey, today: string): Promise<string[]> {
  const { rows } = await db.execute<{ day: string }>(sql`
    select distinct to_char(${statDirty.date}, 'YYYY-MM-DD') as day from ${statDirty}
    join ${statBuilt} on ${statBuilt.metric} = ${statDirty.metric} and ${statBuilt.date} = ${statDirty.date}
    where ${statDirty.metric} = ${key} and ${statDirty.date} < ${today} order by 1`);
  return rows.map(({ day }) => day);
}

/** Sums up yesterday and the days before it that are not, that a write has changed, or that are young; and takes what is now once for yesterday's end. Safe to run again. */
export async function buildStats(building: Building): Promise<string> {
  const { services, at } = building;
  const viewer = await viewerAt(services, at);
  const last = dayOf(new Date(at.getTime() - 86_400_000));
  let days = 0;
  for (const key of statKeys) {
    const figure = statFigure(key, viewer);
    if (!figure.sums || !figure.daily) continue;
    if (isTaken(key)) {
      await services.db.transaction((tx) => takeNow(tx, key, figure, last, services.now()));
      continue;
    }
    days += await sumUp(building, key, figure, await daysToBuild(services, key, figure, last));
  }
  return `${days} days`;
}

/** The days to be summed up, from the first to the last. */
async function daysToBuild({ db }: Pick<Services, "db">, key: StatKey, figure: Figure, last: string) {
  const basis = figure.daily?.basis ?? "";
  const { rows } = await db.execute<{ day: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day from (
      select day::date from generate_series(${shift(last, 1 - keptBack)}::date, ${last}::date, interval '1 day') day
      where day::date > ${shift(last, -rebuilt)}::date or not exists (select 1 from ${statBuilt}
        where ${statBuilt.metric} = ${key} and ${statBuilt.date} = day::date and ${statBuilt.basis} = ${basis})
      union select ${statDirty.date} from ${statDirty} where ${statDirty.metric} = ${key} and ${statDirty.date} <= ${last}
    ) wanted order by 1`);
  return rows.map(({ day }) => day);
}

/** Sums up some days of a figure, a range of them in a transaction; gives how many. */
async function sumUp({ services, signal }: Building, key: StatKey, figure: Figure, days: readonly string[]) {
  for (const range of rangesOf(days)) {
    signal?.throwIfAborted();
    await services.db.transaction((tx) => buildRange(tx, key, figure, range, services.now()));
  }
  return days.length;
}

/** Days, from the first to the last, as ranges of those next to each other, none too long. */
function rangesOf(days: readonly string[]): Days[] {
  const ranges: Days[] = [];
  for (const day of days) {
    const range = ranges.at(-1);
    if (range && shift(range.to, 1) === day && lengthOf(range) < chunkDays) range.to = day;
    else ranges.push({ from: day, to: day });
  }
  return ranges;
}

/** Only one server sums up at a time. */
const alone = sql`select pg_advisory_xact_lock(hashtext('stat_daily'))`;

/** Rows of `stat_daily` out of sums by day and person: each person's, and all people's together apart from nobody's. */
const rowsOf = (key: StatKey, one: SQL) => sql`
  insert into ${statDaily} (date, metric, dim_type, dim_id, value, whole)
  with one as (${one})
  select day, ${key}::text, 'user' || part, person, value, whole from one where person <> 0
  union all
  select day, ${key}::text, case when person = 0 then 'nobody' else 'staff' end || part, 0, sum(value), sum(whole)
    from one group by day, part, person = 0`;

const sumsBy = ({ value, whole }: Sums, { person, apart }: Daily, day: SQL, from: SQL) => sql`
  select ${day} as day, coalesce(${person}, 0) as person, ${apart ? sql`case when ${apart} then '_apart' else '' end` : sql`''::text`} as part,
    (${value})::numeric as value, ${whole ? sql`(${whole})::numeric` : sql`null::numeric`} as whole
  from ${from} group by 1, 2, 3`;

async function buildRange(tx: Transaction, key: StatKey, { sums, daily }: Figure, days: Days, now: Date) {
  if (!sums || !daily) return;
  const within = (column: AnyColumn) => sql`${column} between ${days.from} and ${days.to}`;
  await tx.execute(alone);
  // Marks first: what is written from now on marks anew, and what is not yet committed keeps its own.
  await tx.execute(sql`delete from ${statDirty} where ${statDirty.metric} = ${key} and ${within(statDirty.date)}`);
  await tx.execute(sql`delete from ${statDaily} where ${statDaily.metric} = ${key} and ${within(statDaily.date)}`);
  await tx.execute(rowsOf(key, sumsBy(sums, daily, daily.day, sums.from(days))));
  await tx.execute(sql`
    insert into ${statBuilt} (metric, date, basis, built_at)
    select ${key}::text, day::date, ${daily.basis ?? ""}, ${isoInstant(now)} from generate_series(${days.from}::date, ${days.to}::date, interval '1 day') day
    on conflict (metric, date) do update set basis = excluded.basis, built_at = excluded.built_at`);
}

/** What is now, as yesterday's end: taken once and never again. */
async function takeNow(tx: Transaction, key: StatKey, { sums, daily }: Figure, day: string, now: Date) {
  if (!sums || !daily) return;
  await tx.execute(alone);
  const { rowCount } = await tx.execute(sql`
    insert into ${statBuilt} (metric, date, basis, built_at) values (${key}, ${day}, '', ${isoInstant(now)}) on conflict do nothing`);
  if (rowCount)
    await tx.execute(rowsOf(key, sumsBy(sums, daily, sql`${day}::date`, sums.from({ from: day, to: day }))));
}
