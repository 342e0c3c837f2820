import { type AnyColumn, and, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import { takingStatuses } from "~/contract/deal/deal-kinds";
import { unitStatuses } from "~/contract/house/unit";
import { deal } from "~/server/database/tables/deal/deal";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { type Actor, pick, refuse, refuseFields, rowsOf, sentenceOf, setRow } from "~/server/lib/call";
import { mayReserve, moveUnits } from "~/server/resources/house/unit/move";
import { lockUnits, stateOf } from "~/server/resources/house/unit/state";
import type { DealRecord } from "./record";

type Place = Pick<DealRecord, "id" | "owner_id" | "estate_id" | "unit_id" | "room_id" | "building" | "unit_no">;

/** Moves a deal's place in its locked estate: its unit, or the count of its rooms (domain C.4). 40922, 40923 or 40927 otherwise. */
export async function movePlace(actor: Actor, place: Place, move: "reserve" | "sell" | { free: "reserved" | "sold" }) {
  const { db } = actor;
  if (move === "reserve") await checkFree(actor, place);
  if (place.unit_id !== null) {
    const locked = await lockUnits(db, place.estate_id, eq(unit.id, place.unit_id));
    const [one] = locked.units;
    if (!one) return refuse(40400);
    // Only the deal that holds the unit may sell or free it.
    if (move !== "reserve" && one.deal_id !== place.id) return refuse(40902);
    if (typeof move === "object") return moveUnits(actor, locked, { way: "free" });
    if (move === "sell") return moveUnits(actor, locked, { way: "sell", deal_id: place.id });
    return moveUnits(actor, locked, { way: "reserve", deal_id: place.id, holder: place.owner_id });
  }
  if (place.room_id === null) return;
  if (move === "sell") return countRoom(actor, place.room_id, -1);
  if (typeof move === "object" && move.free === "sold") return countRoom(actor, place.room_id, 1);
}

/** Why a deal cannot have its place: an error code, or an error of the number. */
type Hindrance = { code: 40922 | 40923 | 40927; message: string } | { code: 42200; message: string };

/** What prevents deals to be submitted from having their places, by their number. One unit has one deal, by its row or its number. */
export async function placeHindrances(
  db: Actor["db"],
  places: readonly Place[],
  now: Date,
): Promise<Map<number, Hindrance>> {
  if (places.length === 0) return new Map();
  const chosen = (name: "estate_id" | "unit_id" | "room_id") => [
    ...new Set(places.flatMap((place) => place[name] ?? [])),
  ];
  const numbers = places.flatMap(({ unit_id, unit_no }) => (unit_id === null && unit_no !== null ? [unit_no] : []));
  const among = (column: AnyColumn, values: readonly (number | string)[]) =>
    values.length ? inArray(column, [...values]) : sql`false`;
  const taken = await db
    .select({
      ...{ id: deal.id, estate_id: deal.estate_id, unit_id: deal.unit_id },
      building: deal.building,
      unit_no: deal.unit_no,
    })
    .from(deal)
    .where(
      and(
        among(deal.estate_id, chosen("estate_id")),
        or(among(deal.unit_id, chosen("unit_id")), among(deal.unit_no, numbers)),
        ...[inArray(deal.status, [...takingStatuses]), isNull(deal.deleted_at)],
      ),
    );
  const units = await rowsOf(db, unit, among(unit.id, chosen("unit_id")));
  const counted = await pick(
    db,
    estate,
    ["id"],
    and(among(estate.id, chosen("estate_id")), eq(estate.has_units, true)),
  );
  const gone = await pick(db, room, ["id"], and(among(room.id, chosen("room_id")), lt(room.available_count, 1)));
  const hindranceOf = (place: Place): Hindrance | undefined => {
    const code = (of: 40922 | 40923 | 40927) => ({ code: of, message: sentenceOf(of, {}) });
    const isSame = (other: (typeof taken)[number]) =>
      place.unit_id === null
        ? (other.building ?? "") === (place.building ?? "") && other.unit_no === place.unit_no
        : other.unit_id === place.unit_id;
    if (taken.some((other) => other.id !== place.id && other.estate_id === place.estate_id && isSame(other)))
      return code(40922);
    if (place.unit_id === null) {
      if (counted.some(({ id }) => id === place.estate_id))
        return { code: 42200, message: "该楼盘有销控，请从中选择房号" };
      return gone.some(({ id }) => id === place.room_id) ? code(40923) : undefined;
    }
    const one = units.find(({ id }) => id === place.unit_id);
    if (!one || mayReserve(one, place.owner_id, now)) return undefined;
    return { code: 40927, message: `该房号${unitStatuses[stateOf(one, now)]}，请改选房号` };
  };
  return new Map(
    places.flatMap((place) => {
      const hindrance = hindranceOf(place);
      return hindrance ? [[place.id, hindrance]] : [];
    }),
  );
}

/** The estate is locked, so nobody else can submit a deal for it meanwhile. 40927 is left to the move, which names the holder. */
async function checkFree({ db, services }: Actor, place: Place): Promise<void> {
  const hindrance = (await placeHindrances(db, [place], services.now())).get(place.id);
  if (hindrance?.code === 42200) return refuseFields([{ field: "unit_no", label: "房号", message: hindrance.message }]);
  if (hindrance && hindrance.code !== 40927) return refuse(hindrance.code);
}

/** For an estate without units: changes how many of a room are left, if they are counted. */
async function countRoom({ db }: Actor, roomId: number, by: 1 | -1): Promise<void> {
  const [row] = await db.select().from(room).where(eq(room.id, roomId)).for("update");
  if (!row || row.available_count === null) return;
  const next = row.available_count + by;
  if (next < 0) return refuse(40923);
  await setRow(db, room, roomId, {
    available_count: row.total_count === null ? next : Math.min(next, row.total_count),
  });
}
