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

/** What must never be among notifications and their receipts. */
export const notificationViolationsAt = (now: string): Record<string, SQL> => ({
  "notification: scheduled for what has passed": sql`select 1 from notification where status = 'scheduled' and send_at <= ${now}::timestamptz`,
  "notification: out before its time": sql`select 1 from notification where status not in ('draft', 'scheduled') and (send_at > ${now}::timestamptz or sent_by is null)`,
  "notification: receipts of what has not gone out": sql`select 1 from notification n join notification_receipt r on r.notification_id = n.id
    where n.status in ('draft', 'scheduled')`,
  "notification: a figure that is not the count of its receipts": sql`select 1 from notification n left join lateral (
      select count(*) as made, count(*) filter (where status not in ('pending', 'sending')) as done, count(distinct recipient_id) as people,
        count(distinct recipient_id) filter (where status = 'sent') as reached, count(distinct recipient_id) filter (where read_at is not null) as readers,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'unknown') as unknown
      from notification_receipt where notification_id = n.id) r on true
    where (n.receipt_count, n.done_count, n.target_count, n.sent_count, n.read_count, n.failed_count, n.unknown_count)
      <> (r.made, r.done, r.people, r.reached, r.readers, r.failed, r.unknown)`,
  "notification: a receipt that waits though it has been sent": sql`select 1 from notification n join notification_receipt r on r.notification_id = n.id
    where n.status = 'sent' and r.status in ('pending', 'sending')`,
  "notification: a receipt by a channel that it does not have": sql`select 1 from notification n join notification_receipt r on r.notification_id = n.id
    where not n.channels ? r.channel or r.recipient_type <> n.audience`,
  "notification: a receipt of nobody": sql`select 1 from notification_receipt r where not case r.recipient_type
      when 'staff' then exists (select 1 from "user" u where u.id = r.recipient_id)
      when 'agent' then exists (select 1 from agent_account a where a.id = r.recipient_id)
      else exists (select 1 from customer_user c where c.id = r.recipient_id) end`,
  "notification: read before it came, or without having come": sql`select 1 from notification_receipt
    where read_at is not null and (sent_at is null or read_at < sent_at or read_at > ${now}::timestamptz)`,
  "notification: left out without a reason": sql`select 1 from notification_receipt where (status = 'skipped') <> (reason is not null)`,
  "notification: whoever is not to be contacted was": sql`select 1 from notification_receipt r join blacklist b on b.customer_user_id = r.recipient_id
    where r.recipient_type = 'user' and r.status <> 'skipped' and b.status = 'active' and b.effects ? 'no_contact'`,
  "notification: a message of one that is not there": sql`select 1 from message m where m.link like '/personal-center?notice=%'
    and not exists (select 1 from notification n where n.id = m.link_id and m.link = '/personal-center?notice=' || n.id)`,
});

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

/** What must never be among the words of the search, and in what is counted of them. */
export const searchWordViolationsAt = (now: string): Record<string, SQL> => ({
  "search word: a synonym of what nobody may look for": sql`select 1 from search_word w left join search_word t on t.id = w.synonym_of
    where w.type = 'synonym' and (t.id is null or t.type in ('block', 'synonym') or (t.platform is not null and t.platform is distinct from w.platform))`,
  "search word: it leads to what is not there": sql`select 1 from search_word w left join estate e on e.id = w.estate_id left join article a on a.id = w.article_id
    where (w.target_type = 'estate' and (e.id is null or e.deleted_at is not null)) or (w.target_type = 'article' and (a.id is null or a.deleted_at is not null))`,
  "search word: its end is before its beginning": sql`select 1 from search_word where end_at <= start_at`,
  "searches: more found nothing than there were": sql`select 1 from search_daily where no_result > count`,
  "searches: of a day to come": sql`select 1 from search_daily where date > (${now}::timestamptz at time zone 'Asia/Shanghai')::date`,
  "searches: what may be somebody's number": sql`select 1 from search_daily where word like '%@%' or length(regexp_replace(word, '[^0-9]', '', 'g')) >= 7`,
  "searches: those of registered users are not all counted": sql`select 1 from (
      select lower(keyword) as word, coalesce(platform, '') as platform, (at at time zone 'Asia/Shanghai')::date as date, count(*) as n
      from user_behavior where type = 'search' and keyword is not null group by 1, 2, 3) told
    left join search_daily d on d.word = told.word and d.platform = told.platform and d.date = told.date
    where coalesce(d.count, 0) < told.n`,
});

/** What must never be of a kind that is published. */
const pieceViolations = (kind: "city_intro" | "encyclopaedia" | "seo_article", now: string): Record<string, SQL> => {
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

const named = (column: "keyword_ids" | "tag_ids" | "related_ids") =>
  sql`jsonb_array_elements_text(p.${sql.identifier(column)}) named(id)`;

/** What must never be among articles for search engines. */
export const seoArticleViolationsAt = (now: string): Record<string, SQL> => ({
  ...pieceViolations("seo_article", now),
  "seo_article: shorter than a publication demands": sql`select 1 from seo_article where length(title) not between 10 and 60 or word_count < 300`,
  "seo_article: without a keyword": sql`select 1 from seo_article where jsonb_array_length(keyword_ids) not between 1 and 5`,
  "seo_article: a keyword that is not there": sql`select 1 from seo_article p, ${named("keyword_ids")} where not exists (select 1 from seo_keyword k where k.id = named.id::bigint)`,
  "seo_article: a tag that is not there": sql`select 1 from seo_article p, ${named("tag_ids")} where not exists (select 1 from seo_tag t where t.id = named.id::bigint and t.deleted_at is null)`,
  "seo_article: related to what is not there": sql`select 1 from seo_article p, ${named("related_ids")}
    where named.id::bigint = p.id or not exists (select 1 from seo_article o where o.id = named.id::bigint and o.deleted_at is null)`,
  "seo_article: taken by engines before it was public": sql`select 1 from seo_article where indexed <> 'unknown' and not was_public`,
});

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
