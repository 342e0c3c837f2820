import { type AnyColumn, and, eq, gte, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { country, currency, district } from "~/server/database/tables/region/geography";
import type { Entry } from "~/server/lib/option-values";
import type { OptionSources, SceneQuery } from "~/server/lib/table-options";
import { districtsOf, foundByNames, foundOnTheWay } from "~/server/resources/shared/districts";

const always = sql<boolean>`true`;
const isEnabled = (status: AnyColumn) => sql<boolean>`${status} = 'enabled'`;

export const optionSources = {
  countries: {
    offer: ({ db }) =>
      db
        .select({ value: country.code, label: country.name_zh, isEnabled: always })
        .from(country)
        .where(eq(country.status, "enabled"))
        .orderBy(sql`${country.is_open} desc`, country.sort, country.code),
    name: ({ db }, values) =>
      db
        .select({ value: country.code, label: country.name_zh, isEnabled: isEnabled(country.status) })
        .from(country)
        .where(inArray(country.code, values)),
  },

  country_currencies: {
    offer: ({ db }) => currenciesOf(db, eq(country.status, "enabled")),
    name: ({ db }, values) => currenciesOf(db, inArray(country.code, values)),
  },

  districts: {
    offer: async ({ db }, query) => toEntries(await districtsOf(db, districtsRequested(query), query.keyword)),
    name: async ({ db }, values) => toEntries(await districtsOf(db, values.map(Number))),
  },

  currencies: {
    offer: ({ db }) =>
      db
        .select({
          value: currency.code,
          label: sql<string>`${currency.name_zh} || ' ' || ${currency.code}`,
          isEnabled: always,
        })
        .from(currency)
        .where(eq(currency.status, "enabled"))
        .orderBy(sql`${currency.is_common} desc`, currency.sort, currency.code),
    name: ({ db }, values) =>
      db
        .select({ value: currency.code, label: currency.code, isEnabled: isEnabled(currency.status) })
        .from(currency)
        .where(inArray(currency.code, values)),
  },

  phone_codes: {
    offer: async ({ db }) => {
      const rows = await db
        .select({ value: country.phone_cc, label: country.name_zh })
        .from(country)
        .where(sql`${country.phone_cc} is not null and ${country.status} = 'enabled'`)
        .orderBy(sql`${country.is_open} desc`, country.sort, country.code);
      const byCode = new Map<string, string>();
      for (const { value, label } of rows) if (value && !byCode.has(value)) byCode.set(value, label);
      return [...byCode].map(([value, label]) => ({ value, label: `+${value} ${label}`, isEnabled: true }));
    },
    name: ({ db }, values) =>
      db
        .selectDistinct({
          value: sql<string>`${country.phone_cc}`,
          label: sql<string>`'+' || ${country.phone_cc}`,
          isEnabled: always,
        })
        .from(country)
        .where(inArray(country.phone_cc, values)),
  },
} satisfies Partial<OptionSources>;

/** Each country with what is paid there, as far as prices may be in it. */
const currenciesOf = (db: Db, which: SQL) =>
  db
    .select({ value: country.code, label: currency.code, isEnabled: always })
    .from(country)
    .innerJoin(currency, and(eq(currency.code, country.currency_code), eq(currency.status, "enabled")))
    .where(which)
    .orderBy(country.code);

/** Districts by name in any of their languages, by code or pinyin, or those below another, or the highest. */
function districtsRequested({ keyword, country: countries, parent_id, min_level }: SceneQuery): SQL {
  const highest = parent_id ? undefined : eq(district.level, min_level ?? 1);
  // A search for wards alone finds them by their prefecture, too.
  const which = keyword ? (min_level ? foundOnTheWay(keyword) : foundByNames(keyword)) : highest;
  const conditions = [
    eq(district.status, "enabled"),
    countries ? inArray(district.country_code, countries) : undefined,
    parent_id ? eq(district.parent_id, parent_id) : undefined,
    min_level ? gte(district.level, min_level) : undefined,
    which,
  ];
  return sql`${and(...conditions)}`;
}

const toEntries = (districts: Awaited<ReturnType<typeof districtsOf>>): Entry[] =>
  districts.map(({ id, name, isEnabled: isChoosable }) => ({ value: id, label: name, isEnabled: isChoosable }));
