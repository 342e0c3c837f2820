import { z } from "zod";
import { listQuery, page } from "../common";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import type { PoolReason } from "./claim-clock";
import { type levels, purposes } from "./customer-record";

const several = (label: string, scene: "teams" | "users", max: number) =>
  z
    .array(z.int().positive())
    .max(max, `${label}最多选${max}项`)
    .default([])
    .meta({ label, control: "multi-select", scene });

const asSettings = "留空为客户与公海中的设置";
const rule = (label: string, min: number, max: number, unit: string) =>
  field.optional(field.integer(label, min, max, unit)).meta({ help: asSettings });
const ofLevel = (level: keyof typeof levels) => field.optional(field.integer(`${level}级未跟进天数`, 1, 180, "天"));

const reasons = { no_follow: "超时未跟进", no_deal: "超时未成交" } satisfies Record<PoolReason, string>;
const reasonField = field.choices("自动收回", reasons);

/** What people say of a pool. All conditions that are given must hold; an empty one always does. */
export const PoolFields = z.object({
  name: field.text("公海名称", 30),
  sort: field.integer("排序", 0, 9999).meta({ help: "客户归入条件都符合的第一个公海；主公海总在最后" }),
  country_codes: field.optionValues("意向国家/地区", "countries", 50),
  purposes: field.choices("购房目的", purposes),
  team_ids: several("跟进人团队", "teams", 50).meta({ help: "含下级团队" }),
  member_team_ids: several("可见团队", "teams", 50).meta({ help: "含下级团队；留空为所有能查看公海的人" }),
  manager_ids: several("公海管理员", "users", 20).meta({ help: "可见，并能把客户移到其他公海" }),
  reasons: reasonField
    .removeDefault()
    .default(["no_follow", "no_deal"])
    .meta({ ...field.metaOf(reasonField), help: "哪些规则会把客户收回公海；不选则不自动收回" }),
  no_follow_days: rule("未跟进天数", 1, 180, "天"),
  days_a: ofLevel("A"),
  days_b: ofLevel("B"),
  days_c: ofLevel("C"),
  days_d: ofLevel("D"),
  no_deal_days: field.optional(field.integer("未成交天数", 0, 730, "天")).meta({ help: `${asSettings}；0为不限` }),
  claim_daily_limit: field
    .optional(field.integer("每人每日领取上限", 1, 500, "位"))
    .meta({ help: "只计本公海；留空只受总的每日上限限制" }),
  customer_cap: field
    .optional(field.integer("每人持有上限", 1, 9999, "位"))
    .meta({ help: "只计从本公海领取的客户；留空只受客户上限限制" }),
});
export type PoolFields = z.output<typeof PoolFields>;

const poolStatuses = { enabled: "启用", disabled: "停用" } as const;

export const PoolRow = field.rowOf(PoolFields, Object.keys(PoolFields.shape) as (keyof typeof PoolFields.shape)[], {
  ...field.record(),
  status: field.choice("状态", poolStatuses),
  is_main: z.boolean().meta({ label: "主公海" }),
  customers: z.int().meta({ label: "客户数" }),
});
export type PoolRow = z.output<typeof PoolRow>;

const permission = "customer:pool:manage";

export const pool = {
  ...recordEndpoints("/api/customer/pool", "公海", {
    kind: "pool",
    permission,
    query: listQuery({}, ["sort"], "sort"),
    page: page(PoolRow),
    record: PoolRow,
    create: PoolFields,
    update: PoolFields.extend({ version: field.version() }),
  }),
  ...statusEndpoints("/api/customer/pool", "公海", { permission, record: PoolRow }),
};
