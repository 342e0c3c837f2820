import { type SQL, sql } from "drizzle-orm";

/** What must never be among banners and home sections. */
export const advertViolationsAt = (now: string): Record<string, SQL> => ({
  // At the beginning of each: one visitor sees no more than before or after.
  "banner: more than a place takes": sql`
    select 1 from banner one, jsonb_array_elements_text(one.platform) shown(place)
    where one.status = 'enabled' and (
      select count(*) from banner other
      where other.status = 'enabled' and other.position = one.position and other.platform ? place
        and other.start_at <= one.start_at and coalesce(other.end_at > one.start_at, true)
        and (one.countries = '[]' or other.countries = '[]' or one.countries @> other.countries)
    ) > case when one.position = 'app_splash' then 1 else 8 end`,
  "banner: counts are not the sums of their days": sql`select 1 from banner b
    left join (select target_id, sum(impressions) as impressions, sum(clicks) as clicks from content_daily where kind = 'banner' group by 1) d on d.target_id = b.id
    where b.impressions <> coalesce(d.impressions, 0) or b.clicks <> coalesce(d.clicks, 0)`,
  "banner: seen while it did not stand there": sql`select 1 from banner b join content_daily d on d.kind = 'banner' and d.target_id = b.id
    where d.impressions > 0 and (b.status = 'draft' or d.date < (b.start_at at time zone 'Asia/Shanghai')::date
      or d.date >= (b.end_at at time zone 'Asia/Shanghai')::date or d.date > (${now}::timestamptz at time zone 'Asia/Shanghai')::date)`,
  "banner: more clicks than it was seen": sql`select 1 from content_daily d where d.kind = 'banner' and d.clicks > d.impressions`,
  "banner: a picture that is not there for everybody": sql`select 1 from banner b join media m on m.id in (b.image_id, b.image_mobile_id)
    where m.status <> 'ready' or m.is_private`,
  "banner: leads to an estate that is not there": sql`select 1 from banner b where b.link_type = 'estate' and not exists (
    select 1 from estate e where e.id = b.link_value::bigint and e.deleted_at is null and e.publish_status = 'online')`,
  "banner: leads to an article that is not there": sql`select 1 from banner b where b.link_type = 'article' and not exists (
    select 1 from article a where a.id = b.link_value::bigint and a.deleted_at is null and a.publish_status = 'published')`,
  "home section: shows an estate that is not there": sql`select 1 from home_section s, jsonb_array_elements_text(s.item_ids) item
    where s.type = 'estate' and not exists (select 1 from estate e where e.id = item::bigint and e.publish_status = 'online')`,
  "home section: by hand with nothing in it": sql`select 1 from home_section where source_mode = 'manual' and item_ids = '[]'`,
});
