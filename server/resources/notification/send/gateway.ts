import type { ChannelText } from "~/contract/notification/channel-text";
import {
  type Audience,
  type NotificationChannel,
  notificationChannels,
} from "~/contract/notification/notification-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { NotReached, postOutward } from "~/server/lib/safe-fetch";
import type { Services } from "~/server/lib/services";
import { signature } from "~/server/outbox/webhook-delivery";
import type { Gateway } from "../notification/readiness";

/** How a try ended; `unknown`: it may have arrived. */
export type Outcome =
  | { status: "sent" }
  | { status: "failed"; error: string /** Nobody was reached at all. */; isDown?: boolean }
  | { status: "unknown"; error: string };

export interface Delivery {
  /** The same at every try: what the gateway has sent under it, it does not send again. */
  id: string;
  notification: { id: number; type: string };
  channel: NotificationChannel;
  to: { audience: Audience; id: number; name: string; phone: string | null; email: string | null };
  text: ChannelText;
}

/** Passes a delivery to the gateway, signed as webhooks are (docs/integration.md). */
export async function postToGateway(services: Services, { url, secret }: Gateway, one: Delivery): Promise<Outcome> {
  const { id, notification, channel, to, text } = one;
  const { title, text: words, html, link } = text;
  const at = isoInstant(services.now());
  const body = JSON.stringify({ id, at, channel, notification, to, title, text: words, html, link });
  const event = `notification.${channel}`;
  const headers = { "content-type": "application/json; charset=utf-8", "user-agent": "xinfang-desk" };
  try {
    const { status } = await postOutward(
      services,
      url,
      { ...headers, ...signature(secret, { id, event }, body, services.now()) },
      body,
    );
    if (status >= 200 && status < 300) return { status: "sent" };
    return { status: "failed", error: `网关返回 HTTP ${status}`, isDown: status >= 500 };
  } catch (error) {
    if (!(error instanceof NotReached)) throw error;
    const words = `${notificationChannels[channel]}网关：${error.message}`;
    return error.mayHaveArrived
      ? { status: "unknown", error: words }
      : { status: "failed", error: words, isDown: true };
  }
}
