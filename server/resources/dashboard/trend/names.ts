import { inArray } from "drizzle-orm";
import type { TrendKey } from "~/contract/trend/trend-figures";
import { splitLabels } from "~/contract/trend/trends";
import type { Db } from "~/server/database/database";
import { country } from "~/server/database/tables/region/geography";
import { dictionaryEntries } from "~/server/lib/option-values";
import { districtsOf } from "~/server/resources/shared/districts";

/** What the values of a split are called. */
export async function namesOf(db: Db, key: TrendKey, values: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = splitLabels[key];
  if (known) return new Map(Object.entries(known));
  if (values.length === 0) return new Map();
  if (key === "customer_source") {
    const entries = await dictionaryEntries(db, new Map([["customer_source", new Set(values)]]));
    return new Map(entries.map(({ value, label }) => [`${value}`, label]));
  }
  if (key === "estate_district") {
    const places = await districtsOf(db, values.map(Number));
    return new Map(places.map(({ id, name }) => [`${id}`, name]));
  }
  const rows = await db
    .select({ code: country.code, name: country.name_zh })
    .from(country)
    .where(inArray(country.code, [...values]));
  return new Map(rows.map(({ code, name }) => [code, name]));
}
