import { type AnyColumn, and, eq, ilike, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { TableScene } from "~/contract/shared/option";
import type { Database, Transaction } from "~/server/database/database";
import { country, currency, district } from "~/server/database/tables/region/geography";
import { role, team, user } from "~/server/database/tables/system/system";
import type { Caller } from "~/server/identity/caller";
import { districtsOf, foundByNames } from "~/server/lib/districts";
import { likeText } from "~/server/lib/list";
import { dictionaryEntries, dictionaryOptions, type Entry } from "~/server/lib/option-values";
import { nameCustomers, searchCustomers } from "~/server/resources/customer/customer/customer-scene";
import { nameCustomerUsers, searchCustomerUsers } from "~/server/resources/customer/customer-user/customer-user-scene";
import { nameEstates, searchEstates } from "~/server/resources/house/estate/estate-scene";
import { nameMansions, searchMansions } from "~/server/resources/house/mansion/mansion-scene";
import { nameBrokers, searchBrokers } from "~/server/resources/system/broker/broker-scene";
import { holdsRole } from "~/server/resources/system/staff/rank";

/** Who asks, since not everybody sees every row. */
export interface Asking {
  db: Database | Transaction;
  user: Caller;
}

interface SceneQuery {
  keyword?: string;
  country?: string[];
  parent_id?: number;
}

interface TableSource {
  /** What may be chosen now. */
  offer(asking: Asking, query: SceneQuery): Promise<Entry[]>;
  /** What chosen values stand for, those that may not be chosen any more included. */
  name(asking: Asking, values: string[]): Promise<Entry[]>;
}

const always = sql<boolean>`true`;
const isEnabled = (status: AnyColumn) => sql<boolean>`${status} = 'enabled'`;
const isAtWork = sql<boolean>`(${user.status} = 'enabled' and ${user.deleted_at} is null)`;

/** Where the values of each table scene come from: the pickers' options and the check of what is written both ask here. */
export const tableSources: Record<TableScene, TableSource> = {
  users: {
    offer: ({ db }, { keyword }) =>
      db
        .select({ value: user.id, label: user.name, isEnabled: always })
        .from(user)
        .where(
          and(
            eq(user.status, "enabled"),
            isNull(user.deleted_at),
            keyword ? ilike(user.name, `%${likeText(keyword)}%`) : undefined,
          ),
        )
        .orderBy(user.name, user.id)
        .limit(50),
    name: ({ db }, values) =>
      db
        .select({ value: user.id, label: user.name, isEnabled: isAtWork })
        .from(user)
        .where(inArray(user.id, values.map(Number))),
  },

  teams: {
    offer: ({ db }) =>
      db
        .select({ value: team.id, label: team.name, isEnabled: always })
        .from(team)
        .where(eq(team.status, "enabled"))
        .orderBy(team.sort, team.id),
    name: ({ db }, values) =>
      db
        .select({ value: team.id, label: team.name, isEnabled: isEnabled(team.status) })
        .from(team)
        .where(inArray(team.id, values.map(Number))),
  },

  roles: {
    // One that gives more than the asker has himself is shown, but not to be chosen.
    offer: async ({ db, user: caller }) =>
      (await db.select().from(role).orderBy(role.id)).map((row) => ({
        value: row.id,
        label: row.name,
        isEnabled: row.status === "enabled" && holdsRole(caller, row),
      })),
    name: ({ db }, values) =>
      db
        .select({ value: role.id, label: role.name, isEnabled: isEnabled(role.status) })
        .from(role)
        .where(inArray(role.id, values.map(Number))),
  },

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

  districts: {
    offer: async ({ db }, query) => toEntries(await districtsOf(db, districtsAsked(query), query.keyword)),
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

  tags: {
    offer: async ({ db }) => {
      const { customer_tag = [] } = await dictionaryOptions(db, ["customer_tag"]);
      return customer_tag.map(({ disabled, ...tag }) => ({ ...tag, isEnabled: !disabled }));
    },
    name: ({ db }, values) => dictionaryEntries(db, new Map([["customer_tag", new Set(values)]])),
  },

  customers: {
    offer: ({ db, user: caller }, { keyword }) => searchCustomers(db, caller, keyword),
    name: ({ db, user: caller }, values) => nameCustomers(db, caller, values.map(Number)),
  },

  customer_users: {
    offer: ({ db, user: caller }, { keyword }) => searchCustomerUsers(db, caller, keyword),
    name: ({ db, user: caller }, values) => nameCustomerUsers(db, caller, values.map(Number)),
  },

  mansions: {
    offer: ({ db }, query) => searchMansions(db, query),
    name: ({ db }, values) => nameMansions(db, values.map(Number)),
  },

  estates: {
    offer: ({ db }, query) => searchEstates(db, query),
    name: ({ db }, values) => nameEstates(db, values.map(Number)),
  },

  brokers: {
    offer: ({ db }, query) => searchBrokers(db, query),
    name: ({ db }, values) => nameBrokers(db, values.map(Number)),
  },
};

/** Districts by name in any of their languages, by code or pinyin, or those below another, or the highest. */
function districtsAsked({ keyword, country: countries, parent_id }: SceneQuery): SQL {
  const which = keyword ? foundByNames(keyword) : parent_id ? undefined : eq(district.level, 1);
  const conditions = [
    eq(district.status, "enabled"),
    countries ? inArray(district.country_code, countries) : undefined,
    parent_id ? eq(district.parent_id, parent_id) : undefined,
    which,
  ];
  return sql`${and(...conditions)}`;
}

const toEntries = (districts: Awaited<ReturnType<typeof districtsOf>>): Entry[] =>
  districts.map(({ id, name, isEnabled: isChoosable }) => ({ value: id, label: name, isEnabled: isChoosable }));
