import { agent } from "../agent/agent";
import { customerUser } from "../customer/customer-user";
import { staff } from "../system/staff";

/** What a notification is about (domain B.7). */
export const notificationTypes = {
  system: "系统公告",
  activity: "活动",
  policy: "政策",
  estate: "新盘上线",
  update: "功能更新",
} as const;
export type NotificationType = keyof typeof notificationTypes;

export const audiences = { staff: "员工", agent: "代理", user: "注册用户" } as const;
export type Audience = keyof typeof audiences;

export const audienceScopes = {
  all: "全部",
  role: "按角色",
  team: "按团队",
  agent_level: "按代理等级",
  country: "按国家/地区",
  filter: "按列表条件",
  custom: "指定",
} as const;
export type AudienceScope = keyof typeof audienceScopes;

export const scopesOf = {
  staff: ["all", "role", "team", "filter", "custom"],
  agent: ["all", "agent_level", "country", "filter", "custom"],
  user: ["all", "country", "filter", "custom"],
} as const satisfies Record<Audience, readonly AudienceScope[]>;

/** The list whose filters `filter` takes, written as its address writes them (`level=S,A&country=JP`). */
export const listOfAudience = { staff: staff.list, agent: agent.list, user: customerUser.list } as const;

export const notificationChannels = {
  inbox: "站内信",
  push: "APP推送",
  sms: "短信",
  email: "邮件",
  wecom: "企业微信",
} as const;
export type NotificationChannel = keyof typeof notificationChannels;

/** The channels that reach an audience: no agent and no registered user is in the company's WeCom, and colleagues have no app. */
export const channelsOfAudience = {
  staff: ["inbox", "wecom", "email", "sms"],
  agent: ["inbox", "push", "sms", "email"],
  user: ["inbox", "push", "sms", "email"],
} as const satisfies Record<Audience, readonly NotificationChannel[]>;

/** Those that the outgoing adapter carries, a signed call to `notify.gateway_url`. */
export const gatewayChannels: readonly NotificationChannel[] = ["push", "sms", "email"];

export const sendModes = { now: "立即", scheduled: "定时", repeated: "重复" } as const;
export type SendMode = keyof typeof sendModes;

/** At the hour of the first time, its weekday, or its day of the month. */
export const repeats = { daily: "每天", weekly: "每周", monthly: "每月" } as const;
export type Repeat = keyof typeof repeats;

/** Its life (domain C.7). A scheduled one is begun by the job; a stopped one may be continued. The last three are of a repeated one, whose occurrences have the others. */
export const notificationStatuses = {
  draft: "草稿",
  scheduled: "待发送",
  sending: "发送中",
  stopped: "已停止",
  sent: "已发送",
  recalled: "已撤回",
  failed: "发送失败",
  repeating: "重复中",
  paused: "已暂停",
  ended: "已结束",
} as const;
export type NotificationStatus = keyof typeof notificationStatuses;

/** The state for one person on one channel. A message under way when a server died is `unknown`; only a person sends it again. */
export const receiptStatuses = {
  pending: "待发送",
  sending: "发送中",
  sent: "已送达",
  failed: "发送失败",
  unknown: "结果未知",
  skipped: "已跳过",
} as const;
export type ReceiptStatus = keyof typeof receiptStatuses;

export const skipReasons = {
  no_contact: "禁止联系",
  disabled: "账号已停用",
  left: "已离职或已注销",
  unregistering: "注销中",
  no_address: "没有联系方式",
  demo: "演示数据不外发",
  recalled: "已撤回",
  daily_cap: "超过当日上限",
} as const;
export type SkipReason = keyof typeof skipReasons;
