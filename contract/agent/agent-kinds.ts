/** The values that an agent, its accounts, their sign-ins and their ends take (domain B.3), with their labels. */
export const agentTypes = { company: "机构", individual: "个人" } as const;
export type AgentType = keyof typeof agentTypes;

export const agentLevels = { S: "战略", A: "核心", B: "普通", C: "观察" } as const;
export type AgentLevel = keyof typeof agentLevels;

export const agentStatuses = {
  active: "合作中",
  disabled: "已停用",
  expired: "已到期",
  deregistering: "注销中",
  deregistered: "已注销",
} as const;
export type AgentStatus = keyof typeof agentStatuses;

export const settleCycles = { monthly: "月结", per_deal: "单结", quarterly: "季结" } as const;
export type SettleCycle = keyof typeof settleCycles;

export const accountRoles = { main: "主账号", manager: "店长", agent: "经纪人", finance: "财务" } as const;
export type AccountRole = keyof typeof accountRoles;

export const accountStatuses = { enabled: "启用", disabled: "停用", deregistered: "已注销" } as const;
export type AccountStatus = keyof typeof accountStatuses;

export const agentLoginMethods = { password: "密码", sms: "验证码", wechat: "微信" } as const;
export type AgentLoginMethod = keyof typeof agentLoginMethods;

export const agentLoginResults = { success: "成功", failed: "失败" } as const;
export type AgentLoginResult = keyof typeof agentLoginResults;

export const agentLoginFailures = {
  bad_password: "密码错误",
  disabled: "已停用",
  expired: "已到期",
  locked: "已锁定",
  not_found: "账号不存在",
} as const;
export type AgentLoginFailure = keyof typeof agentLoginFailures;

export const agentUnregisterTargets = { agent: "整个代理", account: "子账号" } as const;
export type AgentUnregisterTarget = keyof typeof agentUnregisterTargets;

export const agentUnregisterStatuses = {
  pending: "待审核",
  approved: "已通过",
  rejected: "已驳回",
  cancelled: "已撤销",
  completed: "已完成",
} as const;
export type AgentUnregisterStatus = keyof typeof agentUnregisterStatuses;

export interface AgentUnregisterChecks {
  clues: number;
  statements: number;
  deals: number;
}

/** Days before a cooperation's end at which its manager is notified and the list's filter begins to show it. */
export const cooperationWarnDays = 30;
