import { webhook as contract } from "~/contract/system/webhook";
import { serve } from "~/server/lib/serve";
import { tryWebhook } from "./webhook/try";
import { listDeliveries, listWebhooks, webhookOf } from "./webhook/webhook-list";
import { changeWebhook, createWebhook, removeWebhook, setStatus } from "./webhook/write";

export const webhookHandlers = [
  serve(contract.list, (call) => listWebhooks(call, call.query)),
  serve(contract.get, (call) => webhookOf(call, call.params.id)),
  serve(contract.create, (call) => createWebhook(call, call.body)),
  serve(contract.update, async (call) => {
    await changeWebhook(call, call.params.id, call.body);
    return webhookOf(call, call.params.id);
  }),
  serve(contract.remove, async (call) => {
    await removeWebhook(call, call.params.id);
    return null;
  }),
  serve(contract.enable, (call) => setStatus(call, call.params.id, "enabled")),
  serve(contract.disable, (call) => setStatus(call, call.params.id, "disabled")),
  // The receiver may take seconds, during which no row may stay locked.
  serve(contract.test, (call) => tryWebhook(call, call.params.id), { ownTransaction: true }),
  serve(contract.logs, (call) => listDeliveries(call, call.params.id, call.query)),
];
