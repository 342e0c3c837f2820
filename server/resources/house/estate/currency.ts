import { and, eq } from "drizzle-orm";
import { country, currency } from "~/server/database/tables/region/geography";
import type { SignedCall } from "~/server/lib/call";
import { refuseFields } from "~/server/lib/refusal";

/** The currency of a country, where none was named. */
export async function currencyOf(db: SignedCall["db"], code: string): Promise<string> {
  const [row] = await db
    .select({ code: currency.code })
    .from(country)
    .innerJoin(currency, eq(currency.code, country.currency_code))
    .where(and(eq(country.code, code), eq(currency.status, "enabled")));
  if (row) return row.code;
  return refuseFields([
    { field: "country_code", label: "国家/地区", message: "该国家/地区没有可用的币种，请先在国家/地区中设置" },
  ]);
}
