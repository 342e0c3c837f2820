import { z } from "zod";
import { asOf, csv, ref } from "../common";
import { endpoint } from "../endpoint";
import type { Permission } from "../permissions";
import { month, TargetMonth } from "../system/target";
import { Kpis, range, TeamWork, Today, Todos, Trend } from "./blocks";
import { FunnelSteps, funnelKeys, funnels } from "./funnel";
import { Ranking, rankKeys, ranks } from "./rank";

const shapes = {
  today: Today,
  todo: Todos,
  /** Of who hands out customers; of others nobody. */
  people: TeamWork,
  kpi: Kpis,
  /** Of the scope what has a target at all. */
  target: TargetMonth,
  /** The teams to which the figures can be narrowed: those of the scope, none for callers who see only their own. */
  teams: z.array(ref),
  /** By day, of the range that is asked for; without one of the last thirty days. */
  trend: Trend,
  funnel: FunnelSteps,
  rank: Ranking,
};
export type DashboardBlock = keyof typeof shapes;
export const dashboardBlocks = Object.keys(shapes) as [DashboardBlock, ...DashboardBlock[]];

/** What is to be done is everybody's, each queue by a code of its own; the other blocks are figures. */
export const figureCode = "dashboard:tob:view";
export const isFigures = (block: DashboardBlock): boolean => !["today", "todo", "people"].includes(block);

const BlockError = z.object({ code: z.int(), message: z.string() });
export type BlockError = z.output<typeof BlockError>;

/** A block as it is answered: its data, or why there are none. */
const block = <T extends z.ZodType>(data: T) =>
  z.union([z.object({ data, error: z.null() }), z.object({ data: z.null(), error: BlockError })]).optional();
/** A block's data or why there are none, which keeps nothing from the others. */
export type BlockAnswer<T> = { data: T; error: null } | { data: null; error: BlockError };
export type BlockData = { [B in DashboardBlock]: z.output<(typeof shapes)[B]> };

export const dashboard = {
  /** Several blocks at once; all if none is named. A block that fails, or that the caller may not see, says so in its own place. */
  get: endpoint("GET /api/figures/dashboard", "数据看板", "signed-in", {
    keys: true,
    query: z.object({
      blocks: csv(z.enum(dashboardBlocks)),
      ...range,
      /** Of today; absent: the team's for users who assign customers, else the caller's own. */
      scope: Today.shape.scope.optional(),
      month: month().optional(),
      funnel: z.enum(funnelKeys).optional(),
      rank: z.enum(rankKeys).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(10),
    }),
    reply: z.object({
      as_of: asOf,
      today: block(shapes.today),
      todo: block(shapes.todo),
      people: block(shapes.people),
      kpi: block(shapes.kpi),
      target: block(shapes.target),
      teams: block(shapes.teams),
      trend: block(shapes.trend),
      funnel: block(shapes.funnel),
      rank: block(shapes.rank),
    }),
  }),
};

/** Those of several kinds whose code somebody holds. */
const heldOf = <K extends string>(
  keys: readonly K[],
  of: Readonly<Record<K, { permission: Permission }>>,
  held: ReadonlySet<string>,
): K[] => keys.filter((key) => held.has(of[key].permission));

/** The funnels and rankings that somebody may see; the first is shown. */
export const funnelsFor = (held: ReadonlySet<string>) => heldOf(funnelKeys, funnels, held);
export const ranksFor = (held: ReadonlySet<string>) => heldOf(rankKeys, ranks, held);
