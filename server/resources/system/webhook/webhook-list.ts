import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Page } from "~/contract/common";
import type { webhook as contract, WebhookRow } from "~/contract/system/webhook";
import { webhook, webhookLog } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";
import { listOf, orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { unseal } from "~/server/lib/seal";
import { maskUrl } from "./url";

type Reading = Pick<SignedCall, "db" | "services">;

/** What is shown of a webhook, its address for `toRow` still sealed; its secret is not among it. */
const webhookColumns = {
  id: webhook.id,
  version: webhook.version,
  name: webhook.name,
  provider: webhook.provider,
  url: webhook.url,
  events: webhook.events,
  status: webhook.status,
  last_sent_at: webhook.last_sent_at,
  last_status_code: webhook.last_status_code,
  fail_count: webhook.fail_count,
  created_at: webhook.created_at,
};

const logColumns = {
  id: webhookLog.id,
  event: webhookLog.event,
  payload: webhookLog.payload,
  status_code: webhookLog.status_code,
  error: webhookLog.error,
  ms: webhookLog.ms,
  at: webhookLog.at,
};

export function listWebhooks(
  { db, services }: Reading,
  query: z.output<typeof contract.list.query>,
): Promise<Page<WebhookRow>> {
  const select = db.select(webhookColumns).from(webhook).$dynamic();
  const order = orderOf(webhook, query.sort, webhook.id);
  return listOf(db, query, { select, from: webhook, where: undefined, order }, (row) => toRow(services, row));
}

/** What was sent to a webhook. */
export async function listDeliveries({ db }: Reading, id: number, query: z.output<typeof contract.logs.query>) {
  const [known] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.id, id));
  found(known);
  const select = db.select(logColumns).from(webhookLog).$dynamic();
  const order = orderOf({ at: webhookLog.id }, query.sort, webhookLog.id);
  return listOf(db, query, { select, from: webhookLog, where: eq(webhookLog.webhook_id, id), order }, (line) => line);
}

export async function webhookOf({ db, services }: Reading, id: number): Promise<WebhookRow> {
  const [row] = await db.select(webhookColumns).from(webhook).where(eq(webhook.id, id));
  return toRow(services, found(row));
}

const toRow = (services: Reading["services"], row: WebhookRow): WebhookRow => ({
  ...row,
  url: maskUrl(unseal(services, { kind: "webhook", name: "url" }, row.url)),
});
