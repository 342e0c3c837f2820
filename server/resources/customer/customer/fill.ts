import { intentEstateLimit } from "~/contract/customer/customer-record";
import { found } from "~/server/lib/call";
import { partsOf } from "~/server/lib/phone";
import { type NormalContact, normalContacts, readColumns, unknownContacts } from "./contact/contacts";
import type { CustomerRecord } from "./row";

/** Facts that stand or fall together: one of them alone would say something else. */
const groups = [
  ["country_code", "district_id"],
  ["budget_min", "budget_max", "budget_currency"],
  ["gender"],
  ["birth_year"],
  ["industry"],
  ["language"],
  ["loan_need"],
  ["purposes"],
  ["intent_country_codes"],
  ["intent_district_ids"],
  ["agent_id"],
  ["referrer_customer_id"],
  ["tags"],
  ["remark"],
] as const satisfies readonly (readonly (keyof CustomerRecord)[])[];

type Name = (typeof groups)[number][number];
type ContactColumn =
  | "phone_cc"
  | "phone"
  | "phone_e164"
  | "phone_last4"
  | "phone2"
  | "wechat"
  | "email"
  | "line_id"
  | "whatsapp";

const isEmpty = (value: unknown) =>
  value === null || value === "unknown" || (Array.isArray(value) && value.length === 0);

/** What a record lacks and another one knows of the same person; the estates that they have in mind come together. */
export function missingFacts(row: CustomerRecord, from: Pick<CustomerRecord, Name | "intent_estate_ids">) {
  const lacking = groups.filter((group) => group.every((name) => isEmpty(row[name])));
  const known = lacking.flatMap((group) => group.filter((name) => !isEmpty(from[name])));
  const filled: Partial<CustomerRecord> = Object.fromEntries(
    known
      .map((name) => [name, from[name]])
      .filter(([name, value]) => name !== "referrer_customer_id" || value !== row.id),
  );
  const estates = [...new Set([...row.intent_estate_ids, ...from.intent_estate_ids])].slice(0, intentEstateLimit);
  return estates.length > row.intent_estate_ids.length ? { ...filled, intent_estate_ids: estates } : filled;
}

/** The contacts that a record lacks: those that it has room for, as its columns, and the rest. */
export function missingContacts(
  row: Pick<CustomerRecord, ContactColumn>,
  from: Pick<CustomerRecord, ContactColumn>,
  isFree: (contact: NormalContact) => boolean = () => true,
) {
  const columns: Partial<Pick<CustomerRecord, ContactColumn>> = {};
  const rest: NormalContact[] = [];
  for (const contact of unknownContacts(normalContacts(from), normalContacts(row)).filter(isFree)) {
    const held = { ...row, ...columns };
    if (contact.type === "phone" && !held.phone) Object.assign(columns, readColumns(found(partsOf(contact.value))));
    else if (contact.type === "phone" && !held.phone2) columns.phone2 = contact.value;
    else if (contact.type !== "phone" && !held[contact.field]) columns[contact.field] = from[contact.field];
    else rest.push(contact);
  }
  return { columns, rest };
}
