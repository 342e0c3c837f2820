import { and, eq, exists, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { ownerActions, poolReasons } from "~/contract/customer/customer-record";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerOwnerLog } from "~/server/database/tables/customer/customer";
import { schedule } from "~/server/database/tables/system/system";
import type { Done } from "~/server/lib/batch";
import { found, pick, refuse, type SignedCall, setRows } from "~/server/lib/call";
import { readSettings, type Settings } from "~/server/lib/settings";
import { closeTransfers } from "~/server/resources/customer/transfer/transfer-list";
import { type CustomerRecord, nextVersion } from "../row";
import { capOf, ownedBy } from "./limits";

/** The ownership of a row before an act, with the schedules and inquiries that the act moved or cancelled. */
export const ownershipOf = (
  row: CustomerRecord,
  schedules: number[],
  inquiries: number[] = [],
): Record<string, unknown> => ({
  owner_id: row.owner_id,
  assigned_at: row.assigned_at,
  assigned_by: row.assigned_by,
  last_owner_id: row.last_owner_id,
  pool_at: row.pool_at,
  pool_reason: row.pool_reason,
  pool_id: row.pool_id,
  is_locked: row.is_locked,
  locked_until: row.locked_until,
  next_tracking_at: row.next_tracking_at,
  deleted_at: row.deleted_at,
  schedules,
  inquiries,
});

interface OwnerChange {
  action: keyof typeof ownerActions;
  by: number | null;
  reason?: string | null;
  note?: string | null;
  /** The pool that they were claimed from. */
  pool_id?: number | null;
}

/** Whether this user released the customer too recently to claim them again. */
export function wasReleasedBy(userId: number, settings: Settings, now: Date): SQL<boolean> {
  const since = new Date(now.getTime() - settings["pool.reclaim_days"] * 86_400_000).toISOString();
  return sql<boolean>`exists (select 1 from ${customerOwnerLog} l where l.customer_id = ${customer}.id
    and l.by = ${userId} and l.action = 'release' and l.at > ${since})`;
}

/** Writes the owner log's line. Pending transfer requests end with it. */
export async function logOwner(
  db: Db,
  now: Date,
  row: Pick<CustomerRecord, "id" | "owner_id">,
  toUser: number | null,
  { action, by, reason, note, pool_id }: OwnerChange,
): Promise<void> {
  await db.insert(customerOwnerLog).values({
    customer_id: row.id,
    action,
    from_user: row.owner_id,
    to_user: toUser,
    reason,
    note,
    pool_id,
    by,
    at: isoInstant(now),
  });
  if (row.owner_id !== toUser) await closeTransfers(db, now, by, row.id, toUser);
}

/** Gives a customer's pending schedules (all, or one user's) to another user, or cancels them; returns which. */
export async function changeSchedules(
  db: Db,
  now: Date,
  of: { customerId: number; userId?: number },
  change: { user_id: number } | { status: "cancelled" },
): Promise<number[]> {
  const rows = await db
    .update(schedule)
    .set({ ...change, updated_at: isoInstant(now) })
    .where(
      and(
        eq(schedule.customer_id, of.customerId),
        eq(schedule.status, "pending"),
        of.userId ? eq(schedule.user_id, of.userId) : undefined,
      ),
    )
    .returning({ id: schedule.id });
  return rows.map(({ id }) => id);
}

/** The columns of a customer who gets an owner. A lock ends with it. */
export const givenTo = (userId: number, by: number, at: string) => ({
  owner_id: userId,
  last_owner_id: sql`coalesce(${customer.owner_id}, ${customer.last_owner_id})`,
  assigned_at: at,
  assigned_by: by,
  pool_at: null,
  pool_reason: null,
  is_locked: false,
  locked_until: null,
  version: nextVersion,
  updated_at: at,
  updated_by: by,
});

/** The columns of a customer who goes into the pool; the last owner is kept. */
const pooled = (poolReason: keyof typeof poolReasons, by: number | null, at: string) => ({
  owner_id: null,
  last_owner_id: sql`${customer.owner_id}`,
  assigned_at: null,
  assigned_by: null,
  pool_at: at,
  pool_reason: poolReason,
  is_locked: false,
  locked_until: null,
  next_tracking_at: null,
  version: nextVersion,
  updated_at: at,
  updated_by: by,
});

/** Rows in one statement, which must not exceed a connection's limit. */
const chunk = 500;

/** Gives all customers of a leaving user to a colleague, or to the pool; returns how many. Schedules are handed over separately. */
async function handOverAll(db: Db, now: Date, { from, to, by }: { from: number; to: number | null; by: number }) {
  const at = isoInstant(now);
  for (let count = 0; ; ) {
    const rows = await pick(db, customer, ["id"], and(eq(customer.owner_id, from), isNull(customer.deleted_at)), {
      order: customer.id,
      limit: chunk,
      lock: "update",
    });
    if (rows.length === 0) return count;
    const ids = rows.map(({ id }) => id);
    await db
      .update(customer)
      .set(to === null ? pooled("owner_resigned", by, at) : givenTo(to, by, at))
      .where(inArray(customer.id, ids));
    await db
      .insert(customerOwnerLog)
      .values(ids.map((id) => ({ customer_id: id, action: "resign", from_user: from, to_user: to, by, at })));
    await closeTransfers(db, now, by, ids, to);
    count += ids.length;
  }
}

/** Puts an owned customer into the pool, for any reason. The last owner is kept. */
export async function toPool(
  db: Db,
  now: Date,
  row: CustomerRecord,
  poolReason: keyof typeof poolReasons,
  change: OwnerChange,
): Promise<Done> {
  const at = isoInstant(now);
  const [released] = await db
    .update(customer)
    .set(pooled(poolReason, change.by, at))
    .where(eq(customer.id, row.id))
    .returning({ version: customer.version });
  await logOwner(db, now, row, null, change);
  const schedules = row.owner_id
    ? await changeSchedules(db, now, { customerId: row.id, userId: row.owner_id }, { status: "cancelled" })
    : [];
  return { before: ownershipOf(row, schedules), version_after: found(released).version };
}

/** Puts locked customers into the pool, all for one reason of the clock: like `toPool`, with a few statements for all. */
export async function allToPool(
  db: Db,
  now: Date,
  rows: readonly Pick<CustomerRecord, "id" | "owner_id">[],
  reason: keyof typeof poolReasons,
): Promise<void> {
  if (rows.length === 0) return;
  const at = isoInstant(now);
  const ids = rows.map(({ id }) => id);
  await setRows(db, customer, inArray(customer.id, ids), pooled(reason, null, at));
  await db.insert(customerOwnerLog).values(
    rows.map(({ id, owner_id }) => ({
      customer_id: id,
      action: "auto_release" satisfies keyof typeof ownerActions,
      from_user: owner_id,
      reason,
      at,
    })),
  );
  await closeTransfers(db, now, null, ids, null);
  // The rows have the last owner by now.
  const itsOwner = and(eq(customer.id, schedule.customer_id), eq(customer.last_owner_id, schedule.user_id));
  await db
    .update(schedule)
    .set({ status: "cancelled", updated_at: at })
    .where(
      and(
        inArray(schedule.customer_id, ids),
        eq(schedule.status, "pending"),
        exists(db.select({ one: sql`1` }).from(customer).where(itsOwner)),
      ),
    );
}

interface Person {
  id: number;
  customer_cap: number | null;
}

/** Hands over customers with their history; users with a transfer request for one of them are told that it has ended. */
export const customerHandover = {
  resource: "customer",
  label: "客户",
  count: (db: Db, userId: number): Promise<number> =>
    db.$count(customer, and(eq(customer.owner_id, userId), isNull(customer.deleted_at))),
  needs: { code: "customer:pool:claim", wrong: "该员工不能跟进客户" } as const,

  /** The successor is a seller with room for all of them; whether they accept new customers does not matter. */
  async check({ db }: SignedCall, from: Person, to: Person): Promise<void> {
    const cap = capOf(to, await readSettings(db));
    if ((await ownedBy(db, to.id)) + (await ownedBy(db, from.id)) > cap) return refuse(40913, { n: cap });
  },

  move: ({ db, user, services }: SignedCall, from: Person, to: Person | null): Promise<number> =>
    handOverAll(db, services.now(), { from: from.id, to: to?.id ?? null, by: user.id }),
};
