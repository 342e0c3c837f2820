import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { inquiry, inquiryLog } from "~/server/database/tables/inquiry/inquiry";
import type { Company } from "../company";
import { followIds } from "../shared/follow-ids";

/** Inquiries and what became of them. */
export async function writeInquiry(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, inquiry, made.inquiries.rows);
  await insertRows(tx, inquiryLog, made.inquiries.logs);
  await followIds(tx, [inquiry]);
}
