import { eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "~/server/database/database";
import { district } from "~/server/database/tables/geography";

const above = alias(district, "above");

/** Districts by their names with that of the one above, such as 东京都 港区; at most fifty unless they are asked for by number. */
export async function districtsOf(db: Database | Transaction, which: number[] | SQL) {
  const rows = await db
    .select({
      id: district.id,
      name: sql<string>`concat_ws(' ', ${above.name_zh}, ${district.name_zh})`,
      country_code: district.country_code,
      isEnabled: sql<boolean>`${district.status} = 'enabled'`,
    })
    .from(district)
    .leftJoin(above, eq(above.id, district.parent_id))
    .where(Array.isArray(which) ? inArray(district.id, which) : which)
    .orderBy(district.level, district.sort, district.id)
    .limit(Array.isArray(which) ? which.length : 50);
  return rows;
}
