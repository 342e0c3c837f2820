/** The values that a lead of an agent (报备) and its judgement take (domain B.6), with their labels. */
export const clueStatuses = {
  pending: "待审核",
  valid: "有效",
  visited: "已到访",
  subscribed: "已认购",
  contracted: "已签约",
  settled: "已结佣",
  invalid: "无效",
  expired: "已失效",
  cancelled: "已退订/退房",
} as const;
export type ClueStatus = keyof typeof clueStatuses;

/** Leads that hold their customer at their estate against other agents' (domain F.2). */
export const competingStatuses = [
  "pending",
  "valid",
  "visited",
  "subscribed",
  "contracted",
] as const satisfies ClueStatus[];

export const collisionTypes = {
  agent_dup: "他渠道已报备",
  own_customer: "我方客户",
  self_dup: "本渠道重复",
  blacklist: "黑名单",
} as const;
export type CollisionType = keyof typeof collisionTypes;

export const clueInvalidReasons = {
  duplicate: "重复报备",
  own_customer: "我司客户",
  wrong_number: "号码无效",
  no_answer: "无法接通",
  not_intent: "客户否认",
  blacklist: "黑名单",
  rule: "不符合规则",
  other: "其他",
} as const;
export type ClueInvalidReason = keyof typeof clueInvalidReasons;

/** How a lead was entered: by staff for the agent (代录), or in the agent's own portal. */
export const clueSources = { manual: "代录", agent_portal: "代理端" } as const;
export type ClueSource = keyof typeof clueSources;

export const verdicts = { this: "归本报备", other: "归他渠道", own: "归我司", none: "均无效" } as const;
export type Verdict = keyof typeof verdicts;

export const partyKinds = { clue: "报备", customer: "我方客户" } as const;
export type PartyKind = keyof typeof partyKinds;

export const evidenceKinds = {
  report: "报备",
  review: "审核",
  visit: "到访",
  appeal: "申诉",
  extend: "延期",
  end: "失效",
  login: "代理登录",
  customer: "客户建档",
  owner: "归属变更",
  contact: "联系",
} as const;
export type EvidenceKind = keyof typeof evidenceKinds;

export interface JudgementEvidence {
  kind: EvidenceKind;
  at: string;
  text: string;
  media_ids?: number[];
  /** The follow-up that it is, whose content those read who may. */
  tracking_id?: number;
}

export interface JudgementParty {
  kind: PartyKind;
  id: number;
  who: string;
  is_this?: boolean;
  first_at: string | null;
  last_activity_at: string | null;
  protect_until: string | null;
  visits: number;
  evidence: JudgementEvidence[];
}

export const clueLogActions = {
  create: "报备",
  auto_approve: "自动通过",
  approve: "通过",
  reject: "驳回",
  judge: "撞单判定",
  appeal: "申诉",
  visit: "登记到访",
  extend: "延期",
  renew: "恢复有效",
  expire: "保护期满失效",
  cancel: "取消",
  subscribe: "认购",
  contract: "签约",
  settle: "结佣",
  handover: "交接",
} as const;
export type ClueLogAction = keyof typeof clueLogActions;
