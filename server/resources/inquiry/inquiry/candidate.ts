import { and, eq, isNull, sql } from "drizzle-orm";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import { customer } from "~/server/database/tables/customer/customer";
import { share } from "~/server/database/tables/share/share";
import type { Looking } from "~/server/lib/call";
import { visibleTo } from "~/server/resources/customer/customer/row";
import type { InquiryRecord } from "./change";

/** Whom the page was sent to that an inquiry was asked on, unless it is linked already: a guess, since links are forwarded (domain C.7). */
export async function candidateOf(
  { db, user: caller }: Looking,
  { share_id, customer_id }: Pick<InquiryRecord, "share_id" | "customer_id">,
): Promise<InquiryDetail["candidate"]> {
  if (share_id === null || customer_id !== null) return null;
  const [row] = await db
    .select({
      ...{ id: customer.id, name: customer.name, customer_no: customer.customer_no },
      is_visible: sql<boolean>`coalesce(${visibleTo(caller)}, false)`,
    })
    .from(share)
    .innerJoin(customer, eq(customer.id, share.customer_id))
    .where(and(eq(share.id, share_id), isNull(customer.destroyed_at)));
  return row ? { id: row.id, name: row.is_visible ? row.name : row.customer_no, is_visible: row.is_visible } : null;
}
