import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { estatesIn } from "~/contract/content/rich-text";
import { type ChannelText, channelText, type Notice as Said } from "~/contract/notification/channel-text";
import type { Notice } from "~/contract/notification/notification";
import type { NotificationChannel } from "~/contract/notification/notification-kinds";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { message } from "~/server/database/tables/system/system";
import type { Asking, SignedCall } from "~/server/lib/call";
import { found } from "~/server/lib/refusal";
import { type DisplayOptions, forReaders } from "~/server/lib/rich-text/display";
import { setRow } from "~/server/lib/row";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { mailPictureUrl, pictureUrl } from "~/server/resources/shared/upload";
import { tellProgress } from "./due";
import { messageKeyOf } from "./message";

/** A text as readers see it; `base` goes before each address, for pages of other sites, and `more` over the rules. */
export async function readerHtml(
  { db, services }: Asking,
  content: string,
  base = "",
  more: Partial<DisplayOptions> = {},
): Promise<string> {
  const rules = await displayRules({ db, services }, [content], (id) => base + pictureUrl(services, id));
  const cards = await estateCards(db, services, estatesIn(content), base);
  return forReaders(content, { ...rules, ...more }, (id) => cards.find((card) => card.id === id));
}

/** What is sent on a channel; in a mail with the rich text, whose pictures are to be there when it is opened. */
export async function sentText(services: Services, channel: NotificationChannel, row: Said): Promise<ChannelText> {
  const text = channelText(channel, row);
  if (channel !== "email") return text;
  const { "site.desk_base": base } = await readSettings(services.db);
  const urlOf = (id: number) => base + mailPictureUrl(services, id);
  return { ...text, html: await readerHtml({ db: services.db, services }, row.content, base, { urlOf }) };
}

/** Marks receipts as read; the first of a person's counts them as a reader. */
export async function markRead(
  db: Db,
  now: Date,
  of: { notification_id: number; recipient_type: "staff" | "agent" | "user"; recipient_id: number },
): Promise<void> {
  const own = and(
    eq(notificationReceipt.notification_id, of.notification_id),
    eq(notificationReceipt.recipient_type, of.recipient_type),
    eq(notificationReceipt.recipient_id, of.recipient_id),
  );
  // The notification first, as everybody takes them.
  await db
    .select({ id: notification.id })
    .from(notification)
    .where(eq(notification.id, of.notification_id))
    .for("update");
  const [before] = await db
    .select({ n: sql<number>`count(${notificationReceipt.read_at})::int` })
    .from(notificationReceipt)
    .where(own);
  const { rowCount } = await db
    .update(notificationReceipt)
    .set({ read_at: isoInstant(now) })
    .where(and(own, isNull(notificationReceipt.read_at), inArray(notificationReceipt.status, ["sent", "unknown"])));
  if (!rowCount || (before?.n ?? 0) > 0) return;
  await setRow(db, notification, of.notification_id, {
    read_count: sql`${notification.read_count} + 1`,
    updated_at: sql`${notification.updated_at}`,
  });
  await tellProgress(db, of.notification_id);
}

/** One that has reached the caller; from now on it is read, and so is their message of it. */
export async function readMine(call: SignedCall, id: number): Promise<Notice> {
  const { db, user, services } = call;
  const of = { notification_id: id, recipient_type: "staff" as const, recipient_id: user.id };
  const [row] = await db
    .select({ notification, receipt: notificationReceipt })
    .from(notificationReceipt)
    .innerJoin(notification, eq(notification.id, notificationReceipt.notification_id))
    .where(
      and(
        eq(notificationReceipt.notification_id, id),
        eq(notificationReceipt.recipient_type, "staff"),
        eq(notificationReceipt.recipient_id, user.id),
        or(eq(notificationReceipt.status, "sent"), eq(notificationReceipt.status, "unknown")),
        ne(notification.status, "recalled"),
        isNull(notification.deleted_at),
      ),
    )
    .orderBy(sql`${notificationReceipt.read_at} nulls last`, notificationReceipt.id)
    .limit(1);
  const { notification: one, receipt } = found(row);
  const now = services.now();
  await markRead(db, now, of);
  await db
    .update(message)
    .set({ read_at: isoInstant(now) })
    .where(and(eq(message.dedupe_key, messageKeyOf(id, user.id)), isNull(message.read_at)));
  const { title, summary, type, cover_id, link_url, send_at } = one;
  return {
    ...{ id, title, summary, type, link_url },
    content: await readerHtml(call, one.content),
    cover: cover_id ? pictureUrl(services, cover_id) : null,
    sent_at: receipt.sent_at ?? send_at ?? one.created_at,
    read_at: receipt.read_at ?? isoInstant(now),
  };
}
