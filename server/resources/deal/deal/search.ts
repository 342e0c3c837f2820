import { isNull, sql } from "drizzle-orm";
import { DealHit, hitLimit } from "~/contract/search/search";
import { deal } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import { firstHits } from "~/server/lib/list";
import { rowOf } from "~/server/lib/row";
import { matchesDeal } from "./list";
import { visibleDeals } from "./scope";
import { selectDeals } from "./view";

export async function searchDeals(call: SignedCall, keyword: string): Promise<DealHit[]> {
  const { db, user: caller } = call;
  if (!caller.permissions.has("deal:deal:view")) return [];
  const where = sql`${isNull(deal.deleted_at)} and ${visibleDeals(caller)} and ${matchesDeal(keyword)}`;
  const order = sql`(${deal.buyer_name} = ${keyword} or ${deal.deal_no} = ${keyword.toUpperCase()}) desc,
    ${deal.created_at} desc, ${deal.id} desc`;
  const ids = await firstHits(db, { table: deal, where, order, age: deal.created_at });
  const rows = await selectDeals(call)
    .where(sql`${deal.id} = any(${sql.param(ids)}::bigint[])`)
    .orderBy(order)
    .limit(hitLimit);
  return rows.map(({ deal: row, estate }) =>
    rowOf(DealHit, row, {
      estate: estate.name,
      unit: [row.building, row.unit_no].filter(Boolean).join(" "),
    }),
  );
}
