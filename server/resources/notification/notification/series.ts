import { and, eq, isNull, lte } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { notification } from "~/server/database/tables/notification/notification";
import { auditAll } from "~/server/lib/audit";
import { Refusal, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { demandReaders, lockIn, type Versioned } from "./acts";
import { copied, notifications } from "./records";
import { nextTime } from "./repeat";
import { type NotificationRecord, tellDue } from "./view";

export async function pauseSeries(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const row = await lockIn(call, id, version, "repeating");
  await notifications.change(call, row, { status: "paused", next_at: null }, { verb: "暂停重复" });
}

/** Goes on at the next time of its rule: what was missed is not made up for. */
export async function resumeSeries(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const row = await lockIn(call, id, version, "paused");
  const next = nextTime(row, call.services.now());
  if (!next) throw new Refusal(42200, "重复已到截止日期或次数，请先修改");
  await demandReaders(call, row);
  const values = { status: "repeating" as const, next_at: isoInstant(next), sent_by: call.user.id };
  await notifications.change(call, row, values, { action: "publish", verb: "恢复重复" });
}

export async function endSeries(call: SignedCall, id: number, { version }: Versioned): Promise<void> {
  const row = await lockIn(call, id, version, "repeating", "paused");
  const values = { status: "ended" as const, next_at: null, ended_at: isoInstant(call.services.now()) };
  await notifications.change(call, row, values, { verb: "结束重复" });
}

const chunkSize = 100;

/** Makes the occurrences whose time has come: one of each repeated notification, even if servers were at rest at several times. */
export async function makeOccurrences(tx: Transaction, services: Services, at: Date) {
  const rows = await rowsOf(
    tx,
    notification,
    and(
      eq(notification.status, "repeating"),
      lte(notification.next_at, isoInstant(at)),
      isNull(notification.deleted_at),
    ),
    { order: [notification.next_at, notification.id], limit: chunkSize, lock: "update" },
  );
  let made = 0;
  for (const row of rows) {
    const isLate = row.repeat_until !== null && dayOf(at) > row.repeat_until;
    const no = row.occurrence_count + (isLate ? 0 : 1);
    if (!isLate) await tx.insert(notification).values(occurrenceOf(row, no, isoInstant(at)));
    const next = nextTime({ ...row, occurrence_count: no }, at);
    await setRow(tx, notification, row.id, {
      ...{ occurrence_count: no, next_at: next ? isoInstant(next) : null, version: row.version + 1 },
      ...(next ? {} : { status: "ended" as const, ended_at: isoInstant(at) }),
    });
    made += isLate ? 0 : 1;
    await auditAll({ db: tx, user: "system", services }, [
      ...(isLate ? [] : [line(row, "publish", `重复发送通知 ${row.title}：第${no}次`)]),
      ...(next ? [] : [line(row, "update", `通知重复结束 ${row.title}：共${no}次`)]),
    ]);
  }
  if (made) await tellDue(tx);
  return { made, isMore: rows.length === chunkSize };
}

const line = ({ id, title }: NotificationRecord, action: "publish" | "update", summary: string) => ({
  ...{ module: "notification", action, target: { type: "notification", id, name: title }, summary },
});

/** A notification of its own, as the repeated one is at this moment. */
const occurrenceOf = (row: NotificationRecord, no: number, at: string): typeof notification.$inferInsert => ({
  ...copied(row),
  ...{ title: row.title, send_mode: "scheduled", send_at: at, status: "sending" },
  ...{ series_id: row.id, occurrence_no: no, sent_by: row.sent_by },
  ...{ created_by: row.sent_by, updated_by: row.sent_by, created_at: at, updated_at: at },
});
