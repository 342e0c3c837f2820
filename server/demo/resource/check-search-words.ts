import { type SQL, sql } from "drizzle-orm";

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
