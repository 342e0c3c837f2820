import { randomUUID } from "node:crypto";
import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type ContactField, maskContact, maskPerson } from "~/contract/mask";
import { type WebhookEvent, webhookEvents } from "~/contract/system/webhook";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { webhook } from "~/server/database/tables/system/admin";
import { outbox } from "~/server/database/tables/system/system";

/** An event as it waits in the outbox for one webhook. */
export const WebhookNote = z.object({
  webhook_id: z.number().int(),
  /** The event's own number: the same at every try, so that a receiver can tell a repetition. */
  id: z.string(),
  event: z.enum(Object.keys(webhookEvents) as [WebhookEvent]),
  at: z.string(),
  /** What it is about, personal data masked. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  link: z.string(),
});
export type WebhookNote = z.output<typeof WebhookNote>;

export type WebhookData = WebhookNote["data"];

/** Names of people outside the house. Colleagues' names stay (`owner`): without them nobody knows whose turn it is. */
const people: ReadonlySet<string> = new Set(["customer_name", "visitor_name", "contact_name", "nickname"]);
const contacts: ReadonlySet<string> = new Set<ContactField>([
  "phone",
  "phone2",
  "wechat",
  "email",
  "line_id",
  "whatsapp",
]);

/** What may leave the house: people's names and contacts are masked by the field's name, whatever their source. */
function masked(data: WebhookData): WebhookData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      if (typeof value !== "string") return [name, value];
      if (people.has(name)) return [name, maskPerson(value)];
      return [name, contacts.has(name) ? maskContact(name as ContactField, value) : value];
    }),
  );
}

/** Sends webhooks an event, in the transaction of its cause. The fields of `data` are named as in server/outbox/webhook-message.ts. */
export const emit = (db: Db, now: Date, event: WebhookEvent, one: Emitted) => emitAll(db, now, event, [one]);

/** Tells one webhook alone, which somebody has chosen, if it takes such events; answers its name. */
export async function emitTo(db: Db, now: Date, webhookId: number, event: WebhookEvent, one: Emitted) {
  const [chosen] = await db
    .select(named)
    .from(webhook)
    .where(and(eq(webhook.id, webhookId), takes(event)));
  if (chosen) await keep(db, now, event, [one], [chosen]);
  return chosen?.name;
}

const named = { id: webhook.id, name: webhook.name };

export const takes = (event: WebhookEvent): SQL | undefined =>
  and(eq(webhook.status, "enabled"), sql`${webhook.events} @> ${JSON.stringify([event])}::jsonb`);

type Emitted = WebhookData & { link: string };

export async function emitAll(db: Db, now: Date, event: WebhookEvent, events: readonly Emitted[]): Promise<void> {
  if (events.length === 0) return;
  const subscribed = await db.select(named).from(webhook).where(takes(event));
  if (subscribed.length > 0) await keep(db, now, event, events, subscribed);
}

async function keep(
  db: Db,
  now: Date,
  event: WebhookEvent,
  events: readonly Emitted[],
  receivers: readonly { id: number }[],
): Promise<void> {
  const at = isoInstant(now);
  const notes = events.map(({ link, ...data }) => ({ id: randomUUID(), event, at, data: masked(data), link }));
  await db.insert(outbox).values(
    notes.flatMap((note) =>
      receivers.map(({ id }) => ({
        event: "webhook",
        payload: { webhook_id: id, ...note } satisfies WebhookNote,
        next_at: at,
        created_at: at,
      })),
    ),
  );
}
