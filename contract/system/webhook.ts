import { z } from "zod";
import { listQuery, page } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";

export const webhookProviders = { wecom_bot: "企业微信群机器人", slack: "Slack", custom: "自定义" } as const;
export type WebhookProvider = keyof typeof webhookProviders;

/** What webhooks may be sent (domain B.1). An area that brings about one of them calls `emit` (server/lib/emit.ts) in the transaction of its write. */
export const webhookEvents = {
  "inquiry.created": "新询盘",
  "inquiry.overdue": "询盘超时",
  "customer.assigned": "客户分配",
  "customer.pool_warning": "客户即将进公海",
  "clue.created": "新报备",
  "clue.reviewed": "报备审核",
  "deal.contracted": "成交签约",
  "estate.submitted": "楼盘提交审核",
  "agent.unregister": "代理注销申请",
  "unregister.created": "用户注销申请",
  "briefing.daily": "销售简报",
  /** What visitors of the site see, of the eight kinds of content and estates: a site that is built ahead is built anew. */
  "content.published": "内容发布",
  "content.changed": "公开内容变更",
  "content.unpublished": "内容下线",
  "log.head": "操作日志链值",
  "system.alert": "系统告警",
} as const;
export type WebhookEvent = keyof typeof webhookEvents;

const webhookStatuses = { enabled: "启用", disabled: "停用" } as const;
export type WebhookStatus = keyof typeof webhookStatuses;

const name = field.text("名称", 50);
const url = field.text("地址", 500);
const secret = field.text("签名密钥", 100, 16).meta({ control: "password" });
const events = z
  .array(field.choice("事件", webhookEvents))
  .min(1, "请选择事件")
  .default([])
  .meta({ control: "multi-select" });

/** The provider decides what an address may be; the server judges it (`urlProblem`), since it knows the provider of an edit too. */
export const WebhookCreate = z.object({
  name,
  provider: field.choice("类型", webhookProviders),
  url: url.meta({ help: "https 地址；保存后只显示主机名和末四位" }),
  secret: field.optional(secret).meta({ help: "至少16个字符，接收方用它验证签名；保存后不再显示" }),
  events,
});

/** What is left empty of the address and the secret stays as it is. */
export const WebhookUpdate = z.object({
  name,
  url: field.optional(url).meta({ help: "留空表示不修改" }),
  secret: field.optional(secret).meta({ help: "留空表示不修改" }),
  events,
  version: field.version(),
});

export const WebhookRow = field.rowOf(WebhookCreate, ["name", "events"], {
  ...field.record(),
  provider: z.string().meta({ ...field.metaOf(WebhookCreate.shape.provider) }),
  /** Host and last four characters; empty: it was sealed under another SECRET_KEY. */
  url: field.read(url),
  status: field.choice("状态", webhookStatuses),
  last_sent_at: field.instant("最近发送").nullable(),
  last_status_code: z.int().nullable().meta({ label: "最近状态码" }),
  fail_count: z.int().meta({ label: "连续失败" }),
  created_at: field.instant("创建时间"),
});
export type WebhookRow = z.output<typeof WebhookRow>;

export const WebhookLogRow = z.object({
  id: field.id(),
  event: z.string().meta({ label: "事件", options: { ...webhookEvents, test: "测试发送" } }),
  /** Personal data masked. */
  payload: z.record(z.string(), z.unknown()),
  status_code: z.int().nullable(),
  /** Null: it was accepted. */
  error: z.string().nullable(),
  ms: z.int(),
  at: field.instant("时间"),
});
export type WebhookLogRow = z.output<typeof WebhookLogRow>;

const WebhookTried = z.object({
  is_sent: z.boolean(),
  status_code: z.int().nullable(),
  ms: z.int(),
  /** The beginning of what the receiver answered. */
  answer: z.string(),
  error: z.string().nullable(),
});
export type WebhookTried = z.output<typeof WebhookTried>;

const permission = "system:setting:manage";

export const webhook = {
  ...recordEndpoints("/api/system/webhook", "Webhook", {
    kind: "webhook",
    permission,
    query: listQuery({}, ["name", "created_at"], "name"),
    page: page(WebhookRow),
    record: WebhookRow,
    create: WebhookCreate,
    update: WebhookUpdate,
  }),
  ...statusEndpoints("/api/system/webhook", "Webhook", { permission, record: WebhookRow }),
  test: endpoint("POST /api/system/webhook/{id}/test", "测试发送Webhook", permission, {
    unkeyed: "sends one test each time",
    reply: WebhookTried,
  }),
  logs: endpoint("GET /api/system/webhook/{id}/logs", "Webhook发送日志", permission, {
    query: listQuery({}, ["at"], "-at"),
    reply: page(WebhookLogRow),
  }),
  /** Sends a delivery of the log once more, under its own number. */
  again: endpoint("POST /api/system/webhook/{id}/logs/{log_id}/again", "重发Webhook", permission, {
    unkeyed: "the receiver knows the delivery by its number",
    reply: WebhookTried,
  }),
};
