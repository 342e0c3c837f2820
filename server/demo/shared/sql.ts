import { type SQL, sql } from "drizzle-orm";

/** A moment for a statement. */
export const momentSql = (at: number): SQL => sql`${new Date(at).toISOString()}::timestamptz`;

/** A whole number from 0 up to `of`, always the same for the same number: the chance of what is made in the database. */
export const drawn = (from: SQL, of: number): SQL =>
  sql`(abs(hashint8((${from})::bigint)::bigint) % ${sql.raw(String(of))})::int`;
