import { and, eq, inArray } from "drizzle-orm";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, transferRequest } from "~/server/database/tables/customer/customer";
import { notify } from "~/server/lib/notify";
import { announceChange } from "~/server/lib/record-change";
import { found } from "~/server/lib/refusal";

/** Where requests are listed: the inbox of those who decide, and the applicant's own list. */
export const transferLink = (id: number) => ({ link: "/customer/customerInfor?view=transfer", link_id: id });

/** Ends pending requests for customers whose owner changes, and notifies the applicants except `toUser`. */
export async function closeTransfers(
  db: Db,
  now: Date,
  by: number | null,
  customers: number | readonly number[],
  toUser: number | null,
): Promise<void> {
  const at = isoInstant(now);
  const closed = await db
    .update(transferRequest)
    .set({ status: "cancelled", handled_at: at, updated_at: at })
    .where(and(inArray(transferRequest.customer_id, [customers].flat()), eq(transferRequest.status, "pending")))
    .returning({
      id: transferRequest.id,
      customerId: transferRequest.customer_id,
      applicant: transferRequest.applicant_id,
    });
  await announceChange(
    db,
    by,
    closed.map(({ id }) => ({ type: "transfer_request", id })),
  );
  const disappointed = closed.filter(({ applicant }) => applicant !== toUser);
  if (disappointed.length === 0) return;
  const rows = await db
    .select({ id: customer.id, no: customer.customer_no })
    .from(customer)
    .where(
      inArray(
        customer.id,
        disappointed.map(({ customerId }) => customerId),
      ),
    );
  const numbers = new Map(rows.map(({ id, no }) => [id, no]));
  await notify(
    db,
    now,
    by,
    disappointed.map(({ id, customerId, applicant }) => ({
      user_id: applicant,
      category: "customer",
      title: "转移申请已关闭",
      content: `客户【${found(numbers.get(customerId))}】的归属已变更，您的转移申请已自动关闭。`,
      ...transferLink(id),
    })),
  );
}
