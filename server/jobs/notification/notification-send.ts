import { and, eq, isNull, lte } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { notification } from "~/server/database/tables/notification/notification";
import { auditAll } from "~/server/lib/audit";
import { rowsOf, setRow } from "~/server/lib/call";
import { makeOccurrences } from "~/server/resources/notification/notification/series";
import { tellDue } from "~/server/resources/notification/notification/view";
import { endLost } from "~/server/resources/notification/send/sender";
import { every, type Job } from "../scheduler";

const chunkSize = 100;

/** Begins what is scheduled for now, and makes the occurrences of what repeats, each of it once, whichever server runs the job; the servers' senders take it from there. */
export const notificationSend: Job = {
  name: "notification_send",
  lastTurn: every(1),
  async run({ services, at, signal }) {
    const { db } = services;
    const lost = await endLost(services);
    let begun = 0;
    for (let more = true; more; ) {
      signal.throwIfAborted();
      more = await db.transaction(async (tx) => {
        const rows = await rowsOf(
          tx,
          notification,
          and(
            eq(notification.status, "scheduled"),
            lte(notification.send_at, isoInstant(at)),
            isNull(notification.deleted_at),
          ),
          { order: [notification.send_at, notification.id], limit: chunkSize, lock: "update" },
        );
        for (const { id, version } of rows)
          await setRow(tx, notification, id, { status: "sending", version: version + 1 });
        const lines = rows.map(({ id, title }) => ({
          ...{ module: "notification", action: "publish" as const, target: { type: "notification", id, name: title } },
          summary: `定时发送通知 ${title}`,
        }));
        await auditAll({ db: tx, user: "system", services }, lines);
        if (rows.length) await tellDue(tx);
        begun += rows.length;
        return rows.length === chunkSize;
      });
    }
    for (let more = true; more; ) {
      signal.throwIfAborted();
      const { made, isMore } = await db.transaction((tx) => makeOccurrences(tx, services, at));
      begun += made;
      more = isMore;
    }
    return `${begun} begun, ${lost} ended`;
  },
};
