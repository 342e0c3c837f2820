import { eq, sql } from "drizzle-orm";
import { CustomerUserRow } from "~/contract/customer/customer-user";
import type { Permission } from "~/contract/permissions";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { isInForce } from "~/server/identity/blacklist";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { maskContact } from "~/server/lib/mask";
import { found } from "~/server/lib/refusal";
import { rowOf } from "~/server/lib/row";
import { reachableBy, visibleTo } from "../customer/customer-scope";

export type CustomerUserRecord = typeof customerUser.$inferSelect;

export const nameOfUser = ({ nickname, user_no }: Pick<CustomerUserRecord, "nickname" | "user_no">) =>
  nickname ?? user_no;

export function selectUsers({ db, user, services }: SignedCall) {
  return db
    .select({
      row: customerUser,
      customer_no: customer.customer_no,
      customer_name: customer.name,
      is_visible: sql<boolean>`coalesce(${visibleTo(user)}, false)`,
      is_reachable: reachableBy(user),
      is_blacklisted: sql<boolean>`exists (select 1 from ${blacklist}
        where (${blacklist.type}, ${blacklist.value}) in (('user', ${customerUser.id}::text),
          ('phone', ${customerUser.phone_e164}), ('email', ${customerUser.email})) and ${isInForce(services.now())})`,
    })
    .from(customerUser)
    .leftJoin(customer, eq(customer.id, customerUser.customer_id));
}
export type ViewedUser = Awaited<ReturnType<typeof selectUsers>>[number];

export function toUserRow(viewed: ViewedUser, caller: Caller): CustomerUserRow {
  const { row, is_blacklisted } = viewed;
  return rowOf(CustomerUserRow, row, {
    name: nameOfUser(row),
    phone: maskContact("phone", row.phone),
    email: maskContact("email", row.email),
    customer: customerOf(viewed),
    is_blacklisted,
    can: canDo(viewed, caller),
  });
}

function customerOf({ row, customer_no, customer_name, is_visible }: ViewedUser): CustomerUserRow["customer"] {
  if (row.customer_id === null) return null;
  // Their number is no secret; the name of a customer out of one's sight is.
  return { id: row.customer_id, name: (is_visible ? customer_name : customer_no) ?? "", is_visible };
}

function canDo({ row, is_reachable }: ViewedUser, caller: Caller): CustomerUserRow["can"] {
  const may = (code: Permission) => caller.permissions.has(code);
  const isFree = row.customer_id === null && row.status !== "unregistered";
  return {
    disable: row.status === "normal" && may("customer:user:disable"),
    enable: row.status === "disabled" && may("customer:user:disable"),
    link: isFree && may("customer:info:edit"),
    unlink: row.customer_id !== null && is_reachable && may("customer:info:edit"),
    convert: isFree && row.status === "normal" && may("customer:info:create"),
    reveal: may("customer:phone:view") && Boolean(row.phone || row.email),
  };
}

export async function userRowOf(call: SignedCall, id: number): Promise<CustomerUserRow> {
  const [viewed] = await selectUsers(call).where(eq(customerUser.id, id));
  return toUserRow(found(viewed), call.user);
}
