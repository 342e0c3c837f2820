import { type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer";
import type { Settings } from "~/server/lib/settings";
import { businessOf } from "./open-business";

const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`;
// 24 hours, not "days": the session's time zone must not matter.
const days = (count: number) => sql`${count}::int * interval '24 hours'`;

/** Only a valid follow-up or a new owner starts the clock again. */
const idleSince = sql`coalesce(greatest(${customer.last_valid_tracking_at}, ${customer.assigned_at}), ${customer.created_at})`;
const heldSince = sql`coalesce(${customer.assigned_at}, ${customer.created_at})`;

/** Whether the lock still holds. */
export const isLockedAt = (now: Date): SQL<boolean> =>
  sql<boolean>`(${customer.is_locked} and (${customer.locked_until} is null or ${customer.locked_until} > ${moment(now)}))`;

const followEndsAt = (settings: Settings) => sql`(${idleSince} + ${days(settings["pool.no_follow_days"])})`;

/** The moment from which the pool takes a customer (C.1.2), null where no rule does. Lists, the release, its warning and the figures all ask this. */
export function poolDueAt(settings: Settings, now: Date): SQL<string | null> {
  if (!settings["pool.enabled"]) return sql<null>`null::timestamptz`;
  const dealDays = settings["pool.no_deal_days"];
  const dealEndsAt = dealDays
    ? sql`case when ${businessOf.deals} = 0 then ${heldSince} + ${days(dealDays)} end`
    : sql`null::timestamptz`;
  return sql<string | null>`(case
    when ${customer.owner_id} is not null and ${customer.deleted_at} is null and ${customer.stage} <> 'completed'
      and not ${isLockedAt(now)} and ${businessOf.liveDeals} = 0
    then least(${followEndsAt(settings)}, ${dealEndsAt}) end)`;
}

/** Customers whose time is up at that moment. */
export const isDue = (settings: Settings, at: Date): SQL<boolean> =>
  sql<boolean>`${poolDueAt(settings, at)} <= ${moment(at)}`;

/** Customers to warn of, the due ones included. */
export const isWarned = (settings: Settings, now: Date): SQL<boolean> =>
  sql<boolean>`${poolDueAt(settings, now)} <= ${moment(now)} + ${days(settings["pool.warn_days"])}`;

/** Whole days until the pool takes it, zero or less = with the next run. */
export const daysToPool = (settings: Settings, now: Date): SQL<number | null> =>
  sql<number | null>`ceil(extract(epoch from ${poolDueAt(settings, now)} - ${moment(now)}) / 86400)::int`;

/** Days since the clock began, null in the pool. */
export const idleDays = (now: Date): SQL<number | null> => sql<number | null>`case when ${customer.owner_id} is not null
  then greatest(floor(extract(epoch from ${moment(now)} - ${idleSince}) / 86400), 0)::int end`;

/** Why a due customer falls into the pool. */
export const dueReason = (settings: Settings, at: Date): SQL<"auto_no_follow" | "auto_no_deal"> =>
  sql<"auto_no_follow" | "auto_no_deal">`case when ${followEndsAt(settings)} <= ${moment(at)}
    then 'auto_no_follow' else 'auto_no_deal' end`;
