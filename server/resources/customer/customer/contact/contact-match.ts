import { type SQL, sql } from "drizzle-orm";
import { askedContact } from "~/contract/contact-keyword";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { country } from "~/server/database/tables/region/geography";
import type { Caller } from "~/server/lib/caller";
import { writtenNumber } from "~/server/lib/contact-search";
import { visibleTo } from "../customer-scope";

/** Customers with such a contact in the collision check; a subquery, so that a list joins them by their numbers. */
const knownBy = (contact: SQL): SQL =>
  sql`${customer.id} = any(array(select ${customerContact.customer_id} from ${customerContact} where ${contact}))`;

/** Customers whose full numbers the caller sees or may ask for. */
const isShown = (caller: Caller): SQL =>
  caller.permissions.has("customer:phone:view")
    ? visibleTo(caller)
    : sql`(${customer.owner_id} = ${caller.id} and ${customer.deleted_at} is null)`;

/** Finds a keyword in all contacts of the collision check, merged ones included (the rule of `matchesContact`). */
export function matchesCustomerContact(keyword: string, caller: Caller): SQL[] {
  const { end, digits, text } = askedContact(keyword);
  if (end !== undefined)
    // Worded as in its index.
    return [
      knownBy(
        sql`${customerContact.type} in ('phone', 'whatsapp') and right(${customerContact.value_norm}, 4) = ${end}`,
      ),
    ];
  if (text !== undefined)
    return [
      knownBy(
        sql`${customerContact.type} in ('wechat', 'email', 'line', 'whatsapp') and ${customerContact.value_norm} = ${text}`,
      ),
    ];
  if (digits === undefined) return [];
  const { written, international } = writtenNumber(digits);
  // A second number from abroad is also typed without its country code.
  const abroad = sql`select '+' || ${country.phone_cc} || one from ${country}, unnest(${sql.param(written)}::text[]) one`;
  const values = sql`any(array(select unnest(${sql.param([...written, ...international])}::text[]) union ${abroad}))`;
  const known = knownBy(
    sql`${customerContact.type} in ('phone', 'wechat', 'line', 'whatsapp') and ${customerContact.value_norm} = ${values}`,
  );
  // An invalid number is stored as it was written, and the check does not contain it.
  const ends = written.map((one) => one.slice(-4));
  const odd = sql`(right(${customer.phone}, 4) = any(${sql.param(ends)}::text[]) and ${customer.phone} = any(${sql.param(written)}::text[]))`;
  const whole = [known, odd];
  // "is true" stops the planner from using the condition of visibility to find the rows.
  return whole.map((one) => sql`(${one} and (${isShown(caller)}) is true)`);
}
