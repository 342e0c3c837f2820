import { type SQL, sql } from "drizzle-orm";

/** What must never be in the demo's rates. */
export const currencyViolationsAt = (at: string): Record<string, SQL> => ({
  "a currency whose log does not end with what it is worth": sql`select 1 from currency c
    join lateral (select rate from currency_rate_log l where l.code = c.code order by at desc, id desc limit 1) l on true
    where l.rate <> c.rate_to_cny`,
  "a common currency without a log of ninety days": sql`select 1 from currency c where c.is_common and not c.is_base
    and not exists (select 1 from currency_rate_log l where l.code = c.code
      and l.at < ${at}::timestamptz - interval '90 days')`,
  "a rate yet to come, or one that jumps": sql`select 1 from (select at, rate,
      lag(rate) over (partition by code order by at, id) as former from currency_rate_log) l
    where l.at > ${at} or abs(l.rate - l.former) * 10 > l.former`,
});
