import type { UnitRow } from "~/contract/house/unit";

const may = { hold: false, release: false, edit: false, delete: false, queue: false };

const known = new WeakMap<UnitRow, UnitRow>();

/** A unit as a client sees it: its state, without whose it is, who waits for it, and what may be done. The same one for the same row, whose cell is then not drawn anew. */
export function forClient(unit: UnitRow): UnitRow {
  const shown = known.get(unit) ?? {
    ...unit,
    ...{ held_by: null, held_until: null, held_for: null, queue: [], sold_by: null, deal_id: null, can: may },
  };
  known.set(unit, shown);
  return shown;
}
