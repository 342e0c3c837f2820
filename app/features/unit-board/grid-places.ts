import type { UnitRow } from "~/contract/house/unit";

interface Floor {
  floor: number;
  cells: UnitRow[][];
}

const natural = new Intl.Collator("zh-CN", { numeric: true });

export function gridOf(units: readonly UnitRow[]): { floors: Floor[]; stacks: string[] } {
  const stacks = [...new Set(units.map(({ stack }) => stack))].sort(natural.compare);
  const column = new Map(stacks.map((stack, index) => [stack, index]));
  const floors = new Map<number, Floor>();
  for (const unit of units) {
    const row = floors.get(unit.floor) ?? { floor: unit.floor, cells: stacks.map((): UnitRow[] => []) };
    floors.set(unit.floor, row);
    row.cells[column.get(unit.stack) ?? 0]?.push(unit);
  }
  return { floors: [...floors.values()].sort((a, b) => b.floor - a.floor), stacks };
}

export function neighbour(floors: readonly Floor[], from: number, key: string): number | undefined {
  const row = floors.findIndex(({ cells }) => cells.some((shared) => shared.some(({ id }) => id === from)));
  const cells = floors[row]?.cells ?? [];
  const inRow = cells.flat();
  const place = inRow.findIndex(({ id }) => id === from);
  const column = cells.findIndex((shared) => shared.some(({ id }) => id === from));
  const inColumn = (rows: readonly Floor[]) =>
    rows.find((other) => other.cells[column]?.length)?.cells[column]?.[0]?.id;
  switch (key) {
    case "ArrowLeft":
      return inRow[place - 1]?.id;
    case "ArrowRight":
      return inRow[place + 1]?.id;
    case "ArrowUp":
      return inColumn(floors.slice(0, Math.max(0, row)).reverse());
    case "ArrowDown":
      return inColumn(floors.slice(row + 1));
    case "Home":
      return inRow[0]?.id;
    case "End":
      return inRow.at(-1)?.id;
    default:
      return undefined;
  }
}
