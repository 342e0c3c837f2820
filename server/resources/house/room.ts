import { and, eq, ne } from "drizzle-orm";
import { room as contract, RoomFields } from "~/contract/house/room";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { changesOf } from "~/server/lib/audit";
import { type ActingCall, found, pick, refuse, refuseFields, rowsOf, setRow } from "~/server/lib/call";
import { changedBy, createdBy } from "~/server/lib/entity";
import { serve } from "~/server/lib/serve";
import { keyOf } from "~/server/lib/text";
import { leaveAlone } from "~/server/lib/texts-in";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { giveUp, lockNewFiles } from "./album/files";
import { auditEstate, type Estate, lockEstate } from "./estate/facts";
import { fileProposal, modeOf } from "./estate/proposal";
import { deriveRooms } from "./room/derive";
import { roomsOf } from "./room/view";

type Room = typeof room.$inferSelect;
type Way = Awaited<ReturnType<typeof modeOf>>;

export async function addRoom(call: ActingCall, estateId: number, fields: RoomFields) {
  const { db } = call;
  const owner = await lockEstate(call, estateId);
  const way = await modeOf(call, owner);
  const facts = await checked(call, owner, fields);
  const [created] = await db
    .insert(room)
    .values({
      ...facts,
      estate_id: estateId,
      is_proposed: way === "proposed",
      ...createdBy(call),
    })
    .returning();
  const { id } = found(created);
  await settle(call, owner, way, `新增户型 ${facts.name}`);
  return { id, is_pending: way === "proposed" };
}

/** Changes a layout, or proposes what differs from the live one; a change also takes a proposed removal back. */
export async function changeRoom(call: ActingCall, estateId: number, id: number, fields: RoomFields): Promise<void> {
  const owner = await lockEstate(call, estateId);
  const way = await modeOf(call, owner);
  const row = await lockRoom(call, estateId, id);
  const facts = await checked(call, owner, fields, row);
  const live = factsOf(row);
  const thought = { ...live, ...row.proposed };
  const changes = changesOf(RoomFields, thought, facts);
  if (changes.length === 0 && !row.is_leaving) return;
  if (way === "live" || row.is_proposed) await write(call, id, facts);
  else {
    const differing = changesOf(RoomFields, live, facts).map(({ field }) => field);
    const proposed = Object.fromEntries(Object.entries(facts).filter(([name]) => differing.includes(name)));
    await write(call, id, { proposed: differing.length ? proposed : null, is_leaving: false });
  }
  await settle(call, owner, way, `编辑户型 ${facts.name}`, changes);
  if (thought.floor_plan_id !== facts.floor_plan_id) await giveUp(call, [thought.floor_plan_id]);
}

async function removeRoom(call: ActingCall, estateId: number, id: number) {
  const { db } = call;
  const owner = await lockEstate(call, estateId);
  const way = await modeOf(call, owner);
  const row = await lockRoom(call, estateId, id);
  const units = await db.$count(unit, eq(unit.room_id, id));
  if (units > 0) return refuse(40904, { n: `房号${units}` });
  const isGone = way === "live" || row.is_proposed;
  if (isGone) await db.delete(room).where(eq(room.id, id));
  else await write(call, id, { is_leaving: true, proposed: null });
  await settle(call, owner, way, `删除户型 ${row.name}`);
  const given = [row.proposed?.floor_plan_id, isGone ? row.floor_plan_id : undefined];
  const files = given.flatMap((one) => one ?? []);
  await giveUp(call, files);
  return { is_pending: way === "proposed" };
}

async function lockRoom(call: ActingCall, estateId: number, id: number): Promise<Room> {
  const [row] = await rowsOf(call.db, room, and(eq(room.id, id), eq(room.estate_id, estateId)), { lock: "update" });
  leaveAlone(call, row);
  return found(row);
}

async function write({ db, user, services }: ActingCall, id: number, values: Partial<typeof room.$inferInsert>) {
  await setRow(db, room, id, { ...values, ...changedBy({ user, services }) });
}

/** After a change of rooms: the estate's figures or the review, and the log's line. The estate's version stays: its form is separate. */
async function settle(
  call: ActingCall,
  owner: Estate,
  way: Way,
  what: string,
  changes: ReturnType<typeof changesOf> = [],
): Promise<void> {
  const { db } = call;
  await db.update(estate).set(changedBy(call)).where(eq(estate.id, owner.id));
  const isProposed = way === "proposed";
  await auditEstate(call, owner, {
    summary: `${what} ${owner.estate_no} ${owner.name}${isProposed ? "（待审核）" : ""}`,
    changes,
  });
  await (isProposed ? fileProposal(call, owner.id) : deriveRooms(db, owner.id));
}

const fieldNames = Object.keys(RoomFields.shape);

const factsOf = (row: Room): RoomFields =>
  // The columns take any text; what they hold has passed these fields.
  Object.fromEntries(Object.entries(row).filter(([name]) => fieldNames.includes(name))) as RoomFields;

/** A body as the columns hold it, once it is valid. In an estate with units its numbers are theirs. */
async function checked(call: ActingCall, owner: Estate, fields: RoomFields, row?: Room): Promise<RoomFields> {
  const { db } = call;
  const facts: RoomFields = {
    ...fields,
    price_min: decimalText(fields.price_min) ?? "0.00",
    price_max: decimalText(fields.price_max) ?? "0.00",
    management_fee: decimalText(fields.management_fee),
    repair_fund: decimalText(fields.repair_fund),
    expected_rent: decimalText(fields.expected_rent),
  };
  const { price_min, price_max, management_fee, repair_fund, expected_rent, floor_plan_id } = facts;
  const amounts = { price_min, price_max, management_fee, repair_fund, expected_rent };
  const wrong = await centErrors(db, RoomFields, amounts, owner.proposed?.currency ?? owner.currency);
  const plan = row?.proposed?.floor_plan_id ?? row?.floor_plan_id;
  const files = plan === floor_plan_id ? undefined : await lockNewFiles(call, [floor_plan_id], plan ? [plan] : []);
  if (files && files.get(floor_plan_id)?.kind !== "image")
    wrong.push({
      field: "floor_plan_id",
      label: "户型图",
      message: "图片不存在、未上传完成、已过期或不是您上传的，请重新上传",
    });
  if (wrong.length) return refuseFields(wrong);
  await refuseSameName(call, owner.id, facts.name, row);
  if (!owner.has_units) return facts;
  return { ...facts, total_count: row ? row.total_count : 0, available_count: row ? row.available_count : 0 };
}

/** A name is unique in an estate, among the live rooms and those that are proposed. */
async function refuseSameName({ db }: ActingCall, estateId: number, name: string, before?: Room): Promise<void> {
  if (before && [before.name, before.proposed?.name].includes(name)) return;
  const others = await pick(
    db,
    room,
    ["name", "proposed"],
    and(eq(room.estate_id, estateId), ne(room.id, before?.id ?? 0)),
  );
  if (others.some((one) => [one.name, one.proposed?.name ?? ""].some((other) => keyOf(other) === keyOf(name))))
    return refuse(40900, { label: `户型 ${name}` });
}

export const roomHandlers = [
  serve(contract.list, (call) => roomsOf(call, call.params.id)),

  serve(contract.create, (call) => addRoom(call, call.params.id, call.body)),

  serve(contract.update, async (call) => {
    const { id, room_id } = call.params;
    await changeRoom(call, id, room_id, call.body);
    return found((await roomsOf(call, id, room_id))[0]);
  }),

  serve(contract.remove, (call) => removeRoom(call, call.params.id, call.params.room_id)),
];
