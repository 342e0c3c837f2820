import { and, eq, isNull, ne, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { EstateBrief } from "~/contract/house/estate";
import { estate } from "~/server/database/tables/house/estate";
import type { SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { found } from "~/server/lib/refusal";
import { metresBetween, squareAround } from "~/server/resources/house/distance";
import { briefsOf } from "./view";

const mostMetres = 3_000;
/** How far prices may lie apart. */
const [least, most] = ["0.7", "1.3"];
const mostShown = 6;
/** Of a district that has very many, the newest. */
const mostRead = 500;

/** Other estates for a customer who likes this one: near it or in its district, of its kind and price; the nearest first. */
export async function similarEstates(call: SignedCall, id: number): Promise<EstateBrief[]> {
  const { db } = call;
  const [selected] = await db.select().from(estate).where(isPresent(estate, id));
  const own = found(selected);
  // Of a draft that does not say what it is, nothing is known to be like it.
  if (own.property_type === null || own.price_min === null) return [];
  const rows = await db
    .select({ id: estate.id, lat: estate.lat, lng: estate.lng })
    .from(estate)
    .where(
      and(
        isNull(estate.deleted_at),
        ne(estate.id, id),
        eq(estate.audit_status, "approved"),
        notInArray(estate.sale_status, ["sold_out", "ended"]),
        eq(estate.country_code, own.country_code),
        eq(estate.property_type, own.property_type),
        isOfPrice(own),
        or(eq(estate.district_id, own.district_id), squareAround(estate, own, mostMetres)),
      ),
    )
    .orderBy(sql`${estate.created_at} desc`, sql`${estate.id} desc`)
    .limit(mostRead);
  const byDistance = rows
    .map((row) => ({ id: row.id, metres: metresBetween(own, row) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.metres - b.metres);
  return briefsOf(
    call,
    byDistance.slice(0, mostShown).map((row) => row.id),
  );
}

/** Its price compared in CNY; without a rate, only with those in the same currency. */
function isOfPrice(own: typeof estate.$inferSelect): SQL | undefined {
  const { price_min_cny, price_max_cny, price_min, price_max, currency } = own;
  if (price_min_cny !== null && price_max_cny !== null)
    return sql`${estate.price_max_cny} >= ${price_min_cny}::numeric * ${least}::numeric
      and ${estate.price_min_cny} <= ${price_max_cny}::numeric * ${most}::numeric`;
  return sql`${estate.currency} = ${currency} and ${estate.price_max} >= ${price_min}::numeric * ${least}::numeric
    and ${estate.price_min} <= ${price_max}::numeric * ${most}::numeric`;
}
