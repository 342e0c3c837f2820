import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract } from "~/contract/customer/customer";
import { customer } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { found, refuse } from "~/server/lib/refusal";
import { reveal, revealsLeft } from "~/server/resources/shared/reveal";
import { visibleTo } from "../customer-scope";

/** The full contacts of a customer that the caller sees; for another user's customer with a reason, which is logged and counted. */
export async function showContacts(
  call: SignedCall,
  id: number,
  reason: string,
): Promise<z.output<typeof contract.phone.reply>> {
  const { db, user } = call;
  const [asked] = await db
    .select({ row: customer, isVisible: visibleTo(user) })
    .from(customer)
    .where(eq(customer.id, id));
  const { row, isVisible } = found(asked);
  if (row.destroyed_at) return refuse(40400);
  if (!isVisible) return refuse(40301);
  const left =
    row.owner_id === user.id
      ? await revealsLeft(call)
      : await reveal(call, { type: "customer", id, name: row.name }, `查看客户${row.customer_no}的完整号码`, reason);
  const { phone, phone2, wechat, email, line_id, whatsapp } = row;
  return { phone, phone2, wechat, email, line_id, whatsapp, left };
}
