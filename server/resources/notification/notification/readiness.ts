import type { ChannelState } from "~/contract/notification/notification";
import {
  gatewayChannels,
  type NotificationChannel,
  notificationChannels,
} from "~/contract/notification/notification-kinds";
import { Refusal } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { isDemo, openSetting, readSettings } from "~/server/lib/settings";
import { wecomChannel } from "~/server/outbox/wecom";

/** Where the outgoing adapter sends, and how it signs; undefined while it is not set up. */
export interface Gateway {
  url: string;
  secret: string;
}

export async function gatewayOf(services: Services): Promise<Gateway | undefined> {
  const settings = await readSettings(services.db);
  const url = settings["notify.gateway_url"];
  const secret = openSetting(services, settings, "notify.gateway_secret");
  return url && secret ? { url, secret } : undefined;
}

export const noGateway = "未配置外发网关";
export const noWecom = "未配置企业微信应用";

/** What each channel lacks. In a demo nothing leaves the house: each recipient is skipped, and listed. */
export async function channelStates(services: Services): Promise<ChannelState[]> {
  const demo = await isDemo(services.db);
  const gateway = demo || (await gatewayOf(services));
  const wecom = demo || (await wecomChannel.isConfigured(services));
  return (Object.keys(notificationChannels) as NotificationChannel[]).map((channel) => {
    if (channel === "inbox") return { channel, is_ready: true, note: null };
    if (demo) return { channel, is_ready: true, note: "演示数据不外发，接收人列为已跳过" };
    const isGateway = gatewayChannels.includes(channel);
    const isReady = Boolean(isGateway ? gateway : wecom);
    return { channel, is_ready: isReady, note: isReady ? null : isGateway ? noGateway : noWecom };
  });
}

/** Ends the request where one of the channels does not work. */
export async function demandReady(services: Services, channels: readonly NotificationChannel[]): Promise<void> {
  const states = await channelStates(services);
  const closed = states.filter(({ channel, is_ready }) => channels.includes(channel) && !is_ready);
  if (closed.length === 0) return;
  const message = closed.map(({ channel, note }) => `${note}，不能发送${notificationChannels[channel]}`).join("；");
  throw new Refusal(42200, message, { errors: [{ field: "channels", label: "渠道", message }] });
}
