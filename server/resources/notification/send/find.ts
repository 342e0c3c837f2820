import { and, eq, type SQL, sql } from "drizzle-orm";
import { forReader } from "~/contract/notification/channel-text";
import type { NotificationChannel, SkipReason } from "~/contract/notification/notification-kinds";
import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { notification, notificationReceipt } from "~/server/database/tables/notification/notification";
import { message, user } from "~/server/database/tables/system/system";
import { colleagues } from "~/server/identity/caller";
import { Refusal, setRow } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Services } from "~/server/lib/services";
import { type People, peopleOf } from "../notification/audience";
import { messageKeyOf, noticeLink } from "../notification/reading";
import { type NotificationRecord, tellProgress } from "../notification/view";

/** So many people are found, and given what is in their inbox, by one transaction. */
const chunkSize = 500;
/** The length of a notification's text in a colleague's message. */
const messageLetters = 500;

export interface Candidate {
  id: number;
  skip: SkipReason | null;
  phone: string | null;
  email: string | null;
  wecom: string | null;
  name: string;
  called: string | null;
}

export class Hopeless extends Error {}

/** The audience as its sender sees it now. */
export async function audienceOf(tx: Transaction, services: Services, row: NotificationRecord): Promise<People> {
  const [sender] = await colleagues(tx, { where: eq(user.id, row.sent_by ?? 0), order: sql`1`, limit: 1 });
  if (!sender) throw new Hopeless("发送人已不在职，请由他人重新发送");
  try {
    return peopleOf({ user: sender satisfies Caller, services }, row);
  } catch (error) {
    // The list's conditions are no longer what they were, or the sender may not use them any more.
    if (error instanceof Refusal) throw new Hopeless(refusalText(error));
    throw error;
  }
}

function refusalText({ data, message: words }: Refusal): string {
  const errors = (data as { errors?: { message: string }[] } | null)?.errors;
  return errors?.map((one) => one.message).join("；") || words;
}

/** People of an audience, with what is needed of each; `which` says which of them, and in what order. */
export async function candidatesOf(
  tx: Transaction,
  { from, id, skip, phone, email, wecom, name, called }: People,
  which: SQL,
) {
  const { rows } = await tx.execute<
    Omit<Candidate, "id"> & { id: string }
  >(sql`select ${id}::int8 as id, ${skip} as skip,
    ${phone} as phone, ${email} as email, ${wecom} as wecom, ${name} as name, ${called} as called from ${from} where ${which}`);
  return rows.map((one) => ({ ...one, id: Number(one.id) }));
}

/** Where somebody is reached on a channel; the site and the portal know their people by our numbers. */
export function addressOf(one: Candidate, channel: NotificationChannel): string | null {
  if (channel === "sms") return one.phone;
  if (channel === "email") return one.email;
  return channel === "wecom" ? one.wecom : String(one.id);
}

/** Finds the next people of a locked notification and gives them their receipts: the inbox has it with the commit, the rest waits. */
export async function findSome(
  tx: Transaction,
  services: Services,
  row: NotificationRecord,
  { isDemo }: { isDemo: boolean },
): Promise<void> {
  const people = await audienceOf(tx, services, row);
  const next = sql`${people.where} and ${people.id} > ${row.found_to} order by ${people.id} limit ${chunkSize}`;
  const found = await candidatesOf(tx, people, next);
  const at = isoInstant(services.now());
  const due = found.flatMap((one) => row.channels.map((channel) => receiptOf(row, one, channel, { at, isDemo })));
  const written = due.length
    ? await tx.insert(notificationReceipt).values(due).onConflictDoNothing().returning({
        recipient_id: notificationReceipt.recipient_id,
        channel: notificationReceipt.channel,
        status: notificationReceipt.status,
      })
    : [];
  const inInbox = written.filter(({ status }) => status === "sent").map(({ recipient_id }) => recipient_id);
  const reached = new Set(inInbox);
  if (row.audience === "staff")
    await putMessages(
      tx,
      row,
      found.filter(({ id }) => reached.has(id)),
      at,
    );
  const last = found.length === chunkSize ? found.at(-1)?.id : undefined;
  await setRow(tx, notification, row.id, {
    found_to: last ?? null,
    receipt_count: row.receipt_count + written.length,
    done_count: row.done_count + written.filter(({ status }) => status !== "pending").length,
    target_count: row.target_count + new Set(written.map(({ recipient_id }) => recipient_id)).size,
    sent_count: row.sent_count + inInbox.length,
    beat_at: at,
    updated_at: row.updated_at,
  });
  await tellProgress(tx, row.id);
}

function receiptOf(
  { id, audience }: NotificationRecord,
  one: Candidate,
  channel: NotificationChannel,
  { at, isDemo }: { at: string; isDemo: boolean },
): typeof notificationReceipt.$inferInsert {
  const named = { notification_id: id, recipient_type: audience, recipient_id: one.id, channel };
  const skipped = (reason: SkipReason) => ({ ...named, status: "skipped" as const, reason });
  if (one.skip) return skipped(one.skip);
  if (channel === "inbox") return { ...named, status: "sent", attempts: 1, sent_at: at };
  if (!addressOf(one, channel)) return skipped("no_address");
  return isDemo ? skipped("demo") : { ...named, status: "pending" };
}

/** Colleagues find it among their messages. */
async function putMessages(
  tx: Transaction,
  row: NotificationRecord,
  readers: readonly Candidate[],
  at: string,
): Promise<void> {
  if (readers.length === 0) return;
  const { id } = row;
  await tx
    .insert(message)
    .values(
      readers.map(({ id: user_id, called }) => {
        const { title, summary } = forReader(row, called);
        return {
          user_id,
          category: "system" as const,
          title,
          content: summary?.slice(0, messageLetters) ?? null,
          link: noticeLink(id),
          link_id: id,
          dedupe_key: messageKeyOf(id, user_id),
          created_at: at,
        };
      }),
    )
    .onConflictDoNothing({ target: message.dedupe_key });
}

/** A notification that this server sends, locked; undefined when it is to be sent no more, or by another. */
export async function held(tx: Transaction, id: number, runner: string): Promise<NotificationRecord | undefined> {
  const [row] = await tx
    .select()
    .from(notification)
    .where(and(eq(notification.id, id), eq(notification.runner, runner), eq(notification.status, "sending")))
    .for("update");
  return row;
}
