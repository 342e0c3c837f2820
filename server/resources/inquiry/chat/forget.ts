import { inArray } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { chatMessage, chatSession } from "~/server/database/tables/inquiry/chat";
import { dropMedia } from "~/server/lib/media";

/** Takes out of conversations what was said and shown in them, beyond recovery; that there were messages, and when, stays. No token opens them any more. */
export async function forgetChats(db: Database | Transaction, inquiryIds: readonly number[]): Promise<void> {
  if (inquiryIds.length === 0) return;
  const ofThem = inArray(chatMessage.inquiry_id, [...inquiryIds]);
  const files = await db.select({ id: chatMessage.media_id }).from(chatMessage).where(ofThem);
  await db.update(chatMessage).set({ content: null, media_id: null, estate_id: null }).where(ofThem);
  await dropMedia(
    db,
    files.flatMap(({ id }) => id ?? []),
  );
  await db
    .update(chatSession)
    .set({ pages: [], uploads: [], arrival: null, chat_status: "ended", waiting_since: null })
    .where(inArray(chatSession.inquiry_id, [...inquiryIds]));
}
