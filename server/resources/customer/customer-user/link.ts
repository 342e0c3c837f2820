import { eq } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customerChangeLog } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { changedBy } from "~/server/lib/entity";
import { refuse } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { flagCustomer } from "../blacklist/flags";
import { auditCustomer, type CustomerRecord, lockCustomerRow } from "../customer/row";
import { auditUser, lockUser } from "./status";
import { type CustomerUserRecord, nameOfUser } from "./view";

interface Linked {
  customer_id: number;
}

export async function linkUser(call: SignedCall, id: number, { customer_id: customerId }: Linked): Promise<void> {
  // The customer is locked first, as in every act.
  const { row } = await lockCustomerRow(call, customerId);
  await tieUser(call, id, row);
}

/** The same for a customer that the caller has already locked, such as a new one. The customer's source stays. */
export async function tieUser(
  call: SignedCall,
  id: number,
  about: Pick<CustomerRecord, "id" | "name" | "customer_no">,
): Promise<void> {
  const row = await lockUser(call, id);
  if (row.status === "unregistered") return refuse(40902);
  if (row.customer_id !== null) return refuse(40900, { label: "该注册用户已关联客户" });
  const [other] = await call.db
    .select({ id: customerUser.id })
    .from(customerUser)
    .where(eq(customerUser.customer_id, about.id));
  if (other) return refuse(40900, { label: "该客户已关联注册用户" });
  await setLink(call, row, about, "link");
}

export async function unlinkUser(call: SignedCall, id: number, { customer_id: customerId }: Linked): Promise<void> {
  const { row: about } = await lockCustomerRow(call, customerId);
  const row = await lockUser(call, id);
  if (row.customer_id !== about.id) return refuse(40902);
  await setLink(call, row, about, "unlink");
}

/** The link belongs to the user, so the customer's version stays, and open forms stay valid. */
async function setLink(
  call: SignedCall,
  row: CustomerUserRecord,
  about: Pick<CustomerRecord, "id" | "name" | "customer_no">,
  action: "link" | "unlink",
): Promise<void> {
  const { db, user, services } = call;
  const at = isoInstant(services.now());
  const isLinked = action === "link";
  await setRow(db, customerUser, row.id, { customer_id: isLinked ? about.id : null, ...changedBy(call) });
  await flagCustomer(db, about.id, services.now());
  const change = (field: string, label: string, value: string) => [
    { field, label, before: isLinked ? null : value, after: isLinked ? value : null },
  ];
  const verb = isLinked ? "关联" : "取消关联";
  const ofCustomer = change("customer_user_id", "注册用户", `${nameOfUser(row)}（${row.user_no}）`);
  await db.insert(customerChangeLog).values({ customer_id: about.id, action, changes: ofCustomer, by: user.id, at });
  await auditCustomer(call, about, {
    action: "update",
    summary: `客户${about.customer_no}${verb}注册用户${row.user_no}`,
    changes: ofCustomer,
  });
  await auditUser(call, row, {
    summary: `注册用户${row.user_no}${verb}客户${about.customer_no}`,
    changes: change("customer_id", "关联客户", `${about.name}（${about.customer_no}）`),
  });
}
