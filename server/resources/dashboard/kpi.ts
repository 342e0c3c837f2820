import type { Kpi } from "~/contract/dashboard/blocks";
import { type Metric, metrics } from "~/contract/dashboard/metrics";
import type { Db } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";
import type { Days, People } from "~/server/resources/shared/figure";
import { daysIn, lastDays, lastYear, previous, shift } from "~/server/resources/shared/range";
import type { Viewer } from "../customer/customer/view";
import { commissionParts } from "../deal/figures";
import { type StatKey, statFigure } from "./figures";
import { takenOf, valuesOf } from "./stat-values";

/** What is shown next to a figure's own value. */
const besides: Partial<Record<Metric, { name: "imported" | "cancelled"; key: StatKey }>> = {
  customer_new: { name: "imported", key: "customer_imported" },
  subscribe_count: { name: "cancelled", key: "subscribe_cancelled" },
  contract_count: { name: "cancelled", key: "contract_cancelled" },
};

/** A figure with what it is compared with; its target comes from elsewhere. */
export async function kpiOf(db: Db, key: Metric, viewer: Viewer, days: Days, people: People): Promise<Kpi> {
  const { isCurrent, unit } = metrics[key];
  const ranges = isCurrent ? [days] : [days, previous(days), lastYear(days), ...lastDays(days)];
  const read = (of: StatKey, over: Days[]) => valuesOf(db, of, statFigure(of, viewer, people), over);
  const [value = null, prev = null, yoy = null, ...spark] = await read(key, ranges);
  const beside = besides[key];
  const [aside = 0] = beside ? await read(beside.key, [days]) : [];
  const compare = unit === "percent" ? pointsBetween : growth;
  return {
    ...{ key, value, target: null, target_rate: null },
    ...(isCurrent ? { prev: null, yoy: null } : { prev, yoy }),
    ...(isCurrent ? { ratio: null, yoy_ratio: null } : { ratio: compare(value, prev), yoy_ratio: compare(value, yoy) }),
    spark: isCurrent ? await lastTaken(db, key, viewer, people, value) : spark,
    ...(beside && { [beside.name]: aside }),
    ...(key === "commission_receivable" && { parts: await commissionParts(db, viewer, people, days) }),
  };
}

/** What was taken as the last days ended, and what is now; nothing where none of it is known. */
async function lastTaken(db: Db, key: Metric, viewer: Viewer, people: People, now: number | null) {
  const today = dayOf(viewer.now);
  const before = { from: shift(today, -6), to: shift(today, -1) };
  const taken = await takenOf(db, key, statFigure(key, viewer, people), before);
  return taken.size ? [...daysIn(before).map((day) => taken.get(day) ?? null), now] : [];
}

/** Growth in percent to one decimal; nothing to compare with is null. */
const growth = (value: number | null, before: number | null): number | null =>
  before && value !== null ? toOneDecimal((value / before - 1) * 100) : null;

/** How many points lie between two percentages. */
const pointsBetween = (value: number | null, before: number | null): number | null =>
  value === null || before === null ? null : toOneDecimal(value - before);

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;
