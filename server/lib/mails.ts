import { z } from "zod";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { outbox } from "~/server/database/tables/system/system";

/** A mail as it waits in the outbox. Links are made when it is sent, so that none lies in the database. */
export const MailNote = z.discriminatedUnion("kind", [
  /** Asked for at this address, which may be nobody's. */
  z.object({ kind: z.literal("reset"), email: z.string() }),
  z.object({ kind: z.enum(["invite", "renew"]), user_id: z.number().int() }),
  z.object({
    kind: z.literal("text"),
    user_id: z.number().int(),
    title: z.string(),
    content: z.string(),
    link: z.string(),
  }),
]);
export type MailNote = z.output<typeof MailNote>;

export const mailEvent = "mail";

/** Sends mails after the commit of their cause. Without a mail server they are left out. */
export async function mailLater(db: Db, now: Date, notes: readonly MailNote[]): Promise<void> {
  const at = isoInstant(now);
  if (notes.length)
    await db
      .insert(outbox)
      .values(notes.map((payload) => ({ event: mailEvent, payload, next_at: at, created_at: at })));
}
