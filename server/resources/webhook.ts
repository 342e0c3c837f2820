import { eq, sql } from "drizzle-orm";
import { webhook as contract, type WebhookLogRow, type WebhookRow } from "~/contract/webhook";
import type { Database, Transaction } from "~/server/database/database";
import { webhook, webhookLog } from "~/server/database/tables/admin";
import { cappedCount, offsetOf, orderOf, pageOf } from "~/server/lib/list";
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

export const webhookHandlers = [
  serve(contract.list, async ({ db, query, services }) => {
    const offset = offsetOf(query);
    const order = orderOf({ name: webhook.name, created_at: webhook.created_at }, query.sort, webhook.id);
    const rows = await db.select().from(webhook).orderBy(order).limit(query.page_size).offset(offset);
    const list = rows.map((row) => toRow(services, row));
    return pageOf(query, list, await cappedCount(db, sql`from ${webhook}`));
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

  serve(contract.enable, async (call) => {
    await setStatus(call, call.params.id, "enabled");
    return rowOf(call, call.params.id);
  }),

  serve(contract.disable, async (call) => {
    await setStatus(call, call.params.id, "disabled");
    return rowOf(call, call.params.id);
  }),

  // The receiver may take seconds, during which nothing may be held.
  serve(contract.test, (call) => tryWebhook(call, call.params.id), { ownTransaction: true }),

  serve(contract.logs, async ({ db, params, query }) => {
    const offset = offsetOf(query);
    const [known] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.id, params.id));
    found(known);
    const where = eq(webhookLog.webhook_id, params.id);
    const rows = await db
      .select()
      .from(webhookLog)
      .where(where)
      .orderBy(orderOf({ at: webhookLog.id }, query.sort, webhookLog.id))
      .limit(query.page_size)
      .offset(offset);
    return pageOf(query, rows.map(toLogRow), await cappedCount(db, sql`from ${webhookLog} where ${where}`));
  }),
];

async function rowOf({ db, services }: Reading, id: number): Promise<WebhookRow> {
  const [row] = await db.select().from(webhook).where(eq(webhook.id, id));
  return toRow(services, found(row));
}

function toRow(services: Services, row: typeof webhook.$inferSelect): WebhookRow {
  const { id, version, name, provider, events, status, last_sent_at, last_status_code, fail_count, created_at } = row;
  const url = maskUrl(unseal(services, { kind: "webhook", name: "url" }, row.url));
  return {
    id,
    version,
    name,
    provider,
    url,
    events,
    status,
    last_sent_at,
    last_status_code,
    fail_count,
    created_at,
  };
}

const toLogRow = ({
  id,
  event,
  payload,
  status_code,
  error,
  ms,
  at,
}: typeof webhookLog.$inferSelect): WebhookLogRow => ({
  id,
  event,
  payload,
  status_code,
  error,
  ms,
  at,
});
