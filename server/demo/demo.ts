import type { Database, Transaction } from "../database/database";

import type { DemoAccount, DemoOptions } from "./terms";

/**
 * Writes the demo company with a year of its work into a database that has its baseline and nobody in it. The same `now`
 * gives the same data. Throws, and writes nothing, if the data break their own rules.
 */
export async function writeDemo(db: Database | Transaction, options: DemoOptions): Promise<DemoAccount[]> {
  // Loaded only here: every later start knows the flag alone.
  const { writeCompany } = await import("./write");
  return writeCompany(db, options);
}
