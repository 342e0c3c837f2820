import { and, eq, isNull, sql } from "drizzle-orm";
import { mayCall } from "~/contract/endpoint";
import * as field from "~/contract/field";
import {
  type ChannelTally,
  notification as contract,
  fieldOfScope,
  NotificationDetail,
  NotificationFields,
  NotificationProgress,
  NotificationRow,
} from "~/contract/notification/notification";
import { audienceScopes, audiences } from "~/contract/notification/notification-kinds";
import type { Db } from "~/server/database/database";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { found, rowOf, rowsOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import { isPresent } from "~/server/lib/entity";
import { forEditor } from "~/server/lib/rich-text/display";
import { peopleOf } from "~/server/resources/content/revisions";
import { displayRules } from "~/server/resources/shared/rich-texts";
import { pictureUrl } from "~/server/resources/shared/upload";

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

export type NotificationRecord = typeof notification.$inferSelect;

function canOf(user: Caller, row: NotificationRecord): NotificationRow["can"] {
  const { status } = row;
  const isIn = (...states: string[]) => states.includes(status);
  const mayEdit = mayCall(user, contract.update);
  const maySend = mayCall(user, contract.send);
  const isOpen = row.failed_count + row.unknown_count > 0;
  return {
    edit: mayEdit && isIn("draft", "paused"),
    test: mayEdit && !isIn("recalled"),
    send: maySend && isIn("draft", "scheduled") && row.send_mode !== "repeated",
    schedule: maySend && isIn("draft", "scheduled"),
    unschedule: maySend && isIn("scheduled"),
    stop: maySend && isIn("sending"),
    recall: maySend && isIn("sending", "stopped", "sent", "failed"),
    retry: maySend && (isIn("stopped", "failed") || (isIn("sent") && isOpen)),
    copy: mayEdit,
    delete: mayEdit && isIn("draft"),
    pause: maySend && isIn("repeating"),
    resume: maySend && isIn("paused"),
    end: maySend && isIn("repeating", "paused"),
  };
}

export async function toRows(call: SignedCall, rows: readonly NotificationRecord[]): Promise<NotificationRow[]> {
  const creators = rows.flatMap(({ created_by }) => created_by ?? []);
  const people = await peopleOf(call.db, creators);
  return rows.map((row) =>
    rowOf(NotificationRow, row, {
      created_by: people(row.created_by),
      can: canOf(call.user, row),
    }),
  );
}

function progressOf(row: NotificationRecord): NotificationProgress {
  const { status, receipt_count, done_count } = row;
  return rowOf(NotificationProgress, row, {
    is_finding: status === "sending" && row.found_to !== null,
    total: receipt_count,
    done: done_count,
  });
}

export async function detailOf(call: SignedCall, id: number): Promise<NotificationDetail> {
  const { db, services } = call;
  const [present] = await db.select().from(notification).where(isPresent(notification, id));
  const row = found(present);
  const [shown] = await toRows(call, [row]);
  const userIds = [row.updated_by, row.sent_by].flatMap((one) => one ?? []);
  const people = await peopleOf(db, userIds);
  const { cover_id } = row;
  return rowOf(NotificationDetail, row, {
    ...found(shown),
    content: forEditor(row.content, await displayRules(call, [row.content])),
    cover: cover_id ? pictureUrl(services, cover_id, "thumb") : null,
    audience_text: await audienceText(call, row),
    updated_by: people(row.updated_by),
    sent_by: people(row.sent_by),
    progress: progressOf(row),
    tally: hasReceipts(row) ? await tallyOf(db, row) : [],
  });
}

const hasReceipts = ({ status }: NotificationRecord): boolean =>
  !["draft", "scheduled", "repeating", "paused", "ended"].includes(status);

/** The audience in words, such as 代理 · 战略、核心. */
async function audienceText(call: SignedCall, row: NotificationRecord): Promise<string> {
  const name = fieldOfScope(row);
  if (!name) return `${audiences[row.audience]} · ${audienceScopes[row.scope]}`;
  const values = { [name]: row[name] };
  const said = spelledOut(await lookUp(call, NotificationFields, values), NotificationFields, values)[name];
  const { options } = field.metaOf(NotificationFields.shape[name]);
  const words = (Array.isArray(said) ? said : [said]).map((one) => options?.[String(one)] ?? String(one));
  const most = 5;
  const more = words.length > most ? `等${words.length}项` : "";
  return `${audiences[row.audience]} · ${words.slice(0, most).join("、")}${more}`;
}

async function tallyOf(db: Db, { id, channels }: NotificationRecord): Promise<ChannelTally[]> {
  const { channel, status, read_at, clicked_at, notification_id } = notificationReceipt;
  const rows = await db
    .select({
      ...{ channel, status, count: sql<number>`count(*)::int` },
      ...{ read: sql<number>`count(${read_at})::int`, clicked: sql<number>`count(${clicked_at})::int` },
    })
    .from(notificationReceipt)
    .where(eq(notification_id, id))
    .groupBy(channel, status);
  return channels.map((one) => {
    const own = rows.filter((row) => row.channel === one);
    const of = (...states: string[]) =>
      own.filter((row) => states.includes(row.status)).reduce((sum, { count }) => sum + count, 0);
    return {
      channel: one,
      total: own.reduce((sum, { count }) => sum + count, 0),
      pending: of("pending", "sending"),
      sent: of("sent"),
      read: own.reduce((sum, { read }) => sum + read, 0),
      failed: of("failed"),
      unknown: of("unknown"),
      skipped: of("skipped"),
      clicked: own.reduce((sum, { clicked }) => sum + clicked, 0),
    };
  });
}

export async function progressNow(db: Db, id: number): Promise<NotificationProgress | undefined> {
  const [row] = await rowsOf(db, notification, and(eq(notification.id, id), isNull(notification.deleted_at)));
  return row && progressOf(row);
}
