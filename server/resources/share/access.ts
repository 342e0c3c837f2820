import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { labelOf } from "~/contract/field";
import { ShareCreate, type ShareRow } from "~/contract/share/share";
import { clue } from "~/server/database/tables/clue/clue";
import { customer } from "~/server/database/tables/customer/customer";
import { share } from "~/server/database/tables/share/share";
import { inScope } from "~/server/identity/scope";
import { refuseFields, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { agentsOf } from "~/server/resources/agent/agent/scope";
import { visibleTo } from "~/server/resources/customer/customer/row";

/** Customers of the leads of the agents that a caller manages. */
const ofOwnLeads = (caller: Caller): SQL =>
  caller.permissions.has("clue:clue:view")
    ? sql`(${customer.deleted_at} is null and exists (select 1 from ${clue} where ${clue.customer_id} = ${customer.id}
        and ${clue.agent_id} = any(array(${agentsOf(sql`select ${caller.id}::bigint`)}))))`
    : sql`false`;

/** Customers that a caller may send something to. */
const reachedBy = (caller: Caller): SQL => sql`(coalesce(${visibleTo(caller)}, false) or ${ofOwnLeads(caller)})`;

/** The shares that a caller sees: of the customers that they see; without one their own, and those of the people they manage (domain A.1). */
export function visibleShares(caller: Caller): SQL {
  const own = caller.permissions.has("customer:info:view")
    ? inScope(share.user_id, caller, "customer")
    : eq(share.user_id, caller.id);
  return sql`(case when ${share.customer_id} is null then ${own}
    else exists (select 1 from ${customer} where ${customer.id} = ${share.customer_id} and ${reachedBy(caller)}) end)`;
}

/** Refuses a customer that the caller does not see. */
export async function checkCustomer({ db, user: caller }: SignedCall, id: number): Promise<void> {
  const [row] = await db
    .select({ id: customer.id })
    .from(customer)
    .where(and(eq(customer.id, id), isNull(customer.deleted_at), reachedBy(caller)))
    // So that a merge or an erasure finds the share.
    .for("key share");
  if (row) return;
  const label = labelOf(ShareCreate.shape.customer_id, "客户");
  refuseFields([{ field: "customer_id", label, message: "客户不存在，或不在您的权限范围内" }]);
}

/** A customer as the caller may read them. */
export const customerSeen = (row: {
  customer_id: number | null;
  customer_name: string | null;
  customer_no: string | null;
  sees_customer: boolean;
}): ShareRow["customer"] =>
  row.customer_id === null
    ? null
    : {
        id: row.customer_id,
        name: (row.sees_customer ? row.customer_name : row.customer_no) ?? "",
        is_visible: row.sees_customer,
      };
