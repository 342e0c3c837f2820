import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { estate, room, unit, unitLog } from "~/server/database/tables/house/estate";
import type { Buyer, Makings, Places, Row, State, Unit } from "./makings";

export async function findPlaces(tx: Transaction): Promise<Places> {
  const estates = await tx.select().from(estate).where(eq(estate.publish_status, "online")).orderBy(asc(estate.id));
  const rooms = await tx.select().from(room).orderBy(asc(room.id));
  const units = await tx
    .select()
    .from(unit)
    .where(inArray(unit.status, ["sold", "available"]))
    .orderBy(asc(unit.id));
  const by = <T extends { estate_id: number }>(list: readonly T[]) => {
    const groups = new Map<number, T[]>();
    for (const one of list) groups.set(one.estate_id, [...(groups.get(one.estate_id) ?? []), one]);
    return groups;
  };
  return {
    estates,
    rooms: by(rooms),
    sold: by(units.filter(({ status, list_price }) => status === "sold" && list_price !== null)),
    free: by(units.filter(({ status, list_price }) => status === "available" && list_price !== null)),
  };
}

/** A number that no other deal of an estate without units has. */
export function freeNumber({ random, numbers }: Makings, estateId: number): string {
  for (;;) {
    const number = `${random.whole(3, 30)}${String(random.whole(1, 8)).padStart(2, "0")}`;
    const key = `${estateId} ${number}`;
    if (numbers.has(key)) continue;
    numbers.add(key);
    return number;
  }
}

/** Where the lead says, or anywhere that sells. */
export function chooseSite({ random, places }: Makings, { lead }: Buyer, status: State) {
  const takes = status === "reviewing" ? places.free : places.sold;
  const open = lead
    ? places.estates.filter(({ id }) => id === lead.estate_id)
    : random.shuffle(places.estates.filter(({ id, has_units }) => has_units && (takes.get(id)?.length ?? 0) > 0));
  const place = open[0];
  if (!place) return undefined;
  const plans = (places.rooms.get(place.id) ?? []).filter(({ price_min }) => price_min !== null);
  if (!place.has_units) {
    const plan = plans.length ? random.pick(plans) : undefined;
    return plan && { place, plan, flat: null };
  }
  const pool = takes.get(place.id) ?? [];
  // A draft or a cancelled deal has nothing of its own; its flat may be another deal's.
  const flat = status === "draft" || status === "cancelled" ? pool[pool.length - 1] : pool.shift();
  const plan = plans.find(({ id }) => id === flat?.room_id);
  return flat && plan ? { place, plan, flat } : undefined;
}

/** The flat is reserved or sold by us; one that another channel had sold was ours all along. */
export async function takePlace({ tx, waiting }: Makings, row: Row, flat: Unit | null) {
  if (!flat || row.status === "draft" || row.status === "cancelled") return;
  const isSold = row.status !== "reviewing";
  await tx
    .update(unit)
    .set({
      ...{ status: isSold ? "sold" : "reserved", deal_id: row.id, sold_by: isSold ? "us" : null },
      version: sql`${unit.version} + 1`,
      updated_at: sql`${unit.updated_at}`,
    })
    .where(eq(unit.id, flat.id));
  await tx.delete(unitLog).where(and(eq(unitLog.unit_id, flat.id), eq(unitLog.act, "sell_elsewhere")));
  const line = { unit_id: flat.id, customer_id: row.customer_id };
  const [asked, passed] = [row.submitted_at ?? row.created_at, row.reviewed_at ?? row.created_at];
  const reserved = { act: "reserve", from_status: "available", to_status: "reserved" } as const;
  waiting.unitLogs.push({ ...line, ...reserved, by: row.owner_id, at: asked });
  const sold = { act: "sell", from_status: "reserved", to_status: "sold" } as const;
  if (isSold) waiting.unitLogs.push({ ...line, ...sold, by: row.reviewed_by, at: passed });
  if (!isSold)
    await tx
      .update(room)
      .set({ available_count: sql`${room.available_count} - 1`, updated_at: sql`${room.updated_at}` })
      .where(eq(room.id, flat.room_id));
}
