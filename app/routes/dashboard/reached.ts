import type { TargetMetric, TargetRow } from "~/contract/system/target";
import type { OpenRows } from "./figure-address";

/** Whether what was reached is the number of some rows: of a team's visitors not, who may have come to several of its people. */
export const opensRows = (metric: TargetMetric, { dim, cells }: Pick<TargetRow, "dim" | "cells">): boolean =>
  cells[metric].actual !== null && !(dim === "team" && metric === "visit_count");

/** The rows of what somebody, or a team, has reached in a month. */
export function reachedBy({ dim, id }: Pick<TargetRow, "dim" | "id">, month: string, metric: string): OpenRows {
  const [year = 0, number = 0] = month.split("-").map(Number);
  const until = `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
  return { metric, day: `${month}-01`, until, ...(dim === "team" ? { team: id } : { of: id }) };
}
