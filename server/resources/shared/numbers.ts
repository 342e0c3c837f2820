import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { counter } from "~/server/database/tables/system/system";
import { dayOf } from "~/server/lib/list";
import { refuse } from "~/server/lib/refusal";

/** The next number of a kind: PREFIX + yyMMdd + the day's sequence of at least four digits. */
export async function nextNumber(db: Database | Transaction, prefix: string, now: Date): Promise<string> {
  const [number] = await nextNumbers(db, prefix, now, 1);
  return number ?? refuse(50000);
}

/** The next so many numbers of a kind, taken at once. */
export async function nextNumbers(
  db: Database | Transaction,
  prefix: string,
  now: Date,
  count: number,
): Promise<string[]> {
  const day = dayOf(now).replaceAll("-", "").slice(2);
  const [row] = await db
    .insert(counter)
    .values({ prefix, day, value: count })
    .onConflictDoUpdate({ target: [counter.prefix, counter.day], set: { value: sql`${counter.value} + ${count}` } })
    .returning({ value: counter.value });
  const last = row?.value ?? refuse(50000);
  return Array.from(
    { length: count },
    (_, index) => `${prefix}${day}${String(last - count + 1 + index).padStart(4, "0")}`,
  );
}

/** The next number of a kind that is counted by the month: PREFIX + yyyyMM + the month's sequence of at least four digits. */
export async function nextMonthNumber(db: Database | Transaction, prefix: string, now: Date): Promise<string> {
  const month = dayOf(now).slice(0, 7).replace("-", "");
  const [row] = await db
    .insert(counter)
    .values({ prefix, day: month, value: 1 })
    .onConflictDoUpdate({ target: [counter.prefix, counter.day], set: { value: sql`${counter.value} + 1` } })
    .returning({ value: counter.value });
  return `${prefix}${month}${String(row?.value ?? refuse(50000)).padStart(4, "0")}`;
}

const dayLength = 86_400_000;

/** The beginning of a number tells month and day of creation. A day more on either side, since the number is taken a moment before. */
export function createdWith(number: string, prefix: string): { after: string; before: string } | undefined {
  if (!number.startsWith(prefix)) return undefined;
  const [, year, month, day] = /^(\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])?/.exec(number.slice(prefix.length)) ?? [];
  if (!year) return undefined;
  const moment = (months: number, days: number) => Date.UTC(2000 + Number(year), Number(month) - 1 + months, days);
  const [from, to] = day ? [moment(0, Number(day)), moment(0, Number(day) + 1)] : [moment(0, 1), moment(1, 1)];
  return { after: new Date(from - dayLength).toISOString(), before: new Date(to + dayLength).toISOString() };
}

/** The same as a condition, so that a list by age begins there. */
export function numberedThen(number: string, prefix: string, created_at: AnyColumn): SQL | undefined {
  const made = createdWith(number, prefix);
  return made && sql`${created_at} >= ${made.after}::timestamptz and ${created_at} < ${made.before}::timestamptz`;
}
