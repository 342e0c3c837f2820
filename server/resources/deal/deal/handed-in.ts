import { and, eq, ne } from "drizzle-orm";
import { billing, dealAttachment } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";

/** What a deal has that a submission asks for beside its columns. */
export async function handedIn(db: SignedCall["db"], id: number) {
  const attachments = await db
    .select({ type: dealAttachment.type })
    .from(dealAttachment)
    .where(eq(dealAttachment.deal_id, id));
  const bills = await db
    .select({ type: billing.type })
    .from(billing)
    .where(and(eq(billing.deal_id, id), eq(billing.direction, "in"), ne(billing.status, "void")));
  return { attachments, bills };
}
