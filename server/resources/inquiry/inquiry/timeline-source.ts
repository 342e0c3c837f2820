import { and, eq, inArray, sql } from "drizzle-orm";
import { InquiryBrief } from "~/contract/inquiry/inquiry-brief";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { visibleInquiries } from "./scope";
import { selectInquiries, toInquiryRows } from "./view";

export const asked: Source = {
  kind: "inquiry",
  from: sql`${inquiry}`,
  id: inquiry.id,
  at: inquiry.created_at,
  where: ({ user }, customerId) => and(eq(inquiry.customer_id, customerId), visibleInquiries(user)),
  show: async (call, ids) => {
    const rows = await selectInquiries(call).where(inArray(inquiry.id, ids));
    return byId(await toInquiryRows(call, rows), (row) => ({ kind: "inquiry", inquiry: InquiryBrief.parse(row) }));
  },
};
