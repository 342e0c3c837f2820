import { and, desc, eq, lte } from "drizzle-orm";
import { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import { startOfDay } from "~/server/lib/list";
import { refuseFields } from "~/server/lib/refusal";
import type { Actor } from "./record";

type Db = Actor["db"];

/** What a unit of a currency was worth in CNY at the end of a day: as it was last set until then, else as it is now. Null of one that nobody knows. */
export async function rateOn(db: Db, code: string, day: string): Promise<string | null> {
  if (code === "CNY") return "1.00000000";
  const [logged] = await db
    .select({ rate: currencyRateLog.rate })
    .from(currencyRateLog)
    .where(and(eq(currencyRateLog.code, code), lte(currencyRateLog.at, startOfDay(day, 1))))
    .orderBy(desc(currencyRateLog.at), desc(currencyRateLog.id))
    .limit(1);
  if (logged) return logged.rate;
  const [row] = await db.select({ rate: currency.rate_to_cny }).from(currency).where(eq(currency.code, code));
  return row?.rate ?? null;
}

/** The rate that a deal takes on a day: the day's, or what was typed where the setting `deal.fx_auto` is off. */
export async function fxOf(
  db: Db,
  { isAuto, code, day, typed }: { isAuto: boolean; code: string; day: string; typed: string | null },
): Promise<string> {
  const rate = isAuto || code === "CNY" ? await rateOn(db, code, day) : typed;
  return rate ?? refuseFields([{ field: "fx_rate_to_cny", label: "汇率", message: "请输入汇率" }]);
}

/** How many places the amounts of each currency have. */
export async function digitsOf(db: Db): Promise<(code: string) => number> {
  const rows = await db.select({ code: currency.code, digits: currency.digits }).from(currency);
  const digits = new Map(rows.map((row) => [row.code, row.digits]));
  return (code) => digits.get(code) ?? 2;
}
