import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import type { Company } from "../company";
import { writeChats } from "./chats";

/** Inquiries, what became of them, and what was said in conversations. */
export async function writeInquiry(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, inquiry, made.inquiries.rows);
  await insertRows(tx, inquiryLog, made.inquiries.logs);
  await writeChats(tx, made.calendar);
}
