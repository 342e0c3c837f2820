import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customer, customerOwnerLog } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { found, sentenceOf } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import type { Settings } from "~/server/lib/settings";
import { countsTowardCap, heldBy } from "~/server/resources/shared/held-customers";
import { isLockedAt } from "./pool-clock";

/** Takes the turn of everyone who hands customers to this person, so that what is counted stays true until the commit. */
export async function lockHolder(db: Db, userId: number) {
  const [row] = await db.select().from(user).where(eq(user.id, userId)).for("no key update");
  return row;
}

const ownedRows = (userId: number) => and(eq(customer.owner_id, userId), countsTowardCap);

export async function ownedBy(db: Db, userId: number): Promise<number> {
  return db.$count(customer, ownedRows(userId));
}

/** Claims of the day, Asia/Shanghai; a customer given back the same day still counts. */
export async function claimedToday(db: Db, userId: number, now: Date, poolId?: number): Promise<number> {
  const fromPool = poolId === undefined ? undefined : eq(customerOwnerLog.pool_id, poolId);
  return db.$count(customerOwnerLog, and(claimedBy(userId, now), fromPool));
}

/** How many of a user's customers they claimed from one pool. */
export async function heldFrom(db: Db, userId: number, poolId: number): Promise<number> {
  const isFromThere = sql`exists (select 1 from ${customerOwnerLog} l where l.customer_id = ${customer.id}
    and l.at = ${customer.assigned_at} and l.action = 'claim' and l.to_user = ${userId} and l.pool_id = ${poolId})`;
  return db.$count(customer, and(ownedRows(userId), isFromThere));
}

const claimedBy = (userId: number, now: Date) =>
  and(
    eq(customerOwnerLog.by, userId),
    eq(customerOwnerLog.action, "claim"),
    gte(customerOwnerLog.at, startOfDay(dayOf(now))),
  );

export async function lockedBy(db: Db, userId: number, now: Date): Promise<number> {
  return db.$count(customer, and(eq(customer.owner_id, userId), isNull(customer.deleted_at), isLockedAt(now)));
}

export const capOf = (holder: Pick<typeof user.$inferSelect, "customer_cap">, settings: Settings) =>
  holder.customer_cap ?? settings["customer.cap"];

/** The day's claims and the customers held, against their limits: what the pool's banner shows. */
export async function claimState(db: Db, userId: number, settings: Settings, now: Date) {
  const [holder] = await db
    .select({
      customer_cap: user.customer_cap,
      claimed_today: db.$count(customerOwnerLog, claimedBy(userId, now)),
      customer_count: heldBy(sql`${userId}::bigint`),
    })
    .from(user)
    .where(eq(user.id, userId));
  const { customer_cap, ...counts } = found(holder);
  const [claim_limit, cap] = [settings["pool.claim_daily_limit"], capOf({ customer_cap }, settings)];
  const isDayFull = counts.claimed_today >= claim_limit;
  const blocked = isDayFull
    ? sentenceOf(40914, {})
    : counts.customer_count >= cap
      ? sentenceOf(40913, { n: cap })
      : null;
  return { ...counts, claim_limit, customer_cap: cap, blocked };
}
