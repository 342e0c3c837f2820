import { type SQL, sql } from "drizzle-orm";
import type { EstateCard } from "~/contract/content/public-content";
import type { EstateSort, PropsOf } from "~/contract/special/modules";
import { estate } from "~/server/database/tables/house/estate";
import type { Asking } from "~/server/lib/call";
import { Refusal } from "~/server/lib/refusal";
import { estateCards } from "~/server/resources/content/cards";
import { estateOrder, estateRows } from "~/server/resources/house/estate/list";

/** The estates that a module shows as cards: chosen by hand, or by its rule; only those that are online, and only what cards show. */
export async function moduleEstates(
  { db, services }: Asking,
  { source, estate_ids, filter, sort, limit }: PropsOf<"estates">,
  { ofPage, base }: { ofPage: readonly number[]; base: string },
): Promise<EstateCard[]> {
  if (source === "manual") return estateCards(db, services, estate_ids.length ? estate_ids : ofPage, base);
  const ids = await ruledIds(db, filter, sort, limit);
  return estateCards(db, services, ids, base);
}

async function ruledIds(
  db: Asking["db"],
  filter: PropsOf<"estates">["filter"],
  sort: EstateSort,
  limit: number,
): Promise<number[]> {
  const where = await ruleRows(db, filter);
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${estate.id} as id from ${estate} where ${where} order by ${estateOrder(sort)} limit ${limit}`,
  );
  return rows.map(({ id }) => Number(id));
}

/** A rule that names what is gone, such as a currency, finds nothing. */
async function ruleRows(db: Asking["db"], filter: PropsOf<"estates">["filter"]): Promise<SQL> {
  try {
    return await estateRows(db, { ...filter, publish_status: ["online"] });
  } catch (error) {
    if (error instanceof Refusal) return sql`false`;
    throw error;
  }
}
