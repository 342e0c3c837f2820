import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { counter } from "~/server/database/tables/system";
import { dayOf } from "./list";
import { refuse } from "./refusal";

/** The next number of a kind: PREFIX + yyMMdd + the day's sequence of at least four digits. */
export async function nextNumber(db: Database | Transaction, prefix: string, now: Date): Promise<string> {
  const day = dayOf(now).replaceAll("-", "").slice(2);
  const [row] = await db
    .insert(counter)
    .values({ prefix, day, value: 1 })
    .onConflictDoUpdate({ target: [counter.prefix, counter.day], set: { value: sql`${counter.value} + 1` } })
    .returning({ value: counter.value });
  return `${prefix}${day}${String(row?.value ?? refuse(50000)).padStart(4, "0")}`;
}
