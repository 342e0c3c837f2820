import { type AnyColumn, and, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { estatesIn } from "~/contract/content/rich-text";
import { type ChannelText, channelText, forReader, type Notice as Said } from "~/contract/notification/channel-text";
import type { notification as contract, Notice } from "~/contract/notification/notification";
import type { Audience, NotificationChannel } from "~/contract/notification/notification-kinds";
import type { Db } from "~/server/database/database";
import { agent, agentAccount } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { message, team, user } from "~/server/database/tables/system/system";
import { type Asking, found, pick, type SignedCall, setRow } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { likeText, listOf, matching, orderOf } from "~/server/lib/list";
import { type DisplayOptions, forReaders } from "~/server/lib/rich-text/display";
import { containsText, includesText } from "~/server/lib/search";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import { estateCards } from "~/server/resources/content/cards";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { mailPictureUrl, pictureUrl } from "~/server/resources/shared/upload";
import { tellProgress } from "./view";

type Query = z.output<typeof contract.receipts.query>;
const receipt = notificationReceipt;

/** People of that name, found in their own table. */
function named(audience: Audience, keyword: string): SQL {
  const ids = {
    staff: sql`select ${user.id} from ${user} where ${includesText(user.name, keyword)}`,
    agent: sql`select ${agentAccount.id} from ${agentAccount} where ${containsText(agentAccount.name, keyword)}`,
    user: sql`select ${customerUser.id} from ${customerUser} where ${or(
      containsText(customerUser.nickname, keyword),
      sql`${customerUser.user_no} like ${`${likeText(keyword.toUpperCase())}%`}`,
    )}`,
  }[audience];
  // With the kind, so that the index of recipients is asked for each.
  return sql`(${receipt.recipient_type} = ${audience} and ${receipt.recipient_id} in (${ids}))`;
}

export async function receiptPage(call: SignedCall & { query: Query }, id: number) {
  const { db, query } = call;
  const [present] = await pick(db, notification, ["audience"], isPresent(notification, id));
  const { audience } = found(present);
  const { keyword, read } = query;
  const where = and(
    eq(receipt.notification_id, id),
    keyword ? named(audience, keyword) : undefined,
    ...matching(receipt, query, ["channel", "status", "reason"]),
    read === "yes" ? sql`${receipt.read_at} is not null` : undefined,
    read === "no" ? sql`(${receipt.read_at} is null and ${receipt.status} = 'sent')` : undefined,
  );
  const is = (kind: Audience) => eq(receipt.recipient_type, kind);
  const select = db
    .select({
      receipt,
      name: sql<string>`coalesce(${user.name}, ${agentAccount.name}, ${customerUser.nickname}, ${customerUser.user_no}, '#' || ${receipt.recipient_id})`,
      of: sql<string | null>`coalesce(${team.name}, ${agent.name}, ${customerUser.user_no})`,
    })
    .from(receipt)
    .leftJoin(user, and(is("staff"), eq(user.id, receipt.recipient_id)))
    .leftJoin(team, eq(team.id, user.team_id))
    .leftJoin(agentAccount, and(is("agent"), eq(agentAccount.id, receipt.recipient_id)))
    .leftJoin(agent, eq(agent.id, agentAccount.agent_id))
    .leftJoin(customerUser, and(is("user"), eq(customerUser.id, receipt.recipient_id)))
    .$dynamic();
  const parts = { select, from: receipt, where };
  const order = orderOf({ id: receipt.id }, query.sort, receipt.id);
  return listOf(db, query, { ...parts, order }, (row) => {
    const { notification_id: _, delivery_id: __, ...shown } = row.receipt;
    return { ...shown, name: row.name, of: row.of };
  });
}

export const messageKeyOf = (id: number, userId: number): string => `notification:${id}:${userId}`;

export const messageKey = (id: number, userId: AnyColumn) => sql<string>`${`notification:${id}:`}::text || ${userId}`;

/** Where a colleague's message of a notification leads: the page opens it by its number. */
export const noticeLink = (id: number): string => `/personal-center?notice=${id}`;

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

/** A text as one reader gets it, with the address by which they reach its link. */
export type TextFor = (reader: { name: string | null; link: string | null }) => ChannelText;

/** What is sent on a channel; in a mail with the rich text, whose pictures are to be there when it is opened. */
export async function sentText(
  services: Services,
  channel: NotificationChannel,
  row: Said & { name_fallback: string },
): Promise<TextFor> {
  const { "site.desk_base": base } = await readSettings(services.db);
  const urlOf = (id: number) => base + mailPictureUrl(services, id);
  const html = channel === "email" && (await readerHtml({ db: services.db, services }, row.content, base, { urlOf }));
  return ({ name, link }) => {
    const text = channelText(channel, { ...forReader(row, name), link_url: link });
    return html === false ? text : { ...text, html: forReader({ ...row, content: html }, name).content };
  };
}

/** The token of a link for one receipt: its random number, in letters of an address. */
const tokenOf = (deliveryId: string): string =>
  Buffer.from(deliveryId.replaceAll("-", ""), "hex").toString("base64url");

/** Where a reader reaches a notification's link, so that it counts (domain E.6); null where it has none, or other programs cannot know where this server is. */
export const clickUrl = (row: Pick<Said, "link_url">, deliveryId: string, base: string): string | null =>
  row.link_url && base ? `${base}/n/${tokenOf(deliveryId)}` : null;

/** The same for a page of this server. */
const ownClickUrl = (row: Pick<Said, "link_url">, deliveryId: string): string | null =>
  row.link_url && `/n/${tokenOf(deliveryId)}`;

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
  await pick(db, notification, ["id"], eq(notification.id, of.notification_id), { lock: "update" });
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
  const { type, cover_id, link_url, send_at } = one;
  const { title, summary, content } = forReader(one, user.name);
  return {
    ...{ id, title, summary, type, link_url, click_url: ownClickUrl(one, receipt.delivery_id) },
    content: await readerHtml(call, content),
    cover: cover_id ? pictureUrl(services, cover_id) : null,
    sent_at: receipt.sent_at ?? send_at ?? one.created_at,
    read_at: receipt.read_at ?? isoInstant(now),
  };
}
