import { and, eq, or } from "drizzle-orm";
import type { ContactField, Contacts } from "~/contract/mask";
import type { Db } from "~/server/database/database";
import { customerContact } from "~/server/database/tables/customer/customer";
import { type Phone, readPhone } from "~/server/lib/phone";
import { keyOf } from "~/server/lib/text";

export interface NormalContact {
  field: ContactField;
  type: "phone" | "wechat" | "email" | "line" | "whatsapp";
  value: string;
}

export type GivenContacts = Contacts & { phone_cc: string | null };

interface KnownContact {
  type: string;
  value: string;
}

const types: Record<ContactField, NormalContact["type"]> = {
  phone: "phone",
  phone2: "phone",
  wechat: "wechat",
  email: "email",
  line_id: "line",
  whatsapp: "whatsapp",
};
export const noContacts: GivenContacts = {
  phone_cc: null,
  phone: null,
  phone2: null,
  wechat: null,
  email: null,
  line_id: null,
  whatsapp: null,
};
export const contactNames = Object.keys(types) as ContactField[]; // the keys of the literal above

/** Contacts whose first number may have been read already. */
type ReadContacts = GivenContacts & { phone_e164?: string | null };

/** Every contact of a record, normalised, without invalid numbers. */
export function normalContacts(contacts: ReadContacts): NormalContact[] {
  return contactNames.flatMap((field) => {
    const value = contacts[field];
    const normal = value && normalOf(field, value, contacts);
    return normal ? [{ field, type: types[field], value: normal }] : [];
  });
}

function normalOf(field: ContactField, value: string, { phone_cc, phone_e164 }: ReadContacts) {
  if (types[field] !== "phone") return keyOf(value);
  const isRead = field === "phone" && phone_e164 !== undefined;
  return isRead ? phone_e164 : readPhone(value, phone_cc)?.phone_e164;
}

/** The contacts that identify a person (domain C.1.4); LINE and WhatsApp are stored, but do not. */
export const provingContacts = (contacts: readonly NormalContact[]) =>
  contacts.flatMap(({ field, type, value }) =>
    type === "line" || type === "whatsapp" ? [] : [{ field, type, value }],
  );

export const contactKey = ({ type, value }: KnownContact) => `${type}:${value}`;

export function unknownContacts<C extends KnownContact>(contacts: readonly C[], known: readonly KnownContact[]): C[] {
  const held = new Set(known.map(contactKey));
  return contacts.filter((contact) => !held.has(contactKey(contact)));
}

/** The columns of a number that has been read. */
export const readColumns = (number: Phone) => ({ ...number, phone_last4: number.phone.slice(-4) });

export function phoneColumns(contacts: Pick<GivenContacts, "phone" | "phone_cc">) {
  const number = contacts.phone ? readPhone(contacts.phone, contacts.phone_cc) : undefined;
  if (!number) return { phone: contacts.phone, phone_cc: contacts.phone_cc, phone_e164: null, phone_last4: null };
  return readColumns(number);
}

export async function keepContacts(db: Db, customerId: number, contacts: NormalContact[]): Promise<void> {
  await db.delete(customerContact).where(eq(customerContact.customer_id, customerId));
  await addContacts(db, customerId, contacts);
}

/** Replaces a record's old contacts in the collision check by its new ones; contacts from a merge stay. */
export async function changeContacts(db: Db, customerId: number, before: NormalContact[], after: NormalContact[]) {
  const held = before.map(({ type, value }) =>
    and(eq(customerContact.type, type), eq(customerContact.value_norm, value)),
  );
  if (held.length)
    await db.delete(customerContact).where(and(eq(customerContact.customer_id, customerId), or(...held)));
  await addContacts(db, customerId, after);
}

export async function addContacts(db: Db, customerId: number, contacts: readonly KnownContact[]): Promise<void> {
  if (contacts.length === 0) return;
  await db
    .insert(customerContact)
    .values(contacts.map(({ type, value }) => ({ customer_id: customerId, type, value_norm: value })));
}
