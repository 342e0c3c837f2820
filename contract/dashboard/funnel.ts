import { z } from "zod";
import type { Permission } from "../permissions";
import type { AnyFigureKey } from "./figure-texts";

interface FunnelOf {
  label: string;
  figure: AnyFigureKey;
  permission: Permission;
  steps: Record<string, string>;
}

/** What a cohort of the range has come to, step by step (domain D.2): a record at a step has passed all before it. */
export const funnels = {
  clue: {
    ...{ label: "报备", figure: "clue_funnel", permission: "clue:clue:view" },
    steps: {
      ...{ clue_reported: "报备", clue_valid: "有效", clue_visited: "到访" },
      ...{ clue_subscribed: "认购", clue_contracted: "签约", clue_settled: "结佣" },
    },
  },
  inquiry: {
    ...{ label: "询盘", figure: "inquiry_funnel", permission: "inquiry:inquiry:view" },
    steps: {
      ...{ inquiry_received: "询盘", inquiry_assigned: "已分配", inquiry_responded: "已响应" },
      ...{ inquiry_converted: "转客户", inquiry_visited: "到访", inquiry_contracted: "签约" },
    },
  },
} as const satisfies Record<string, FunnelOf>;
export type Funnel = keyof typeof funnels;
export type FunnelStep<F extends Funnel = Funnel> = F extends Funnel ? keyof (typeof funnels)[F]["steps"] : never;

export const funnelKeys = Object.keys(funnels) as [Funnel, ...Funnel[]];
export const stepsOf = <F extends Funnel>(funnel: F) =>
  Object.keys(funnels[funnel].steps) as [FunnelStep<F>, ...FunnelStep<F>[]];
/** Whose step it is, by its name. */
export const funnelOf = (step: string): Funnel | undefined => funnelKeys.find((one) => step in funnels[one].steps);

const Step = z.object({
  key: z.string(),
  label: z.string(),
  count: z.int(),
  /** In percent of the step before and of the first; null of nothing, and of the first itself. */
  of_previous: z.number().nullable(),
  of_first: z.number().nullable(),
});

export const FunnelSteps = z.object({ type: z.enum(funnelKeys), steps: z.array(Step) });
export type FunnelSteps = z.output<typeof FunnelSteps>;
