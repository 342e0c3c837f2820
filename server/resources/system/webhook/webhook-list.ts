import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { Page } from "~/contract/common";
import { type webhook as contract, WebhookLogRow, WebhookRow } from "~/contract/system/webhook";
import { webhook, webhookLog } from "~/server/database/tables/system/admin";
import type { Asking } from "~/server/lib/call";
import { listOf, orderOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { columnsFor } from "~/server/lib/row";
import { unseal } from "~/server/lib/seal";
import { maskUrl } from "./url";

/** What is shown of a webhook, its address for `toRow` still sealed; its secret is not among it. */
const webhookColumns = columnsFor(WebhookRow, webhook);

export function listWebhooks(
  { db, services }: Asking,
  query: z.output<typeof contract.list.query>,
): Promise<Page<WebhookRow>> {
  const select = db.select(webhookColumns).from(webhook).$dynamic();
  const order = orderOf(webhook, query.sort, webhook.id);
  return listOf(db, query, { select, from: webhook, where: undefined, order }, (row) => toRow(services, row));
}

export async function listDeliveries({ db }: Asking, id: number, query: z.output<typeof contract.logs.query>) {
  const [known] = await db.select({ id: webhook.id }).from(webhook).where(eq(webhook.id, id));
  found(known);
  const select = db.select(columnsFor(WebhookLogRow, webhookLog)).from(webhookLog).$dynamic();
  const order = orderOf({ at: webhookLog.id }, query.sort, webhookLog.id);
  return listOf(db, query, { select, from: webhookLog, where: eq(webhookLog.webhook_id, id), order }, (line) => line);
}

export async function webhookOf({ db, services }: Asking, id: number): Promise<WebhookRow> {
  const [row] = await db.select(webhookColumns).from(webhook).where(eq(webhook.id, id));
  return toRow(services, found(row));
}

const toRow = (services: Asking["services"], row: WebhookRow): WebhookRow => ({
  ...row,
  url: maskUrl(unseal(services, { kind: "webhook", name: "url" }, row.url)),
});
