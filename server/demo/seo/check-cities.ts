import { type SQL, sql } from "drizzle-orm";

/** What must never be of a kind that is published. */
export const pieceViolations = (
  kind: "city_intro" | "encyclopaedia" | "seo_article",
  now: string,
): Record<string, SQL> => {
  const table = sql.identifier(kind);
  return {
    [`${kind}: public before its time`]: sql`select 1 from ${table} where publish_status in ('published', 'offline') and publish_at > ${now}::timestamptz`,
    [`${kind}: scheduled for what has passed`]: sql`select 1 from ${table} where publish_status = 'scheduled' and publish_at <= ${now}::timestamptz`,
    [`${kind}: views are not the sum of their days`]: sql`select 1 from ${table} p where p.view_count <>
      coalesce((select sum(d.views) from content_daily d where d.kind = ${kind} and d.target_id = p.id), 0)`,
    [`${kind}: read before it was public`]: sql`select 1 from ${table} p join content_daily d on d.kind = ${kind} and d.target_id = p.id
      where not p.was_public or d.date < (p.publish_at at time zone 'Asia/Shanghai')::date`,
    [`${kind}: a picture that is not there for everybody`]: sql`select 1 from ${table} p, jsonb_array_elements_text(p.media_ids) named(id)
      where not exists (select 1 from media m where m.id = named.id::bigint and m.status = 'ready' and not m.is_private)`,
    [`${kind}: its newest version is not what it says`]: sql`select 1 from ${table} p where not exists (
      select 1 from revision r where r.kind = ${kind} and r.target_id = p.id and r.snapshot ->> 'title' = p.title)`,
  };
};

/** What must never be among cities and their encyclopaedias. */
export const cityViolationsAt = (now: string): Record<string, SQL> => ({
  ...pieceViolations("city_intro", now),
  ...pieceViolations("encyclopaedia", now),
  "city_intro: its country is not its district's": sql`select 1 from city_intro c join district d on d.id = c.district_id where c.country_code <> d.country_code`,
  "city_intro: its blocks are not counted": sql`select 1 from city_intro where block_count <> num_nonnulls(overview, population, economy, transport, education, medical, life, climate, property)`,
  "encyclopaedia: related to what is not there": sql`select 1 from encyclopaedia p, jsonb_array_elements_text(p.related_ids) named(id)
    where named.id::bigint = p.id or not exists (select 1 from encyclopaedia o where o.id = named.id::bigint and o.deleted_at is null)`,
});
