import { PhoneLink } from "~/app/features/contacts/contacts";
import { type Called, callOf } from "~/app/features/customer/customer-tags";
import { formatPhone } from "~/contract/format";

export { callOf } from "~/app/features/customer/customer-tags";

/** One's own number is called by touching it; a masked or forbidden one is only shown. */
export function CustomerPhone({ row }: { row: Called }) {
  const call = callOf(row);
  if (call) return <PhoneLink {...call} isBare />;
  return row.phone ? formatPhone(row.phone, row.phone_cc) : "–";
}
