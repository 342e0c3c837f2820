import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { channelText } from "~/contract/notification/channel-text";
import type { TestResult } from "~/contract/notification/notification";
import { gatewayChannels, type NotificationChannel } from "~/contract/notification/notification-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { message, user as userTable } from "~/server/database/tables/system/system";
import type { OwnTransactionCall } from "~/server/lib/call";
import { isDemo } from "~/server/lib/demo-flag";
import { found, refuse } from "~/server/lib/refusal";
import { wecomChannel } from "~/server/outbox/wecom";
import { type Outcome, postToGateway } from "../send/gateway";
import { postToWecom } from "../send/wecom";
import { gatewayOf, noGateway, noWecom } from "./readiness";
import { sentText } from "./reading";
import type { NotificationRecord } from "./record";
import { notifications } from "./records";

const mark = "【测试】";
const failed = (error: string): Outcome => ({ status: "failed", error });

/** Sends a notification to the caller alone, by each of its channels; nobody else's receipts come of it. */
export async function testNotification(call: OwnTransactionCall, id: number): Promise<TestResult[]> {
  const row = await notifications.find(call, id);
  if (row.status === "recalled") return refuse(40902);
  const results: TestResult[] = [];
  for (const channel of row.channels) {
    const outcome = await tryChannel(call, row, channel);
    results.push({ channel, is_sent: outcome.status === "sent", error: "error" in outcome ? outcome.error : null });
  }
  return call.transaction(async (tx) => {
    if (row.channels.includes("inbox")) {
      const { title, text } = channelText("inbox", row);
      await tx.insert(message).values({
        ...{ user_id: call.user.id, category: "system", title: `${mark}${title}`, content: text.slice(0, 1_000) },
        ...{ link: `/notification/information-list/information-edit?id=${id}`, link_id: id },
        created_at: isoInstant(call.services.now()),
      });
    }
    await notifications.log({ ...call, db: tx }, row, { verb: "测试发送" });
    return results;
  });
}

async function tryChannel(
  { user, services }: OwnTransactionCall,
  row: NotificationRecord,
  channel: NotificationChannel,
): Promise<Outcome> {
  // It is written with the line in the log.
  if (channel === "inbox") return { status: "sent" };
  if (channel === "push") return failed("推送只能发给APP用户，不能测试发送给自己");
  const { db } = services;
  if (await isDemo(db)) return failed("演示数据不外发");
  const [me] = await db.select().from(userTable).where(eq(userTable.id, user.id));
  const { name, email, phone_e164, wecom_userid } = found(me);
  const text = await sentText(services, channel, { ...row, title: `${mark}${row.title}` });
  if (!gatewayChannels.includes(channel)) {
    if (!(await wecomChannel.isConfigured(services))) return failed(noWecom);
    return wecom_userid ? postToWecom(services, wecom_userid, text) : failed("您没有绑定企业微信");
  }
  const gateway = await gatewayOf(services);
  if (!gateway) return failed(noGateway);
  if (channel === "sms" && !phone_e164) return failed("您没有填写手机号");
  return postToGateway(services, gateway, {
    ...{ id: randomUUID(), channel, notification: { id: row.id, type: row.type } },
    to: { audience: "staff", id: user.id, name, phone: phone_e164, email },
    text,
  });
}
