import { and, eq, gt, inArray, ne, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { notificationReaderDay, notificationReceipt } from "~/server/database/tables/notification/notification";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";
import type { NotificationRecord } from "../notification/view";

/** Those of these readers who may get the notification today by other ways than the inbox, counted as they are let through; once for all channels and tries. */
export async function letThrough(
  tx: Transaction,
  { now }: Pick<Services, "now">,
  { id, type, audience }: NotificationRecord,
  readers: readonly number[],
): Promise<ReadonlySet<number>> {
  const asked = [...new Set(readers)];
  const { "notify.daily_cap": cap } = await readSettings(tx);
  if (cap === 0 || type === "system" || asked.length === 0) return new Set(asked);
  const { recipient_id, notification_id, recipient_type, channel, attempts } = notificationReceipt;
  const known = await tx
    .selectDistinct({ id: recipient_id })
    .from(notificationReceipt)
    .where(
      and(
        eq(notification_id, id),
        eq(recipient_type, audience),
        inArray(recipient_id, asked),
        ne(channel, "inbox"),
        gt(attempts, 0),
      ),
    );
  const free = new Set(known.map((one) => one.id));
  // In one order, so that two servers do not wait for each other.
  const others = asked.filter((one) => !free.has(one)).sort((a, b) => a - b);
  if (others.length === 0) return free;
  const day = notificationReaderDay;
  const counted = await tx
    .insert(day)
    .values(
      others.map((reader) => ({
        ...{ recipient_type: audience, recipient_id: reader, day: dayOf(now()), count: 1 },
      })),
    )
    .onConflictDoUpdate({
      target: [day.recipient_type, day.recipient_id, day.day],
      set: { count: sql`${day.count} + 1` },
      setWhere: sql`${day.count} < ${cap}`,
    })
    .returning({ id: day.recipient_id });
  for (const one of counted) free.add(one.id);
  return free;
}
