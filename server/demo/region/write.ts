import { eq } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { country, currency, currencyRateLog } from "~/server/database/tables/region/geography";
import type { Company } from "../company";
import { countryTexts } from "./country-texts";
import { makeCurrencyRates } from "./currency-rates";

/** What currencies were worth, and what buyers are told of a country. */
export async function writeRegion(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, currencyRateLog, makeCurrencyRates(made.calendar, await tx.select().from(currency)));
  for (const [code, texts] of Object.entries(countryTexts))
    await tx.update(country).set(texts).where(eq(country.code, code));
}
