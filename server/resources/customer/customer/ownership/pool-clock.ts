import { type SQL, sql } from "drizzle-orm";
import {
  dealDays,
  followDays,
  isOneRule,
  type PoolLevel,
  poolLevels,
  rulesChangedAt,
} from "~/contract/customer/claim-clock";
import { customer } from "~/server/database/tables/customer/customer";
import type { PoolSetting, Settings } from "~/server/lib/settings";
import { businessOf } from "../open-business";

const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`;
// 24 hours, not "days": the session's time zone must not matter.
const days = (count: number | SQL) => sql`${count}::int * interval '24 hours'`;

/** Only a valid follow-up or a new owner restarts the clock. Indexed in exactly this form, like `ownedSince`. */
export const idleSince = sql<string>`coalesce(greatest(${customer.last_valid_tracking_at}, ${customer.assigned_at}), ${customer.created_at})`;
export const ownedSince = sql`coalesce(${customer.assigned_at}, ${customer.created_at})`;

export const isLockedAt = (now: Date): SQL<boolean> =>
  sql<boolean>`(${customer.is_locked} and (${customer.locked_until} is null or ${customer.locked_until} > ${moment(now)}))`;

/** The pool whose rule ends the ownership: the first whose conditions hold. Null with one pool. */
export const rulePool = ({ pools }: Settings): SQL<number | null> =>
  pools.length > 1
    ? sql<number>`pool_of(${customer.intent_country_codes}, ${customer.purposes}, (select u.team_id from "user" u where u.id = ${customer.owner_id}))::int`
    : sql<null>`null::int`;

/** Days of a rule, for each customer those of their pool and level. */
interface Days {
  /** The fewest that anybody has; null: nobody has the rule. */
  fewest: number | null;
  /** Whether all have the same. */
  isOne: boolean;
  each: SQL;
}

type DaysOf = (pool: PoolSetting, level: PoolLevel, settings: Settings) => number | null;
const ofFollow: DaysOf = followDays;
const ofDeal: DaysOf = (pool, _, settings) => dealDays(pool, settings);

function daysBy(settings: Settings, daysOf: DaysOf): Days {
  const { pools } = settings;
  const all = pools.map((pool) => poolLevels.map((level) => daysOf(pool, level, settings)));
  const known = all.flat().flatMap((count) => count ?? []);
  const isOne = new Set(all.flat()).size === 1;
  const fewest = known.length ? Math.min(...known) : null;
  if (isOne) return { fewest, isOne, each: sql`${fewest}::int` };
  const ofLevels = (counts: (number | null)[]) => {
    const cases = poolLevels.map((level, index) => sql`when ${level} then ${counts[index] ?? null}::int`);
    return sql`case ${customer.level} ${sql.join(cases, sql` `)} end`;
  };
  const cases = pools.map(({ id }, index) => sql`when ${id}::int then ${ofLevels(all[index] ?? [])}`);
  const each =
    pools.length > 1
      ? sql`(case ${rulePool(settings)} ${sql.join(cases, sql` `)} end)`
      : sql`(${ofLevels(all[0] ?? [])})`;
  return { fewest, isOne, each };
}

const followEndsAt = (settings: Settings) => sql`(${idleSince} + ${days(daysBy(settings, ofFollow).each)})`;

function dealEndsAt(settings: Settings): SQL {
  const { fewest, each } = daysBy(settings, ofDeal);
  if (fewest === null) return sql`null::timestamptz`;
  return sql`(case when ${businessOf.deals} = 0 then ${ownedSince} + ${days(each)} end)`;
}

/** No release before the days of warning after a change of the rules, or of what they go by. */
function isPastChange(settings: Settings, by: Date): SQL[] {
  const changedBefore = new Date(by.getTime() - settings["pool.warn_days"] * 86_400_000);
  if (rulesChangedAt(settings) > changedBefore.getTime()) return [sql`false`];
  return isOneRule(settings) ? [] : [sql`coalesce(${customer.rule_at} <= ${moment(changedBefore)}, true)`];
}

function changeEndsAt(settings: Settings): SQL | undefined {
  const changed = rulesChangedAt(settings);
  const ofRules = Number.isFinite(changed) ? [moment(new Date(changed))] : [];
  const moments = isOneRule(settings) ? ofRules : [...ofRules, sql`${customer.rule_at}`];
  return moments.length
    ? sql`(greatest(${sql.join(moments, sql`, `)}) + ${days(settings["pool.warn_days"])})`
    : undefined;
}

/** Whether a rule may end the ownership: owned, and nothing prevents it (contract/customer/claim-clock.ts). */
const runsAt = (now: Date) => sql`(${customer.owner_id} is not null and ${customer.deleted_at} is null
    and ${customer.stage} <> 'completed' and not ${isLockedAt(now)} and ${businessOf.liveDeals} = 0)`;

/** The moment from which the pool takes a customer (domain C.1.2), null where no rule does. */
export function poolDueAt(settings: Settings, now: Date): SQL<string | null> {
  if (!settings["pool.enabled"]) return sql<null>`null::timestamptz`;
  const first = sql`least(${followEndsAt(settings)}, ${dealEndsAt(settings)})`;
  const changed = changeEndsAt(settings);
  if (!changed) return sql<string | null>`(case when ${runsAt(now)} then ${first} end)`;
  // Where no rule ends it, a change does not either.
  return sql<
    string | null
  >`(case when ${runsAt(now)} and ${first} is not null then greatest(${first}, ${changed}) end)`;
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
  // The fewest days find the rows by the clock's index; each one's own days decide.
  const begun = (clock: SQL, { fewest, isOne, each }: Days) => {
    if (fewest === null) return undefined;
    const early = sql`${clock} <= ${begunBefore(fewest)}`;
    return isOne ? early : sql`(${early} and ${clock} + ${days(each)} <= ${moment(now)} + ${days(ahead)})`;
  };
  const rowsOf = (begun: SQL) =>
    sql<boolean>`(${sql.join([runsAt(now), begun, ...isPastChange(settings, new Date(now.getTime() + ahead * 86_400_000))], sql` and `)})`;
  const byFollow = begun(idleSince, daysBy(settings, ofFollow));
  const follow: Rule[] = byFollow ? [{ rows: rowsOf(byFollow), clock: idleSince }] : [];
  const ofDeals = begun(ownedSince, daysBy(settings, ofDeal));
  if (!ofDeals) return follow;
  const byDeal = sql`${ofDeals} and ${businessOf.deals} = 0`;
  // Not worded as in the other clock's index: the planner gives both the same estimate, but that index has nearly all rows.
  const isLater = byFollow ? sql`(${byFollow}) is not true` : sql`true`;
  return [...follow, { rows: rowsOf(sql`${byDeal} and ${isLater}`), clock: ownedSince }];
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
  sql<
    "auto_no_follow" | "auto_no_deal"
  >`case when ${dealEndsAt(settings)} < coalesce(${followEndsAt(settings)}, 'infinity')
    then 'auto_no_deal' else 'auto_no_follow' end`;
