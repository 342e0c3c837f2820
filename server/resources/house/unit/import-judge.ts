import { type UnitStatus, unitStatuses } from "~/contract/house/unit";
import type { room } from "~/server/database/tables/house/estate";
import { keyOf } from "~/server/lib/text";
import { decimalText } from "~/server/resources/shared/amounts";
import type { SheetRow, WrongCell } from "~/server/resources/shared/import/columns";
import type { Line, RefusedRow } from "~/server/resources/shared/import/whole-file";
import { type GivenUnit, headingOf, wrongCell } from "./import-columns";
import { editorsWay } from "./move";
import { stateOf, type Unit } from "./state";

type Room = Pick<typeof room.$inferSelect, "id" | "name" | "is_leaving" | "area_sqm" | "direction">;
type Values = Pick<
  Unit,
  | ("building" | "floor" | "stack" | "unit_no" | "room_id" | "area_sqm" | "direction" | "list_price")
  | ("status" | "sold_by")
>;

export interface Planned {
  before: Unit | undefined;
  values: Values;
}

interface Present {
  units: readonly Unit[];
  rooms: readonly Room[];
  /** The estate's currency has no cents. */
  isWhole: boolean;
  now: Date;
}

const unitKey = ({ building, unit_no }: { building: string; unit_no: string }) =>
  `${keyOf(building)}\n${keyOf(unit_no)}`;
/** What a row may say of a unit that somebody has: no more than how it is. */
const facts = ["floor", "stack", "room_id", "area_sqm", "direction"] as const;

/** Decides of each row whether it may come in, and what becomes of its unit. */
export function judgeUnits(lines: readonly Line<GivenUnit>[], { units, rooms, isWhole, now }: Present) {
  const present = new Map(units.map((row) => [unitKey(row), row]));
  const roomsByName = new Map(rooms.map((one) => [keyOf(one.name), one]));
  const roomsById = new Map(rooms.map((one) => [one.id, one]));
  const rowOf = new Map<string, number>();
  const planned: Planned[] = [];
  const refused: RefusedRow[] = [];
  for (const line of lines) {
    const result = "wrong" in line ? line.wrong : plan(line);
    if ("message" in result) refused.push({ row: line.row, wrong: result });
    else planned.push(result);
  }
  return { planned, refused };

  function plan({ row, given }: { row: SheetRow; given: GivenUnit }): Planned | WrongCell {
    const twin = rowOf.get(unitKey(given));
    if (twin !== undefined) return wrongCell("unit_no", `与第${twin}行重复`);
    rowOf.set(unitKey(given), row.number);
    if (isWhole && /\.\d*[1-9]/.test(given.list_price ?? "")) return wrongCell("list_price", "该币种的金额不能有小数");
    const before = present.get(unitKey(given));
    const own =
      given.room_id === undefined ? before && roomsById.get(before.room_id) : roomsByName.get(keyOf(given.room_id));
    if (given.room_id !== undefined && !own) return wrongCell("room_id", `户型“${given.room_id.slice(0, 20)}”不存在`);
    if (own?.is_leaving && own.id !== before?.room_id) return wrongCell("room_id", "户型正在等待删除");
    return before ? change(before, given, own) : add(given, own);
  }

  function add(given: GivenUnit, own: Room | undefined): Planned | WrongCell {
    const { floor, stack, status = "available" } = given;
    const missing = (["floor", "stack", "room_id"] as const).find((name) => given[name] === undefined);
    if (status === "held" || status === "reserved")
      return wrongCell("status", `新增的房号不能是${unitStatuses[status]}`);
    if (missing || floor === undefined || stack === undefined || !own)
      return wrongCell(missing ?? "room_id", `新增房号时请填写${headingOf(missing ?? "room_id")}`);
    const { building, unit_no } = given;
    const values: Values = {
      ...{ building, unit_no, floor, stack, room_id: own.id, status },
      // As its room's, unless it says otherwise.
      area_sqm: given.area_sqm === own.area_sqm ? null : (given.area_sqm ?? null),
      direction: given.direction === own.direction ? null : (given.direction ?? null),
      list_price: decimalText(given.list_price ?? null),
      sold_by: status === "sold" ? "other" : null,
    };
    return { before: undefined, values };
  }

  function change(before: Unit, given: GivenUnit, own: Room | undefined): Planned | WrongCell {
    const state = stateOf(before, now);
    const wanted = {
      floor: given.floor ?? before.floor,
      stack: given.stack ?? before.stack,
      room_id: own?.id ?? before.room_id,
      area_sqm: differing(given.area_sqm, before.area_sqm, own?.area_sqm),
      direction: differing(given.direction, before.direction, own?.direction),
    };
    const list_price = given.list_price === undefined ? before.list_price : decimalText(given.list_price);
    const { building, unit_no, sold_by } = before;
    const values: Values = { ...wanted, building, unit_no, list_price, sold_by, status: before.status };
    if (state !== "available" && state !== "off") {
      const touched = facts.find((name) => wanted[name] !== before[name]);
      if (touched) return wrongCell(touched, `${unitStatuses[state]}的房号只能修改挂牌价`);
      return contradicts(state, given.status) ?? { before, values };
    }
    const status = given.status ?? state;
    if (status === state) return { before, values };
    if (!editorsWay(state, status))
      return wrongCell("status", `${unitStatuses[state]}的房号不能改为${unitStatuses[status]}`);
    return { before, values: { ...values, status, sold_by: status === "sold" ? "other" : null } };
  }
}

/** A cell's value, none where it is only the room's, or what was there. */
const differing = <T>(given: T | undefined, before: T | null, ofRoom: T | null | undefined): T | null =>
  given === undefined || (before === null && given === ofRoom) ? before : given;

/** The developer calls what we hold or reserve available, and sold what any of us has sold; anything else somebody must look into. */
function contradicts(state: UnitStatus, given: GivenUnit["status"]): WrongCell | undefined {
  const expected = state === "sold" ? ["sold"] : state === "reserved" ? ["available", "sold"] : ["available"];
  return given === undefined || given === state || expected.includes(given)
    ? undefined
    : wrongCell("status", `房号目前${unitStatuses[state]}，不能改为${unitStatuses[given]}`);
}
