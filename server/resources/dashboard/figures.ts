import { type FunnelStep, funnelOf } from "~/contract/dashboard/funnel";
import {
  type CustomerTodo,
  type Metric,
  type MetricRows,
  type MetricWith,
  metrics,
} from "~/contract/dashboard/metrics";
import { isPlaceRank, type PlaceRank } from "~/contract/dashboard/rank";
import type { Figure, People } from "~/server/resources/shared/figure";
import { agentFigure } from "../agent/figures";
import { clueFigure } from "../clue/figures";
import type { Viewer } from "../customer/customer/view";
import { figureOf } from "../customer/figures/figures";
import { cancelledDeals, commissionFigure, dealFigure } from "../deal/figures";
import { estateFigure } from "../house/figures";
import { inquiryFigure } from "../inquiry/figures";
import { type SummedStep, stepFigure, summedSteps } from "./funnel";
import { placeFigure } from "./rank";

/** Figures that are summed up day by day: those of the cards, those next to them, and the steps that many inquiries take. */
const beside = ["customer_imported", "subscribe_cancelled", "contract_cancelled"] as const;
export type StatKey = Metric | (typeof beside)[number] | SummedStep;
// The names of the table.
export const statKeys: readonly StatKey[] = [...(Object.keys(metrics) as Metric[]), ...beside, ...summedSteps];

/** What is now is taken once a day, not summed up. */
export const isTaken = (key: StatKey): boolean => key in metrics && metrics[key as Metric].isCurrent;

type Maker<R extends MetricRows> = (key: MetricWith<R>, viewer: Viewer, people: People) => Figure;

const makers: { [R in MetricRows]: Maker<R> } = {
  customer: figureOf,
  tracking: figureOf,
  inquiry: inquiryFigure,
  clue: clueFigure,
  deal: dealFigure,
  billing: commissionFigure,
  estate: (key, _, people) => estateFigure(key, people),
  agent: (_, viewer, people) => agentFigure(viewer, people),
};

/** A figure of the dashboard, a count of customers to do, or what a ranking counts: its definition once, for its number and its rows. */
export function dashboardFigure(
  key: Metric | CustomerTodo | FunnelStep | PlaceRank,
  viewer: Viewer,
  people: People = {},
): Figure {
  if (isPlaceRank(key)) return placeFigure(key, viewer, people);
  const funnel = funnelOf(key);
  if (funnel) return stepFigure(funnel, key as FunnelStep, viewer, people);
  if (!(key in metrics)) return figureOf(key as CustomerTodo, viewer, people);
  // The table says which maker knows the key.
  const make = makers[metrics[key as Metric].rows] as (key: Metric, viewer: Viewer, people: People) => Figure;
  return make(key as Metric, viewer, people);
}

export function statFigure(key: StatKey, viewer: Viewer, people: People = {}): Figure {
  if (key === "customer_imported") return figureOf(key, viewer, people);
  if (key === "subscribe_cancelled") return cancelledDeals("subscribe_count", viewer, people);
  if (key === "contract_cancelled") return cancelledDeals("contract_count", viewer, people);
  return dashboardFigure(key, viewer, people);
}
