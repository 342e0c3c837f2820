import { z } from "zod";
import { propertyTypes } from "~/contract/shared/property";
import { agentLevels } from "../agent/agent-kinds";
import { clueInvalidReasons, clueStatuses } from "../clue/clue-kinds";
import { asOf, ref } from "../common";
import { levels, stages } from "../customer/customer-record";
import { range } from "../dashboard/blocks";
import { type Grain, grains } from "../dashboard/grain";
import { endpoint } from "../endpoint";
import { type TrendKey, trendFigures, trendKeys } from "./trend-figures";
import { trendPages } from "./trend-pages";

const grain = z.enum(Object.keys(grains) as [Grain]); // the keys of the literal above

const key = z.enum(trendKeys).meta({
  description: trendKeys.map((one) => `${one} ${trendFigures[one].label}：${trendFigures[one].definition}`).join("\n"),
});

export const splitLabels: Partial<Record<TrendKey, Readonly<Record<string, string>>>> = {
  estate_type: propertyTypes,
  estate_price: {
    "0": "100万以下",
    "1": "100–200万",
    "2": "200–300万",
    "3": "300–500万",
    "4": "500–1000万",
    "5": "1000万及以上",
  },
  customer_level: levels,
  customer_stage: stages,
  clue_status: clueStatuses,
  clue_invalid: clueInvalidReasons,
  agent_level: agentLevels,
};

const Cell = z.union([z.number(), z.string()]).nullable();
const Trends = z.object({
  from: z.string(),
  to: z.string(),
  grain,
  as_of: asOf,
  /** The teams to which the figures can be narrowed: those of the scope, none for callers who see only their own. */
  teams: z.array(ref),
  /** Each figure over the whole range; null of nothing to divide by. */
  totals: z.array(z.object({ key, value: z.number().nullable() })),
  /** By day, week (from Monday) or month, each from `date` to `to`; a series for each value where `value` says which. */
  series: z.array(
    z.object({
      key,
      value: z.string().nullable(),
      label: z.string(),
      points: z.array(z.object({ date: z.string(), to: z.string(), value: z.number().nullable() })),
    }),
  ),
  /** A figure by what its rows are, the most first. */
  splits: z.array(z.object({ key, list: z.array(z.object({ value: z.string(), label: z.string(), count: z.int() })) })),
  /** Its parts: `values` in the order of `columns`. */
  tables: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      /** What its rows are. */
      of: z.enum(["estate", "agent"]),
      /** `metric`: whose rows a number of the column is, those of one estate or agent; null of what has none. */
      columns: z.array(z.object({ key: z.string(), label: z.string(), unit: z.string(), metric: key.nullable() })),
      rows: z.array(z.object({ id: z.int(), name: z.string(), values: z.array(Cell) })),
    }),
  ),
});
export type Trends = z.output<typeof Trends>;

const trendOf = <P extends string>(path: P, summary: string) =>
  endpoint(`GET /api/figures/trend/${path}`, summary, "dashboard:trend:view", {
    query: z.object({ ...range, grain: grain.optional() }),
    reply: Trends,
  });

export const trends = {
  estate: trendOf("estate", trendPages.estate),
  customer: trendOf("customer", trendPages.customer),
  clue: trendOf("clue", trendPages.clue),
  agent: trendOf("agent", trendPages.agent),
};
