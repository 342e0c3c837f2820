import { inArray, sql } from "drizzle-orm";
import {
  channelsOf,
  type MessageCategory,
  type MessageChannel,
  NotifyPreferences,
} from "~/contract/shared/message-category";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { message, outbox, user } from "~/server/database/tables/system/system";
import type { SignedCall } from "./services";

export interface Message {
  user_id: number;
  category: MessageCategory;
  level?: "info" | "warning";
  /** It also goes out to other platforms: no person's name or number in it. */
  title: string;
  content?: string;
  /** The address it opens, and the row that it is about. */
  link?: string;
  link_id?: number;
  /** A message with a key that was already sent is left out, so that a warning comes once. */
  dedupe_key?: string;
}

/** Puts messages into inboxes and, for other platforms, the outbox, in their cause's transaction. `by`: the acting user, who gets none. */
export async function notify(db: Db, now: Date, by: number | null, told: readonly Message[]): Promise<number> {
  return (await notifyOnce(db, now, by, told)).length;
}

/** Tells each of these people the same about an act of the caller's. */
export const tellEach = (
  { db, user, services }: Pick<SignedCall, "db" | "user" | "services">,
  people: Iterable<number>,
  said: Omit<Message, "user_id">,
) =>
  notify(
    db,
    services.now(),
    user.id,
    Array.from(people, (user_id) => ({ user_id, ...said })),
  );

/** `notify` for callers that do more with the new messages: answers their keys. */
export async function notifyOnce(db: Db, now: Date, by: number | null, told: readonly Message[]) {
  const messages = told.filter(({ user_id }) => user_id !== by);
  if (messages.length === 0) return [];
  const created_at = isoInstant(now);
  const reachable = await readersOf(db, messages);
  const ways = (one: { user_id: number; category: string }) =>
    reachable.get(one.user_id)?.(one.category as MessageCategory) ?? inboxOnly;
  const written = await db
    .insert(message)
    .values(
      messages.map((one) => ({
        ...one,
        title: one.title.slice(0, 100),
        content: one.content?.slice(0, 1_000),
        read_at: ways(one).has("inbox") ? null : created_at,
        created_at,
      })),
    )
    .onConflictDoNothing({ target: message.dedupe_key })
    .returning({
      id: message.id,
      user_id: message.user_id,
      category: message.category,
      title: message.title,
      link: message.link,
      key: message.dedupe_key,
    });
  const leaving = written.flatMap(({ id, key: _, ...one }) =>
    [...ways(one)]
      .filter((way) => way !== "inbox")
      .map((way) => ({
        event: `message.${way}`,
        payload: { message_id: id, ...one },
        next_at: created_at,
        created_at,
      })),
  );
  if (leaving.length) await db.insert(outbox).values(leaving);
  return written.map(({ key }) => key);
}

type Ways = ReadonlySet<MessageChannel>;
const inboxOnly: Ways = new Set(["inbox"]);

/** By which ways each reader is reached: what they have chosen, as far as they are bound. */
async function readersOf(
  db: Db,
  messages: readonly Message[],
): Promise<Map<number, (category: MessageCategory) => Ways>> {
  const rows = await db
    .select({
      id: user.id,
      wecom: sql<boolean>`${user.wecom_userid} is not null`,
      slack: sql<boolean>`${user.slack_user_id} is not null`,
      chosen: sql<unknown>`${user.preferences} -> 'notify'`,
    })
    .from(user)
    .where(inArray(user.id, [...new Set(messages.map(({ user_id }) => user_id))]));
  return new Map(
    rows.map(({ id, chosen, ...bound }) => {
      const preferences = NotifyPreferences.safeParse(chosen).data ?? {};
      const isOpen = (way: MessageChannel) => way === "inbox" || bound[way];
      return [id, (category) => new Set(channelsOf(preferences, category).filter(isOpen))];
    }),
  );
}
