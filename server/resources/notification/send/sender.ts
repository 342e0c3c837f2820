import { randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { and, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { audit } from "~/server/lib/audit";
import { setRow } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { isDemo } from "~/server/lib/settings";
import { type NotificationRecord, tellProgress } from "../notification/view";
import { deliverSome } from "./deliver";
import { findSome, Hopeless, held } from "./find";
import { quietEnd } from "./quiet";

/** A notification without a sign of life for so long was left by a dead server. */
const deadAfter = 60_000;
/** So many notifications are sent at the same time, so that a word to colleagues does not wait for ten thousand text messages. */
const beside = 3;

/** Sends what is to be sent, notification by notification; each belongs to one server, which keeps sending a sign of life. */
export function notificationSender(services: Services) {
  let isStopping = false;

  async function work(): Promise<void> {
    while (!isStopping) {
      const claimed = await claim(services);
      if (!claimed || !(await sendAll(claimed))) return;
    }
  }

  /** False where something went wrong: the next look, some seconds later, tries again. */
  async function sendAll({ id, runner }: Claimed): Promise<boolean> {
    try {
      const demo = await isDemo(services.db);
      for (let more = true; more && !isStopping; await breathe()) more = await goOn(id, runner, demo);
      return true;
    } catch (error) {
      if (!(error instanceof Hopeless)) {
        services.log.warn({ err: error, notification: id }, "a notification could not be sent on");
        return false;
      }
      await end(services, id, runner, error.message);
      return true;
    } finally {
      await release(services, id, runner);
    }
  }

  /** One part more; false when nothing is left to do here. */
  async function goOn(id: number, runner: string, demo: boolean): Promise<boolean> {
    const state = await services.db.transaction(async (tx) => {
      const row = await held(tx, id, runner);
      if (!row) return "lost";
      if (row.found_to === null) return "found";
      await findSome(tx, services, row, { isDemo: demo });
      return "finding";
    });
    if (state === "lost") return false;
    if (state === "finding") return true;
    if (await waits(services, id, runner)) return false;
    if (await deliverSome(services, id, runner)) return true;
    await end(services, id, runner);
    return false;
  }

  return {
    async runDue() {
      await Promise.all(Array.from({ length: beside }, work));
    },
    async stop() {
      isStopping = true;
    },
  };
}

interface Claimed {
  id: number;
  runner: string;
}

const isDead = (now: Date) =>
  or(isNull(notification.beat_at), lt(notification.beat_at, isoInstant(now.getTime() - deadAfter)));

/** Whether it rests because of quiet hours, which delay what is not in the inbox alone. */
async function waits(services: Services, id: number, runner: string): Promise<boolean> {
  const until = await quietEnd(services);
  if (!until) return false;
  return services.db.transaction(async (tx) => {
    const row = await held(tx, id, runner);
    if (!row) return false;
    const isWaiting = and(eq(notificationReceipt.notification_id, id), eq(notificationReceipt.status, "pending"));
    const [waiting] = await tx
      .select({ id: notificationReceipt.id })
      .from(notificationReceipt)
      .where(isWaiting)
      .limit(1);
    if (!waiting) return false;
    await setRow(tx, notification, id, { wait_until: isoInstant(until), updated_at: row.updated_at });
    await tellProgress(tx, id);
    return true;
  });
}

/** Takes one without a sender. What was on its way when its sender died is unknown from now on. */
async function claim(services: Services): Promise<Claimed | undefined> {
  const { db, now } = services;
  const isQuiet = (await quietEnd(services)) !== undefined;
  const runner = randomUUID();
  const at = now();
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(notification)
      .where(
        and(
          eq(notification.status, "sending"),
          isNull(notification.deleted_at),
          or(isNull(notification.runner), isDead(at)),
          // Those that rest are looked at again after the quiet hours, or once these are no more.
          isQuiet ? or(isNull(notification.wait_until), lte(notification.wait_until, isoInstant(at))) : undefined,
        ),
      )
      .orderBy(notification.send_at, notification.id)
      .limit(1)
      .for("update", { skipLocked: true });
    if (!row) return undefined;
    await loseTrack(tx, row);
    await setRow(tx, notification, row.id, {
      runner,
      beat_at: isoInstant(at),
      wait_until: null,
      updated_at: row.updated_at,
    });
    return { id: row.id, runner };
  });
}

/** What a locked notification has on its way, and nobody is there to hear of. */
async function loseTrack(tx: Transaction, { id, updated_at }: NotificationRecord): Promise<void> {
  const { rowCount } = await tx
    .update(notificationReceipt)
    .set({ status: "unknown", error: "发送时服务器中断" })
    .where(and(eq(notificationReceipt.notification_id, id), eq(notificationReceipt.status, "sending")));
  if (!rowCount) return;
  await setRow(tx, notification, id, {
    unknown_count: sql`${notification.unknown_count} + ${rowCount}`,
    done_count: sql`${notification.done_count} + ${rowCount}`,
    updated_at,
  });
}

/** Of those that are to be sent no more, what a dead server had on its way; answers how many notifications. */
export async function endLost({ db, now }: Services): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(notification)
      .where(and(sql`${notification.runner} is not null and ${notification.status} <> 'sending'`, isDead(now())))
      .orderBy(notification.id)
      .limit(100)
      .for("update", { skipLocked: true });
    for (const row of rows) {
      await loseTrack(tx, row);
      await setRow(tx, notification, row.id, { runner: null, updated_at: row.updated_at });
    }
    return rows.length;
  });
}

async function release({ db, log }: Services, id: number, runner: string): Promise<void> {
  await db
    .update(notification)
    .set({ runner: null, updated_at: sql`${notification.updated_at}` })
    .where(and(eq(notification.id, id), eq(notification.runner, runner)))
    // It is taken by its missing beat then.
    .catch((error: unknown) => log.warn({ err: error, notification: id }, "a notification could not be released"));
}

/** Says how it ended, in its row and in the log: with a reason it has failed as a whole. */
async function end(services: Services, id: number, runner: string, reason?: string): Promise<void> {
  const { db, now } = services;
  await db.transaction(async (tx) => {
    const row = await held(tx, id, runner);
    if (!row) return;
    const nobody = row.target_count === 0 ? "没有符合条件的接收人" : undefined;
    const isInVain = row.sent_count === 0 && row.failed_count + row.unknown_count > 0;
    const failure = reason ?? nobody ?? (isInVain ? "没有送达任何接收人" : undefined);
    await setRow(tx, notification, id, {
      status: failure ? "failed" : "sent",
      failure: failure ?? null,
      ended_at: isoInstant(now()),
      updated_at: row.updated_at,
    });
    const words = failure ?? `目标${row.target_count}人，送达${row.sent_count}人`;
    await audit(
      { db: tx, user: "system", services },
      {
        ...{ module: "notification", action: "update", target: { type: "notification", id, name: row.title } },
        summary: `通知${failure ? "发送失败" : "发送完成"} ${row.title}：${words}`,
      },
    );
    await tellProgress(tx, id);
  });
}
