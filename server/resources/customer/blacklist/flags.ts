import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { isInForce } from "~/server/identity/blacklist";
import { idsOf, pick, setRows } from "~/server/lib/call";

type Entry = Pick<typeof blacklist.$inferSelect, "type" | "value" | "customer_id">;

/** The entries about a customer: they name the customer, a contact of theirs, or their registered user. */
const entriesAbout = (customerId: SQL | number | typeof customer.id): SQL => sql`(
  select entry.id from blacklist entry join customer_contact contact
    on contact.type = entry.type and contact.value_norm = entry.value where contact.customer_id = ${customerId}
  union all select entry.id from blacklist entry where entry.customer_id = ${customerId}
  union all select entry.id from blacklist entry join customer_user account
    on entry.type = 'user' and entry.value = account.id::text where account.customer_id = ${customerId})`;

/** What is forbidden for a customer at that moment: the effects of all entries about them. */
export async function forbiddenOf(db: Db, customerId: number, now: Date): Promise<string[]> {
  const rows = await pick(
    db,
    blacklist,
    ["effects"],
    and(sql`${blacklist.id} in ${entriesAbout(customerId)}`, isInForce(now)),
  );
  return [...new Set(rows.flatMap(({ effects }) => effects))];
}

/** Updates whether a customer is blacklisted: after a change of their contacts or their registered user. */
export const flagCustomer = (db: Db, customerId: number, now: Date): Promise<void> => setFlags(db, [customerId], now);

/** The same for all customers that these entries are about: after the entries start or end. */
export async function flagCustomers(db: Db, now: Date, entries: readonly Entry[]): Promise<void> {
  const named = entries.flatMap(({ customer_id }) => customer_id ?? []);
  const accounts = entries.flatMap(({ type, value }) => (type === "user" ? Number(value) : []));
  const contacts = entries.map(({ type, value }) =>
    and(eq(customerContact.type, type), eq(customerContact.value_norm, value)),
  );
  if (contacts.length === 0) return;
  const byContact = await pick(db, customerContact, { id: customerContact.customer_id }, or(...contacts));
  const byAccount = accounts.length
    ? await db.select({ id: customerUser.customer_id }).from(customerUser).where(inArray(customerUser.id, accounts))
    : [];
  await setFlags(db, [...named, ...[...byContact, ...byAccount].flatMap(({ id }) => id ?? [])], now);
}

/** The flag follows from the entries: the customer's version does not change. */
async function setFlags(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  // In the order of the ids, in which every act locks rows.
  const rows = await pick(db, customer, ["id"], inArray(customer.id, [...ids]), { order: customer.id, lock: "update" });
  await setRows(db, customer, inArray(customer.id, idsOf(rows)), {
    is_blacklisted: sql`exists (select 1 from ${blacklist} where ${blacklist.id} in ${entriesAbout(customer.id)} and ${isInForce(now)})`,
    updated_at: sql`${customer.updated_at}`,
  });
}
