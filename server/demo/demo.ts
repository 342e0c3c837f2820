import { eq } from "drizzle-orm";
import type { Database, Transaction } from "../database/database";
import { databaseFlag } from "../database/tables/system/system";
import { type DemoAccount, type DemoOptions, demoFlag } from "./terms";

/** Whether this database carries the demo flag, which only the demo writer sets. */
export async function isDemo(db: Database): Promise<boolean> {
  const rows = await db.select().from(databaseFlag).where(eq(databaseFlag.name, demoFlag.name));
  return rows[0]?.value === demoFlag.value;
}

/**
 * Writes the demo company with a year of its work into a database that has its baseline and nobody in it. The same `now`
 * gives the same data. Throws, and writes nothing, if the data break their own rules.
 */
export async function writeDemo(db: Database | Transaction, options: DemoOptions): Promise<DemoAccount[]> {
  // Loaded only here: every later start knows the flag alone.
  const { writeCompany } = await import("./write");
  return writeCompany(db, options);
}
