import { dayIn, missing, type Rules } from "../shared/rules";

const related = (kind: string) => missing(`${kind}.related_ids`, kind, "t.deleted_at is null and t.id <> p.id");
const forEverybody = "t.status = 'ready' and (not t.is_private or t.mime = 'application/pdf')"; // of a report the file
const present = "t.deleted_at is null";
const sums = (kind: string, count: string, column: string) => `${kind} p where p.${count} <>
  coalesce((select sum(d.${column}) from content_daily d where d.kind = '${kind}' and d.target_id = p.id), 0)`;
const newest = (kind: string, is: string) => `${kind} p where not exists (
  select 1 from revision r where r.kind = '${kind}' and r.target_id = p.id and ${is})`;

const kinds = "article special video investment report city_intro encyclopaedia seo_article".split(" ");

/** Of anything that is published. */
const pieceRules = (kind: string) =>
  Object.entries<string>({
    [`${kind}: public before its time`]: `${kind} where publish_status in ('published', 'offline') and publish_at > :now`,
    [`${kind}: scheduled for what has passed`]: `${kind} where publish_status = 'scheduled' and publish_at <= :now`,
    [`${kind}: views are not the sum of their days`]: sums(kind, "view_count", "views"),
    [`${kind}: read before it was public`]: `${kind} p join content_daily d on d.kind = '${kind}' and d.target_id = p.id
      where not p.was_public or d.date < ${dayIn("p.publish_at")}`,
    [`${kind}: a picture that is not there for everybody`]: missing(`${kind}.media_ids`, "media", forEverybody),
    [`${kind}: its newest version is not what it says`]: newest(kind, "r.snapshot ->> 'title' = p.title"),
  });

/** Of what the site shows, and of notifications. */
export const contentRules: Rules = {
  ...Object.fromEntries(kinds.flatMap(pieceRules)),
  "article: a tag that is not there": missing("article.tag_ids", "article_tag", present),
  "article: its newest version has another text": newest("article", "r.snapshot ->> 'content' = p.content"),
  "article: in a category of the first level": `article a join article_category c on c.id = a.category_id where c.parent_id is null`,
  "article: an inquiry from before it": `inquiry i join article a on a.id = i.content_id
    where i.content_kind = 'article' and (a.publish_at is null or i.created_at < a.publish_at)`,

  "special: over before it begins": `special where end_at <= coalesce(start_at, publish_at)`,
  "special: visitors are not the sum of their days": sums("special", "uv_count", "uv"),
  "special: compared with what is not public, itself compared, or of another language": `special s, jsonb_array_elements_text(s.variant_ids) one(id)
    left join special v on v.id = one.id::bigint and v.deleted_at is null
    where (v.was_public and v.id <> s.id and v.lang = s.lang and v.variant_ids = '[]') is not true`,
  "special: inquiries are not those that came from it": `special s where s.inquiry_count <> (
    select count(*) from inquiry i where i.content_kind = 'special' and i.content_id = s.id and i.deleted_at is null)`,
  "special: an inquiry from before it, after its end, or of another tracking point": `inquiry i join special s on s.id = i.content_id
    where i.content_kind = 'special' and (s.publish_at is null or i.created_at < s.publish_at or i.created_at >= s.end_at or i.tracker_id is distinct from s.tracker_id)`,
  "special: a tracking point of two pages": `special where tracker_id is not null group by tracker_id having count(*) > 1`,
  "special: an estate that is not there": missing("special.estate_ids", "estate", present),
  "special: its newest version has other modules": newest("special", "r.snapshot -> 'modules' = p.modules"),

  "video: plays are not the sum of their days": sums("video", "play_count", "plays"),
  "report: downloads are not the sum of their days": sums("report", "download_count", "downloads"),
  "report: downloads are not those of its log": `report r where r.download_count <> (select count(*) from report_download d where d.report_id = r.id)`,
  "report: downloaded before it was public": `report_download d join report r on r.id = d.report_id where not r.was_public or d.at < r.publish_at`,
  "report: a download without the contact that it asks for": `report_download d join report r on r.id = d.report_id
    where r.need_contact and d.inquiry_id is null`,
  "report: a download's inquiry is of something else": `report_download d join inquiry i on i.id = d.inquiry_id
    where i.kind <> 'report' or i.content_kind <> 'report' or i.content_id <> d.report_id or i.tracker_id is distinct from d.tracker_id`,
  "report: an inquiry without its download": `inquiry i where i.content_kind = 'report'
    and not exists (select 1 from report_download d where d.inquiry_id = i.id)`,
  "report: its file is none": `report r left join media m on m.id = r.file_id
    where r.file_id is not null and (m.status = 'ready' and m.mime = 'application/pdf' and m.pages > 0) is not true`,

  "city_intro: its country is not its district's": `city_intro c join district d on d.id = c.district_id where c.country_code <> d.country_code`,
  "city_intro: its blocks are not counted": `city_intro where block_count <> num_nonnulls(overview, population, economy, transport, education, medical, life, climate, property)`,
  "encyclopaedia: related to what is not there": related("encyclopaedia"),
  "seo_article: shorter than a publication demands": `seo_article where length(title) not between 10 and 60 or word_count < 300`,
  "seo_article: without a keyword": `seo_article where jsonb_array_length(keyword_ids) not between 1 and 5`,
  "seo_article: a keyword that is not there": missing("seo_article.keyword_ids", "seo_keyword"),
  "seo_article: a tag that is not there": missing("seo_article.tag_ids", "seo_tag", present),
  "seo_article: related to what is not there": related("seo_article"),
  "seo_article: taken by engines before it was public": `seo_article where indexed <> 'unknown' and not was_public`,

  // At the beginning of each: one visitor sees no more than before or after.
  "banner: more than a place takes": `banner one, jsonb_array_elements_text(one.platform) shown(place)
    where one.status = 'enabled' and (select count(*) from banner other
      where other.status = 'enabled' and other.position = one.position and other.platform ? place
        and other.start_at <= one.start_at and coalesce(other.end_at > one.start_at, true)
        and (one.countries = '[]' or other.countries = '[]' or one.countries @> other.countries)
    ) > case when one.position = 'app_splash' then 1 else 8 end`,
  "banner: views are not the sum of their days": sums("banner", "impressions", "impressions"),
  "banner: clicks are not the sum of their days": sums("banner", "clicks", "clicks"),
  "banner: seen while it was not shown": `banner b join content_daily d on d.kind = 'banner' and d.target_id = b.id
    where d.impressions > 0 and (b.status = 'draft' or d.date < ${dayIn("b.start_at")} or d.date >= ${dayIn("b.end_at")} or d.date > :today)`,
  "banner: more clicks than it was seen": `content_daily d where d.kind = 'banner' and d.clicks > d.impressions`,
  "banner: a picture that is not there for everybody": `banner b join media m on m.id in (b.image_id, b.image_mobile_id) where m.status <> 'ready' or m.is_private`,
  "banner: leads to an estate that is not there": `banner b where b.link_type = 'estate' and not exists (
    select 1 from estate e where e.id = b.link_value::bigint and e.deleted_at is null and e.publish_status = 'online')`,
  "banner: leads to an article that is not there": `banner b where b.link_type = 'article' and not exists (
    select 1 from article a where a.id = b.link_value::bigint and a.deleted_at is null and a.publish_status = 'published')`,
  "home section: shows an estate that is not there": missing(
    ...([
      "(select * from home_section where type = 'estate').item_ids",
      "estate",
      "t.publish_status = 'online'",
    ] as const),
  ),
  "home section: by hand with nothing in it": `home_section where source_mode = 'manual' and item_ids = '[]'`,

  "search word: a synonym of what nobody may look for": `search_word w left join search_word t on t.id = w.synonym_of
    where w.type = 'synonym' and (t.id is null or t.type in ('block', 'synonym') or (t.platform is not null and t.platform is distinct from w.platform))`,
  "search word: it leads to what is not there": `search_word w left join estate e on e.id = w.estate_id left join article a on a.id = w.article_id
    where (w.target_type = 'estate' and (e.id is null or e.deleted_at is not null)) or (w.target_type = 'article' and (a.id is null or a.deleted_at is not null))`,
  "search word: its end is before its beginning": `search_word where end_at <= start_at`,
  "searches: more found nothing than there were": `search_daily where no_result > count`,
  "searches: of a day to come": `search_daily where date > :today`,
  "searches: what may be somebody's number": `search_daily where word like '%@%' or length(regexp_replace(word, '[^0-9]', '', 'g')) >= 7`,
  "searches: those of registered users are not all counted": `(
      select lower(keyword) as word, coalesce(platform, '') as platform, ${dayIn("at")} as date, count(*) as n
      from user_behavior where type = 'search' and keyword is not null group by 1, 2, 3) told
    left join search_daily d using (word, platform, date) where coalesce(d.count, 0) < told.n`,

  "seo: a rank of a day to come": `seo_keyword_rank where date > :today`,
  "seo: a keyword's rank is not its last one's": `seo_keyword k where exists (
    select 1 from seo_keyword_rank r where r.keyword_id = k.id and r.date = k.rank_at and r.rank is distinct from k.rank_current)
    or (k.rank_at, k.rank_best) is distinct from (select (max(r.date), min(r.rank)) from seo_keyword_rank r where r.keyword_id = k.id)`,
  "seo: a keyword that links nowhere": `seo_keyword where link_text and target_url is null`,
  "seo: a tag counts estates that are not there": `seo_tag where estate_count > (select count(*) from estate where deleted_at is null and publish_status = 'online')`,
  "seo: the whole country's tag does not count the country": `seo_tag t where t.filter = jsonb_build_object('country', t.filter -> 'country')
    and t.estate_count <> (select count(*) from estate e where e.deleted_at is null and e.publish_status = 'online' and t.filter -> 'country' ? e.country_code)`,
  "seo: a section shows a tag that is not there": missing("section.content -> 'tag_ids'", "seo_tag", present),
  "seo: a section shows an estate that is not there": missing("section.content -> 'estate_ids'", "estate", present),

  "notification: scheduled for what has passed": `notification where status = 'scheduled' and send_at <= :now`,
  "notification: out before its time": `notification where status not in ('draft', 'scheduled') and (send_at > :now or sent_by is null)`,
  "notification: a receipt of what has not gone out, by a channel that it does not have, or that still waits": `
    notification n join notification_receipt r on r.notification_id = n.id
    where n.status in ('draft', 'scheduled') or not n.channels ? r.channel or r.recipient_type <> n.audience
      or n.status = 'sent' and r.status in ('pending', 'sending')`,
  "notification: a figure that is not the count of its receipts": `notification n left join lateral (
      select count(*) as made, count(*) filter (where status not in ('pending', 'sending')) as done, count(distinct recipient_id) as people,
        count(distinct recipient_id) filter (where status = 'sent') as reached, count(distinct recipient_id) filter (where read_at is not null) as readers,
        count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'unknown') as unknown
      from notification_receipt where notification_id = n.id) r on true
    where (n.receipt_count, n.done_count, n.target_count, n.sent_count, n.read_count, n.failed_count, n.unknown_count)
      <> (r.made, r.done, r.people, r.reached, r.readers, r.failed, r.unknown)`,
  "notification: a receipt of nobody": `notification_receipt r where not case r.recipient_type
      when 'staff' then exists (select 1 from "user" u where u.id = r.recipient_id)
      when 'agent' then exists (select 1 from agent_account a where a.id = r.recipient_id)
      else exists (select 1 from customer_user c where c.id = r.recipient_id) end`,
  "notification: read before it came, or without having come": `notification_receipt where read_at is not null and (sent_at is null or read_at < sent_at or read_at > :now)`,
  "notification: left out without a reason": `notification_receipt where (status = 'skipped') <> (reason is not null)`,
  "notification: somebody who is not to be contacted was": `notification_receipt r join blacklist b on b.customer_user_id = r.recipient_id
    where r.recipient_type = 'user' and r.status <> 'skipped' and b.status = 'active' and b.effects ? 'no_contact'`,
  "notification: a message of one that is not there": `message m where m.link like '/personal-center?notice=%'
    and not exists (select 1 from notification n where n.id = m.link_id and m.link = '/personal-center?notice=' || n.id)`,
};
