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

/** Leads that hold their customer at their estate against other agents' (F.2). */
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

/** By whom a lead was entered: staff for the agent (代录), or the agent's own portal. */
export const clueSources = { manual: "代录", agent_portal: "代理端" } as const;
export type ClueSource = keyof typeof clueSources;

export const verdicts = { this: "归本报备", other: "归他渠道", own: "归我司", none: "均无效" } as const;
export type Verdict = keyof typeof verdicts;

export const partyKinds = { clue: "报备", customer: "我方客户" } as const;

/** One side of a judgement, as the server collected it. */
export interface JudgementParty {
  kind: keyof typeof partyKinds;
  id: number;
  /** The agent, or our own customer's owner. */
  who: string;
  first_at: string | null;
  last_activity_at: string | null;
  protect_until: string | null;
  visits: number;
  /** What happened and when, oldest first. */
  evidence: { kind: string; at: string; text: string; media_ids?: number[] }[];
}
