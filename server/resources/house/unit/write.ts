import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import { UnitFields, type UnitUpdate, unitStatuses } from "~/contract/house/unit";
import { room, unit } from "~/server/database/tables/house/estate";
import { type AuditAction, audit, changesOf } from "~/server/lib/audit";
import { found, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { keyOf } from "~/server/lib/text";
import { leaveAlone } from "~/server/lib/texts-in";
import { centErrors, decimalText } from "~/server/resources/shared/amounts";
import { editorsWay, moveUnits } from "./move";
import { notifyBoards } from "./notify";
import {
  countRooms,
  keepUnitLog,
  type LockedUnits,
  lockEstate,
  lockUnit,
  stateOf,
  type Unit,
  type UnitEstate,
  unitName,
} from "./state";
import { findUnitRow } from "./view";

type Facts = Pick<Unit, keyof UnitFields>;
type Room = Pick<typeof room.$inferSelect, "id" | "name" | "area_sqm" | "direction" | "is_proposed" | "is_leaving">;

/** A unit's identity does not change while somebody has it. */
const fixed = ["building", "unit_no", "room_id"] as const;

export async function addUnit(call: SignedCall, estateId: number, fields: UnitFields): Promise<number> {
  const { db } = call;
  const estate = await lockEstate(db, estateId);
  const { facts } = await checked(call, estate, fields);
  const stamp = createdBy(call);
  const [created] = await db
    .insert(unit)
    .values({ ...facts, ...stamp, estate_id: estate.id, currency: estate.currency })
    .returning();
  const row = found(created);
  await countRooms(db, estate.id);
  await keepUnitLog(call, [{ unit_id: row.id, act: "create", to_status: "available", price_after: row.list_price }]);
  await auditUnit(call, estate, row, "create", "新增房号");
  await notifyBoards(db, estate.id);
  return row.id;
}

export async function changeUnit(call: SignedCall, id: number, body: z.output<typeof UnitUpdate>): Promise<void> {
  const { db, user, services } = call;
  const { version, status, ...fields } = body;
  const { estate, row } = await lockUnit(db, id);
  leaveAlone(call, row);
  const now = services.now();
  await checkVersion(row, version, () => findUnitRow({ db, user, now }, id));
  const state = stateOf(row, now);
  const { facts, words } = await checked(call, estate, fields, row);
  if (state !== "available" && state !== "off") refuseFixed(row, facts, unitStatuses[state]);
  const changes = changesOf(UnitFields, words(row), words(facts));
  if (changes.length) {
    await setRow(db, unit, id, { ...facts, version: version + 1, ...changedBy(call) });
    if (facts.room_id !== row.room_id) await countRooms(db, estate.id);
    const [price_before, price_after] = [row.list_price, facts.list_price];
    if (price_before !== price_after)
      await keepUnitLog(call, [{ unit_id: id, act: "price", price_before, price_after }]);
    await auditUnit(call, estate, { ...row, ...facts }, "update", "编辑房号", changes);
    await notifyBoards(db, estate.id);
  }
  if (status === undefined || status === state) return;
  const way = editorsWay(state, status) ?? refuse(40902);
  const locked: LockedUnits = { estate, units: [{ ...row, ...facts }] };
  await moveUnits(call, locked, { way });
}

export async function removeUnit(call: SignedCall, id: number): Promise<void> {
  const { db, services } = call;
  const { estate, row } = await lockUnit(db, id);
  const state = stateOf(row, services.now());
  if (state !== "available" && state !== "off") return refuse(40902);
  await db.delete(unit).where(eq(unit.id, id));
  await countRooms(db, estate.id);
  await auditUnit(call, estate, row, "delete", "删除房号");
  await notifyBoards(db, estate.id);
}

/** The columns of a body, once it is valid; and a record in words for the log. */
async function checked(call: SignedCall, estate: UnitEstate, fields: UnitFields, before?: Unit) {
  const { db } = call;
  const rooms = await db
    .select({
      ...{ id: room.id, name: room.name, area_sqm: room.area_sqm, direction: room.direction },
      ...{ is_proposed: room.is_proposed, is_leaving: room.is_leaving },
    })
    .from(room)
    .where(eq(room.estate_id, estate.id));
  const own = rooms.find(({ id }) => id === fields.room_id);
  const wrong = [...roomErrors(own, before), ...(await priceErrors(call, estate, fields))];
  if (wrong.length) return refuseFields(wrong);
  await refuseSame(call, estate, fields, before);
  const names = new Map(rooms.map(({ id, name }) => [id, name]));
  const words = (record: Facts) => ({ ...record, room_id: names.get(record.room_id) });
  return { facts: written(fields, found(own), before), words };
}

/** Its area and direction are its own only where they are not its room's. */
function written(fields: UnitFields, own: Room, before?: Unit): Facts {
  const isKept = before?.room_id === own.id;
  const differing = <N extends "area_sqm" | "direction">(name: N) =>
    fields[name] === own[name] && (!isKept || before[name] === null) ? null : fields[name];
  return {
    ...fields,
    area_sqm: differing("area_sqm"),
    direction: differing("direction"),
    list_price: decimalText(fields.list_price),
  };
}

function roomErrors(own: Room | undefined, before?: Unit): FieldError[] {
  const say = (message: string) => [{ field: "room_id", label: labelOf(UnitFields.shape.room_id, ""), message }];
  if (!own) return say("户型不存在");
  if (own.id === before?.room_id) return [];
  if (own.is_proposed) return say("户型尚未通过审核");
  return own.is_leaving ? say("户型正在等待删除") : [];
}

const priceErrors = ({ db }: SignedCall, { currency }: UnitEstate, { list_price }: UnitFields): Promise<FieldError[]> =>
  centErrors(db, UnitFields, { list_price }, currency);

async function refuseSame({ db }: SignedCall, estate: UnitEstate, fields: UnitFields, before?: Unit): Promise<void> {
  const { building, unit_no } = fields;
  if (before?.building === building && before.unit_no === unit_no) return;
  const others = and(eq(unit.estate_id, estate.id), ne(unit.id, before?.id ?? 0));
  const rows = await db.select({ building: unit.building, unit_no: unit.unit_no }).from(unit).where(others);
  if (rows.some((row) => keyOf(row.building) === keyOf(building) && keyOf(row.unit_no) === keyOf(unit_no)))
    return refuse(40900, { label: `房号 ${unitName(fields)}` });
}

function refuseFixed(row: Unit, facts: Facts, state: string): void {
  const wrong = fixed.flatMap((field) => {
    const label = labelOf(UnitFields.shape[field], field);
    return row[field] === facts[field] ? [] : [{ field, label, message: `${state}的房号不能修改${label}` }];
  });
  if (wrong.length) refuseFields(wrong);
}

function auditUnit(
  call: SignedCall,
  estate: UnitEstate,
  row: Pick<Unit, "id" | "building" | "unit_no">,
  action: AuditAction,
  verb: string,
  changes: ReturnType<typeof changesOf> = [],
): Promise<void> {
  const name = `${estate.name} ${unitName(row)}`;
  const target = { type: "unit", id: row.id, name };
  return audit(call, { module: "house", action, target, summary: `${verb} ${name}`, changes });
}
