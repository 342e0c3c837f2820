import { and, eq } from "drizzle-orm";
import { compareDecimals } from "~/contract/decimal";
import { inLayoutOrder } from "~/contract/shared/property";
import { estate, room } from "~/server/database/tables/house/estate";
import { type SignedCall, setRow } from "~/server/lib/call";
import { liveFacts, yieldsOf } from "../estate/facts";
import { priceInCny } from "../estate/prices";

/** Writes what an estate has of its live rooms: prices, layouts, areas, and the yields that follow. Without rooms its prices are those that people typed. */
export async function deriveRooms(db: SignedCall["db"], estateId: number): Promise<void> {
  const [row] = await db.select().from(estate).where(eq(estate.id, estateId));
  if (!row) return;
  const { layout, area_sqm, price_min, price_max } = room;
  const rooms = await db
    .select({ layout, area_sqm, price_min, price_max })
    .from(room)
    .where(and(eq(room.estate_id, estateId), eq(room.is_proposed, false)));
  const areas = rooms.map((one) => one.area_sqm);
  const facts = await liveFacts(db, row);
  const next = {
    ...facts,
    price_min: least(rooms.map((one) => one.price_min)) ?? row.price_min,
    price_max:
      least(
        rooms.map((one) => one.price_max),
        -1,
      ) ?? row.price_max,
  };
  await setRow(db, estate, estateId, {
    ...{ price_min: next.price_min, price_max: next.price_max, ...yieldsOf(next, facts) },
    layouts: inLayoutOrder(rooms.map((one) => one.layout)),
    area_min: areas.length ? Math.min(...areas) : null,
    area_max: areas.length ? Math.max(...areas) : null,
  });
  await priceInCny(db, eq(estate.id, estateId));
}

const least = (amounts: readonly string[], turn: 1 | -1 = 1): string | undefined =>
  amounts.toSorted((a, b) => turn * compareDecimals(a, b))[0];
