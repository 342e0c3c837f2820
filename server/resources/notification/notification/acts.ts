import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { channelText, forReader } from "~/contract/notification/channel-text";
import type { TestResult } from "~/contract/notification/notification";
import {
  gatewayChannels,
  type NotificationChannel,
  type skipReasons,
} from "~/contract/notification/notification-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { notificationReceipt } from "~/server/database/tables/notification/notification";
import { message, user as userTable } from "~/server/database/tables/system/system";
import { found, type OwnTransactionCall, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { isDemo } from "~/server/lib/settings";
import { wecomChannel } from "~/server/outbox/wecom";
import { type Outcome, postToGateway } from "../send/gateway";
import { postToWecom } from "../send/wecom";
import { peopleOf } from "./audience";
import { demandReady, gatewayOf, noGateway, noWecom } from "./readiness";
import { messageKey, sentText } from "./reading";
import { notifications } from "./records";
import { type NotificationRecord, tellDue, tellProgress } from "./view";

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
      const { title, text } = channelText("inbox", forReader(row, call.user.name));
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
  const textFor = await sentText(services, channel, { ...row, title: `${mark}${row.title}` });
  // To oneself, with the link as it was written: nothing counts.
  const text = textFor({ name, link: row.link_url });
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

export interface Versioned {
  version: number;
}

type Status = NotificationRecord["status"];

export async function lockIn(call: SignedCall, id: number, version: number, ...states: Status[]) {
  const row = await notifications.lock(call, id, version);
  return states.includes(row.status) ? row : refuse(40902);
}

/** Whether it could go out now: its channels work, and it is for somebody. */
export async function demandReaders(call: SignedCall, row: NotificationRecord): Promise<void> {
  // The handler's own database: in a transaction no other is asked.
  await demandReady({ ...call.services, db: call.db as typeof call.services.db }, row.channels);
  const people = peopleOf(call, row);
  const { rows } = await call.db.execute(sql`select 1 from ${people.from} where ${people.where} limit 1`);
  if (rows.length === 0) throw new Refusal(42200, "没有符合条件的接收人");
}

export async function sendNotification(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const row = await lockIn(call, id, version, "draft", "scheduled");
  if (row.send_mode === "repeated") return refuse(40902);
  await demandReaders(call, row);
  const send_at = isoInstant(call.services.now());
  const values = { status: "sending" as const, send_at, sent_by: call.user.id };
  await notifications.change(call, row, values, { action: "publish", verb: "发送" });
  await tellDue(call.db);
}

export async function scheduleNotification(
  call: SignedCall,
  id: number,
  { version, send_at }: Versioned & { send_at: string },
): Promise<void> {
  const row = await lockIn(call, id, version, "draft", "scheduled");
  if (Date.parse(send_at) <= call.services.now().getTime())
    return refuseFields([{ field: "send_at", label: "发送时间", message: "发送时间应晚于现在" }]);
  const isRepeated = row.send_mode === "repeated";
  if (isRepeated && row.repeat_until !== null && dayOf(send_at) > row.repeat_until)
    return refuseFields([{ field: "send_at", label: "发送时间", message: "首次发送不能晚于重复的截止日期" }]);
  await demandReaders(call, row);
  if (isRepeated) {
    const begun = { status: "repeating" as const, send_at, next_at: send_at, sent_by: call.user.id };
    await notifications.change(call, row, begun, { action: "publish", verb: "开始重复发送" });
    return;
  }
  const values = { status: "scheduled" as const, send_mode: "scheduled" as const, send_at, sent_by: call.user.id };
  await notifications.change(call, row, values, { action: "publish", verb: "定时发送" });
}

export async function unscheduleNotification(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const row = await lockIn(call, id, version, "scheduled");
  await notifications.change(call, row, { status: "draft", sent_by: null }, { verb: "取消定时发送" });
}

export async function stopNotification(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const row = await lockIn(call, id, version, "sending");
  await notifications.change(call, row, { status: "stopped" }, { verb: "停止发送" });
  await tellProgress(call.db, id);
}

/** Takes it out of every inbox; what has left the house by another way cannot be fetched back. */
export async function recallNotification(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const { db, services } = call;
  const row = await lockIn(call, id, version, "sending", "stopped", "sent", "failed");
  const { rowCount } = await db
    .update(notificationReceipt)
    .set({ status: "skipped", reason: "recalled" satisfies keyof typeof skipReasons })
    .where(and(eq(notificationReceipt.notification_id, id), eq(notificationReceipt.status, "pending")));
  const reached = db
    .select({ key: messageKey(id, notificationReceipt.recipient_id) })
    .from(notificationReceipt)
    .where(
      and(
        eq(notificationReceipt.notification_id, id),
        eq(notificationReceipt.recipient_type, "staff"),
        eq(notificationReceipt.channel, "inbox"),
      ),
    );
  await db.delete(message).where(inArray(message.dedupe_key, reached));
  const values = {
    status: "recalled" as const,
    recalled_at: isoInstant(services.now()),
    done_count: row.done_count + (rowCount ?? 0),
  };
  await notifications.change(call, row, values, { verb: "撤回" });
  await tellProgress(db, id);
}

/** Continues with what has not gone out, and resends what failed; those with an unknown outcome only on request. */
export async function retryNotification(
  call: SignedCall,
  id: number,
  { version, with_unknown }: Versioned & { with_unknown: boolean },
): Promise<void> {
  const { db } = call;
  const row = await lockIn(call, id, version, "stopped", "failed", "sent");
  const again = with_unknown ? (["failed", "unknown"] as const) : (["failed"] as const);
  const renewed = await db
    .update(notificationReceipt)
    .set({ status: "pending", error: null })
    .where(and(eq(notificationReceipt.notification_id, id), inArray(notificationReceipt.status, [...again])))
    .returning({ id: notificationReceipt.id });
  const [waiting] = await db
    .select({ id: notificationReceipt.id })
    .from(notificationReceipt)
    .where(and(eq(notificationReceipt.notification_id, id), eq(notificationReceipt.status, "pending")))
    .limit(1);
  if (!waiting && row.found_to === null) throw new Refusal(42200, "没有需要重试的接收人");
  await demandReaders(call, row);
  const values = {
    ...{ status: "sending" as const, failure: null, ended_at: null, failed_count: 0, sent_by: call.user.id },
    wait_until: null,
    ...(with_unknown && { unknown_count: 0 }),
    done_count: row.done_count - renewed.length,
  };
  await notifications.change(call, row, values, { action: "publish", verb: "重试发送" });
  await tellDue(db);
  await tellProgress(db, id);
}
