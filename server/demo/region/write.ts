import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { country, currency, currencyRateLog } from "~/server/database/tables/region/geography";
import { type Calendar, day } from "../shared/calendar";
import { type Random, randomFrom } from "../shared/random";

type Currency = typeof currency.$inferSelect;
type Row = typeof currencyRateLog.$inferInsert;

const seed = 20_261_122;
/** A year's longest chart has something to show, and the usual one all of its days. */
const daysBack = 400;
/** What a rate moves in a day, as a share of itself. */
const dailyMove = 0.003;

/** What the common currencies were worth on each working day: a walk by chance that ends with the present rate, and is called a demonstration. */
function makeCurrencyRates(calendar: Calendar, currencies: readonly Currency[]): Row[] {
  const random = randomFrom(seed);
  return currencies
    .filter(({ is_common, is_base }) => is_common && !is_base)
    .sort((a, b) => (a.code < b.code ? -1 : 1))
    .flatMap((one) => walkOf(random, calendar, one));
}

/** Backwards from the present, oldest first. */
function walkOf(
  random: Random,
  calendar: Calendar,
  { code, rate_to_cny, rate_at }: Pick<Currency, "code" | "rate_to_cny" | "rate_at">,
): Row[] {
  const last = Math.min(Date.parse(rate_at), calendar.now);
  const rows: Row[] = [{ code, rate: rate_to_cny, source: "demo", by: null, at: isoInstant(last) }];
  let rate = Number(rate_to_cny);
  for (let ago = 0; ago < daysBack; ago++) {
    const at = calendar.at(ago, 8, 30);
    // A normal chance has no limit, a change of more than a tenth would have asked for a second answer.
    const move = Math.max(-3, Math.min(3, random.normal())) * dailyMove;
    if (at > last - day / 2 || isWeekend(at)) continue;
    rate *= 1 - move;
    rows.push({ code, rate: rate.toFixed(8), source: "demo", by: null, at: isoInstant(at) });
  }
  return rows.reverse();
}

/** Of Asia/Shanghai, when no bank quotes. */
const isWeekend = (at: number) => [0, 6].includes(new Date(at + day / 3).getUTCDay());

/** What foreigners may buy, and what it costs them, by country: as a writer of the house has put it. */
const countryTexts: Readonly<Record<string, { buy_policy: string; tax_note: string }>> = {
  JP: {
    buy_policy: `<h2>能买什么</h2><p>外国个人与法人购买土地、建筑<strong>没有国籍限制</strong>，取得永久产权，可自由转让、出租与继承。</p><h2>要办什么</h2><ul><li><p>非居民购房后按《外汇法》向日本银行报告。</p></li><li><p>没有日本住址的买方须指定境内联络人，用于登记与纳税。</p></li></ul>`,
    tax_note: `<table><tbody><tr><th><p>税种</p></th><th><p>标准税率</p></th></tr><tr><td><p>固定资产税</p></td><td><p>评估额的1.4%</p></td></tr><tr><td><p>都市计划税</p></td><td><p>评估额的0.3%以内</p></td></tr><tr><td><p>不动产取得税</p></td><td><p>评估额的4%，住宅有减轻</p></td></tr></tbody></table><p>以实际通知为准，非居民的税由境内的纳税管理人代为缴纳。</p>`,
  },
};

/** What currencies were worth, and what buyers are told of a country. */
export async function writeRegion(tx: Transaction, calendar: Calendar): Promise<void> {
  await insertRows(tx, currencyRateLog, makeCurrencyRates(calendar, await tx.select().from(currency)));
  for (const [code, texts] of Object.entries(countryTexts))
    await tx.update(country).set(texts).where(eq(country.code, code));
}

/** What must never be in the demo's rates. */
export const currencyViolationsAt = (at: string): Record<string, SQL> => ({
  "a currency whose log does not end with what it is worth": sql`select 1 from currency c
    join lateral (select rate from currency_rate_log l where l.code = c.code order by at desc, id desc limit 1) l on true
    where l.rate <> c.rate_to_cny`,
  "a common currency without a log of ninety days": sql`select 1 from currency c where c.is_common and not c.is_base
    and not exists (select 1 from currency_rate_log l where l.code = c.code
      and l.at < ${at}::timestamptz - interval '90 days')`,
  "a rate yet to come, or one that jumps": sql`select 1 from (select at, rate,
      lag(rate) over (partition by code order by at, id) as former from currency_rate_log) l
    where l.at > ${at} or abs(l.rate - l.former) * 10 > l.former`,
});
