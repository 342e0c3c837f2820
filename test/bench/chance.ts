import { type SQL, sql } from "drizzle-orm";

/** A list as a constant of a statement. */
const list = (words: readonly string[]) => sql.raw(`'{${words.join(",")}}'::text[]`);

export const pick = (words: readonly string[], row: SQL, salt: number) =>
  sql`pg_temp.pick(${list(words)}, ${row}, ${sql.raw(String(salt))})`;
export const roll = (row: SQL, salt: number, n: number) =>
  sql`pg_temp.roll(${row}, ${sql.raw(String(salt))}, ${sql.raw(String(n))})`;
/** Whether chance is below so many of a thousand. */
export const isOne = (row: SQL, salt: number, ofThousand: number) =>
  sql`${roll(row, salt, 1000)} < ${sql.raw(String(ofThousand))}`;
/** A moment before another, by a length of up to so many seconds. */
export const before = (moment: SQL, row: SQL, salt: number, seconds: number) =>
  sql`${moment} - ${roll(row, salt, seconds)} * interval '1 second'`;
