import { z } from "zod";
import { ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

const permission = "system:wecom:sync";

export const syncKinds = { preview: "预览", person: "手动", callback: "通讯录变更", daily: "每日" } as const;
export type SyncKind = keyof typeof syncKinds;

export const syncStatuses = { done: "已完成", stopped: "待确认", failed: "失败" } as const;
export type SyncStatus = keyof typeof syncStatuses;

export const syncActs = {
  create: "新增",
  update: "更新",
  disable: "停用",
  enable: "启用",
  return: "已回归，待人工启用",
  refuse: "未处理",
} as const;

export const syncTargets = { team: "团队", person: "员工" } as const;

/** One thing that a run changes, or leaves to a person. */
const SyncChange = z.object({
  of: z.enum(["team", "person"]).meta({ label: "对象", options: syncTargets }),
  act: z.enum(Object.keys(syncActs) as [keyof typeof syncActs]).meta({ label: "动作", options: syncActs }),
  /** The department's number, or the userid, at WeCom. */
  key: z.string().meta({ label: "企业微信编号" }),
  name: z.string().meta({ label: "名称" }),
  note: z.string().meta({ label: "说明" }),
});
export type SyncChange = z.output<typeof SyncChange>;

/** How many of each act there are, by what is changed. */
const SyncCounts = z.record(z.string(), z.int());
export type SyncCounts = z.output<typeof SyncCounts>;

/** For how long a preview may be carried out. */
export const previewMinutes = 30;
/** As many changes a run is kept and shown with. */
export const mostChanges = 1_000;

/** A member of WeCom with the number or the address of an account that is not linked to them: a person decides. */
const SyncProposal = z.object({
  userid: z.string(),
  name: z.string(),
  user: ref,
  by: z.enum(["phone", "email"]).meta({ options: { phone: "手机号相同", email: "邮箱相同" } }),
});
export type SyncProposal = z.output<typeof SyncProposal>;

export const SyncRun = z.object({
  id: z.int(),
  kind: field.choice("方式", syncKinds),
  status: field.choice("结果", syncStatuses),
  reasons: z.array(z.string()).meta({ label: "原因" }),
  counts: SyncCounts,
  created_at: field.instant("时间"),
  user: ref.nullable().meta({ label: "操作人" }),
});
export type SyncRun = z.output<typeof SyncRun>;

const SyncDetail = SyncRun.extend({
  /** What a preview is carried out by. */
  hash: z.string().nullable(),
  rows: z.array(SyncChange),
  /** Whose view of records changes. */
  views: z.array(z.string()),
  proposals: z.array(SyncProposal),
});
export type SyncDetail = z.output<typeof SyncDetail>;

const SyncState = z.object({
  /** Why it does not run by itself; null: it does. */
  off_reason: z.string().nullable(),
  /** Whether WeCom can be asked at all. */
  can_ask: z.boolean(),
  linked: z.int(),
  runs: z.array(SyncRun),
  /** The newest preview, while it may be carried out. */
  open: SyncDetail.nullable(),
});
export type SyncState = z.output<typeof SyncState>;

const userid = z.string().min(1).max(64).meta({ label: "企业微信账号" });

export const wecomSync = {
  state: endpoint("GET /api/system/wecom/sync", "企业微信同步", permission, { reply: SyncState }),
  /** Does all that a run does, and takes it back. */
  preview: endpoint("POST /api/system/wecom/preview", "预览企业微信同步", permission, {
    unkeyed: "changes nothing but the list of runs",
    reply: SyncDetail,
  }),
  run: endpoint("POST /api/system/wecom/run", "执行企业微信同步", permission, {
    body: z.object({
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, "请先预览")
        .meta({ label: "预览" }),
    }),
    reply: SyncDetail,
  }),
  /** Says that a member is this account. */
  link: endpoint("POST /api/system/wecom/link", "绑定企业微信成员", permission, {
    body: z.object({ userid, user_id: field.reference("员工", "users") }),
    reply: z.null(),
  }),
  /** Says that a member is not the account with the same number or address. */
  part: endpoint("POST /api/system/wecom/part", "另建企业微信成员", permission, {
    body: z.object({ userid }),
    reply: z.null(),
  }),
  test: endpoint("POST /api/system/wecom/test", "测试企业微信通讯录", "system:setting:manage", {
    unkeyed: "asks WeCom each time",
    reply: z.object({ departments: z.int(), members: z.int() }),
  }),
};
