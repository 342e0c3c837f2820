import { type SQL, sql } from "drizzle-orm";

const kinds = ["video", "investment", "report"] as const;

/** What must never be among videos, the investment column and reports. */
export const resourceViolationsAt = (now: string): Record<string, SQL> => ({
  ...Object.fromEntries(kinds.flatMap((kind) => Object.entries(violationsOf(kind, now)))),
  "video: plays are not the sum of their days": sql`select 1 from video v where v.play_count <>
    coalesce((select sum(d.plays) from content_daily d where d.kind = 'video' and d.target_id = v.id), 0)`,
  "report: downloads are not the sum of their days": sql`select 1 from report r where r.download_count <>
    coalesce((select sum(d.downloads) from content_daily d where d.kind = 'report' and d.target_id = r.id), 0)`,
  "report: downloads are not those of its log": sql`select 1 from report r where r.download_count <>
    (select count(*) from report_download d where d.report_id = r.id)`,
  "report: downloaded before it was public": sql`select 1 from report_download d join report r on r.id = d.report_id
    where not r.was_public or d.at < r.publish_at`,
  "report: a download without the contact that it asks for": sql`select 1 from report_download d join report r on r.id = d.report_id
    where r.need_contact and d.inquiry_id is null`,
  "report: a download's inquiry is of something else": sql`select 1 from report_download d join inquiry i on i.id = d.inquiry_id
    where i.kind <> 'report' or i.content_kind <> 'report' or i.content_id <> d.report_id or i.tracker_id is distinct from d.tracker_id`,
  "report: an inquiry without its download": sql`select 1 from inquiry i where i.content_kind = 'report'
    and not exists (select 1 from report_download d where d.inquiry_id = i.id)`,
  "report: its file is none": sql`select 1 from report r where r.file_id is not null and not exists (
    select 1 from media m where m.id = r.file_id and m.status = 'ready' and m.mime = 'application/pdf' and m.pages > 0)`,
});

const violationsOf = (kind: (typeof kinds)[number], now: string): Record<string, SQL> => {
  const table = sql.identifier(kind);
  return {
    [`${kind}: public before its time`]: sql`select 1 from ${table} where publish_status in ('published', 'offline') and publish_at > ${now}::timestamptz`,
    [`${kind}: scheduled for what has passed`]: sql`select 1 from ${table} where publish_status = 'scheduled' and publish_at <= ${now}::timestamptz`,
    [`${kind}: views are not the sum of their days`]: sql`select 1 from ${table} a where a.view_count <>
      coalesce((select sum(d.views) from content_daily d where d.kind = ${kind} and d.target_id = a.id), 0)`,
    [`${kind}: read before it was public`]: sql`select 1 from ${table} a join content_daily d on d.kind = ${kind} and d.target_id = a.id
      where not a.was_public or d.date < (a.publish_at at time zone 'Asia/Shanghai')::date`,
    [`${kind}: its newest version is not what it says`]: sql`select 1 from ${table} a where not exists (
      select 1 from revision r where r.kind = ${kind} and r.target_id = a.id and r.snapshot ->> 'title' = a.title)`,
    [`${kind}: a cover that is not there for everybody`]: sql`select 1 from ${table} a where a.cover_id is not null and not exists (
      select 1 from media m where m.id = a.cover_id and m.status = 'ready' and not m.is_private)`,
  };
};
