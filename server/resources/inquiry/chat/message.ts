import { and, asc, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { ChatMessage } from "~/contract/inquiry/chat";
import {
  type ChatMessageType,
  type ChatSender,
  type ChatSystemCode,
  chatMessagesAtOnce,
  type VisitorMessage,
} from "~/contract/inquiry/chat-words";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { chatMessage, chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { media, user } from "~/server/database/tables/system/system";
import { found, refuse, rowsOf, setRow } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { mediaOf } from "~/server/resources/shared/upload";
import type { InquiryRecord } from "../inquiry/change";
import { cardsOf } from "./estate-card";

export type ChatRow = typeof chatSession.$inferSelect & { inquiry_id: number };

export interface LockedChat {
  row: InquiryRecord;
  chat: ChatRow;
}

/** Locks a conversation until the commit by its inquiry's row. A customer's row, if needed, is locked before it. */
export async function lockChat(db: Db, inquiryId: number): Promise<LockedChat> {
  const [locked] = await db.select().from(inquiry).where(eq(inquiry.id, inquiryId)).for("update");
  const [chat] = await db.select().from(chatSession).where(eq(chatSession.inquiry_id, inquiryId));
  return { row: found(locked), chat: { ...found(chat), inquiry_id: inquiryId } };
}

export async function changeChat(
  db: Db,
  { row, chat }: LockedChat,
  values: Partial<Omit<ChatRow, "id" | "inquiry_id">>,
): Promise<LockedChat> {
  const [changed] = await db.update(chatSession).set(values).where(eq(chatSession.id, chat.id)).returning();
  return { row, chat: { ...found(changed), inquiry_id: row.id } };
}

/** Changes the inquiry's own columns, not its version: a visitor's acts make no open form stale. */
export async function changeAbout(db: Db, { row }: LockedChat, values: Partial<typeof inquiry.$inferInsert>) {
  await setRow(db, inquiry, row.id, { ...values, updated_at: values.updated_at ?? sql`${inquiry.updated_at}` });
}

export type MessageRow = typeof chatMessage.$inferSelect;

interface Said {
  sender: Exclude<ChatSender, "system">;
  staff_id: number | null;
  type: ChatMessageType;
  content: string | null;
  media_id: number | null;
  estate_id: number | null;
  client_msg_id: string;
}

const saidFields = ["sender", "staff_id", "type", "content", "media_id", "estate_id"] as const;

/** The message already sent with this number; the same number with another content is refused (40907). */
export async function sentBefore(db: Db, { row }: LockedChat, said: Said): Promise<MessageRow | undefined> {
  const { inquiry_id, client_msg_id } = chatMessage;
  const [before] = await rowsOf(db, chatMessage, and(eq(inquiry_id, row.id), eq(client_msg_id, said.client_msg_id)));
  return before && saidFields.some((name) => before[name] !== said[name]) ? refuse(40907) : before;
}

/** Appends a message to a locked conversation, and counts it. By the lock a higher number is also later. */
export async function appendMessage(
  { db, services }: { db: Db; services: Pick<Services, "now"> },
  locked: LockedChat,
  said: Said,
): Promise<{ message: MessageRow; locked: LockedChat }> {
  const { chat } = locked;
  const at = isoInstant(services.now());
  const [added] = await db
    .insert(chatMessage)
    .values({ ...said, inquiry_id: locked.row.id, at })
    .returning();
  const message = found(added);
  const isVisitor = said.sender === "visitor";
  if (!isVisitor) await markRead(db, locked, at);
  const after = await changeChat(db, locked, {
    message_count: chat.message_count + 1,
    unread_count: isVisitor ? chat.unread_count + 1 : 0,
    waiting_since: isVisitor ? (chat.waiting_since ?? at) : null,
    last_message_id: message.id,
    last_message_at: at,
    chat_status: isVisitor ? (chat.chat_status === "ended" ? "waiting" : chat.chat_status) : "open",
    ended_at: null,
  });
  return { message, locked: after };
}

/** A system message in a conversation that the caller has locked. It counts as nobody's message. */
export async function appendSystem(
  { db, services }: { db: Db; services: Pick<Services, "now"> },
  locked: LockedChat,
  content: ChatSystemCode,
  staffId: number | null = null,
): Promise<LockedChat> {
  const [added] = await db
    .insert(chatMessage)
    .values({
      ...{ inquiry_id: locked.row.id, sender: "system", type: "text", content, staff_id: staffId },
      at: isoInstant(services.now()),
    })
    .returning({ id: chatMessage.id });
  return changeChat(db, locked, { last_message_id: found(added).id });
}

export async function markRead(db: Db, { row }: LockedChat, at: string): Promise<void> {
  await db
    .update(chatMessage)
    .set({ read_at: at })
    .where(and(eq(chatMessage.inquiry_id, row.id), eq(chatMessage.sender, "visitor"), isNull(chatMessage.read_at)));
}

/** A part of a conversation in time order: after a message, before one, or its last messages. */
export async function messagesOf(
  db: Db,
  inquiryId: number,
  { after_id, before_id }: { after_id?: number | undefined; before_id?: number | undefined },
): Promise<{ rows: MessageRow[]; has_more: boolean }> {
  const isForward = after_id !== undefined;
  const rows = await db
    .select()
    .from(chatMessage)
    .where(
      and(
        eq(chatMessage.inquiry_id, inquiryId),
        isForward ? gt(chatMessage.id, after_id) : before_id ? lt(chatMessage.id, before_id) : undefined,
      ),
    )
    .orderBy(isForward ? asc(chatMessage.id) : desc(chatMessage.id))
    .limit(chatMessagesAtOnce + 1);
  const list = rows.slice(0, chatMessagesAtOnce);
  return { rows: isForward ? list : list.reverse(), has_more: rows.length > chatMessagesAtOnce };
}

type Reading = { db: Db; services: Services };

export async function toVisitorMessages(
  { db, services }: Reading,
  rows: readonly MessageRow[],
): Promise<VisitorMessage[]> {
  const files = await filesOf(db, services, rows);
  const estateIds = rows.flatMap(({ estate_id }) => estate_id ?? []);
  const cards = await cardsOf({ db, services }, estateIds);
  return rows.map(({ id, client_msg_id, sender, type, content, media_id, estate_id, at }) => ({
    ...{ id, client_msg_id, sender, type, content, at },
    file: (media_id !== null && files.get(media_id)) || null,
    card: (estate_id !== null && cards.get(estate_id)) || null,
  }));
}

/** Messages as staff read them: with the names of their authors. */
export async function toChatMessages(reading: Reading, rows: readonly MessageRow[]): Promise<ChatMessage[]> {
  const people = [...new Set(rows.flatMap(({ staff_id }) => staff_id ?? []))];
  const named = people.length
    ? await reading.db.select({ id: user.id, name: user.name }).from(user).where(inArray(user.id, people))
    : [];
  const names = new Map(named.map((one) => [one.id, one]));
  const messages = await toVisitorMessages(reading, rows);
  return messages.map((one, index) => {
    const { staff_id = null, read_at = null } = rows[index] ?? {};
    return { ...one, staff: staff_id === null ? null : (names.get(staff_id) ?? null), read_at };
  });
}

async function filesOf(db: Db, services: Services, rows: readonly MessageRow[]) {
  const ids = [...new Set(rows.flatMap(({ media_id }) => media_id ?? []))];
  if (ids.length === 0) return new Map<number, ReturnType<typeof mediaOf>>();
  const files = await rowsOf(db, media, and(inArray(media.id, ids), eq(media.status, "ready")));
  return new Map(files.map((row) => [row.id, mediaOf(services, row)]));
}
