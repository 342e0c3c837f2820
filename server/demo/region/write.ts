import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import type { Company } from "../company";
import { makeCurrencyRates } from "./currency-rates";

/** What currencies were worth. */
export async function writeRegion(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, currencyRateLog, makeCurrencyRates(made.calendar, await tx.select().from(currency)));
}
