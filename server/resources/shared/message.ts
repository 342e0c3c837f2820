import { and, eq, getTableColumns, isNull, lte, sql } from "drizzle-orm";
import type { Unread } from "~/contract/personal/user";
import { message as contract } from "~/contract/shared/message";
import { type MessageCategory, messageCategories } from "~/contract/shared/message-category";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { message, schedule } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { dayOf, listOf, startOfDay } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";

/** What waits for somebody: their schedules up to the end of today, overdue ones among them, and their unread messages. */
export async function unreadOf(db: Db, userId: number, now: Date): Promise<Unread> {
  const endOfToday = startOfDay(dayOf(now), 1);
  const { rows } = await db.execute<Unread & Record<string, unknown>>(sql`select
    (select count(*)::int from ${schedule} where user_id = ${userId} and status = 'pending' and start_at < ${endOfToday}) as total_schedule,
    (select count(*)::int from ${message} where user_id = ${userId} and read_at is null) as total_mail`);
  return found(rows[0]);
}

export const messageHandlers = [
  serve(contract.list, async ({ db, query, user }) => {
    const mine = eq(message.user_id, user.id);
    const where = and(
      mine,
      query.category && eq(message.category, query.category),
      query.unread === undefined ? undefined : sql`(${message.read_at} is null) = ${query.unread}`,
    );
    // Numbers rise with time, and the index of a reader's messages ends in them.
    const { user_id: _, dedupe_key: __, ...shown } = getTableColumns(message);
    const order = query.sort === "created_at" ? sql`${message.id}` : sql`${message.id} desc`;
    const parts = { select: db.select(shown).from(message).$dynamic(), from: message, where, order };
    const page = await listOf(db, query, parts, (row) => row);
    const counts = await db
      .select({ category: message.category, count: sql<number>`count(*)::int` })
      .from(message)
      .where(and(mine, isNull(message.read_at)))
      .groupBy(message.category);
    return { ...page, unread: byCategory(counts) };
  }),

  // Reading is nobody's business but the reader's: it leaves no line in the log.
  serve(contract.read, async (call) => {
    const { id, read_at } = await ownMessage(call, call.params.id);
    if (read_at === null) await setRow(call.db, message, id, { read_at: now(call) });
    return left(call);
  }),

  serve(contract.readAll, async (call) => {
    const { db, user, params, body } = call;
    await db
      .update(message)
      .set({ read_at: now(call) })
      .where(
        and(
          eq(message.user_id, user.id),
          isNull(message.read_at),
          params.id > 0 ? lte(message.id, params.id) : undefined,
          body.category && eq(message.category, body.category),
        ),
      );
    return left(call);
  }),

  serve(contract.remove, async (call) => {
    const { id, title } = await ownMessage(call, call.params.id);
    await call.db.delete(message).where(eq(message.id, id));
    await audit(call, {
      module: "personal",
      action: "delete",
      summary: `删除消息：${title}`,
      target: { type: "message", id, name: title },
    });
    return left(call);
  }),
];

const now = ({ services }: SignedCall) => isoInstant(services.now());

async function ownMessage({ db, user }: SignedCall, id: number) {
  const [row] = await db.select().from(message).where(eq(message.id, id)).for("update");
  return found(row).user_id === user.id ? found(row) : refuse(40301);
}

async function left({ db, user, services }: SignedCall) {
  const { total_mail } = await unreadOf(db, user.id, services.now());
  return { total_mail };
}

function byCategory(counts: { category: string; count: number }[]): Record<MessageCategory, number> {
  const of = new Map(counts.map(({ category, count }) => [category, count]));
  const names = Object.keys(messageCategories) as MessageCategory[];
  // Made from the same names that the type lists.
  return Object.fromEntries(names.map((name) => [name, of.get(name) ?? 0])) as Record<MessageCategory, number>;
}
