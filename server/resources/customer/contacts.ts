import { eq } from "drizzle-orm";
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js";
import type { Database, Transaction } from "~/server/database/database";
import { customerContact } from "~/server/database/tables/customer";
import type { ContactField, Contacts } from "~/server/lib/mask";

/** A contact in the one form that equal contacts share. */
export interface NormalContact {
  field: ContactField;
  type: "phone" | "wechat" | "email" | "line" | "whatsapp";
  value: string;
}

type Given = Contacts & { phone_cc: string | null };

const types: Record<ContactField, NormalContact["type"]> = {
  phone: "phone",
  phone2: "phone",
  wechat: "wechat",
  email: "email",
  line_id: "line",
  whatsapp: "whatsapp",
};
export const contactNames = Object.keys(types) as ContactField[]; // the keys of the literal above

/** A number of that country, however it is written; undefined when there is no such number. */
export function parsePhone(phone: string, callingCode: string | null): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(phone, { defaultCallingCode: callingCode ?? "86" });
  return number?.isValid() ? number : undefined;
}

/** Every contact that a record holds, normalised; a number that is none is left out. */
export function normalContacts(contacts: Given): NormalContact[] {
  return contactNames.flatMap((field) => {
    const value = contacts[field];
    if (!value) return [];
    const isPhone = types[field] === "phone";
    const normal = isPhone ? parsePhone(value, contacts.phone_cc)?.number : value.trim().toLowerCase();
    return normal ? [{ field, type: types[field], value: normal }] : [];
  });
}

/** The columns of a customer that follow from the phone. */
export function phoneColumns(contacts: Pick<Given, "phone" | "phone_cc">) {
  const number = contacts.phone ? parsePhone(contacts.phone, contacts.phone_cc) : undefined;
  if (!number) return { phone: contacts.phone, phone_cc: contacts.phone_cc, phone_e164: null, phone_last4: null };
  const phone: string = number.nationalNumber;
  return {
    phone,
    phone_cc: String(number.countryCallingCode),
    phone_e164: String(number.number),
    phone_last4: phone.slice(-4),
  };
}

/** Replaces what the collision check knows of a customer. */
export async function keepContacts(
  db: Database | Transaction,
  customerId: number,
  contacts: NormalContact[],
): Promise<void> {
  await db.delete(customerContact).where(eq(customerContact.customer_id, customerId));
  if (contacts.length === 0) return;
  await db
    .insert(customerContact)
    .values(contacts.map(({ type, value }) => ({ customer_id: customerId, type, value_norm: value })));
}
