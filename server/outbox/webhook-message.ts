import { contentKinds } from "~/contract/content/content-kinds";
import { type WebhookEvent, type WebhookProvider, webhookEvents } from "~/contract/system/webhook";
import type { WebhookData } from "~/server/lib/emit";
import { escaped } from "./slack";

/** What a group is sent, made of the event's data, whose people's names are masked already. */
const sentences: Record<WebhookEvent, (data: WebhookData) => string> = {
  "inquiry.created": ({ inquiry_no, visitor_name, kind }) => `新询盘${inquiry_no}${bracketed(visitor_name, kind)}`,
  "inquiry.overdue": ({ inquiry_no, owner }) => `询盘${inquiry_no}${bracketed(owner)}超时未响应`,
  "customer.assigned": ({ customer_no, customer_name, owner }) =>
    `客户${customer_no}${bracketed(customer_name)}已由${owner}跟进`,
  "customer.pool_warning": ({ customer_no, customer_name, owner, days }) =>
    `客户${customer_no}${bracketed(customer_name, owner)}${Number(days) > 0 ? `将在${days}天后` : "即将"}进公海`,
  "clue.created": ({ clue_no, agent, estate }) => `新报备${clue_no}${bracketed(agent, estate)}`,
  "clue.reviewed": ({ clue_no, result }) => `报备${clue_no}审核结果：${result}`,
  "deal.contracted": ({ deal_no, estate, owner }) => `成交${deal_no}${bracketed(estate, owner)}已签约`,
  "estate.submitted": ({ estate_no, estate }) => `楼盘${estate_no}${bracketed(estate)}提交审核`,
  "agent.unregister": ({ agent_no, agent, result }) =>
    `代理${agent_no}${bracketed(agent)}${result ? `的注销申请${result}` : "申请注销"}`,
  "unregister.created": ({ user_no, nickname }) => `注册用户${user_no}${bracketed(nickname)}申请注销账号`,
  "briefing.daily": ({ period, text }) => `${period}\n${text}`,
  "content.published": (data) => `${pieceOf(data)}已发布`,
  "content.changed": (data) => `${pieceOf(data)}已变更`,
  "content.unpublished": (data) => `${pieceOf(data)}已下线`,
  "system.alert": ({ title, content }) => `${title}：${content}`,
  "log.head": ({ day, place, chain }) => `${day}第${place}条，链值${chain}，核对：npm run verify-log -- ${chain}`,
};

const shownKinds: Readonly<Record<string, string>> = { ...contentKinds, estate: "房源" };
const pieceOf = ({ kind, title }: WebhookData) => `${shownKinds[String(kind)] ?? ""}“${title}”`;

function bracketed(...parts: (string | number | null | undefined)[]): string {
  const said = parts.filter((part) => part !== null && part !== undefined && part !== "");
  return said.length ? `（${said.join("，")}）` : "";
}

export const sentenceOf = (event: WebhookEvent, data: WebhookData): string =>
  `【${webhookEvents[event]}】${sentences[event](data)}`.slice(0, 400);

/** What is sent: the event itself for receivers that process it, else one sentence with its link. */
export interface WebhookMessage {
  id: string;
  event: string;
  at: string;
  text: string;
  data: WebhookData;
  link: string | null;
}

/** A message as the provider takes it. Plain text: names that people have typed cannot call others or pretend to be links. */
export function bodyFor(provider: WebhookProvider, message: WebhookMessage): string {
  const { text, link } = message;
  if (provider === "wecom_bot")
    return JSON.stringify({ msgtype: "text", text: { content: link ? `${text}\n${link}` : text } });
  if (provider === "slack")
    return JSON.stringify({
      text: link ? `${escaped(text)}\n<${link}|在新房工作台查看>` : escaped(text),
      unfurl_links: false,
    });
  return JSON.stringify(message);
}
