import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AgentLevel } from "~/contract/agent/agent-kinds";
import type {
  Audience,
  AudienceScope,
  NotificationChannel,
  NotificationStatus,
  NotificationType,
  ReceiptStatus,
  Repeat,
  SendMode,
  SkipReason,
} from "~/contract/notification/notification-kinds";
import { calendarDay, common, instant, referenceTo, rowId, searchText, soft, versioned } from "../columns";
import { bigrams, bounded, folded } from "../search";
import { media } from "../system/system";

const present = sql`deleted_at is null`;
const ids = () => jsonb().$type<number[]>().notNull().default([]);

/** What the company tells its people, its agents' people, or the users of its site (通知). */
export const notification = pgTable(
  "notification",
  {
    ...common,
    ...versioned,
    ...soft,
    title: text().notNull(),
    title_fold: searchText(),
    summary: text(),
    content: text().notNull(),
    type: text().$type<NotificationType>().notNull(),
    cover_id: rowId().references(() => media.id),
    link_url: text(),
    name_fallback: text().notNull().default("您"),
    is_top: boolean().notNull().default(false),
    audience: text().$type<Audience>().notNull(),
    scope: text().$type<AudienceScope>().notNull(),
    role_ids: ids(),
    team_ids: ids(),
    agent_levels: jsonb().$type<AgentLevel[]>().notNull().default([]),
    countries: jsonb().$type<string[]>().notNull().default([]),
    filter: text(),
    staff_ids: ids(),
    agent_ids: ids(),
    user_ids: ids(),
    channels: jsonb().$type<NotificationChannel[]>().notNull(),
    send_mode: text().$type<SendMode>().notNull().default("now"),
    /** When it is to go out; from its sending on, when that began. Of a repeated one the first time, which its rule goes by. */
    send_at: instant(),
    repeat: text().$type<Repeat>(),
    repeat_until: calendarDay(),
    repeat_count: integer(),
    status: text().$type<NotificationStatus>().notNull().default("draft"),
    /** The files that it shows. */
    media_ids: ids(),

    /** Of a repeated one that goes on: when the next occurrence goes out. */
    next_at: instant(),
    occurrence_count: integer().notNull().default(0),
    /** Of an occurrence: the repeated one, and which of it this is. */
    series_id: rowId().references((): AnyPgColumn => notification.id),
    occurrence_no: integer(),

    /** The user who sent it: the audience is what they may see. */
    sent_by: rowId(),
    ended_at: instant(),
    recalled_at: instant(),
    failure: text(),
    /** The readers are found in the order of their numbers: those up to this one have their receipts. Null once all have. */
    found_to: rowId().default(0),
    /** The server that is sending it, and when it last said that it lives. */
    runner: text(),
    beat_at: instant(),
    /** The end of the quiet hours that it waits for. */
    wait_until: instant(),

    /** Receipts, and those that are through: counted as they are written. */
    receipt_count: integer().notNull().default(0),
    done_count: integer().notNull().default(0),
    target_count: integer().notNull().default(0),
    sent_count: integer().notNull().default(0),
    read_count: integer().notNull().default(0),
    failed_count: integer().notNull().default(0),
    unknown_count: integer().notNull().default(0),
    click_count: integer().notNull().default(0),
  },
  (t) => [
    index("notification_created").on(t.created_at, t.id).where(present),
    index("notification_cover").on(t.cover_id),
    // What the job looks for each minute.
    index("notification_due")
      .on(t.status, t.send_at)
      .where(sql`deleted_at is null and status in ('scheduled', 'sending', 'repeating')`),
    // Each occurrence is made once; the list of them.
    uniqueIndex("notification_occurrence").on(t.series_id, t.occurrence_no).where(sql`series_id is not null`),
    index("notification_runner").on(t.runner).where(sql`runner is not null`),
    index("notification_title")
      .using("gin", bigrams(folded(t.title_fold, t.title)))
      .with(bounded),
  ],
);

/** The state for one person on one channel. */
export const notificationReceipt = pgTable(
  "notification_receipt",
  {
    id: rowId().primaryKey().generatedByDefaultAsIdentity(),
    notification_id: referenceTo(() => notification.id),
    recipient_type: text().$type<Audience>().notNull(),
    recipient_id: rowId().notNull(),
    channel: text().$type<NotificationChannel>().notNull(),
    /** The same at every try, by which the receiver knows a repetition. */
    delivery_id: uuid().notNull().defaultRandom(),
    status: text().$type<ReceiptStatus>().notNull(),
    reason: text().$type<SkipReason>(),
    error: text(),
    attempts: integer().notNull().default(0),
    sent_at: instant(),
    read_at: instant(),
    clicked_at: instant(),
    click_count: integer().notNull().default(0),
  },
  (t) => [
    // A recipient who is found twice still gets one.
    uniqueIndex("notification_receipt_once").on(t.notification_id, t.recipient_type, t.recipient_id, t.channel),
    uniqueIndex("notification_receipt_delivery").on(t.delivery_id),
    index("notification_receipt_of").on(t.notification_id, t.id),
    index("notification_receipt_status").on(t.notification_id, t.status, t.channel, t.id),
    index("notification_receipt_unread")
      .on(t.notification_id, t.id)
      .where(sql`${t.read_at} is null and ${t.status} = 'sent'`),
    index("notification_receipt_inbox")
      .on(t.recipient_type, t.recipient_id, t.id)
      .where(sql`${t.channel} = 'inbox' and ${t.status} = 'sent'`),
  ],
);

/** How many notifications have gone out to a reader on a day by other ways than the inbox (domain B.7). */
export const notificationReaderDay = pgTable(
  "notification_reader_day",
  {
    recipient_type: text().$type<Audience>().notNull(),
    recipient_id: rowId().notNull(),
    day: calendarDay().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.recipient_type, t.recipient_id, t.day] })],
);
