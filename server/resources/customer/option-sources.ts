import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { customerUser } from "~/server/database/tables/customer/audience";
import { pool } from "~/server/database/tables/customer/pool";
import { type Caller, isStaff } from "~/server/lib/caller";
import { dictionaryEntries, dictionaryOptions, type Entry } from "~/server/lib/option-values";
import type { OptionSources } from "~/server/lib/table-options";
import { nameCustomers, searchCustomers } from "~/server/resources/customer/customer/list/customer-scene";
import { matchesUser } from "./customer-user/view";

const label = sql<string>`concat_ws(' ', ${customerUser.nickname}, ${customerUser.user_no})`;

/** Registered users by number, nickname or contact, the newest first; for those who may see them. */
async function searchCustomerUsers(db: Db, caller: Caller, keyword: string | undefined): Promise<Entry[]> {
  if (!caller.permissions.has("customer:user:view")) return [];
  return db
    .select({ value: customerUser.id, label, isEnabled: sql<boolean>`true` })
    .from(customerUser)
    .where(and(ne(customerUser.status, "unregistered"), keyword ? matchesUser(keyword, caller) : undefined))
    .orderBy(sql`${customerUser.id} desc`)
    .limit(50);
}

/** The registered users of these numbers: by name for those who may see or link them, else by their number alone. */
async function nameCustomerUsers(db: Db, caller: Caller, ids: number[]): Promise<Entry[]> {
  const mayKnow = caller.permissions.has("customer:user:view") || caller.permissions.has("customer:info:edit");
  return db
    .select({
      value: customerUser.id,
      label: mayKnow ? label : customerUser.user_no,
      isEnabled: sql<boolean>`${customerUser.status} <> 'unregistered'`,
    })
    .from(customerUser)
    .where(inArray(customerUser.id, ids));
}

export const optionSources = {
  tags: {
    offer: async ({ db }) => {
      const { customer_tag = [] } = await dictionaryOptions(db, ["customer_tag"]);
      return customer_tag.map(({ disabled, ...tag }) => ({ ...tag, isEnabled: !disabled }));
    },
    name: ({ db }, values) => dictionaryEntries(db, new Map([["customer_tag", new Set(values)]])),
  },

  customers: {
    findsContacts: true,
    offer: ({ db, user: caller }, { keyword }) => searchCustomers(db, caller, keyword),
    name: async ({ db, user }, values) => (isStaff(user) ? nameCustomers(db, user, values.map(Number)) : []),
  },

  pools: {
    offer: ({ db, user: { permissions, pools } }) => {
      const seen = pools.seen === "all" ? undefined : inArray(pool.id, [...pools.seen]);
      const isSeen = and(eq(pool.status, "enabled"), permissions.has("customer:pool:view") ? seen : sql`false`);
      return db
        .select({ value: pool.id, label: pool.name, isEnabled: sql<boolean>`true` })
        .from(pool)
        .where(isSeen)
        .orderBy(pool.is_main, pool.sort, pool.id);
    },
    name: ({ db }, values) =>
      db
        .select({ value: pool.id, label: pool.name, isEnabled: sql<boolean>`${pool.status} = 'enabled'` })
        .from(pool)
        .where(inArray(pool.id, values.map(Number))),
  },

  customer_users: {
    findsContacts: true,
    offer: ({ db, user: caller }, { keyword }) => searchCustomerUsers(db, caller, keyword),
    name: async ({ db, user }, values) => (isStaff(user) ? nameCustomerUsers(db, user, values.map(Number)) : []),
  },
} satisfies Partial<OptionSources>;
