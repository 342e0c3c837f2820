import type { BoardRoom } from "~/app/features/unit-board/unit-labels";
import type { UnitRow, UnitStatus } from "~/contract/house/unit";

export interface BoardFilter {
  statuses: readonly UnitStatus[];
  layouts: readonly string[];
  budget: string;
  isMine: boolean;
}

export const noFilter: BoardFilter = { statuses: [], layouts: [], budget: "", isMine: false };

export const isFiltering = ({ statuses, layouts, budget, isMine }: BoardFilter): boolean =>
  statuses.length > 0 || layouts.length > 0 || budget !== "" || isMine;

export function matching(
  units: readonly UnitRow[],
  filter: BoardFilter,
  rooms: ReadonlyMap<number, BoardRoom>,
  viewerId: number,
): ReadonlySet<number> | undefined {
  if (!isFiltering(filter)) return undefined;
  const { statuses, layouts, isMine } = filter;
  const most = filter.budget === "" ? undefined : Number(filter.budget) * 10_000;
  const isMatch = ({ status, room_id, list_price, held_by }: UnitRow) =>
    (statuses.length === 0 || statuses.includes(status)) &&
    (layouts.length === 0 || layouts.includes(rooms.get(room_id)?.layout ?? "")) &&
    (most === undefined || (list_price !== null && Number(list_price) <= most)) &&
    (!isMine || held_by?.id === viewerId);
  return new Set(units.filter(isMatch).map(({ id }) => id));
}

export const toggled = <T>(list: readonly T[], value: T): T[] =>
  list.includes(value) ? list.filter((other) => other !== value) : [...list, value];
