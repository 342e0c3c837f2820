import { eq, sql } from "drizzle-orm";
import { hitLimit, InquiryHit } from "~/contract/search/search";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { firstHits } from "~/server/lib/list";
import { maskContact } from "~/server/lib/mask";
import { rowOf } from "~/server/lib/row";
import { isText } from "~/server/lib/search";
import { matchesKeyword } from "./list";
import { visibleInquiries } from "./scope";

export async function searchInquiries(call: SignedCall, keyword: string): Promise<InquiryHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("inquiry:inquiry:view")) return [];
  const where = sql`${visibleInquiries(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = sql`(${isText(inquiry.name, keyword)} or ${inquiry.inquiry_no} = ${keyword.toUpperCase()}) desc,
    (${inquiry.assignee_id} is not distinct from ${caller.id}) desc, ${inquiry.created_at} desc, ${inquiry.id} desc`;
  const ids = await firstHits(db, { table: inquiry, where, order, age: inquiry.created_at });
  const rows = await db
    .select({ inquiry, assignee: user.name })
    .from(inquiry)
    .leftJoin(user, eq(user.id, inquiry.assignee_id))
    .where(sql`${inquiry.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ inquiry: row, assignee }) =>
    rowOf(InquiryHit, row, {
      phone: row.assignee_id === caller.id ? row.phone : maskContact("phone", row.phone),
      assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: assignee ?? "" },
    }),
  );
}
