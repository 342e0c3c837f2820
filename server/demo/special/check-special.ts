import { type SQL, sql } from "drizzle-orm";

/** What must never be among special pages. */
export const specialViolationsAt = (now: string): Record<string, SQL> => ({
  "special: public before its time": sql`select 1 from special where publish_status in ('published', 'offline') and publish_at > ${now}::timestamptz`,
  "special: scheduled for what has passed": sql`select 1 from special where publish_status = 'scheduled' and publish_at <= ${now}::timestamptz`,
  "special: over before it begins": sql`select 1 from special where end_at <= coalesce(start_at, publish_at)`,
  "special: numbers are not the sums of their days": sql`select 1 from special s where (s.view_count, s.uv_count) <> (
    select coalesce(sum(d.views), 0), coalesce(sum(d.uv), 0) from content_daily d where d.kind = 'special' and d.target_id = s.id)`,
  "special: inquiries are not those that came from it": sql`select 1 from special s where s.inquiry_count <> (
    select count(*) from inquiry i where i.content_kind = 'special' and i.content_id = s.id and i.deleted_at is null)`,
  "special: an inquiry from before it, or after its end": sql`select 1 from inquiry i join special s on s.id = i.content_id
    where i.content_kind = 'special' and (s.publish_at is null or i.created_at < s.publish_at or i.created_at >= s.end_at)`,
  "special: an inquiry of another tracking point": sql`select 1 from inquiry i join special s on s.id = i.content_id
    where i.content_kind = 'special' and i.tracker_id is distinct from s.tracker_id`,
  "special: a tracking point of two pages": sql`select 1 from special where tracker_id is not null group by tracker_id having count(*) > 1`,
  "special: a picture that is not there for everybody": sql`select 1 from special s, jsonb_array_elements_text(s.media_ids) named(id)
    where not exists (select 1 from media m where m.id = named.id::bigint and m.status = 'ready' and not m.is_private)`,
  "special: an estate that is not there": sql`select 1 from special s, jsonb_array_elements_text(s.estate_ids) named(id)
    where not exists (select 1 from estate e where e.id = named.id::bigint and e.deleted_at is null)`,
  "special: its newest version is not what it says": sql`select 1 from special s where not exists (
    select 1 from revision r where r.kind = 'special' and r.target_id = s.id and r.snapshot -> 'modules' = s.modules)`,
});
