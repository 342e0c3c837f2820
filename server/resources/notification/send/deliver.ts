import { and, eq, inArray, sql } from "drizzle-orm";
import { gatewayChannels, type NotificationChannel } from "~/contract/notification/notification-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { pick, setRow, setRows } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { wecomChannel } from "~/server/outbox/wecom";
import { gatewayOf, noGateway, noWecom } from "../notification/readiness";
import { clickUrl, sentText, type TextFor } from "../notification/reading";
import { type NotificationRecord, tellProgress } from "../notification/view";
import { letThrough } from "./cap";
import { addressOf, audienceOf, type Candidate, candidatesOf, Hopeless, held } from "./find";
import { type Outcome, postToGateway } from "./gateway";
import { postToWecom } from "./wecom";

/** So many are on their way at once: where the server dies, nobody knows whether these arrived. */
const atOnce = 20;

interface Leaving {
  id: number;
  delivery_id: string;
  channel: NotificationChannel;
  to: Candidate;
}

interface Taken {
  row: NotificationRecord;
  leaving: Leaving[];
  /** Some were skipped, so there may be more even if nothing leaves. */
  isMore: boolean;
}

/** Sends the next few, marked as on their way before and with their outcome after: where a server dies in between, none is sent again. */
export async function deliverSome(services: Services, id: number, runner: string): Promise<boolean> {
  const taken = await take(services, id, runner);
  if (!taken) return false;
  const { row, leaving, isMore } = taken;
  if (leaving.length === 0) return isMore;
  const way = await waysOf(services, row);
  const outcomes = await Promise.all(leaving.map(async (one) => ({ one, outcome: await way(one) })));
  await settle(services, id, outcomes);
  const fault = faultOf(outcomes.map(({ outcome }) => outcome));
  if (fault) throw new Hopeless(fault);
  return true;
}

async function take(services: Services, id: number, runner: string): Promise<Taken | undefined> {
  return services.db.transaction(async (tx) => {
    const row = await held(tx, id, runner);
    if (!row) return undefined;
    const due = await pick(
      tx,
      notificationReceipt,
      ["id", "recipient_id", "channel"],
      and(eq(notificationReceipt.notification_id, id), eq(notificationReceipt.status, "pending")),
      { order: [notificationReceipt.channel, notificationReceipt.id], limit: atOnce },
    );
    if (due.length === 0) return { row, leaving: [], isMore: false };
    // As they are now: somebody may have left, or asked not to be contacted, since they were found.
    const people = await audienceOf(tx, services, row);
    const ids = sql.param([...new Set(due.map(({ recipient_id }) => recipient_id))]);
    const found = await candidatesOf(tx, people, sql`${people.id} = any(${ids}::bigint[])`);
    const byId = new Map(found.map((one) => [one.id, one]));
    const judged = due.map((one) => {
      const to = byId.get(one.recipient_id);
      const reason = to ? (to.skip ?? (addressOf(to, one.channel) ? null : "no_address")) : "left";
      return { ...one, to, reason };
    });
    const able = judged.flatMap(({ to, reason, ...one }) => (to && reason === null ? [{ ...one, to }] : []));
    const readers = able.map(({ recipient_id }) => recipient_id);
    const through = await letThrough(tx, services, row, readers);
    const over = able.filter(({ recipient_id }) => !through.has(recipient_id));
    const passed = [
      ...judged.filter(({ reason }) => reason !== null),
      ...over.map(({ id: receipt }) => ({ id: receipt, reason: "daily_cap" as const })),
    ];
    for (const reason of new Set(passed.map((one) => one.reason))) {
      const receipts = passed.filter((one) => one.reason === reason).map((one) => one.id);
      await setRows(tx, notificationReceipt, inArray(notificationReceipt.id, receipts), { status: "skipped", reason });
    }
    const going = able.filter(({ recipient_id }) => through.has(recipient_id));
    const begun = going.length
      ? await tx
          .update(notificationReceipt)
          .set({ status: "sending", attempts: sql`${notificationReceipt.attempts} + 1` })
          .where(sql`${notificationReceipt.id} = any(${sql.param(going.map((one) => one.id))}::bigint[])`)
          .returning({ id: notificationReceipt.id, delivery_id: notificationReceipt.delivery_id })
      : [];
    const deliveries = new Map(begun.map((one) => [one.id, one.delivery_id]));
    await setRow(tx, notification, id, {
      done_count: sql`${notification.done_count} + ${passed.length}`,
      beat_at: isoInstant(services.now()),
      updated_at: row.updated_at,
    });
    const leaving = going.map((one) => ({ ...one, delivery_id: deliveries.get(one.id) ?? "" }));
    return { row, leaving, isMore: true };
  });
}

/** How each channel of a notification is sent; what a text is made of is made once. */
async function waysOf(services: Services, row: NotificationRecord): Promise<(one: Leaving) => Promise<Outcome>> {
  const gateway = await gatewayOf(services);
  const isWecom = await wecomChannel.isConfigured(services);
  const { "site.desk_base": base } = await readSettings(services.db);
  const texts = new Map<NotificationChannel, TextFor>();
  for (const channel of row.channels) texts.set(channel, await sentText(services, channel, row));
  return async ({ delivery_id, channel, to }) => {
    const textFor = texts.get(channel) ?? (await sentText(services, channel, row));
    const text = textFor({ name: to.called, link: clickUrl(row, delivery_id, base) ?? row.link_url });
    if (!gatewayChannels.includes(channel))
      return isWecom
        ? postToWecom(services, to.wecom ?? "", text, row.id)
        : { status: "failed", error: noWecom, isDown: true };
    if (!gateway) return { status: "failed", error: noGateway, isDown: true };
    return postToGateway(services, gateway, {
      ...{ id: delivery_id, channel, text },
      notification: { id: row.id, type: row.type },
      to: { audience: row.audience, id: to.id, name: to.name, phone: to.phone, email: to.email },
    });
  };
}

/** Why nobody could be reached at all, where that is so: the rest is not tried in vain. */
function faultOf(outcomes: readonly Outcome[]): string | undefined {
  const errors = outcomes.flatMap((one) => (one.status === "failed" && one.isDown ? [one.error] : []));
  return errors.length === atOnce ? errors[0] : undefined;
}

async function settle({ db, now }: Services, id: number, outcomes: readonly { one: Leaving; outcome: Outcome }[]) {
  const at = isoInstant(now());
  const ids = sql.param(outcomes.map(({ one }) => one.id));
  const states = sql.param(outcomes.map(({ outcome }) => outcome.status));
  const errors = sql.param(outcomes.map(({ outcome }) => ("error" in outcome ? outcome.error.slice(0, 200) : null)));
  await db.transaction(async (tx) => {
    // The order in which everybody takes them: the notification first.
    const [row] = await tx.select().from(notification).where(eq(notification.id, id)).for("update");
    const { rows } = await tx.execute<{ done: number; failed: number; unknown: number; reached: number }>(sql`
      with ended as (
        update notification_receipt receipt set status = one.status, error = one.error,
          sent_at = case when one.status = 'sent' then ${at}::timestamptz end
        from unnest(${ids}::bigint[], ${states}::text[], ${errors}::text[]) one(id, status, error)
        where receipt.id = one.id and receipt.status = 'sending'
        returning receipt.id, receipt.recipient_id, receipt.recipient_type, receipt.status)
      select count(*)::int as done, (count(*) filter (where status = 'failed'))::int as failed,
        (count(*) filter (where status = 'unknown'))::int as unknown,
        (count(distinct recipient_id) filter (where status = 'sent' and not exists (
          select 1 from notification_receipt other where other.notification_id = ${id} and other.recipient_type = ended.recipient_type
            and other.recipient_id = ended.recipient_id and other.status = 'sent')))::int as reached
      from ended`);
    const [counted] = rows;
    if (!counted || !row) return;
    await setRow(tx, notification, id, {
      done_count: row.done_count + counted.done,
      failed_count: row.failed_count + counted.failed,
      unknown_count: row.unknown_count + counted.unknown,
      sent_count: row.sent_count + counted.reached,
      beat_at: at,
      updated_at: row.updated_at,
    });
    await tellProgress(tx, id);
  });
}
