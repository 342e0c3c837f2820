import { call } from "~/app/api/call";
import type { CustomerDetail } from "~/contract/customer/customer-record";
import { type CustomerUserRow, customerUser } from "~/contract/customer/customer-user";
import { mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { option } from "~/contract/shared/option";

export interface Client {
  id: number;
  name: string;
  seen: Pick<CustomerUserRow, "phone" | "customer"> | undefined;
}

/**
 * The registered user of `client_id` who is not linked to this customer, if the user may link them; undefined where there is nothing to
 * ask: no number, the text `false` of the legacy addresses, or a number without a user.
 */
export async function loadClient(
  request: Request,
  record: CustomerDetail,
  profile: Profile,
): Promise<Client | undefined> {
  const given = new URL(request.url).searchParams.get("client_id") ?? "";
  if (!/^\d{1,15}$/.test(given) || !record.can.edit || !mayCall(profile, customerUser.link)) return undefined;
  const id = Number(given);
  if (id === record.customer_user?.id) return undefined;
  const options = { signal: request.signal, silent: true };
  // The page must open with any strange address.
  const nobody = () => {
    request.signal.throwIfAborted();
    return undefined;
  };
  if (mayCall(profile, customerUser.get)) {
    const user = await call(customerUser.get, { params: { id } }, options).catch(nobody);
    return user && user.status !== "unregistered" ? { id, name: user.name, seen: user } : undefined;
  }
  const names = await call(option.community, { query: { scenes: ["customer_users"], ids: [id] } }, options).catch(
    nobody,
  );
  const named = names?.customer_users?.[0];
  return named && !named.disabled ? { id, name: named.label, seen: undefined } : undefined;
}
