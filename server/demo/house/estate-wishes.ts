import { sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import type { Calendar } from "../shared/calendar";
import { drawn, momentSql } from "../shared/sql";

/** Which estates customers want, were shown, and had found for them: such as were there at that time, in the country that they look at. Comes after customers and estates. */
export async function wishEstates(tx: Transaction, calendar: Calendar): Promise<void> {
  const now = momentSql(calendar.now);
  const online = sql`estate e where e.publish_status = 'online'`;
  await tx.execute(sql`
    update customer c set intent_estate_ids = (select coalesce(jsonb_agg(id order by id), '[]') from (
      select e.id from ${online} and c.intent_country_codes ? e.country_code
      order by not c.intent_district_ids @> to_jsonb(e.district_id), hashint8(c.id * 31 + e.id) limit 1 + c.id % 3) chosen)
    where ${drawn(sql`c.id`, 100)} < 42`);
  await tx.execute(sql`
    update tracking t set estate_ids = (select coalesce(jsonb_agg(id order by id), '[]') from (
      select e.id from ${online} and c.intent_country_codes ? e.country_code and e.published_at < t.tracked_at
      order by not c.intent_estate_ids @> to_jsonb(e.id), hashint8(t.id * 31 + e.id) limit 1 + t.id % 2) shown)
    from customer c where c.id = t.customer_id and t.type in ('visit', 'online_meeting') and ${drawn(sql`t.id`, 100)} < 75`);
  await tx.execute(sql`
    update requirement r set matched_estate_ids = found.ids, status = 'matched', version = 2,
      updated_at = r.created_at + (${now} - r.created_at) * (${drawn(sql`r.id * 3`, 100)} / 100.0)
    from (select r.id, jsonb_agg(e.id order by e.id) as ids from requirement r cross join lateral (
        select e.id from ${online} and e.country_code = r.country_code
        order by not r.district_ids @> to_jsonb(e.district_id), hashint8(r.id * 31 + e.id) limit 1 + r.id % 3) e
      where r.status = 'open' and ${drawn(sql`r.id`, 100)} < 24 group by r.id) found
    where found.id = r.id`);
}
