import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { takingStatuses } from "~/contract/deal/deal-kinds";
import { deal } from "~/server/database/tables/deal/deal";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { moveUnits } from "~/server/resources/house/unit/move";
import { lockUnits } from "~/server/resources/house/unit/state";
import type { Actor, DealRecord } from "./record";

type Place = Pick<DealRecord, "id" | "owner_id" | "estate_id" | "unit_id" | "room_id" | "building" | "unit_no">;

/**
 * Moves what a deal has of its estate, which is locked: its unit, or without units the count of its rooms (domain C.4). `reserve`: handed in; `sell`: subscribed; `free`: nothing
 * has come of it, `was` saying from which of the two. Ends the request with 40922, 40923 or 40927.
 */
export async function movePlace(
  actor: Actor,
  place: Place,
  move: "reserve" | "sell" | { free: "reserved" | "sold" },
): Promise<void> {
  const { db } = actor;
  if (move === "reserve") await checkFree(actor, place);
  if (place.unit_id !== null) {
    const locked = await lockUnits(db, place.estate_id, eq(unit.id, place.unit_id));
    const [one] = locked.units;
    if (!one) return refuse(40400);
    // Of the deal that has it alone: another's is none of its own to give.
    if (move !== "reserve" && one.deal_id !== place.id) return refuse(40902);
    if (typeof move === "object") return moveUnits(actor, locked, { way: "free" });
    if (move === "sell") return moveUnits(actor, locked, { way: "sell", deal_id: place.id });
    return moveUnits(actor, locked, { way: "reserve", deal_id: place.id, holder: place.owner_id });
  }
  if (place.room_id === null) return;
  if (move === "sell") return countRoom(actor, place.room_id, -1);
  if (typeof move === "object" && move.free === "sold") return countRoom(actor, place.room_id, 1);
}

/** One unit has one deal: by its row, or by its number in an estate without units. The estate is locked, so that nobody else hands one in meanwhile. */
async function checkFree({ db }: Actor, place: Place): Promise<void> {
  const others = and(eq(deal.estate_id, place.estate_id), ne(deal.id, place.id), isNull(deal.deleted_at));
  const same =
    place.unit_id === null
      ? sql`coalesce(${deal.building}, '') = ${place.building ?? ""} and ${deal.unit_no} = ${place.unit_no}`
      : eq(deal.unit_id, place.unit_id);
  if ((await db.$count(deal, and(others, inArray(deal.status, [...takingStatuses]), same))) > 0) return refuse(40922);
  const [at] = await db.select({ has_units: estate.has_units }).from(estate).where(eq(estate.id, place.estate_id));
  if (found(at).has_units && place.unit_id === null)
    return refuseFields([{ field: "unit_no", label: "房号", message: "该楼盘有销控，请从中选择房号" }]);
  if (place.unit_id !== null || place.room_id === null) return;
  const [left] = await db.select({ count: room.available_count }).from(room).where(eq(room.id, place.room_id));
  if (left?.count !== null && left?.count !== undefined && left.count < 1) return refuse(40923);
}

/** Of an estate without units: how many of a room are left. One that nobody counts is not counted. */
async function countRoom({ db }: Actor, roomId: number, by: 1 | -1): Promise<void> {
  const [row] = await db.select().from(room).where(eq(room.id, roomId)).for("update");
  if (!row || row.available_count === null) return;
  const next = row.available_count + by;
  if (next < 0) return refuse(40923);
  await db
    .update(room)
    .set({ available_count: row.total_count === null ? next : Math.min(next, row.total_count) })
    .where(eq(room.id, roomId));
}
