import { sql } from "drizzle-orm";
import type { Aimed, Estimate } from "~/contract/notification/notification";
import { channelsOfAudience, type SkipReason } from "~/contract/notification/notification-kinds";
import type { SignedCall } from "~/server/lib/call";
import { countKeyword } from "~/server/lib/contact-search";
import { filterOf, peopleOf } from "./audience";

/** Counting ends there. */
const mostCounted = 100_000;

interface Row extends Record<string, unknown> {
  skip: SkipReason | null;
  n: number;
  phone: number;
  email: number;
  wecom: number;
}

/** How many people an audience has at this moment, as far as the caller sees them. */
export async function estimate(call: SignedCall, aim: Aimed): Promise<Estimate> {
  if (aim.scope === "filter")
    await countKeyword(call.services, call.user, filterOf(call, aim.audience, aim.filter ?? "").keyword);
  const { from, where, skip, phone, email, wecom } = peopleOf(call, aim);
  const { rows } = await call.db.execute<Row>(sql`
    select skip, count(*)::int as n, count(phone)::int as phone, count(email)::int as email, count(wecom)::int as wecom
    from (select ${skip} as skip, ${phone} as phone, ${email} as email, (${wecom})::text as wecom from ${from} where ${where}
      limit ${mostCounted + 1}) person
    group by skip`);
  const all = rows.reduce((sum, { n }) => sum + n, 0);
  const free = rows.find(({ skip: reason }) => reason === null);
  const reach = (channel: string): number => {
    if (!free) return 0;
    if (channel === "sms") return free.phone;
    if (channel === "email") return free.email;
    return channel === "wecom" ? free.wecom : free.n;
  };
  return {
    count: Math.min(all, mostCounted),
    is_capped: all > mostCounted,
    skipped: rows.flatMap(({ skip: reason, n }) => (reason ? [{ reason, count: n }] : [])),
    reachable: channelsOfAudience[aim.audience].map((channel) => ({ channel, count: reach(channel) })),
  };
}
