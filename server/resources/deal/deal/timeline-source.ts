import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { DealBrief } from "~/contract/deal/deal-brief";
import { deal } from "~/server/database/tables/deal/deal";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { visibleDeals } from "./scope";
import { selectDeals, toDealRow } from "./view";

export const bought: Source = {
  kind: "deal",
  from: sql`${deal}`,
  id: deal.id,
  at: deal.created_at,
  where: ({ user }, customerId) => and(eq(deal.customer_id, customerId), isNull(deal.deleted_at), visibleDeals(user)),
  show: async (call, ids) => {
    const rows = await selectDeals(call).where(inArray(deal.id, ids));
    return byId(
      rows.map((row) => toDealRow(row, call.user)),
      (row) => ({ kind: "deal", deal: DealBrief.parse(row) }),
    );
  },
};
