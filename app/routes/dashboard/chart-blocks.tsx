import { FunnelBlock } from "./funnel-block";
import { RankBlock } from "./rank-block";
import { TrendBlock } from "./trend-block";
import type { ChartBlockProps } from "./use-block";

export function ChartBlock({ of, ...props }: ChartBlockProps & { of: "trend" | "funnel" | "rank" }) {
  const Block = { trend: TrendBlock, funnel: FunnelBlock, rank: RankBlock }[of];
  return <Block {...props} />;
}
