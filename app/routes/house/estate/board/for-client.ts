import type { LiveBoard } from "~/app/features/unit-board/use-board";
import type { UnitRow, UnitStatus } from "~/contract/house/unit";
import type { BoardFilter } from "./board-filter";

const may = { hold: false, release: false, edit: false, delete: false, queue: false };

const known = new WeakMap<UnitRow, UnitRow>();

/** What the house keeps back is to a client what others have bought. */
const told = (status: UnitStatus): UnitStatus => (status === "off" ? "sold" : status);

/** A unit as a client sees it: its state, without whose it is, who waits for it, and what may be done. The same one for the same row, whose cell is then not drawn anew. */
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

/** What a client looks for: nobody's own, and in the same words. */
export const filterForClient = (filter: BoardFilter): BoardFilter => ({
  ...filter,
  ...{ statuses: filter.statuses.map(told), isMine: false },
});
