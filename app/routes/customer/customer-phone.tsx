import { CustomerCall } from "~/app/features/customer/call-customer";
import { callOf } from "~/app/features/customer/customer-tags";
import type { Followed } from "~/app/features/customer/follow-up-drawer";
import { formatPhone } from "~/contract/format";

export { callOf } from "~/app/features/customer/customer-tags";

export function CustomerPhone({ row }: { row: Followed }) {
  const number = callOf(row);
  if (number) return <CustomerCall customer={row} number={number} isBare />;
  return row.phone ? formatPhone(row.phone, row.phone_cc) : "–";
}
