import type { WriteAction } from "~/app/api/writes";
import { type WebhookRow, webhook } from "~/contract/system/webhook";

/** What the tab of webhooks writes. */
export const webhookActs = {
  createWebhook: webhook.create,
  updateWebhook: webhook.update,
  removeWebhook: webhook.remove,
  enableWebhook: webhook.enable,
  disableWebhook: webhook.disable,
  testWebhook: webhook.test,
};
export type WebhookAction = WriteAction<typeof webhookActs>;

/** What a dialog is open for: a new webhook, or what is done with one. */
export type WebhookAsked = { act: "add" } | { act: "edit" | "remove" | "test" | "logs"; row: WebhookRow };
