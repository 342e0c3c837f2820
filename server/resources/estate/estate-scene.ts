import { and, eq, inArray, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { estate } from "~/server/database/tables/estate";
import { districtsOf } from "~/server/lib/districts";
import type { Entry } from "~/server/lib/option-values";
import { containsText } from "~/server/lib/search";

type Db = Database | Transaction;

/** What may be offered to a customer: approved, and not ended. */
const isOffered = and(isNull(estate.deleted_at), eq(estate.audit_status, "approved"), ne(estate.sale_status, "ended"));

/** Estates that may be offered, by any of their names, their number, address or stations; the newest first. */
export function searchEstates(
  db: Db,
  { keyword, country }: { keyword?: string; country?: string[] },
): Promise<Entry[]> {
  return entriesOf(
    db,
    and(
      isOffered,
      keyword ? containsText(estate.search_text, keyword) : undefined,
      country ? inArray(estate.country_code, country) : undefined,
    ),
  );
}

export const nameEstates = (db: Db, ids: number[]): Promise<Entry[]> => entriesOf(db, inArray(estate.id, ids));

async function entriesOf(db: Db, which: SQL | undefined): Promise<Entry[]> {
  const rows = await db
    .select({
      id: estate.id,
      name: estate.name,
      district_id: estate.district_id,
      isEnabled: sql<boolean>`(${isOffered})`,
    })
    .from(estate)
    .where(which)
    .orderBy(sql`${estate.created_at} desc`, sql`${estate.id} desc`)
    .limit(50);
  const places = new Map(
    (await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))])).map(({ id, name }) => [id, name]),
  );
  return rows.map(({ id, name, district_id, isEnabled }) => ({
    value: id,
    label: `${name} ${places.get(district_id) ?? ""}`,
    isEnabled,
  }));
}
