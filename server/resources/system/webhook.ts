import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { webhook as contract, type WebhookTried } from "~/contract/system/webhook";
import { isoInstant } from "~/server/database/tables/columns";
import { webhook } from "~/server/database/tables/system/admin";
import { audit } from "~/server/lib/audit";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse } from "~/server/lib/refusal";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { beginDelivery, endDelivery, postTo } from "~/server/outbox/webhook-delivery";
import { listDeliveries, listWebhooks, webhookOf } from "./webhook/webhook-list";
import { changeWebhook, createWebhook, setStatus, webhooks } from "./webhook/write";

export const webhookHandlers = [
  serve(contract.list, (call) => listWebhooks(call, call.query)),
  serve(contract.get, (call) => webhookOf(call, call.params.id)),
  serve(contract.create, (call) => createWebhook(call, call.body)),
  serveAct(contract.update, webhookOf, changeWebhook),
  serve(contract.remove, (call) => webhooks.drop(call, call.params.id)),
  ...statusHandlers(contract, setStatus, webhookOf),
  // The receiver may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => tryWebhook(call, call.params.id), { ownTransaction: true }),
  serve(contract.logs, (call) => listDeliveries(call, call.params.id, call.query)),
];

/** Sends a word to a webhook at once, also to a disabled one and in the demo. A failure does not count towards the end of it. */
async function tryWebhook(call: SignedCall, id: number): Promise<WebhookTried> {
  const { services, user } = call;
  const [row] = await services.db.select().from(webhook).where(eq(webhook.id, id));
  const { name } = found(row);
  const text = `【测试发送】新房工作台的Webhook“${name}”可以收到消息`;
  const at = isoInstant(services.now());
  const told = { id: randomUUID(), event: "test", at, text, data: {}, link: null };
  const begun = await beginDelivery(services, id, told);
  if ("wait" in begun) return refuse(42900);
  const result = await postTo(services, begun.webhook, told);
  await endDelivery(services, begun, result, false);
  await audit(
    { ...call, user, db: services.db },
    {
      module: "system",
      action: "setting",
      target: { type: "webhook", id, name },
      summary: `测试发送Webhook：${name}，${result.error ?? "成功"}`,
    },
  );
  return { is_sent: result.error === null, ...result };
}
