import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { shortDay } from "./calendar";

export const stamps = (at: number, by: number | null, changedAt = at, changedBy = by) => ({
  created_at: isoInstant(at),
  updated_at: isoInstant(changedAt),
  created_by: by,
  updated_by: changedBy,
});

export const instantOrNull = (moment: number | null | undefined): string | null =>
  moment === null || moment === undefined ? null : isoInstant(moment);

/** Puts drafts in the order of time and gives each its id and its number in the day's sequence. */
export function numbered<T extends { at: number }>(
  drafts: readonly T[],
  prefix: string,
): (T & { id: number; no: string })[] {
  const given = new Map<string, number>();
  return [...drafts]
    .sort((a, b) => a.at - b.at)
    .map((draft, index) => {
      const today = shortDay(draft.at);
      const sequence = (given.get(today) ?? 0) + 1;
      given.set(today, sequence);
      return { ...draft, id: index + 1, no: `${prefix}${today}${String(sequence).padStart(4, "0")}` };
    });
}

/** The numbers of domain G.2 end so: spread over their range, each index once. The last hundred are the staff's. */
export const fourDigits = (index: number): string => String((index * 7_919 + 13) % 9_900).padStart(4, "0");

export const fourSql = (index: SQL): SQL => sql`lpad((((${index}) * 7919 + 13) % 9900)::text, 4, '0')`;

/** Rows that all name the same columns, as `insertRows` asks for: null where one has nothing to say. */
export function filled<T extends object>(rows: readonly T[]): T[] {
  const blank = Object.fromEntries(rows.flatMap((row) => Object.keys(row)).map((name) => [name, null]));
  return rows.map((row) => ({ ...blank, ...row }));
}

/** What people fill in of a record; what is left out is as empty as the contract has it. */
export const filledIn = <S extends z.ZodType>(fields: S, given: Partial<z.input<S>>): z.output<S> =>
  fields.parse(given);

export const momentSql = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

/** A whole number from 0 up to `of`, always the same for the same number: the chance of what is made in the database. */
export const drawn = (from: SQL, of: number): SQL =>
  sql`(abs(hashint8((${from})::bigint)::bigint) % ${sql.raw(String(of))})::int`;

/** Writes what a query makes, with the texts by which it is searched. */
export async function insertMade<T extends PgTable>(tx: Transaction, table: T, columns: string, query: SQL) {
  const { rows } = await tx.execute<{ row: T["$inferInsert"] }>(
    sql`select to_jsonb(made) as row from (${query}) made (${sql.raw(columns)})`,
  );
  const made = rows.map(({ row }) => row);
  await insertRows(tx, table, made);
}

/** Chances of a row, which follow from its key: each salt is another one. */
export const diced = (key: SQL) => {
  const chance = (salt: number, of: number): SQL => drawn(sql`${key} + ${salt}`, of);
  const pick = (salt: number, list: readonly unknown[]): SQL =>
    sql`(${JSON.stringify(list)}::jsonb ->> ${chance(salt, list.length)})`;
  return { chance, pick };
};

/** Keeps on the rows of a kind the sums of their days. */
export async function sumDays(tx: Transaction, kind: string, columns: Readonly<Record<string, string>>): Promise<void> {
  const names = Object.entries(columns);
  await tx.execute(
    sql.raw(`update ${kind} p set ${names.map(([own]) => `${own} = d.${own}`).join(", ")}
    from (select target_id, ${names.map(([own, daily]) => `sum(${daily})::int as ${own}`).join(", ")}
      from content_daily where kind = '${kind}' group by 1) d where p.id = d.target_id`),
  );
}
