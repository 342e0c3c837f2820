import { createHmac } from "node:crypto";
import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { WebhookProvider } from "~/contract/system/webhook";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { webhook, webhookLog } from "~/server/database/tables/system/admin";
import { superAdmins } from "~/server/identity/keep-admin";
import { found } from "~/server/lib/call";
import { notify } from "~/server/lib/notify";
import { NotReached, postOutward } from "~/server/lib/safe-fetch";
import { unseal } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { bodyFor, type WebhookMessage } from "./webhook-message";

type Webhook = typeof webhook.$inferSelect;

/** Messages within a minute; WeCom refuses what goes beyond, and Slack takes one a second. */
const perMinute: Partial<Record<WebhookProvider, number>> = { wecom_bot: 20, slack: 50 };
/** The number of failures in a row after which nothing is sent any more. */
const failuresAtMost = 20;

export interface Delivery {
  webhook: Webhook;
  /** Its line in the log. */
  logId: number;
}

export interface Result {
  status_code: number | null;
  ms: number;
  /** The beginning of what the receiver answered. */
  answer: string;
  /** Null: it was taken. */
  error: string | null;
}

/**
 * Opens a delivery's line in the log, which is also its place in the minute: whichever server sends, all count the same lines. Answers how long
 * to wait where the minute is full.
 */
export function beginDelivery(
  services: Services,
  id: number,
  message: WebhookMessage,
): Promise<Delivery | { wait: number }> {
  return services.db.transaction(async (tx) => {
    const [locked] = await tx.select().from(webhook).where(eq(webhook.id, id)).for("update");
    const row = found(locked);
    const now = services.now().getTime();
    const wait = await waitFor(tx, row, now);
    if (wait) return { wait };
    const [line] = await tx
      .insert(webhookLog)
      .values({
        webhook_id: id,
        event: message.event,
        payload: { ...message },
        error: "未完成",
        ms: 0,
        at: isoInstant(now),
      })
      .returning({ id: webhookLog.id });
    return { webhook: row, logId: found(line).id };
  });
}

async function waitFor(tx: Transaction, { id, provider }: Webhook, now: number): Promise<number> {
  const limit = perMinute[provider as WebhookProvider];
  if (limit === undefined) return 0;
  const [oldest] = await tx
    .select({ at: webhookLog.at })
    .from(webhookLog)
    .where(and(eq(webhookLog.webhook_id, id), gt(webhookLog.at, isoInstant(now - 60_000))))
    .orderBy(desc(webhookLog.id))
    .offset(limit - 1)
    .limit(1);
  return oldest ? Math.max(1_000, Date.parse(oldest.at) + 60_000 - now) : 0;
}

/** One request, and what came of it. */
export async function postTo(services: Services, row: Webhook, message: WebhookMessage): Promise<Result> {
  const began = performance.now();
  const since = () => Math.round(performance.now() - began);
  const provider = row.provider as WebhookProvider; // written by the contract's values alone
  const url = unseal(services, { kind: "webhook", name: "url" }, row.url);
  const secret = unseal(services, { kind: "webhook", name: "secret" }, row.secret ?? "");
  const isClosed = url === "" || (row.secret && secret === "");
  if (isClosed) return { status_code: null, ms: 0, answer: "", error: "地址或密钥无法解密，请重新填写" };
  const body = bodyFor(provider, message);
  const signed = provider === "custom" ? signature(secret, message, body, services.now()) : {};
  const headers = { "content-type": "application/json; charset=utf-8", "user-agent": "xinfang-desk", ...signed };
  try {
    const { status, text } = await postOutward(services, url, headers, body);
    return { status_code: status, ms: since(), answer: text.slice(0, 500), error: complaintOf(provider, status, text) };
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    return { status_code: null, ms: since(), answer: "", error: error.message };
  }
}

/** By which a receiver knows that it is us, and that it is not an old request once more (docs/integration.md). */
export function signature(
  secret: string,
  { id, event }: { id: string; event: string },
  body: string,
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const digest = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  return {
    "x-xinfang-event": event,
    "x-xinfang-delivery": id,
    "x-xinfang-timestamp": timestamp,
    "x-xinfang-signature": `sha256=${digest}`,
  };
}

/** Why an answer is no success. */
function complaintOf(provider: WebhookProvider, status: number, text: string): string | null {
  if (status >= 300 && status < 400) return `对方要求转到其他地址（HTTP ${status}），未跟随`;
  if (status < 200 || status > 299) return `对方返回 HTTP ${status}`;
  if (provider !== "wecom_bot") return null;
  // WeCom answers a refusal with 200 as well.
  const code = /"errcode"\s*:\s*(-?\d+)/.exec(text)?.[1];
  return code === "0" ? null : `企业微信返回错误 ${code ?? "（无法识别）"}`;
}

/** Writes down what came of a delivery; `isLost` says that it was the last try. Too many lost ones in a row end the webhook. */
export async function endDelivery(
  services: Services,
  { webhook: { id }, logId }: Delivery,
  { status_code, ms, error }: Result,
  isLost: boolean,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [row] = await tx
      .update(webhook)
      .set({
        last_status_code: status_code,
        last_sent_at: isoInstant(services.now()),
        ...(error === null ? { fail_count: 0 } : {}),
        ...(isLost ? { fail_count: sql`${webhook.fail_count} + 1` } : {}),
      })
      .where(eq(webhook.id, id))
      .returning();
    // It was deleted in the meantime, with its log.
    if (!row) return;
    await tx.update(webhookLog).set({ status_code, ms, error }).where(eq(webhookLog.id, logId));
    if (isLost && row.fail_count >= failuresAtMost && row.status === "enabled") await end(tx, row, services.now());
  });
}

async function end(tx: Transaction, { id, name, fail_count, version }: Webhook, now: Date): Promise<void> {
  await tx
    .update(webhook)
    .set({ status: "disabled", version: version + 1 })
    .where(eq(webhook.id, id));
  await notify(
    tx,
    now,
    null,
    (await superAdmins(tx)).map((user_id) => ({
      user_id,
      category: "system",
      level: "warning",
      title: "Webhook已自动停用",
      content: `Webhook“${name}”连续${fail_count}次发送失败，已停用。请检查地址后重新启用。`,
      link: "/system/setCenter?tab=notify",
    })),
  );
}
