import type { LiveBoard } from "~/app/features/unit-board/use-board";
import type { UnitRow, UnitStatus } from "~/contract/house/unit";
import type { BoardFilter } from "./board-filter";

const may = { hold: false, release: false, edit: false, delete: false, queue: false };

const known = new WeakMap<UnitRow, UnitRow>();

const told = (status: UnitStatus): UnitStatus => (status === "off" ? "sold" : status);

function forClient(unit: UnitRow): UnitRow {
  const shown = known.get(unit) ?? {
    ...unit,
    status: told(unit.status),
    ...{ held_by: null, held_until: null, held_for: null, queue: [], sold_by: null, deal_id: null, can: may },
  };
  known.set(unit, shown);
  return shown;
}

export function boardForClient(board: LiveBoard): LiveBoard {
  const { off, sold, ...counts } = board.summary;
  return { ...board, units: board.units.map(forClient), summary: { ...counts, sold: sold + off, off: 0 } };
}

export const filterForClient = (filter: BoardFilter): BoardFilter => ({
  ...filter,
  ...{ statuses: filter.statuses.map(told), isMine: false },
});
