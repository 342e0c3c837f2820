import { type AnyColumn, sql } from "drizzle-orm";
import type { MetricWith } from "~/contract/dashboard/metrics";
import { clue } from "~/server/database/tables/clue/clue";
import type { Viewer } from "~/server/resources/customer/customer/view";
import {
  all,
  among,
  atEstatesIn,
  byDay,
  type CountedFigure,
  type Daily,
  dayIn,
  type Figure,
  overDays,
  type People,
  ratioOf,
} from "~/server/resources/shared/figure";
import { statHeld } from "~/server/resources/shared/stat-held";
import { visibleClues } from "./clue/scope";

/** Leads that were valid at some time, whatever followed. */
export const wasValid = sql`${clue.status} not in ('pending', 'invalid')`;

const seen = ({ caller }: Viewer, people: People) =>
  all(visibleClues(caller), ...among(clue.handler_id, people), ...atEstatesIn(clue.estate_id, people));

/** Visible leads by the day they came; they count for their handler. */
export const newClues = (viewer: Viewer, people: People): CountedFigure =>
  overDays(clue, seen(viewer, people), clue.created_at, sql`${clue.created_at} desc, ${clue.id} desc`);

/** Leads count for their handler; but users who see some agents' leads see them for every handler. */
const daily = ({ caller }: Viewer, people: People, at: AnyColumn): Daily => ({
  day: dayIn(at),
  person: clue.handler_id,
  held: caller.scope("clue") === "all" ? statHeld(caller, "clue", people) : undefined,
});

export function clueFigure(key: MetricWith<"clue">, viewer: Viewer, people: People): Figure {
  if (key === "clue_new") return byDay(newClues(viewer, people), daily(viewer, people, clue.created_at));
  const reviewed = sql`${clue.reviewed_at} desc, ${clue.id} desc`;
  const ratio = ratioOf(overDays(clue, seen(viewer, people), clue.reviewed_at, reviewed), wasValid);
  return byDay(ratio, daily(viewer, people, clue.reviewed_at));
}
