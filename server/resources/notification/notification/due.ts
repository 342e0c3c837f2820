import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";

/** Told when a notification is to go out: the servers' senders hear it. */
export const dueTopic = "notification_due";
/** Told when a sending has got on; a stream's topic of the same name carries how far it is. */
export const progressTopic = "notice_progress";

const told = (heard: object) => sql`select pg_notify('events', ${JSON.stringify(heard)})`;

export async function tellDue(db: Db): Promise<void> {
  await db.execute(told({ topic: dueTopic }));
}

export async function tellProgress(db: Db, id: number): Promise<void> {
  await db.execute(told({ topic: progressTopic, id }));
}
