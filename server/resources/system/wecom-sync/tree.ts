import { teamDepth } from "~/contract/system/team";
import { keyOf, tidyText } from "~/server/lib/text";
import { type Department, SyncFailure } from "./remote";

/** A department as a team: which one it is, and where. */
export interface Place {
  department: Department;
  /** The department of the team above; null: none. */
  parent: number | null;
}

export interface Tree {
  /** Those that become teams, from the top down. */
  places: readonly Place[];
  /** The team's department of each department; null: the company itself, which is no team. */
  teamOf: ReadonlyMap<number, number | null>;
  /** Each department with all above it. */
  above: ReadonlyMap<number, ReadonlySet<number>>;
}

/** The departments in their order. Those too deep belong to the team of the last level above them. */
export function treeOf(departments: readonly Department[]): Tree {
  const seen = new Set(departments.map(({ id }) => id));
  const sorted = departments.toSorted((a, b) => b.order - a.order || a.id - b.id);
  const below = grouped(sorted, ({ parent }) => (seen.has(parent) ? parent : 0));
  const places: Place[] = [];
  const teamOf = new Map<number, number | null>();
  const above = new Map<number, ReadonlySet<number>>();
  const walk = (department: Department, upper: Department | undefined, depth: number) => {
    const { id } = department;
    const isCompany = department.parent === 0;
    const team = upper === undefined ? null : (teamOf.get(upper.id) ?? null);
    const isDeep = depth >= teamDepth;
    teamOf.set(id, isCompany ? null : isDeep ? team : id);
    above.set(id, new Set([id, ...(upper ? (above.get(upper.id) ?? []) : [])]));
    if (!isCompany && !isDeep) places.push({ department, parent: team });
    for (const one of below.get(id) ?? []) if (one.id !== id) walk(one, department, isCompany ? 0 : depth + 1);
  };
  for (const top of below.get(0) ?? []) walk(top, undefined, 0);
  if (teamOf.size !== departments.length) throw new SyncFailure("企业微信的部门上下级不完整");
  return { places, teamOf, above };
}

export function grouped<T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

const longestName = 50;

/** A name that no sibling has: with its number where one does. */
export function freeName(name: string, id: number, taken: Set<string>): string {
  const plain = tidyText(name).slice(0, longestName);
  const end = `（${id}）`;
  const free = taken.has(keyOf(plain)) ? `${plain.slice(0, longestName - end.length)}${end}` : plain;
  taken.add(keyOf(free));
  return free;
}
