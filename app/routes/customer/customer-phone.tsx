import { PhoneLink } from "~/app/features/contacts/contacts";
import type { CustomerRow } from "~/contract/customer/customer-record";
import { formatPhone } from "~/contract/format";

type Called = Pick<CustomerRow, "phone" | "phone_cc" | "is_blacklisted">;

/** One's own number is called by touching it; a masked or forbidden one is only shown. */
export function CustomerPhone({ row: { phone, phone_cc, is_blacklisted } }: { row: Called }) {
  if (!phone) return "–";
  if (is_blacklisted || phone.includes("*")) return formatPhone(phone, phone_cc);
  return <PhoneLink number={`${phone_cc ? `+${phone_cc}` : ""}${phone}`} text={formatPhone(phone, phone_cc)} isBare />;
}
