import { z } from "zod";
import { ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

/** What a month is measured by. `counted`: what was reached is counted. */
export const targetMetrics = {
  contract_amount: { label: "签约金额", unit: "元", counted: true },
  contract_count: { label: "签约套数", unit: "套", counted: true },
  visit_count: { label: "带看", unit: "组", counted: true },
  tracking_valid: { label: "有效跟进", unit: "次", counted: true },
  customer_new: { label: "新增客户", unit: "位", counted: true },
} as const;
export type TargetMetric = keyof typeof targetMetrics;
export const targetMetricKeys = Object.keys(targetMetrics) as [TargetMetric, ...TargetMetric[]]; // what the literal is keyed by

const targetDims = { team: "团队", user: "个人" } as const;
export type TargetDim = keyof typeof targetDims;

export const month = (label = "月份") =>
  z
    .string({ error: `请选择${label}` })
    .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, `请选择${label}`)
    .meta({ label });

/** What is wrong with a value; an empty one means no target. An amount has two places at most, a count none. */
export function targetValueError(metric: TargetMetric, value: string): string | undefined {
  if (value === "") return undefined;
  if (metric === "contract_amount") return /^\d{1,13}(\.\d{1,2})?$/.test(value) ? undefined : "须为金额，最多两位小数";
  return /^\d{1,7}$/.test(value) ? undefined : "应为整数，不超过七位";
}

const dim = z.enum(Object.keys(targetDims) as [TargetDim]); // what the literal is keyed by

const TargetItem = z
  .object({
    dim,
    team_id: field.id("团队").nullish(),
    user_id: field.id("员工").nullish(),
    metric: z.enum(targetMetricKeys),
    value: z.string().trim().nullable(),
  })
  .superRefine(({ dim, team_id, user_id, metric, value }, context) => {
    const wrong = (name: string, message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (dim === "team" ? !team_id || user_id : !user_id || team_id) wrong("dim", "请选择团队或员工");
    const message = targetValueError(metric, value ?? "");
    if (message) wrong("value", `${targetMetrics[metric].label}${message}`);
  });
export type TargetItem = z.output<typeof TargetItem>;

const TargetCell = z.object({
  value: z.string().nullable(),
  /** Null where the figure is not counted yet, or the caller may not see it. */
  actual: z.number().nullable(),
  /** In percent; null without a target. */
  rate: z.number().nullable(),
});
export type TargetCell = z.output<typeof TargetCell>;

const TargetRow = z.object({
  dim,
  id: z.int(),
  name: z.string(),
  /** A person's own team; of a team the one above it. */
  team: ref.nullable(),
  cells: z.record(z.enum(targetMetricKeys), TargetCell),
});
export type TargetRow = z.output<typeof TargetRow>;

/** A month's targets: each team with its people behind it. */
export const TargetMonth = z.object({ month: z.string(), list: z.array(TargetRow) });
export type TargetMonth = z.output<typeof TargetMonth>;

export const target = {
  list: endpoint("GET /api/system/target", "月度目标", "dashboard:tob:view", {
    query: z.object({ month: month().optional() }),
    reply: TargetMonth,
  }),
  update: endpoint("PUT /api/system/target", "设置月度目标", "dashboard:target:manage", {
    body: z.object({
      month: month(),
      items: z.array(TargetItem).min(1, "没有需要保存的目标").max(1000, "一次最多保存1000项").meta({ label: "目标" }),
    }),
    reply: z.object({ changed: z.int(), removed: z.int() }),
  }),
  copy: endpoint("POST /api/system/target/copy", "复制月度目标", "dashboard:target:manage", {
    body: z
      .object({ from: month("来源月份"), to: month("目标月份") })
      .refine(({ from, to }) => from !== to, { path: ["from"], message: "来源月份不能与目标月份相同" }),
    reply: z.object({ copied: z.int(), kept: z.int() }),
  }),
};
