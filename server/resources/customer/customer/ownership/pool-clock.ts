import { type SQL, sql } from "drizzle-orm";
import { customer } from "~/server/database/tables/customer/customer";
import type { Settings } from "~/server/lib/settings";
import { businessOf } from "../open-business";

const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`;
// 24 hours, not "days": the session's time zone must not matter.
const days = (count: number) => sql`${count}::int * interval '24 hours'`;

/** Only a valid follow-up or a new owner restarts the clock. Indexed in exactly this form, like `ownedSince`. */
export const idleSince = sql<string>`coalesce(greatest(${customer.last_valid_tracking_at}, ${customer.assigned_at}), ${customer.created_at})`;
export const ownedSince = sql`coalesce(${customer.assigned_at}, ${customer.created_at})`;

export const isLockedAt = (now: Date): SQL<boolean> =>
  sql<boolean>`(${customer.is_locked} and (${customer.locked_until} is null or ${customer.locked_until} > ${moment(now)}))`;

const followEndsAt = (settings: Settings) => sql`(${idleSince} + ${days(settings["pool.no_follow_days"])})`;

function dealEndsAt(settings: Settings): SQL {
  const dealDays = settings["pool.no_deal_days"];
  if (!dealDays) return sql`null::timestamptz`;
  return sql`(case when ${businessOf.deals} = 0 then ${ownedSince} + ${days(dealDays)} end)`;
}

/** Whether a rule may end the ownership: owned, and nothing prevents it (contract/customer/claim-clock.ts). */
const runsAt = (now: Date) => sql`(${customer.owner_id} is not null and ${customer.deleted_at} is null
    and ${customer.stage} <> 'completed' and not ${isLockedAt(now)} and ${businessOf.liveDeals} = 0)`;

/** The moment from which the pool takes a customer (domain C.1.2), null where no rule does. */
export function poolDueAt(settings: Settings, now: Date): SQL<string | null> {
  if (!settings["pool.enabled"]) return sql<null>`null::timestamptz`;
  return sql<
    string | null
  >`(case when ${runsAt(now)} then least(${followEndsAt(settings)}, ${dealEndsAt(settings)}) end)`;
}

/** One rule of the pool: which customers it takes, and a clock that has an index. */
export interface Rule {
  rows: SQL<boolean>;
  clock: SQL;
}

/** Customers that the pool takes within so many days, by rule (`poolDueAt`): two clocks have no common index. Nobody is in both. */
function rulesWithin(settings: Settings, now: Date, ahead: number): Rule[] {
  if (!settings["pool.enabled"]) return [];
  const begunBefore = (count: number) => sql`${moment(now)} + ${days(ahead - count)}`;
  const byFollow = sql`${idleSince} <= ${begunBefore(settings["pool.no_follow_days"])}`;
  const follow: Rule = { rows: sql<boolean>`(${runsAt(now)} and ${byFollow})`, clock: idleSince };
  const dealDays = settings["pool.no_deal_days"];
  if (!dealDays) return [follow];
  const byDeal = sql`${ownedSince} <= ${begunBefore(dealDays)} and ${businessOf.deals} = 0`;
  // Not worded as in the other clock's index: the planner gives both the same estimate, but that index has nearly all rows.
  const isLater = sql`(${byFollow}) is not true`;
  const deal = sql<boolean>`(${runsAt(now)} and ${byDeal} and ${isLater})`;
  return [follow, { rows: deal, clock: ownedSince }];
}

const dueWithin = (settings: Settings, now: Date, ahead: number): SQL<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...rulesWithin(settings, now, ahead).map(({ rows }) => rows)], sql` or `)})`;

export const isDue = (settings: Settings, at: Date): SQL<boolean> => dueWithin(settings, at, 0);

export const isWarned = (settings: Settings, now: Date) => dueWithin(settings, now, settings["pool.warn_days"]);

export const warningRules = (settings: Settings, now: Date) => rulesWithin(settings, now, settings["pool.warn_days"]);

/** Whole days until the pool takes it, zero or less = with the next run. */
export const daysToPool = (settings: Settings, now: Date): SQL<number | null> =>
  sql<number | null>`ceil(extract(epoch from ${poolDueAt(settings, now)} - ${moment(now)}) / 86400)::int`;

export const idleDays = (now: Date): SQL<number | null> => sql<number | null>`case when ${customer.owner_id} is not null
  then greatest(floor(extract(epoch from ${moment(now)} - ${idleSince}) / 86400), 0)::int end`;

export const isIdleFor = (count: number, now: Date) => sql<boolean>`${idleSince} <= ${moment(now)} - ${days(count)}`;

/** Why a due customer goes into the pool: the rule that was due first. */
export const dueReason = (settings: Settings): SQL<"auto_no_follow" | "auto_no_deal"> =>
  sql<"auto_no_follow" | "auto_no_deal">`case when ${dealEndsAt(settings)} < ${followEndsAt(settings)}
    then 'auto_no_deal' else 'auto_no_follow' end`;
