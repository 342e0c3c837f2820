import { eq, sql } from "drizzle-orm";
import { country } from "~/server/database/tables/region/geography";
import { drawn, momentSql } from "../shared/rows";
import type { Writing } from "../terms";

/** What foreigners may buy, and what it costs them, by country: as a writer of the house has put it. */
const countryTexts: Readonly<Record<string, { buy_policy: string; tax_note: string }>> = {
  JP: {
    buy_policy: `<h2>能买什么</h2><p>外国个人与法人购买土地、建筑<strong>没有国籍限制</strong>，取得永久产权，可自由转让、出租与继承。</p><h2>要办什么</h2><ul><li><p>非居民购房后按《外汇法》向日本银行报告。</p></li><li><p>没有日本住址的买方须指定境内联络人，用于登记与纳税。</p></li></ul>`,
    tax_note: `<table><tbody><tr><th><p>税种</p></th><th><p>标准税率</p></th></tr><tr><td><p>固定资产税</p></td><td><p>评估额的1.4%</p></td></tr><tr><td><p>都市计划税</p></td><td><p>评估额的0.3%以内</p></td></tr><tr><td><p>不动产取得税</p></td><td><p>评估额的4%，住宅有减轻</p></td></tr></tbody></table><p>以实际通知为准，非居民的税由境内的纳税管理人代为缴纳。</p>`,
  },
};

/** What common currencies were worth on each working day of 400: a walk by chance that ends with the present rate; and what buyers are told of a country. */
export async function writeRegion({ tx, calendar }: Writing): Promise<void> {
  const now = momentSql(calendar.now);
  // At most 0.9 % a day.
  const move = sql`(${drawn(sql`hashtext(code)::bigint + ago`, 181)} - 90) / 10000.0`;
  await tx.execute(sql`
    insert into currency_rate_log (code, rate, source, at)
    select code, rate, 'demo', at from (
      select code, rate_to_cny as rate, least(rate_at, ${now}) as at from currency where is_common and not is_base
      union all select code, rate_to_cny * exp(sum(${move}) over (partition by code order by ago)), at from (
        select *, ((${now} at time zone 'Asia/Shanghai')::date - ago + time '08:30') at time zone 'Asia/Shanghai' as at
        from currency cross join generate_series(0, 399) ago where is_common and not is_base) past
      where at < least(rate_at, ${now}) - interval '12 hours' and extract(isodow from at at time zone 'Asia/Shanghai') < 6) known
    order by code, at`);
  for (const [code, texts] of Object.entries(countryTexts))
    await tx.update(country).set(texts).where(eq(country.code, code));
}
