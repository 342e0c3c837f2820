import { call } from "~/app/api/call";
import { RevealContacts } from "~/app/features/contacts/reveal-contacts";
import { t } from "~/app/i18n/t";
import { customer as contract } from "~/contract/customer/customer";
import { Customer, contactFields } from "~/contract/customer/customer-record";
import type { DayCustomer } from "~/contract/dashboard/blocks";
import { labelOf } from "~/contract/field";

export function RevealDay({ customer, onClose }: { customer: DayCustomer; onClose: () => void }) {
  const { id, name, customer_no, phone_cc, is_blacklisted } = customer;
  const dialOf = (field: string, value: string | null) => {
    if (is_blacklisted || !value) return undefined;
    if (field === "phone") return phone_cc ? `+${phone_cc}${value}` : value;
    return field === "phone2" || field === "whatsapp" ? value : undefined;
  };
  return (
    <RevealContacts
      about={t("客户：{names}", { names: `${name}（${customer_no}）` })}
      ask={(query) => call(contract.phone, { params: { id }, query })}
      contactsOf={(revealed) =>
        contactFields
          .filter((field) => field !== "phone_cc")
          .map((field) => ({
            label: labelOf(Customer.shape[field], field),
            value: revealed[field],
            dial: dialOf(field, revealed[field]),
          }))
      }
      onClose={onClose}
    />
  );
}
