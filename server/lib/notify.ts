import type { Database, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { message, outbox } from "~/server/database/tables/system";

/** Tabs of the message drawer (domain B.2). */
type Category = "inquiry" | "customer" | "schedule" | "deal" | "clue" | "audit" | "system";

export interface Message {
  user_id: number;
  category: Category;
  level?: "info" | "warning";
  title: string;
  content?: string;
  /** The address it opens, and the row that it is about. */
  link?: string;
  link_id?: number;
  /** A message with a key that was already sent is left out, so that a warning comes once. */
  dedupe_key?: string;
}

/** Puts messages into their readers' inboxes, in the transaction of what they tell of; answers how many were new. */
export async function notify(db: Database | Transaction, now: Date, messages: Message[]): Promise<number> {
  if (messages.length === 0) return 0;
  const created_at = isoInstant(now);
  const written = await db
    .insert(message)
    .values(messages.map((one) => ({ ...one, title: one.title.slice(0, 100), created_at })))
    .onConflictDoNothing({ target: message.dedupe_key })
    .returning({ id: message.id });
  return written.length;
}

type WebhookEvent = "customer.assigned" | "customer.pool_warning";

/** Leaves an event for the sender of webhooks, which goes out after the commit. The payload names rows, never a person's contacts. */
export async function emit(
  db: Database | Transaction,
  now: Date,
  event: WebhookEvent,
  payload: Record<string, string | number | null>,
): Promise<void> {
  const at = isoInstant(now);
  await db.insert(outbox).values({ event, payload, next_at: at, created_at: at });
}
