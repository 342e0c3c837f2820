import { isStaff } from "~/server/lib/caller";
import { dictionaryEntries, dictionaryOptions } from "~/server/lib/option-values";
import type { OptionSources } from "~/server/lib/table-options";
import { nameCustomers, searchCustomers } from "~/server/resources/customer/customer/list/customer-scene";
import { nameCustomerUsers, searchCustomerUsers } from "~/server/resources/customer/customer-user/customer-user-scene";

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

  customer_users: {
    findsContacts: true,
    offer: ({ db, user: caller }, { keyword }) => searchCustomerUsers(db, caller, keyword),
    name: async ({ db, user }, values) => (isStaff(user) ? nameCustomerUsers(db, user, values.map(Number)) : []),
  },
} satisfies Partial<OptionSources>;
