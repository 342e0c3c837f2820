import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { counter } from "~/server/database/tables/system/system";
import { refuse } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";

/** The next number of a kind: PREFIX + yyMMdd + the day's sequence of at least four digits. */
export async function nextNumber(db: Db, prefix: string, now: Date): Promise<string> {
  const [number] = await nextNumbers(db, prefix, now, 1);
  return number ?? refuse(50000);
}

export async function nextNumbers(db: Db, prefix: string, now: Date, count: number): Promise<string[]> {
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
export async function nextMonthNumber(db: Db, prefix: string, now: Date): Promise<string> {
  const month = dayOf(now).slice(0, 7).replace("-", "");
  const [row] = await db
    .insert(counter)
    .values({ prefix, day: month, value: 1 })
    .onConflictDoUpdate({ target: [counter.prefix, counter.day], set: { value: sql`${counter.value} + 1` } })
    .returning({ value: counter.value });
  return `${prefix}${month}${String(row?.value ?? refuse(50000)).padStart(4, "0")}`;
}
