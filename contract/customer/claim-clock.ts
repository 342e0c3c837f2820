import { z } from "zod";

export const clockHolds = { off: "公海未启用", lock: "已锁定", deal: "有进行中的成交", completed: "已交割" } as const;
/** What keeps the customer: without it the pool takes them. */
export const clockActs = { no_follow: "跟进", no_deal: "成交" } as const;

export type PoolReason = keyof typeof clockActs;

const dayFields = { A: "days_a", B: "days_b", C: "days_c", D: "days_d" } as const;
export type PoolLevel = keyof typeof dayFields;
export const poolLevels = Object.keys(dayFields) as PoolLevel[];

/** What a pool says of its clock; what is null is said by the settings. */
export type PoolRules = {
  id: number;
  reasons: readonly PoolReason[];
  no_follow_days: number | null;
  no_deal_days: number | null;
  rules_at: string | null;
} & Record<(typeof dayFields)[PoolLevel], number | null>;

export const ClaimClock = z.object({
  /** Why it is stopped; null while it runs, and in the pool. */
  hold: z.enum(Object.keys(clockHolds) as [keyof typeof clockHolds]).nullable(),
  /** When it goes on by itself, ISO-8601: the end of the lock; null where nobody knows. */
  held_until: z.string().nullable(),
  /** The rule that comes first; null where none does. */
  ends_by: z.enum(Object.keys(clockActs) as [keyof typeof clockActs]).nullable(),
  /** The moment from which the pool takes them, ISO-8601. */
  ends_at: z.string().nullable(),
});
export type ClaimClock = z.output<typeof ClaimClock>;

export interface ClockFacts {
  owner_id: number | null;
  stage: string;
  is_locked: boolean;
  locked_until: string | null;
  assigned_at: string | null;
  last_valid_tracking_at: string | null;
  created_at: string;
  level: string;
  rule_at: string | null;
  /** The pool whose rule it is; absent with one pool. */
  rule_pool?: number | null;
  liveDeals: number;
  deals: number;
}

export interface ClockRules {
  "pool.enabled": boolean;
  "pool.no_follow_days": number;
  /** 0: no such rule. */
  "pool.no_deal_days": number;
  "pool.warn_days": number;
  /** The last is the main one. */
  pools: readonly PoolRules[];
}

type FollowRule = Pick<ClockRules, "pool.no_follow_days">;
type DealRule = Pick<ClockRules, "pool.no_deal_days">;

/** Days without a follow-up after which a pool takes a customer of a level; null for never. */
export function followDays(pool: PoolRules, level: string, rules: FollowRule): number | null {
  if (!pool.reasons.includes("no_follow")) return null;
  const ofLevel = level in dayFields ? pool[dayFields[level as PoolLevel]] : null;
  return ofLevel ?? pool.no_follow_days ?? rules["pool.no_follow_days"];
}

/** Days without a deal after which a pool takes a customer; null for never. */
export const dealDays = (pool: PoolRules, rules: DealRule): number | null =>
  pool.reasons.includes("no_deal") ? (pool.no_deal_days ?? rules["pool.no_deal_days"]) || null : null;

/** Whether all customers have one rule, whatever they are like. */
export const isOneRule = ({ pools }: Pick<ClockRules, "pools">): boolean =>
  pools.length === 1 && pools.every((pool) => poolLevels.every((level) => pool[dayFields[level]] === null));

/** The last change of any pool's rules, in milliseconds. */
export const rulesChangedAt = ({ pools }: Pick<ClockRules, "pools">): number =>
  Math.max(Number.NEGATIVE_INFINITY, ...pools.map(({ rules_at }) => timeOf(rules_at)));

const timeOf = (moment: string | null) => (moment === null ? Number.NEGATIVE_INFINITY : Date.parse(moment));

const day = 86_400_000;
const shanghai = (moment: number) => new Date(moment + 8 * 3_600_000).toISOString().replace("Z", "+08:00");

/** When the holding of a customer ends (domain C.1.2). server/resources/customer/customer/ownership/pool-clock.ts asks the same in SQL. */
export function claimClock(facts: ClockFacts, rules: ClockRules, now: Date): ClaimClock {
  const none = { hold: null, held_until: null, ends_by: null, ends_at: null };
  if (facts.owner_id === null) return none;
  if (!rules["pool.enabled"]) return { ...none, hold: "off" };
  if (facts.stage === "completed") return { ...none, hold: "completed" };
  if (facts.liveDeals > 0) return { ...none, hold: "deal" };
  const until = facts.locked_until === null ? Number.POSITIVE_INFINITY : Date.parse(facts.locked_until);
  if (facts.is_locked && until > now.getTime()) return { ...none, hold: "lock", held_until: facts.locked_until };
  const created = Date.parse(facts.created_at);
  const held = facts.assigned_at === null ? created : Date.parse(facts.assigned_at);
  const followed = facts.last_valid_tracking_at === null ? undefined : Date.parse(facts.last_valid_tracking_at);
  const idleSince = followed === undefined ? held : facts.assigned_at === null ? followed : Math.max(followed, held);
  const pool = rules.pools.find(({ id }) => id === facts.rule_pool) ?? rules.pools.at(-1);
  if (!pool) return none;
  const after = (since: number, count: number | null) =>
    count === null ? Number.POSITIVE_INFINITY : since + count * day;
  const byFollow = after(idleSince, followDays(pool, facts.level, rules));
  const byDeal = after(held, facts.deals === 0 ? dealDays(pool, rules) : null);
  const first = Math.min(byFollow, byDeal);
  if (first === Number.POSITIVE_INFINITY) return none;
  // A changed rule leaves the days of warning.
  const changed = Math.max(rulesChangedAt(rules), isOneRule(rules) ? Number.NEGATIVE_INFINITY : timeOf(facts.rule_at));
  const ends_at = shanghai(Math.max(first, changed + rules["pool.warn_days"] * day));
  return { ...none, ends_by: byFollow <= byDeal ? "no_follow" : "no_deal", ends_at };
}

export const daysUntil = (endsAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / day));

/** Whether the pool takes the customer within so many days. */
export const endsWithin = ({ ends_at }: ClaimClock, days: number, now: Date): boolean =>
  ends_at !== null && Date.parse(ends_at) <= now.getTime() + days * day;
