import { randomUUID } from "node:crypto";
import { and, eq, ne } from "drizzle-orm";
import type { z } from "zod";
import {
  webhook as contract,
  WebhookCreate,
  WebhookLogRow,
  WebhookRow,
  type WebhookStatus,
  type WebhookTried,
  WebhookUpdate,
  webhookProviders,
} from "~/contract/system/webhook";
import { isoInstant } from "~/server/database/tables/columns";
import { webhook, webhookLog } from "~/server/database/tables/system/admin";
import { audit, changesOf } from "~/server/lib/audit";
import { type Asking, columnsFor, found, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { entity, isNameTaken } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { seal, unseal } from "~/server/lib/seal";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { beginDelivery, endDelivery, postTo } from "~/server/outbox/webhook-delivery";
import type { WebhookMessage } from "~/server/outbox/webhook-message";

/** Names that belong to this machine or to a house's own network, whatever they resolve to. */
const insideName = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Why an address is none that this provider is reached at; undefined where it may be one. What its name resolves to is looked at when something is sent. */
function urlProblem(provider: string, text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") return "须为 https 地址";
  if (url.username || url.password) return "地址中不能有用户名或密码";
  if (url.port && Number(url.port) < 1024) return "端口须为 443 或 1024 以上";
  if (provider === "wecom_bot") return isWecomBot(url) ? undefined : "须为企业微信群机器人的 Webhook 地址";
  if (provider === "slack") return isSlack(url) ? undefined : "须为 hooks.slack.com 的 Webhook 地址";
  const host = url.hostname.replace(/\.$/, "");
  // An address in figures has no name that a certificate would prove.
  if (/[:\]]$|(^|\.)\d+$/.test(host) || !host.includes(".")) return "须使用完整域名，不能用 IP 地址";
  return insideName.test(host) ? "不能使用内网域名" : undefined;
}

const isWecomBot = ({ origin, pathname, searchParams }: URL) =>
  origin === "https://qyapi.weixin.qq.com" &&
  pathname === "/cgi-bin/webhook/send" &&
  /^[\w-]{10,64}$/.test(searchParams.get("key") ?? "");

const isSlack = ({ origin, pathname }: URL) => origin === "https://hooks.slack.com" && pathname.length > 1;

/** An address as everybody may see it: its host, and its last four characters where enough stays hidden. */
function maskUrl(text: string): string {
  if (!URL.canParse(text)) return "";
  const { host, pathname, search } = new URL(text);
  const rest = pathname + search;
  return `https://${host}/…${rest.length > 12 ? rest.slice(-4) : ""}`;
}

/** What is shown of a webhook, its address for `toRow` still sealed; its secret is not among it. */
const webhookColumns = columnsFor(WebhookRow, webhook);

function listWebhooks({ db, services }: Asking, query: z.output<typeof contract.list.query>) {
  const select = db.select(webhookColumns).from(webhook).$dynamic();
  const order = orderOf(webhook, query.sort, webhook.id);
  return listOf(db, query, { select, from: webhook, where: undefined, order }, (row) => toRow(services, row));
}

async function listDeliveries({ db }: Asking, id: number, query: z.output<typeof contract.logs.query>) {
  const [known] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.id, id));
  found(known);
  const select = db.select(columnsFor(WebhookLogRow, webhookLog)).from(webhookLog).$dynamic();
  const order = orderOf({ at: webhookLog.id }, query.sort, webhookLog.id);
  return listOf(db, query, { select, from: webhookLog, where: eq(webhookLog.webhook_id, id), order }, (line) => line);
}

async function webhookOf({ db, services }: Asking, id: number): Promise<WebhookRow> {
  const [row] = await db.select(webhookColumns).from(webhook).where(eq(webhook.id, id));
  return toRow(services, found(row));
}

const toRow = (services: Asking["services"], row: WebhookRow): WebhookRow => ({
  ...row,
  url: maskUrl(unseal(services, { kind: "webhook", name: "url" }, row.url)),
});

/** What the log names, and does not show: a reader who knows it may write in the group's name. */
const hidden = new Set(["url", "secret"]);

const webhooks = entity({
  table: webhook,
  module: "system",
  type: "webhook",
  title: "Webhook",
  separator: "：",
  nameOf: ({ name, provider }) => `${name}（${webhookProviders[provider as keyof typeof webhookProviders]}）`,
  describe: ({ name }) => name,
  unique: ({ name }) => name,
  present: webhookOf,
});

async function createWebhook(call: SignedCall, body: z.output<typeof WebhookCreate>): Promise<{ id: number }> {
  const { name, provider, url, secret, events } = body;
  checkUrl(provider, url);
  if (provider === "custom" && secret === null)
    return refuseFields([{ field: "secret", label: "签名密钥", message: "请输入签名密钥" }]);
  await refuseTaken(call, name);
  const values = {
    name,
    provider,
    url: sealedUrl(call, url),
    secret: provider === "custom" ? sealedSecret(call, secret) : null,
    events: unique(events),
  };
  const changes = changesOf(WebhookCreate, {}, { name, provider, url, events }, hidden);
  const { id } = await webhooks.create(call, values, { changes });
  return { id };
}

async function changeWebhook(call: SignedCall, id: number, body: z.output<typeof WebhookUpdate>): Promise<void> {
  const { name, url, events, version } = body;
  const row = await webhooks.lock(call, id, version);
  if (url !== null) checkUrl(row.provider, url);
  // Only these requests are signed.
  const secret = row.provider === "custom" ? body.secret : null;
  const typed = {
    name,
    events: unique(events),
    ...(url === null ? {} : { url }),
    ...(secret === null ? {} : { secret }),
  };
  // The typed address and secret have nothing to be compared with: they count as changed.
  const changes = changesOf(WebhookUpdate, { name: row.name, events: row.events }, typed, hidden);
  if (changes.length === 0) return;
  await refuseTaken(call, name, row);
  const values = {
    name,
    events: typed.events,
    ...(url === null ? {} : { url: sealedUrl(call, url) }),
    ...(secret === null ? {} : { secret: sealedSecret(call, secret) }),
  };
  await webhooks.change(call, row, values, { named: row, summary: `编辑Webhook：${name}`, changes });
}

/** A webhook that is enabled again may fail anew. */
async function setStatus(call: SignedCall, id: number, status: WebhookStatus): Promise<void> {
  const row = await webhooks.lock(call, id);
  if (row.status === status) return refuse(40902);
  const [before, after] = status === "enabled" ? ["停用", "启用"] : ["启用", "停用"];
  const changes = [{ field: "status", label: "状态", before, after }];
  const values = { status, ...(status === "enabled" ? { fail_count: 0 } : {}) };
  await webhooks.change(call, row, values, { verb: after, changes });
}

async function refuseTaken(call: SignedCall, name: string, before?: typeof webhook.$inferSelect): Promise<void> {
  const others = before && ne(webhook.id, before.id);
  if (await isNameTaken(call, { column: webhook.name, name, before: before?.name, others }))
    refuse(40900, { label: name });
}

function checkUrl(provider: string, url: string): void {
  const message = urlProblem(provider, url);
  if (message) refuseFields([{ field: "url", label: "地址", message }]);
}

const sealedUrl = ({ services }: SignedCall, url: string) => seal(services, { kind: "webhook", name: "url" }, url);
const sealedSecret = ({ services }: SignedCall, secret: string | null) =>
  secret === null ? null : seal(services, { kind: "webhook", name: "secret" }, secret);

const unique = <T>(list: readonly T[]): T[] => [...new Set(list)];

export const webhookHandlers = [
  serve(contract.list, (call) => listWebhooks(call, call.query)),
  serve(contract.get, (call) => webhookOf(call, call.params.id)),
  serve(contract.create, (call) => createWebhook(call, call.body)),
  serveAct(contract.update, webhookOf, changeWebhook),
  serve(contract.remove, (call) => webhooks.drop(call, call.params.id)),
  ...statusHandlers(contract, setStatus, webhookOf),
  // The receiver may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => tryWebhook(call, call.params.id), { ownTransaction: true }),
  serve(contract.again, (call) => sendAgain(call, call.params.id, call.params.log_id), { ownTransaction: true }),
  serve(contract.logs, (call) => listDeliveries(call, call.params.id, call.query)),
];

/** Sends a word to a webhook at once, also to a disabled one and in the demo. */
async function tryWebhook(call: SignedCall, id: number): Promise<WebhookTried> {
  const { services } = call;
  const [row] = await services.db.select().from(webhook).where(eq(webhook.id, id));
  const { name } = found(row);
  const text = `【测试发送】新房工作台的Webhook“${name}”可以收到消息`;
  const at = isoInstant(services.now());
  const told = { id: randomUUID(), event: "test", at, text, data: {}, link: null };
  return sendNow(call, found(row), told, "测试发送Webhook");
}

/** Sends a delivery of the log once more: its number is the same, so that a receiver who has it leaves it out. */
async function sendAgain(call: SignedCall, id: number, logId: number): Promise<WebhookTried> {
  const { db } = call.services;
  const [row] = await db.select().from(webhook).where(eq(webhook.id, id));
  const { status } = found(row);
  const [line] = await db
    .select({ payload: webhookLog.payload })
    .from(webhookLog)
    .where(and(eq(webhookLog.id, logId), eq(webhookLog.webhook_id, id)));
  // Deliveries are written from messages alone.
  const told = found(line).payload as unknown as WebhookMessage;
  if (status !== "enabled") throw new Refusal(40902, "Webhook已停用，请先启用");
  return sendNow(call, found(row), told, "重发Webhook");
}

/** Sends a message at once, with its line in the log. A failure does not count towards the end of the webhook. */
async function sendNow(
  call: SignedCall,
  { id, name }: Pick<typeof webhook.$inferSelect, "id" | "name">,
  told: WebhookMessage,
  act: string,
): Promise<WebhookTried> {
  const { services } = call;
  const begun = await beginDelivery(services, id, told);
  if ("wait" in begun) return refuse(42900);
  const result = await postTo(services, begun.webhook, told);
  await endDelivery(services, begun, result, false);
  await audit(
    { ...call, db: services.db },
    {
      module: "system",
      action: "setting",
      target: { type: "webhook", id, name },
      summary: `${act}：${name}，${result.error ?? "成功"}`,
    },
  );
  return { is_sent: result.error === null, ...result };
}
