import { and, eq, inArray, isNull, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import type { Db } from "~/server/database/database";
import { estate } from "~/server/database/tables/house/estate";
import { pick } from "~/server/lib/call";
import type { Entry } from "~/server/lib/option-values";
import { containsText } from "~/server/lib/search";
import { districtsOf } from "~/server/resources/shared/districts";

/** What may be offered to a customer: approved, and not ended. */
const isOffered = and(isNull(estate.deleted_at), eq(estate.audit_status, "approved"), ne(estate.sale_status, "ended"));

/** What may be offered to somebody now: approved, online, not yet sold. */
export const isMatchable = and(
  isNull(estate.deleted_at),
  eq(estate.audit_status, "approved"),
  eq(estate.publish_status, "online"),
  notInArray(estate.sale_status, ["sold_out", "ended"]),
);

/** What agents may report customers at: online, open to them, not yet sold. */
const isReportable = and(
  isNull(estate.deleted_at),
  eq(estate.publish_status, "online"),
  estate.allow_agent,
  notInArray(estate.sale_status, ["sold_out", "ended"]),
);

export const mayBeReported = ({
  publish_status,
  allow_agent,
  sale_status,
}: Pick<typeof estate.$inferSelect, "publish_status" | "allow_agent" | "sale_status">): boolean =>
  publish_status === "online" && allow_agent && sale_status !== "sold_out" && sale_status !== "ended";

interface Asked {
  keyword?: string;
  country?: string[];
}

/** Estates that may be offered, by any of their names, their number, address or stations; the newest first. */
export const searchEstates = (db: Db, asked: Asked): Promise<Entry[]> => searchAmong(db, isOffered, asked);

/** Of those the ones at which agents may report customers. */
export const searchReportable = (db: Db, asked: Asked): Promise<Entry[]> => searchAmong(db, isReportable, asked);

function searchAmong(db: Db, which: SQL | undefined, { keyword, country }: Asked): Promise<Entry[]> {
  return entriesOf(
    db,
    and(
      which,
      keyword ? containsText(estate.search_text, keyword) : undefined,
      country ? inArray(estate.country_code, country) : undefined,
    ),
  );
}

export const nameEstates = (db: Db, ids: number[]) => entriesOf(db, inArray(estate.id, ids), ids.length);

/** The numbers by which a file names estates that may be offered. */
export const offeredNumbers = (db: Db) =>
  db.select({ id: estate.id, estate_no: estate.estate_no }).from(estate).where(isOffered);

/** Looks up the names of estates that several records point at, and tells those of each in its order. */
export async function estateRefs(db: Db, ids: readonly number[]): Promise<(of: readonly number[]) => Ref[]> {
  const rows = ids.length ? await pick(db, estate, ["id", "name"], inArray(estate.id, [...new Set(ids)])) : [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (of) => of.flatMap((id) => byId.get(id) ?? []);
}

async function entriesOf(db: Db, which: SQL | undefined, limit = 50): Promise<Entry[]> {
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
    .limit(limit);
  const places = new Map(
    (await districtsOf(db, [...new Set(rows.map(({ district_id }) => district_id))])).map(({ id, name }) => [id, name]),
  );
  return rows.map(({ id, name, district_id, isEnabled }) => ({
    value: id,
    label: `${name} ${places.get(district_id) ?? ""}`,
    isEnabled,
  }));
}
