import { z } from "zod";

export const clockHolds = { off: "公海未启用", lock: "已锁定", deal: "有进行中的成交", completed: "已交割" } as const;
/** What keeps the customer: without it the pool takes them. */
export const clockActs = { no_follow: "跟进", no_deal: "成交" } as const;

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
  liveDeals: number;
  deals: number;
}

export interface ClockRules {
  "pool.enabled": boolean;
  "pool.no_follow_days": number;
  /** 0: no such rule. */
  "pool.no_deal_days": number;
}

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
  const byFollow = idleSince + rules["pool.no_follow_days"] * day;
  const byDeal =
    rules["pool.no_deal_days"] > 0 && facts.deals === 0
      ? held + rules["pool.no_deal_days"] * day
      : Number.POSITIVE_INFINITY;
  const ends_by = byFollow <= byDeal ? "no_follow" : "no_deal";
  return { ...none, ends_by, ends_at: shanghai(Math.min(byFollow, byDeal)) };
}

export const daysUntil = (endsAt: string, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(endsAt) - now.getTime()) / day));

/** Whether the pool takes the customer within so many days. */
export const endsWithin = ({ ends_at }: ClaimClock, days: number, now: Date): boolean =>
  ends_at !== null && Date.parse(ends_at) <= now.getTime() + days * day;
