import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/server/database/database";
import { customer, customerOwnerLog } from "~/server/database/tables/customer";
import { user } from "~/server/database/tables/system";
import { dayOf, startOfDay } from "~/server/lib/list";
import { found, refuse } from "~/server/lib/refusal";
import type { Settings } from "~/server/lib/settings";
import { isLockedAt } from "./pool-clock";

/** Customers that count toward a person's cap (domain F.1): deal customers, lost and invalid ones do not. */
export const countsTowardCap = sql`${customer.deleted_at} is null and ${customer.stage} not in ('contracted', 'completed', 'lost', 'invalid')`;

/** Takes the turn of everyone who hands customers to this person, so that what is counted stays true until the commit. */
export async function lockHolder(db: Database | Transaction, userId: number) {
  const [row] = await db.select().from(user).where(eq(user.id, userId)).for("no key update");
  return row;
}

export async function heldBy(db: Database | Transaction, userId: number): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(customer)
    .where(and(eq(customer.owner_id, userId), countsTowardCap));
  return row?.n ?? refuse(50000);
}

/** Claims of the day, Asia/Shanghai; a customer given back the same day still counts. */
export async function claimedToday(db: Database | Transaction, userId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(customerOwnerLog)
    .where(
      and(
        eq(customerOwnerLog.by, userId),
        eq(customerOwnerLog.action, "claim"),
        gte(customerOwnerLog.at, startOfDay(dayOf(now))),
      ),
    );
  return row?.n ?? refuse(50000);
}

/** Customers under a lock that still holds. */
export async function lockedBy(db: Database | Transaction, userId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(customer)
    .where(and(eq(customer.owner_id, userId), isNull(customer.deleted_at), isLockedAt(now)));
  return row?.n ?? refuse(50000);
}

export const capOf = (holder: Pick<typeof user.$inferSelect, "customer_cap">, settings: Settings) =>
  holder.customer_cap ?? settings["customer.cap"];

/** The day's claims and the customers held, against their limits: what the pool's banner shows. */
export async function claimState(db: Database | Transaction, userId: number, settings: Settings, now: Date) {
  const [holder] = await db.select({ customer_cap: user.customer_cap }).from(user).where(eq(user.id, userId));
  return {
    claimed_today: await claimedToday(db, userId, now),
    claim_limit: settings["pool.claim_daily_limit"],
    customer_count: await heldBy(db, userId),
    customer_cap: capOf(found(holder), settings),
  };
}
