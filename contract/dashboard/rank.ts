import { z } from "zod";
import type { Permission } from "../permissions";
import type { Metric } from "./metrics";

interface RankOf {
  label: string;
  of: "person" | "agent" | "estate";
  permission: Permission;
  unit: "count" | "cny";
  /** Of a person: the figure whose rows are his. */
  metric?: Metric;
  /** Of an agent or an estate: what its rows are, and who opens them. */
  rows?: "clue" | "inquiry";
  open?: Permission;
}

/** What the dashboard ranks (domain D.2). */
export const ranks = {
  contract_amount: {
    ...{ label: "顾问签约金额", of: "person", permission: "deal:deal:view", unit: "cny" },
    metric: "contract_amount",
  },
  tracking_valid: {
    ...{ label: "顾问有效跟进", of: "person", permission: "customer:tracking:view", unit: "count" },
    metric: "tracking_valid",
  },
  agent_clues: {
    ...{ label: "代理报备", of: "agent", permission: "agent:agent:view", unit: "count" },
    ...{ rows: "clue", open: "clue:clue:view" },
  },
  agent_contracts: {
    ...{ label: "代理签约", of: "agent", permission: "agent:agent:view", unit: "count" },
    ...{ rows: "clue", open: "clue:clue:view" },
  },
  estate_inquiries: {
    ...{ label: "房源询盘", of: "estate", permission: "house:estate:view", unit: "count" },
    ...{ rows: "inquiry", open: "inquiry:inquiry:view" },
  },
} as const satisfies Record<string, RankOf>;
export type Rank = keyof typeof ranks;
export const rankKeys = Object.keys(ranks) as [Rank, ...Rank[]];

/** What is ranked by rows of its own, which no figure of the cards counts. */
export type PlaceRank = "agent_clues" | "agent_contracts" | "estate_inquiries";
export const isPlaceRank = (key: string): key is PlaceRank => key in ranks && "rows" in ranks[key as Rank];

const Ranked = z.object({
  place: z.int(),
  /** Null for a person that the caller may not see. */
  id: z.int().nullable(),
  name: z.string().nullable(),
  value: z.number(),
  is_own: z.boolean(),
});
export type Ranked = z.output<typeof Ranked>;

/** The first ones of one kind, and the caller's own place where it is behind them. */
export const Ranking = z.object({ type: z.enum(rankKeys), list: z.array(Ranked) });
export type Ranking = z.output<typeof Ranking>;
