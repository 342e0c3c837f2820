import { webhook as contract } from "~/contract/system/webhook";
import { replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { tryWebhook } from "./webhook/try";
import { listDeliveries, listWebhooks, webhookOf } from "./webhook/webhook-list";
import { changeWebhook, createWebhook, setStatus, webhooks } from "./webhook/write";
import { statusHandlers } from "~/server/lib/status";

export const webhookHandlers = [
  serve(contract.list, (call) => listWebhooks(call, call.query)),
  serve(contract.get, (call) => webhookOf(call, call.params.id)),
  serve(contract.create, (call) => createWebhook(call, call.body)),
  serve(contract.update, replyWith(webhookOf, changeWebhook)),
  serve(contract.remove, (call) => webhooks.drop(call, call.params.id)),
  ...statusHandlers(contract, setStatus, webhookOf),
  // The receiver may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => tryWebhook(call, call.params.id), { ownTransaction: true }),
  serve(contract.logs, (call) => listDeliveries(call, call.params.id, call.query)),
];
