import { useMemo, useState } from "react";

/** Chosen rows, by id. Another page or filter clears them; rows that left the page are no longer chosen. */
export function useSelection<Row extends { id: number }>(rows: readonly Row[], query: Record<string, unknown>) {
  const place = JSON.stringify(query);
  const [chosen, setChosen] = useState<{ place: string; ids: readonly string[] }>({ place, ids: [] });
  // The same array while rows and choice are equal, so that a table is not rendered again.
  const ids = useMemo(
    () => (chosen.place === place ? chosen.ids.filter((id) => rows.some((row) => String(row.id) === id)) : []),
    [chosen, place, rows],
  );
  return {
    ids,
    rows: rows.filter((row) => ids.includes(String(row.id))),
    set: (next: string[]) => setChosen({ place, ids: next }),
    clear: () => setChosen({ place, ids: [] }),
  };
}
