import { eq, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { chatSession } from "~/server/database/tables/inquiry/chat";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { found } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import type { InquiryRecord } from "../inquiry/log";

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
export async function changeAbout(
  db: Db,
  { row }: LockedChat,
  values: Partial<typeof inquiry.$inferInsert>,
): Promise<void> {
  await setRow(db, inquiry, row.id, { ...values, updated_at: values.updated_at ?? sql`${inquiry.updated_at}` });
}
