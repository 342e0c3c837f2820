import { PhoneLink } from "~/app/features/contacts/contacts";
import type { CustomerRow } from "~/contract/customer/customer-record";
import { formatPhone } from "~/contract/format";

type Called = Pick<CustomerRow, "phone" | "phone_cc" | "is_blacklisted">;

/** One's own number is called by touching it; a masked or forbidden one is only shown. */
export function CustomerPhone({ row }: { row: Called }) {
  const call = callOf(row);
  if (call) return <PhoneLink {...call} isBare />;
  return row.phone ? formatPhone(row.phone, row.phone_cc) : "–";
}

/** The number, where one may call it. */
export function callOf({ phone, phone_cc, is_blacklisted }: Called) {
  if (!phone || is_blacklisted || phone.includes("*")) return undefined;
  return { number: `${phone_cc ? `+${phone_cc}` : ""}${phone}`, text: formatPhone(phone, phone_cc) };
}
