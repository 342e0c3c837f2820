import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ChatLanguage, ChatMessageType, ChatSender, ChatStatus } from "~/contract/inquiry/chat-words";
import { clockNow } from "~/server/database/clock";
import { common, instant, isoInstant, referenceTo, rowId, searchText } from "../columns";
import { estate } from "../house/estate";
import { media, user } from "../system/system";
import { inquiry } from "./inquiry";

const now = () => isoInstant(clockNow());

/** Where a visitor came from, until what they say becomes an inquiry. */
export interface ChatArrival {
  tracker: string | null;
  page_url: string | null;
  referrer: string | null;
  ip: string | null;
  device: "pc" | "mobile";
}

export interface ChatPage {
  url: string;
  title: string;
  at: string;
}

/**
 * A visitor's conversation: the ext of a chat in domain B.2, in its own table: each message changes it, and an inquiry's row has two dozen indexes.
 * `chat_follows` copies the inquiry's consultant and ends the chat of a closed or invalid inquiry; `chat_told` notifies open screens.
 * A transaction that changes both locks the inquiry first.
 */
export const chatSession = pgTable(
  "chat_session",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    /** Null until the visitor says something: an open window alone is no inquiry. */
    inquiry_id: rowId().references(() => inquiry.id),
    /** Of the visitor's token, which itself is not kept. */
    token_hash: text().notNull(),
    language: text().$type<ChatLanguage>().notNull().default("zh"),
    arrival: jsonb().$type<ChatArrival>(),
    /** Somebody was at work when it began. */
    agent_online: boolean().notNull().default(false),
    chat_status: text().$type<ChatStatus>().notNull().default("waiting"),
    /** The inquiry's. */
    assignee_id: rowId(),
    message_count: integer().notNull().default(0),
    /** Of the visitor, since staff have read. */
    unread_count: integer().notNull().default(0),
    last_message_id: rowId(),
    last_message_at: instant(),
    /** Since when the visitor waits for an answer. */
    waiting_since: instant(),
    ended_at: instant(),
    satisfaction: integer(),
    contact_left: boolean().notNull().default(false),
    pages: jsonb().$type<ChatPage[]>().notNull().default([]),
    /** Pictures that the visitor has sent, for the visitor's own messages. */
    uploads: jsonb().$type<number[]>().notNull().default([]),
    created_at: instant().notNull().$defaultFn(now),
  },
  (t) => [
    uniqueIndex("chat_session_inquiry").on(t.inquiry_id),
    uniqueIndex("chat_session_token").on(t.token_hash),
    // What waits and what is under way: few compared with all.
    index("chat_session_live")
      .on(t.chat_status, t.assignee_id, t.last_message_at, t.inquiry_id)
      .where(sql`${t.chat_status} <> 'ended' and ${t.inquiry_id} is not null`),
    index("chat_session_ended").on(t.ended_at, t.inquiry_id).where(sql`${t.chat_status} = 'ended'`),
    index("chat_session_held")
      .on(sql`coalesce(${t.assignee_id}, 0)`, t.ended_at, t.inquiry_id)
      .where(sql`${t.chat_status} = 'ended'`),
    index("chat_session_silent").on(t.created_at).where(sql`${t.inquiry_id} is null`),
  ],
);

/** What was said, in the order of its numbers: they are given out while the inquiry's row is locked. */
export const chatMessage = pgTable(
  "chat_message",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    inquiry_id: referenceTo(() => inquiry.id),
    /** The sender's own number: sent again it is the same message. Null: the system's. */
    client_msg_id: text(),
    sender: text().$type<ChatSender>().notNull(),
    /** The colleague who wrote it; in a system message, the colleague it is about. */
    staff_id: rowId().references(() => user.id),
    type: text().$type<ChatMessageType>().notNull(),
    /** Of the system: a code of `chatSystemTexts`. */
    content: text(),
    media_id: rowId().references(() => media.id),
    estate_id: rowId().references(() => estate.id),
    read_at: instant(),
    at: instant().notNull().$defaultFn(now),
  },
  (t) => [
    index("chat_message_inquiry").on(t.inquiry_id, t.id),
    uniqueIndex("chat_message_client").on(t.inquiry_id, t.client_msg_id),
    index("chat_message_media").on(t.media_id).where(sql`${t.media_id} is not null`),
  ],
);

/** Frequent sentences (domain B.2): a user's own, or everybody's without a person. */
export const quickReply = pgTable(
  "quick_reply",
  {
    ...common,
    user_id: rowId().references(() => user.id),
    title: text().notNull(),
    title_fold: searchText(),
    content: text().notNull(),
    content_fold: searchText(),
    sort: integer().notNull().default(100),
    used_count: integer().notNull().default(0),
  },
  (t) => [index("quick_reply_user").on(t.user_id, t.sort, t.id)],
);
