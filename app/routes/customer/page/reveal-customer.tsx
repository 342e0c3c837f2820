import type { z } from "zod";
import { call } from "~/app/api/call";
import type { Contact } from "~/app/features/contacts/contacts";
import { RevealContacts } from "~/app/features/contacts/reveal-contacts";
import { t } from "~/app/i18n/t";
import { customer } from "~/contract/customer/customer";
import { Customer, type CustomerDetail } from "~/contract/customer/customer-record";
import { labelOf } from "~/contract/field";
import { isForbidden } from "./forbidden-banner";

type Revealed = z.output<typeof customer.phone.reply>;
export type RevealedContacts = Omit<Revealed, "left">;

interface RevealCustomerProps {
  record: CustomerDetail;
  onRevealed: (contacts: RevealedContacts) => void;
  onClose: () => void;
}

export function RevealCustomer({ record, onRevealed, onClose }: RevealCustomerProps) {
  const { id, name, customer_no } = record;
  return (
    <RevealContacts
      about={t("客户：{names}", { names: `${name}（${customer_no}）` })}
      ask={(query) => call(customer.phone, { params: { id }, query })}
      contactsOf={(revealed) => contactsOf(revealed, record)}
      onRevealed={({ left: _, ...contacts }) => onRevealed(contacts)}
      onClose={onClose}
    />
  );
}

function contactsOf({ left: _, ...contacts }: Revealed, record: CustomerDetail): Contact[] {
  const { phone_cc: phoneCc } = record;
  const dials: Partial<Record<keyof RevealedContacts, string | null>> = {
    phone: contacts.phone && phoneCc ? `+${phoneCc}${contacts.phone}` : contacts.phone,
    phone2: contacts.phone2,
    whatsapp: contacts.whatsapp,
  };
  const names = Object.keys(contacts) as (keyof RevealedContacts)[]; // the reply's own keys
  return names.map((name) => ({
    label: labelOf(Customer.shape[name], name),
    value: contacts[name],
    dial: isForbidden(record) ? undefined : (dials[name] ?? undefined),
  }));
}
