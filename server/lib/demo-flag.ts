import { eq } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { databaseFlag } from "~/server/database/tables/system/system";

/** The mark of a demo database, which only the demo writer sets. */
export const demoFlag = { name: "demo", value: "1" };

export async function isDemo(db: Db): Promise<boolean> {
  const rows = await db.select().from(databaseFlag).where(eq(databaseFlag.name, demoFlag.name));
  return rows[0]?.value === demoFlag.value;
}
