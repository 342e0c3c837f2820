import { eq } from "drizzle-orm";
import { metrics } from "~/contract/dashboard/metrics";
import type { Reply } from "~/contract/endpoint";
import type { user } from "~/contract/personal/user";
import {
  type TargetCell,
  type TargetMetric,
  type TargetMonth,
  type TargetRow,
  targetMetricKeys,
} from "~/contract/system/target";
import type { Db } from "~/server/database/database";
import { target } from "~/server/database/tables/system/admin";
import { dayOf } from "~/server/lib/list";
import type { Viewer } from "~/server/resources/customer/customer/view";
import { perPerson } from "~/server/resources/customer/figures/figures";
import { contractsPerPerson } from "~/server/resources/deal/figures";
import type { Days } from "~/server/resources/shared/figure";
import { daysOfMonth } from "~/server/resources/shared/range";
import { subjectsOf } from "./reach";

type Counted = "customer_new" | "tracking_valid" | "visit_count";
const counted: readonly Counted[] = ["visit_count", "tracking_valid", "customer_new"];
const isCounted = (metric: TargetMetric): metric is Counted => counted.some((one) => one === metric);

/** Each team with its people behind it, then the people of no listed team. */
function inTeams(teams: TargetRow[], people: TargetRow[]): TargetRow[] {
  const placed = teams.flatMap((row) => [row, ...people.filter(({ team }) => team?.id === row.id)]);
  const known = new Set(teams.map(({ id }) => id));
  return [...placed, ...people.filter(({ team }) => !team || !known.has(team.id))];
}

interface Subject {
  id: number;
  name: string;
  team_id: number | null;
  team: string | null;
}

/** The targets of a month within the caller's scope, with what was reached. */
export async function targetsOf(db: Db, viewer: Viewer, month: string): Promise<TargetMonth> {
  const byPeople = await reachedByPeople(db, viewer, daysOfMonth(month));
  const { teams, people } = await subjectsOf(db, viewer.caller, month, [...new Set(byPeople.map(({ id }) => id))]);
  const rows = await db.select().from(target).where(eq(target.month, month));
  const values = new Map(rows.map((row) => [keyOf(row.dim, row.team_id ?? row.user_id ?? 0, row.metric), row.value]));
  const reached = new Map([
    ...byPeople.map(({ id, metric, n }): [string, number] => [keyOf("user", id, metric), n]),
    ...reachedByTeams(byPeople, teams, people),
  ]);
  const cellsOf = (dim: TargetRow["dim"], id: number) => {
    const cell = (metric: TargetMetric): TargetCell => {
      const value = values.get(keyOf(dim, id, metric)) ?? null;
      const actual = maySee(viewer, metric) ? (reached.get(keyOf(dim, id, metric)) ?? 0) : null;
      return { value: value && valueText(value), actual, rate: rateOf(actual, value) };
    };
    // Each metric by its own name: what the record's type says.
    return Object.fromEntries(targetMetricKeys.map((metric) => [metric, cell(metric)])) as TargetRow["cells"];
  };
  const rowOf = (dim: TargetRow["dim"], { id, name, team_id, team }: Subject): TargetRow => ({
    ...{ dim, id, name },
    team: team_id && team ? { id: team_id, name: team } : null,
    cells: cellsOf(dim, id),
  });
  return {
    month,
    list: inTeams(
      teams.map((row) => rowOf("team", row)),
      people.map((row) => rowOf("user", row)),
    ),
  };
}

/** Reached of a target in percent, to one decimal; without a target there is none. Nearly is not all: 100 means reached. */
export function rateOf(actual: number | null, value: string | number | null): number | null {
  if (actual === null || !Number(value)) return null;
  const rate = Math.round((actual / Number(value)) * 1000) / 10;
  return actual < Number(value) ? Math.min(rate, 99.9) : rate;
}

/** Counts are whole, so that they are written without decimals; an amount keeps those that it has. */
export const valueText = (value: string) => value.replace(/\.00$/, "");

const keyOf = (dim: string, id: number, metric: string) => `${dim}:${id}:${metric}`;

const maySee = ({ caller }: Viewer, metric: TargetMetric) =>
  caller.permissions.has(isCounted(metric) ? metrics[metric].permission : "deal:deal:view");

/** What one person has reached. */
interface Reached {
  id: number;
  metric: TargetMetric;
  n: number;
}

async function reachedByPeople(db: Db, viewer: Viewer, days: Days): Promise<Reached[]> {
  const found: Reached[] = [];
  for (const metric of targetMetricKeys) {
    if (!maySee(viewer, metric)) continue;
    const { rows } = await db.execute<{ person: string | null; n: number }>(
      isCounted(metric) ? perPerson(metric, viewer, days) : contractsPerPerson(metric, viewer.caller, days),
    );
    for (const { person, n } of rows) if (person !== null) found.push({ id: Number(person), metric, n });
  }
  return found;
}

/** A team's figure is the sum of its people's and of the teams below it. */
function reachedByTeams(byPeople: readonly Reached[], teams: readonly Subject[], people: readonly Subject[]) {
  const aboveOf = new Map(teams.map(({ id, team_id }) => [id, team_id]));
  const teamOf = new Map(people.map(({ id, team_id }) => [id, team_id]));
  const sums = new Map<string, number>();
  for (const { id, metric, n } of byPeople)
    for (let team = teamOf.get(id); team; team = aboveOf.get(team)) {
      const key = keyOf("team", team, metric);
      sums.set(key, (sums.get(key) ?? 0) + n);
    }
  return sums;
}

/** Somebody's own targets of this month with what they have reached, whatever else they may see. */
export async function ownTargets(db: Db, viewer: Viewer): Promise<Reply<typeof user.summary>["targets"]> {
  const alone: Viewer = { ...viewer, caller: { ...viewer.caller, scope: () => "self" } };
  const { list } = await targetsOf(db, alone, dayOf(viewer.now).slice(0, 7));
  const own = list.find(({ dim, id }) => dim === "user" && id === viewer.caller.id);
  return targetMetricKeys.flatMap((metric) => {
    const cell = own?.cells[metric];
    return cell?.value ? [{ metric, value: cell.value, actual: cell.actual }] : [];
  });
}
