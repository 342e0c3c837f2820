import { and, eq, sql } from "drizzle-orm";
import { room, unit, unitLog } from "~/server/database/tables/house/estate";
import type { Buyer } from "./buyers";
import type { Makings, Row } from "./makings";

type Unit = typeof unit.$inferSelect;

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
export function chooseSite({ random, places }: Makings, { lead }: Buyer, status: Row["status"]) {
  const takes = status === "reviewing" ? places.free : places.sold;
  const open = lead
    ? places.estates.filter(({ id }) => id === lead.estate_id)
    : random.shuffle(places.estates.filter(({ id }) => takes.some(({ estate_id }) => estate_id === id)));
  const place = open[0];
  if (!place) return undefined;
  const plans = random.shuffle(places.rooms.filter(({ estate_id }) => estate_id === place.id));
  const pool = takes.filter(({ estate_id }) => estate_id === place.id);
  // A draft or a cancelled deal has nothing of its own; its flat may be another deal's.
  const isOwn = status !== "draft" && status !== "cancelled";
  const flat = pool.at(isOwn ? 0 : -1);
  if (flat && isOwn) takes.splice(takes.indexOf(flat), 1);
  const plan = place.has_units ? plans.find(({ id }) => id === flat?.room_id) : plans[0];
  return plan && { place, plan, flat };
}

/** The flat is reserved or sold by us; one that another channel had sold was ours all along. */
export async function takePlace({ tx, waiting }: Makings, row: Row, flat: Unit | undefined) {
  if (!flat || row.status === "draft" || row.status === "cancelled") return;
  const isSold = row.status !== "reviewing";
  const taken = { status: isSold ? "sold" : "reserved", deal_id: row.id, sold_by: isSold ? "us" : null } as const;
  await tx
    .update(unit)
    .set({ ...taken, version: sql`${unit.version} + 1`, updated_at: sql`${unit.updated_at}` })
    .where(eq(unit.id, flat.id));
  await tx.delete(unitLog).where(and(eq(unitLog.unit_id, flat.id), eq(unitLog.act, "sell_elsewhere")));
  const line = { unit_id: flat.id, customer_id: row.customer_id };
  const reserved = { act: "reserve", from_status: "available", to_status: "reserved" } as const;
  waiting.unitLogs.push({ ...line, ...reserved, by: row.owner_id, at: row.submitted_at ?? row.created_at });
  const sold = { act: "sell", from_status: "reserved", to_status: "sold" } as const;
  if (isSold) waiting.unitLogs.push({ ...line, ...sold, by: row.reviewed_by, at: row.reviewed_at ?? row.created_at });
  else
    await tx
      .update(room)
      .set({ available_count: sql`${room.available_count} - 1`, updated_at: sql`${room.updated_at}` })
      .where(eq(room.id, flat.room_id));
}
