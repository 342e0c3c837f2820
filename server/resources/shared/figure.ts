import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { estate } from "~/server/database/tables/house/estate";
import { within } from "~/server/lib/list";

/** Days from–to, both inclusive, Asia/Shanghai. */
export interface Days {
  from: string;
  to: string;
}

/** The people and the country that figures are narrowed to. */
export interface People {
  team_id?: number;
  user_id?: number;
  /** An estate's, an agent's own, what a customer looks for. */
  country?: string | undefined;
}

/** What the rows of a figure come to. */
export interface Sums {
  /** Whose rows they are. */
  from(days: Days): SQL;
  value: SQL;
  /** Of a percentage what it is a part of. */
  whole?: SQL;
  /** The figure out of the sums of both over any number of days. */
  finish(value: SQL, whole: SQL): SQL;
}

/** Of which day and person a row is, so that a figure can be summed up day by day (`stat_daily`). */
export interface Daily {
  day: SQL;
  person: SQL | AnyColumn;
  /** Rows that a code of their own shows. */
  apart?: SQL;
  /** Settings that the figure depends on: days that were summed up by others count no more. */
  basis?: string;
  /** Which rows of `stat_daily` are those that the viewer's figure counts; undefined where the person alone does not decide it. */
  held: SQL | undefined;
}

/** One figure of the dashboard: its value, and the rows that it counts or is made of, which are also the rows behind it. */
export interface Figure {
  /** A number, or null where there is nothing to divide by. Ranges are counted one by one, so that each walks its own part of an index. */
  value(days: Days): SQL;
  /** The rows behind it in a range, of a ratio those of its upper part. */
  rows(days: Days): SQL;
  /** The ids of its rows, some more than once, where all are read sooner than each row is asked; the highest is shown first. */
  ids?(days: Days): SQL;
  /** How its rows are shown, the id last. */
  order: SQL;
  sums?: Sums;
  /** Only of figures whose days add up: counts of different customers do not. */
  daily?: Daily;
}

/** A figure whose rows can be read by themselves. */
export interface CountedFigure extends Figure {
  /** The same rows as what one selects from, under their table's name, with person and moment alone. */
  from(days: Days): SQL;
  sums: Sums;
}

/** What adds up over days. */
export const byDay = <F extends Figure & { sums: Sums }>(figure: F, daily: Daily): F => ({ ...figure, daily });

export const dayIn = (moment: SQL | AnyColumn): SQL => sql`(${moment} at time zone 'Asia/Shanghai')::date`;

/** Of what is now: it is taken once a day, as the day ends. */
export const today = sql`null::date`;

/** The figure of some rows at once. */
const oneValue =
  ({ from, value, whole, finish }: Sums) =>
  (days: Days) =>
    sql`(select ${finish(value, whole ?? sql`0`)} from ${from(days)})`;

const counted = (from: (days: Days) => SQL): Sums => ({
  from,
  value: sql`count(*)`,
  finish: (value) => sql`coalesce(${value}, 0)::int`,
});

export const all = (...conditions: SQL[]) => sql.join(conditions, sql` and `);

/** Narrows to people inside the scope; a team holds the teams below it. */
export function among(person: AnyColumn | SQL, { team_id, user_id }: People): SQL[] {
  const team = sql`with recursive below as (
    select id from team where id = ${team_id} union all select t.id from team t join below b on t.parent_id = b.id)
    select u.id from "user" u join below b on b.id = u.team_id`;
  return [...(team_id ? [sql`${person} in (${team})`] : []), ...(user_id ? [sql`${person} = ${user_id}`] : [])];
}

/** Narrows to what is about estates of the country. */
export const atEstatesIn = (estateId: AnyColumn, { country }: People): SQL[] =>
  country ? [sql`${estateId} in (select ${estate.id} from ${estate} where ${estate.country_code} = ${country})`] : [];

export const daysWithin = (column: AnyColumn, { from, to }: Days): SQL => sql`${column} between ${from} and ${to}`;

/** Rows as they are now: they have no days. */
export function ofNow(table: PgTable, where: SQL, order: SQL): CountedFigure {
  const from = () => sql`${table} where ${where}`;
  return { value: oneValue(counted(from)), rows: () => where, from, order, sums: counted(from) };
}

export function overRows(table: PgTable, rows: (days: Days) => SQL, order: SQL): CountedFigure {
  const from = (days: Days) => sql`${table} where ${rows(days)}`;
  return { value: oneValue(counted(from)), rows, from, order, sums: counted(from) };
}

/** The same rows out of another source, such as the union of two indexes. */
export const outOf = (figure: CountedFigure, from: (days: Days) => SQL): CountedFigure => ({
  ...figure,
  from,
  value: oneValue(counted(from)),
  sums: counted(from),
});

/** Rows whose moment lies in a range. */
export const overDays = (table: PgTable, where: SQL, at: AnyColumn, order: SQL): CountedFigure =>
  overRows(table, (days) => all(where, ...within(at, days.from, days.to)), order);

/** How many in a hundred of some rows are good, to one decimal. */
export function ratioOf(whole: CountedFigure, isGood: SQL): Figure & { sums: Sums } {
  const sums: Sums = {
    from: whole.from,
    value: sql`count(*) filter (where ${isGood})`,
    whole: sql`count(*)`,
    finish: (good, of) => sql`round(100.0 * ${good} / nullif(${of}, 0), 1)::float8`,
  };
  return { value: oneValue(sums), rows: (days) => all(whole.rows(days), isGood), order: whole.order, sums };
}

/** What some rows come to in CNY. */
export function sumOf(whole: CountedFigure, amount: SQL | AnyColumn): Figure & { sums: Sums } {
  const sums: Sums = {
    from: whole.from,
    value: sql`coalesce(sum(${amount}), 0)`,
    finish: (value) => sql`round(coalesce(${value}, 0), 2)::float8`,
  };
  return { value: oneValue(sums), rows: whole.rows, order: whole.order, sums };
}
