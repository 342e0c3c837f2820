import { eq, type SQL, sql } from "drizzle-orm";
import { hitLimit, type InquiryHit } from "~/contract/shared/search";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";
import { maskContact } from "~/server/lib/mask";
import { found } from "~/server/lib/refusal";
import { matchesKeyword } from "./list";
import { visibleInquiries } from "./scope";

/** Of so many the best are shown. A keyword that finds more is common: a walk from the newest meets it soon. */
const fewHits = 500;

/** A few of the inquiries that the caller sees: what is called exactly so before the rest, one's own before others'. */
export async function searchInquiries(call: SignedCall, keyword: string): Promise<InquiryHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("inquiry:inquiry:view")) return [];
  const where = sql`${visibleInquiries(caller)} and ${matchesKeyword(keyword, caller)}`;
  const order = sql`(${inquiry.name} = ${keyword} or ${inquiry.inquiry_no} = ${keyword.toUpperCase()}) desc,
    (${inquiry.assignee_id} is not distinct from ${caller.id}) desc, ${inquiry.created_at} desc, ${inquiry.id} desc`;
  const ids = await firstOf(db, where, order);
  const rows = await db
    .select({ inquiry, assignee: user.name })
    .from(inquiry)
    .leftJoin(user, eq(user.id, inquiry.assignee_id))
    .where(sql`${inquiry.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ inquiry: row, assignee }) => ({
    id: row.id,
    inquiry_no: row.inquiry_no,
    kind: row.kind,
    name: row.name,
    phone: row.assignee_id === caller.id ? row.phone : maskContact("phone", row.phone),
    status: row.status,
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, name: assignee ?? "" },
  }));
}

async function firstOf(db: SignedCall["db"], where: SQL, order: SQL): Promise<number[]> {
  const { rows } = await db.execute<{ n: number; ids: string[] }>(sql`
    with hit as materialized (select ${inquiry}.* from ${inquiry} where ${where} limit ${fewHits + 1})
    select (select count(*)::int from hit) as n,
      array(select ${inquiry.id} from hit as ${inquiry} order by ${order} limit ${hitLimit}) as ids`);
  const { n, ids } = found(rows[0]);
  if (n <= fewHits) return ids.map(Number);
  const { rows: newest } = await db.execute<{ id: string }>(
    sql`select ${inquiry.id} from ${inquiry} where ${where} order by ${inquiry.created_at} desc, ${inquiry.id} desc limit ${hitLimit}`,
  );
  return newest.map(({ id }) => Number(id));
}
