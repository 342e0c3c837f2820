import { type SQL, sql } from "drizzle-orm";

/** What must never be among articles. */
export const articleViolationsAt = (now: string): Record<string, SQL> => ({
  "article: public before its time": sql`select 1 from article where publish_status in ('published', 'offline') and publish_at > ${now}::timestamptz`,
  "article: scheduled for what has passed": sql`select 1 from article where publish_status = 'scheduled' and publish_at <= ${now}::timestamptz`,
  "article: views are not the sum of their days": sql`select 1 from article a where a.view_count <>
    coalesce((select sum(d.views) from content_daily d where d.kind = 'article' and d.target_id = a.id), 0)`,
  "article: read before it was public": sql`select 1 from article a join content_daily d on d.kind = 'article' and d.target_id = a.id
    where not a.was_public or d.date < (a.publish_at at time zone 'Asia/Shanghai')::date`,
  "article: a tag that is not there": sql`select 1 from article a, jsonb_array_elements_text(a.tag_ids) named(id)
    where not exists (select 1 from article_tag t where t.id = named.id::bigint and t.deleted_at is null)`,
  "article: a picture that is not there for everybody": sql`select 1 from article a, jsonb_array_elements_text(a.media_ids) named(id)
    where not exists (select 1 from media m where m.id = named.id::bigint and m.status = 'ready' and not m.is_private)`,
  "article: its newest version is not what it says": sql`select 1 from article a where not exists (
    select 1 from revision r where r.kind = 'article' and r.target_id = a.id and r.snapshot ->> 'title' = a.title and r.snapshot ->> 'content' = a.content)`,
  "article: in a category of the first level": sql`select 1 from article a join article_category c on c.id = a.category_id where c.parent_id is null`,
  "article: an inquiry from before it": sql`select 1 from inquiry i join article a on a.id = i.content_id
    where i.content_kind = 'article' and (a.publish_at is null or i.created_at < a.publish_at)`,
});
