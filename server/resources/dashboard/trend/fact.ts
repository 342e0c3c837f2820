import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { TrendKey } from "~/contract/trend/trend-figures";
import { within } from "~/server/lib/list";
import { all, type Days, dayIn, type People } from "~/server/resources/shared/figure";
import type { Viewer } from "../../customer/customer/view";

/** The viewer of a trend, with the people and the country that it is narrowed to. */
export interface Asked extends People {
  viewer: Viewer;
}

/** A figure of a trend: what it comes to in some days, and the rows that it counts. */
export interface Fact {
  /** What it is counted from in a range, the day of each row, and what rows come to together. */
  from(days: Days): SQL;
  day: SQL;
  amount: SQL;
  /** The rows behind it, under their table's name. */
  rows(days: Days): SQL;
  order: SQL;
  /** Of a split: the text by which its rows are grouped; null for none of them. */
  by?: SQL;
  /** Whether a row belongs to a value, where equality is not enough: it may belong to several. */
  isAt?: (value: string) => SQL;
}
export type Facts<K extends TrendKey> = Record<K, (asked: Asked) => Fact>;

const rowCount = sql`count(*)`;

interface RowsOf {
  table: SQL;
  where: SQL;
  at: AnyColumn;
  order: SQL;
  amount?: SQL;
  by?: SQL;
}

/** Rows of one table by a moment of theirs. */
export function momentFact({ table, where, at, order, amount = rowCount, by }: RowsOf): Fact {
  const rows = (days: Days) => all(where, ...within(at, days.from, days.to));
  return { from: (days) => sql`${table} where ${rows(days)}`, day: dayIn(at), amount, rows, order, ...(by && { by }) };
}

/** Rows as they are now. */
export const presentFact = (table: SQL, where: SQL, order: SQL, by?: SQL): Fact => ({
  from: () => sql`${table} where ${where}`,
  day: sql`null::date`,
  amount: rowCount,
  rows: () => where,
  order,
  ...(by && { by }),
});

/** Hours between two moments. */
export const hoursBetween = (from: AnyColumn, to: AnyColumn): SQL => sql`extract(epoch from ${to} - ${from}) / 3600`;
export const average = (amount: SQL): SQL => sql`round(avg(${amount})::numeric, 1)`;
