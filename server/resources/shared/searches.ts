import { sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { tracker } from "~/server/database/tables/inquiry/tracker";
import { searchDaily } from "~/server/database/tables/resource/search-word";

/** Days for which searches are counted by their words. */
export const searchDays = 366;
/** Words that a day keeps; others that come after them are a flood, and not kept. */
export const mostWords = 20_000;

/** Searches for one word (`searchKey`) on one day. */
export interface Searched {
  word: string;
  /** Null, unless the tracking point of `code` says it: not known. */
  platform: string | null;
  code: string | null;
  date: string;
  count: number;
  no_result: number;
}

/** Adds searches to what is counted of their words and days. */
export async function addSearches(db: Db, searches: readonly Searched[]): Promise<void> {
  if (searches.length === 0) return;
  // In one order, so that two servers never wait for each other.
  await db.execute(sql`
    with told as (
      select one.word, coalesce(one.platform, ${tracker.platform}, '') as platform, one.date,
        sum(one.count)::int as count, sum(one.no_result)::int as no_result
      from json_to_recordset(${JSON.stringify(searches)}::json)
        as one(word text, platform text, code text, date date, count int, no_result int)
      left join ${tracker} on ${tracker.code} = one.code and ${tracker.deleted_at} is null
      group by 1, 2, 3),
    day as (
      select date, (select count(*) from (select 1 from ${searchDaily} d where d.date = told.date limit ${mostWords}) held) as words
      from told group by date)
    insert into ${searchDaily} as daily (word, platform, date, count, no_result)
    select told.* from told join day using (date)
    where day.words < ${mostWords} or exists (
      select 1 from ${searchDaily} d where d.word = told.word and d.platform = told.platform and d.date = told.date)
    order by word, platform, date
    on conflict (word, platform, date) do update set count = daily.count + excluded.count, no_result = daily.no_result + excluded.no_result`);
}
