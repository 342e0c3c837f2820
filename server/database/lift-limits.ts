import { sql } from "drizzle-orm";
import type { Transaction } from "./database";

/**
 * Takes the limits of time from a transaction that needs longer than a request may: it may wait for another server's turn, run long statements, and
 * be idle while a busy machine makes its rows. Must be the first call in it.
 */
export async function liftLimits(tx: Transaction): Promise<void> {
  // As PGlite's thread reads them from the wire: each in a statement of its own.
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
}
