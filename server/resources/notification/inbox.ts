import { and, desc, eq, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import { forReader } from "~/contract/notification/channel-text";
import { notificationInbox as contract, type OutsideAudience } from "~/contract/notification/notification-inbox";
import type { Audience } from "~/contract/notification/notification-kinds";
import type { Db } from "~/server/database/database";
import { agentAccount } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { found, refuse } from "~/server/lib/call";
import { serve } from "~/server/lib/serve";
import { ownBase } from "~/server/resources/content/public";
import { serveSigned } from "~/server/resources/shared/intake";
import { pictureUrl } from "~/server/resources/shared/upload";
import { clickUrl, markRead, readerHtml } from "./notification/reading";

const receipt = notificationReceipt;

/** What lies in an inbox: delivered, and not recalled since. */
const inInbox = (...more: (SQL | undefined)[]) =>
  and(
    eq(receipt.channel, "inbox"),
    eq(receipt.status, "sent"),
    ne(notification.status, "recalled"),
    isNull(notification.deleted_at),
    ...more,
  );

const ofPerson = (audience: Audience, id: number) =>
  and(eq(receipt.recipient_type, audience), eq(receipt.recipient_id, id));

/** How an account or a user is called. */
async function nameOf(db: Db, audience: OutsideAudience, id: number): Promise<string | null> {
  const [row] =
    audience === "agent"
      ? await db.select({ name: agentAccount.name }).from(agentAccount).where(eq(agentAccount.id, id))
      : await db.select({ name: customerUser.nickname }).from(customerUser).where(eq(customerUser.id, id));
  return row?.name ?? null;
}

export const notificationInboxHandlers = [
  serve(contract.list, async (call) => {
    const { db, query, services, signed } = call;
    if (!signed) return refuse(40300);
    const { audience, id, unread, before_id, page_size } = query;
    const own = ofPerson(audience, id);
    const rows = await db
      .select({ receipt, notification })
      .from(receipt)
      .innerJoin(notification, eq(notification.id, receipt.notification_id))
      .where(
        inInbox(
          own,
          unread === "1" ? isNull(receipt.read_at) : undefined,
          before_id ? lt(receipt.id, before_id) : undefined,
        ),
      )
      .orderBy(desc(receipt.id))
      .limit(page_size + 1);
    const shown = rows.slice(0, page_size);
    const [counted] = await db
      .select({ n: sql<number>`count(*)::int` })
      .from(receipt)
      .innerJoin(notification, eq(notification.id, receipt.notification_id))
      .where(inInbox(own, isNull(receipt.read_at)));
    const base = await ownBase(call);
    const name = shown.length ? await nameOf(db, audience, id) : null;
    const list = [];
    for (const { receipt: one, notification: said } of shown) {
      const { type, link_url, is_top, cover_id } = said;
      const { title, summary, content } = forReader(said, name);
      list.push({
        ...{ receipt_id: one.id, notification_id: said.id, title, summary, type, link_url, is_top },
        click_url: clickUrl(said, one.delivery_id, base) ?? link_url,
        content: await readerHtml(call, content, base),
        cover: cover_id ? base + pictureUrl(services, cover_id) : null,
        sent_at: one.sent_at ?? said.created_at,
        read_at: one.read_at,
      });
    }
    const next = rows.length > page_size ? (shown.at(-1)?.receipt.id ?? null) : null;
    return { list, unread: counted?.n ?? 0, next_before_id: next };
  }),

  serveSigned(contract.read, async ({ db, services }, _body, { receipt_id }) => {
    const [row] = await db
      .select({ receipt })
      .from(receipt)
      .innerJoin(notification, eq(notification.id, receipt.notification_id))
      .where(inInbox(eq(receipt.id, receipt_id), ne(receipt.recipient_type, "staff")));
    const { receipt: one } = found(row);
    const now = services.now();
    if (one.read_at === null) await markRead(db, now, one);
    return { read_at: one.read_at ?? isoInstant(now) };
  }),
];
