import { and, eq } from "drizzle-orm";
import { webhook } from "~/server/database/tables/system/admin";
import { WebhookNote } from "~/server/lib/emit";
import type { Services } from "~/server/lib/services";
import { isDemo, readSettings } from "~/server/lib/settings";
import { afterFailure, type Carrier } from "./carrier";
import { beginDelivery, endDelivery, postTo } from "./webhook-delivery";
import { sentenceOf, type WebhookMessage } from "./webhook-message";

/** Carries events to the webhooks that were subscribed when they happened. */
export function webhookCarrier(services: Services): Carrier {
  const { db } = services;
  return {
    event: "webhook",
    async carry({ payload, attempts }) {
      const note = WebhookNote.safeParse(payload).data;
      if (!note) return { status: "failed", why: "not readable" };
      if (await isDemo(db)) return { status: "skipped", why: "demo" };
      const [wanted] = await db
        .select({ id: webhook.id })
        .from(webhook)
        .where(and(eq(webhook.id, note.webhook_id), eq(webhook.status, "enabled")));
      if (!wanted) return { status: "skipped", why: "disabled or deleted" };
      const message = await messageOf(services, note);
      const begun = await beginDelivery(services, note.webhook_id, message);
      if ("wait" in begun) return { status: "later", wait: begun.wait };
      const result = await postTo(services, begun.webhook, message);
      const next = result.error === null ? { status: "sent" as const } : afterFailure(attempts);
      await endDelivery(services, begun, result, next.status === "failed");
      return next;
    },
  };
}

async function messageOf({ db }: Services, { id, event, at, data, link }: WebhookNote): Promise<WebhookMessage> {
  const { "site.desk_base": base } = await readSettings(db);
  return { id, event, at, text: sentenceOf(event, data), data, link: base ? base + link : null };
}
