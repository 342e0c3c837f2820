import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { hasCode } from "~/server/database/error-code";
import { Refusal } from "./refusal";
import type { Services } from "./services";

/** PostgreSQL's code for a statement that was cancelled for its time. */
const cancelled = "57014";

/**
 * Reads a list, each statement within the time that a list has: one that takes longer asks for too much, and ends the request with 42200. Where there is no such
 * time (PGlite, which ends the whole database for it), the limit of all statements says the same.
 */
export async function readList<T>(
  { db, listTimeout }: Pick<Services, "db" | "listTimeout">,
  read: (db: Database | Transaction) => Promise<T>,
): Promise<T> {
  try {
    if (listTimeout === undefined) return await read(db);
    return await db.transaction(
      async (tx) => {
        // SET takes no parameters.
        await tx.execute(sql.raw(`set local statement_timeout = ${listTimeout}`));
        return read(tx);
      },
      { accessMode: "read only" },
    );
  } catch (error) {
    if (hasCode(error, [cancelled])) throw new Refusal(42200, "请缩小筛选范围");
    throw error;
  }
}
