import { eq } from "drizzle-orm";
import { webhook as contract, type WebhookRow } from "~/contract/system/webhook";
import type { Database, Transaction } from "~/server/database/database";
import { webhook, webhookLog } from "~/server/database/tables/system/admin";
import type { SignedCall } from "~/server/lib/call";
import { listOf, orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { unseal } from "~/server/lib/seal";
import { serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { tryWebhook } from "./webhook/try";
import { maskUrl } from "./webhook/url";
import { changeWebhook, createWebhook, removeWebhook, setStatus } from "./webhook/write";

interface Reading {
  db: Database | Transaction;
  services: Services;
}

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

export const webhookHandlers = [
  serve(contract.list, ({ db, query, services }) => {
    const select = db.select(webhookColumns).from(webhook).$dynamic();
    const order = orderOf({ name: webhook.name, created_at: webhook.created_at }, query.sort, webhook.id);
    return listOf(db, query, { select, from: webhook, where: undefined, order }, (row) => toRow(services, row));
  }),

  serve(contract.get, (call) => rowOf(call, call.params.id)),

  serve(contract.create, (call) => createWebhook(call, call.body)),

  serve(contract.update, async (call) => {
    await changeWebhook(call, call.params.id, call.body, () => rowOf(call, call.params.id));
    return rowOf(call, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeWebhook(call, call.params.id);
    return null;
  }),

  serve(contract.enable, (call) => turn(call, call.params.id, "enabled")),
  serve(contract.disable, (call) => turn(call, call.params.id, "disabled")),

  // The receiver may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => tryWebhook(call, call.params.id), { ownTransaction: true }),

  serve(contract.logs, async ({ db, params, query }) => {
    const [known] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.id, params.id));
    found(known);
    const select = db.select(logColumns).from(webhookLog).$dynamic();
    const where = eq(webhookLog.webhook_id, params.id);
    const order = orderOf({ at: webhookLog.id }, query.sort, webhookLog.id);
    return listOf(db, query, { select, from: webhookLog, where, order }, (line) => line);
  }),
];

async function turn(call: SignedCall, id: number, status: "enabled" | "disabled"): Promise<WebhookRow> {
  await setStatus(call, id, status);
  return rowOf(call, id);
}

async function rowOf({ db, services }: Reading, id: number): Promise<WebhookRow> {
  const [row] = await db.select(webhookColumns).from(webhook).where(eq(webhook.id, id));
  return toRow(services, found(row));
}

const toRow = (services: Services, row: WebhookRow): WebhookRow => ({
  ...row,
  url: maskUrl(unseal(services, { kind: "webhook", name: "url" }, row.url)),
});
