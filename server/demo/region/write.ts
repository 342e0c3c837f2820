import { sql } from "drizzle-orm";
import { drawn, momentSql } from "../shared/rows";
import type { Writing } from "../terms";

/** What common currencies were worth on each working day of 400: a walk by chance that ends with the present rate. */
export async function writeRegion({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  // At most 0.9 % a day.
  const move = sql`(${drawn(sql`hashtext(code)::bigint + ago`, 181)} - 90) / 10000.0`;
  await tx.execute(sql`
    insert into currency_rate_log (code, rate, source, at)
    select code, rate, 'demo', at from (
      select code, rate_to_cny as rate, least(rate_at, ${now}) as at from currency where is_common and not is_base
      union all select code, rate_to_cny * exp(sum(${move}) over (partition by code order by ago)), at from (
        select *, ((${now} at time zone 'Asia/Shanghai')::date - ago + time '08:30') at time zone 'Asia/Shanghai' as at
        from currency cross join generate_series(0, 399) ago where is_common and not is_base) past
      where at < least(rate_at, ${now}) - interval '12 hours' and extract(isodow from at at time zone 'Asia/Shanghai') < 6) known
    order by code, at`);
}
