import { type SQL, sql } from "drizzle-orm";

/** What must never be among tags, keywords, templates and sections. */
export const seoViolationsAt = (now: string): Record<string, SQL> => ({
  "seo: a rank of a day to come": sql`select 1 from seo_keyword_rank where date > (${now}::timestamptz at time zone 'Asia/Shanghai')::date`,
  "seo: a keyword's rank is not its last one's": sql`select 1 from seo_keyword k where exists (
    select 1 from seo_keyword_rank r where r.keyword_id = k.id and r.date = k.rank_at and r.rank is distinct from k.rank_current)
    or k.rank_at is distinct from (select max(r.date) from seo_keyword_rank r where r.keyword_id = k.id)
    or k.rank_best is distinct from (select min(r.rank) from seo_keyword_rank r where r.keyword_id = k.id)`,
  "seo: a keyword that links nowhere": sql`select 1 from seo_keyword where link_text and target_url is null`,
  "seo: a tag counts estates that are not there": sql`select 1 from seo_tag where estate_count >
    (select count(*) from estate where deleted_at is null and publish_status = 'online')`,
  "seo: the whole country's tag does not count the country": sql`select 1 from seo_tag t where t.filter = jsonb_build_object('country', t.filter -> 'country')
    and t.estate_count <> (select count(*) from estate e where e.deleted_at is null and e.publish_status = 'online' and t.filter -> 'country' ? e.country_code)`,
  "seo: a section shows a tag that is not there": sql`select 1 from section s, jsonb_array_elements_text(coalesce(s.content -> 'tag_ids', '[]')) named(id)
    where not exists (select 1 from seo_tag t where t.id = named.id::bigint and t.deleted_at is null)`,
  "seo: a section shows an estate that is not there": sql`select 1 from section s, jsonb_array_elements_text(coalesce(s.content -> 'estate_ids', '[]')) named(id)
    where not exists (select 1 from estate e where e.id = named.id::bigint and e.deleted_at is null)`,
});
