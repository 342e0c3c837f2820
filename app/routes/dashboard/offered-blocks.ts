import { type ReactNode, useEffect, useState } from "react";
import { useProfile } from "~/app/session/viewer-context";
import { trends } from "~/contract/dashboard/blocks";
import { figureCode, funnelsFor, ranksFor } from "~/contract/dashboard/dashboard";
import { metrics } from "~/contract/dashboard/metrics";
import { mayCall } from "~/contract/endpoint";
import { target } from "~/contract/system/target";
import type { BlockKey } from "./arrangement";
import { type Blocks, useBlocks } from "./use-block";

export const charts = ["trend", "funnel", "rank"] as const;
export type ChartKey = (typeof charts)[number];
export const isChart = (key: BlockKey): key is ChartKey => charts.some((one) => one === key);

export function useCharts(shown: readonly BlockKey[], query: object | undefined) {
  const [isNear, setNear] = useState(false);
  const asked = charts.filter((key) => shown.includes(key));
  const call = useBlocks(isNear && query && asked.length ? { ...query, blocks: [...asked] } : undefined);
  return { ...call, begin: setNear };
}

export function Near({ begin, children }: { begin: (isNear: true) => void; children: ReactNode }) {
  useEffect(() => begin(true), [begin]);
  return children;
}

export function useOffered({ todo, people, kpi, target: targets }: Blocks): ReadonlySet<BlockKey> {
  const profile = useProfile();
  const held = new Set<string>(profile.permissions);
  const seesFigures = held.has(figureCode);
  const list = targets?.data?.list ?? [];
  const has: Record<BlockKey, boolean> = {
    people: Boolean(people?.error || people?.data?.length),
    todo: Boolean(todo?.error || todo?.data?.length),
    target: seesFigures && Boolean(targets?.error || list.length || mayCall(profile, target.update)),
    kpi: seesFigures && Boolean(kpi?.error || kpi?.data?.list.length),
    trend: seesFigures && trends.some((key) => held.has(metrics[key].permission)),
    funnel: seesFigures && funnelsFor(held).length > 0,
    rank: seesFigures && held.has("dashboard:rank:view") && ranksFor(held).length > 0,
    // Of one alone the month's targets say all of it.
    team: list.length > 1,
  };
  // What the table is keyed by.
  return new Set((Object.keys(has) as BlockKey[]).filter((key) => has[key]));
}
