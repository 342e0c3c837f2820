import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { chatMessage, chatSession, quickReply } from "~/server/database/tables/inquiry/chat";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import type { Company } from "../company";

/** Inquiries, what became of them, and what was said in conversations. */
export async function writeInquiry(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, inquiry, made.inquiries.rows);
  await insertRows(tx, inquiryLog, made.inquiries.logs);
  await insertRows(tx, chatSession, made.chats.sessions);
  await insertRows(tx, chatMessage, made.chats.messages);
  await insertRows(tx, quickReply, made.chats.replies);
}
