import { and, desc, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { annexLimit } from "~/contract/customer/requirement";
import type { visa as contract } from "~/contract/inquiry/visa";
import { customer, requirement, requirementAnnex } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { found, pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { reachableBy, visibleTo } from "~/server/resources/customer/customer/row";
import { selectAnnexes, selectPapers, toAnnex, toPaper } from "~/server/resources/customer/requirement/annex-view";
import { addAnnex, lockOwner } from "~/server/resources/customer/requirement/annex-write";
import { isOpen } from "~/server/resources/customer/requirement/wishes";
import type { InquiryRecord } from "../inquiry/change";
import { seenInquiry, selectInquiries } from "../inquiry/view";

export async function seenCase(call: SignedCall, id: number): Promise<InquiryRecord> {
  const [viewed] = await selectInquiries(call).where(eq(inquiry.id, id));
  const { inquiry: row } = seenInquiry(viewed);
  return row.kind === "visa" ? row : refuse(40400);
}

/** The annexes of the requirements of a case's customer, as far as the caller sees them. */
const withRequirements = ({ db, user }: SignedCall, customerId: number) =>
  selectAnnexes(db, user)
    .where(and(eq(requirement.customer_id, customerId), isNull(customer.deleted_at), visibleTo(user)))
    .orderBy(desc(requirementAnnex.created_at), desc(requirementAnnex.id))
    .limit(200);

/** All papers of a case that the caller may read: its own, and those of the customer's requirements. */
export async function papersOf(call: SignedCall, row: InquiryRecord) {
  const own = await selectPapers(call)
    .where(eq(requirementAnnex.inquiry_id, row.id))
    .orderBy(desc(requirementAnnex.created_at), desc(requirementAnnex.id));
  const mayRead = call.user.permissions.has("customer:requirement:view");
  const theirs = row.customer_id !== null && mayRead ? await withRequirements(call, row.customer_id) : [];
  const list = [...own.map((one) => toPaper(call, one)), ...theirs.map((one) => toAnnex(call, one))];
  return { own: own.length, list: list.sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id) };
}

export async function casePapers(call: SignedCall & { params: { id: number } }) {
  const { db, user, params } = call;
  const row = await seenCase(call, params.id);
  const { own, list } = await papersOf(call, row);
  const mayGive = row.customer_id !== null && user.permissions.has("customer:requirement:edit");
  const requirements = mayGive
    ? await db
        .select({ id: requirement.id, name: requirement.requirement_no })
        .from(requirement)
        .innerJoin(customer, eq(customer.id, requirement.customer_id))
        .where(and(eq(requirement.customer_id, found(row.customer_id)), isOpen, reachableBy(user)))
        .orderBy(desc(requirement.id))
        .limit(20)
    : [];
  return { list, requirements, room: Math.max(0, annexLimit - own) };
}

/** Adds a file to the case itself, or to a requirement of its customer, which needs that code. */
export async function addPaper(
  call: SignedCall & { params: { id: number } },
  { requirement_id, ...body }: z.output<typeof contract.addPaper.body>,
): Promise<{ id: number }> {
  const { id } = call.params;
  if (requirement_id === null)
    return addAnnex(call, await lockOwner(call, { requirement_id: null, inquiry_id: id }), body);
  const row = await seenCase(call, id);
  const [theirs] = await pick(call.db, requirement, ["customer_id"], eq(requirement.id, requirement_id));
  if (!theirs || theirs.customer_id !== row.customer_id)
    return refuseFields([{ field: "requirement_id", label: "需求", message: "该需求不属于此案件的客户" }]);
  return addAnnex(call, await lockOwner(call, { requirement_id, inquiry_id: null }), body);
}
