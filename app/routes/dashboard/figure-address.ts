import type { TargetMetric, TargetRow } from "~/contract/system/target";

/** Whose rows open: a figure's, a funnel's step or a ranking's; of one person (`of`), of a team, an agent or an estate, or of some days, where a chart says which. */
export interface OpenRows {
  metric: string;
  of?: number;
  team?: number;
  agent?: number;
  estate?: number;
  day?: string;
  until?: string;
}

/** How the dashboard is looked at. */
export const kept = ["from", "to", "scope", "team_id", "user_id", "country", "more"];

interface Opened {
  from?: string;
  to?: string;
  user_id?: number | undefined;
  team_id?: number | undefined;
  agent_id?: number;
  estate_id?: number;
}

export function openedOf(search: URLSearchParams): Opened {
  const dayAt = (name: string) => /^\d{4}-\d{2}-\d{2}$/.exec(search.get(name) ?? "")?.[0];
  const idAt = (name: string) => {
    const id = Number(search.get(name));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  };
  const [day, of, team, agent, estate] = [dayAt("day"), idAt("of"), idAt("team"), idAt("agent"), idAt("estate")];
  return {
    ...(day && { from: day, to: dayAt("until") ?? day }),
    ...(agent && { agent_id: agent }),
    ...(estate && { estate_id: estate }),
    ...((of || team) && { user_id: of, team_id: of ? undefined : team }),
  };
}

export const opensRows = (metric: TargetMetric, { dim, cells }: Pick<TargetRow, "dim" | "cells">): boolean =>
  cells[metric].actual !== null && !(dim === "team" && metric === "visit_count");

export function reachedBy({ dim, id }: Pick<TargetRow, "dim" | "id">, month: string, metric: string): OpenRows {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const until = `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
  return { metric, day: `${month}-01`, until, ...(dim === "team" ? { team: id } : { of: id }) };
}
