import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { Hono } from "hono";
import { errors } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import type { Environment } from "~/server/http/environment";
import { pick, setRow } from "~/server/lib/call";
import { admitVisitor } from "~/server/lib/public-read";
import type { Services } from "~/server/lib/services";
import { isProgram } from "~/server/resources/shared/is-program";
import { admitted } from "~/server/resources/special/posted";
import { tellProgress } from "./notification/view";

const receipt = notificationReceipt;

/** `/n/{token}`: leads to a notification's link, and nowhere else (domain E.6). */
export function clickPages(services: Services): Hono<Environment> {
  const app = new Hono<Environment>();
  app.get("/n/:token", async (c, next) => {
    const refused = await admitted(() => admitVisitor({ services, origin: c.get("origin") }));
    if (refused) return c.text("", errors[refused].status);
    const found = await linkAt(services, c.req.param("token"));
    if (!found) return next();
    if (c.req.method === "GET" && !isProgram(c))
      await countClick(services, found.id).catch((error: unknown) =>
        services.log.warn({ err: error, receipt: found.id }, "a click could not be counted"),
      );
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
    c.header("x-robots-tag", "noindex");
    // In the letters that a header may have.
    return c.redirect(new URL(found.link).href, 302);
  });
  return app;
}

/** The delivery's number that a token is; undefined if it cannot be one. */
function deliveryOf(token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  // Written in one way only.
  if (bytes.length !== 16 || bytes.toString("base64url") !== token) return undefined;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

async function linkAt({ db }: Services, token: string): Promise<{ id: number; link: string } | undefined> {
  const delivery = deliveryOf(token);
  if (!delivery) return undefined;
  const [row] = await db
    .select({ id: receipt.id, link: notification.link_url })
    .from(receipt)
    .innerJoin(notification, eq(notification.id, receipt.notification_id))
    .where(
      and(eq(receipt.delivery_id, delivery), isNull(notification.deleted_at), ne(notification.status, "recalled")),
    );
  return row?.link ? { id: row.id, link: row.link } : undefined;
}

/** Counts on the receipt each time; the first of a person's receipts counts them in the notification. */
async function countClick({ db, now }: Services, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [of] = await pick(tx, receipt, ["notification_id", "recipient_type", "recipient_id"], eq(receipt.id, id));
    if (!of) return;
    const { notification_id, recipient_type, recipient_id } = of;
    // The notification first, as everybody takes them.
    await pick(tx, notification, ["id"], eq(notification.id, notification_id), { lock: "update" });
    const [before] = await tx
      .select({ n: sql<number>`count(${receipt.clicked_at})::int` })
      .from(receipt)
      .where(
        and(
          eq(receipt.notification_id, notification_id),
          eq(receipt.recipient_type, recipient_type),
          eq(receipt.recipient_id, recipient_id),
        ),
      );
    const clicked_at = sql`coalesce(${receipt.clicked_at}, ${isoInstant(now())}::timestamptz)`;
    await setRow(tx, receipt, id, { clicked_at, click_count: sql`${receipt.click_count} + 1` });
    if ((before?.n ?? 0) > 0) return;
    await setRow(tx, notification, notification_id, {
      click_count: sql`${notification.click_count} + 1`,
      updated_at: sql`${notification.updated_at}`,
    });
    await tellProgress(tx, notification_id);
  });
}
