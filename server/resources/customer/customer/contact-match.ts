import { type SQL, sql } from "drizzle-orm";
import { askedContact } from "~/contract/contact-keyword";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { country } from "~/server/database/tables/region/geography";
import type { Caller } from "~/server/lib/caller";
import { writtenNumber } from "~/server/lib/contact-search";
import { visibleTo } from "./customer-scope";

/** Customers of whom the collision check knows a contact like this; found first, so that a list joins them by their numbers. */
const knownBy = (contact: SQL): SQL =>
  sql`${customer.id} = any(array(select ${customerContact.customer_id} from ${customerContact} where ${contact}))`;

/** Customers whose numbers somebody is shown in full, or may have shown to them. */
const isShown = (caller: Caller): SQL =>
  caller.permissions.has("customer:phone:view")
    ? visibleTo(caller)
    : sql`(${customer.owner_id} = ${caller.id} and ${customer.deleted_at} is null)`;

/**
 * What a keyword finds by every contact that the collision check knows, those that came with a merge among them: numbers by their last four digits, whole ones only where
 * they are shown; all others as a whole (the rule of `matchesContact`).
 */
export function matchesCustomerContact(keyword: string, caller: Caller): SQL[] {
  const { end, digits, text } = askedContact(keyword);
  if (end !== undefined)
    // In the words of its index.
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
  // The second number of somebody abroad is typed without their country's code, too.
  const abroad = sql`select '+' || ${country.phone_cc} || one from ${country}, unnest(${sql.param(written)}::text[]) one`;
  const values = sql`any(array(select unnest(${sql.param([...written, ...international])}::text[]) union ${abroad}))`;
  const known = knownBy(
    sql`${customerContact.type} in ('phone', 'wechat', 'line', 'whatsapp') and ${customerContact.value_norm} = ${values}`,
  );
  // A number that is none is kept as it was written, and the check does not know it.
  const ends = written.map((one) => one.slice(-4));
  const odd = sql`(right(${customer.phone}, 4) = any(${sql.param(ends)}::text[]) and ${customer.phone} = any(${sql.param(written)}::text[]))`;
  const whole = [known, odd];
  // "is true" keeps the planner from taking all that somebody sees for what finds the rows.
  return whole.map((one) => sql`(${one} and (${isShown(caller)}) is true)`);
}
