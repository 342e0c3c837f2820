import { and, inArray, isNull } from "drizzle-orm";
import type { Ref } from "~/contract/common";
import { deal } from "~/server/database/tables/deal/deal";
import type { SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { refuseFields } from "~/server/lib/refusal";
import { peekDeal } from "./record";
import { visibleDeals } from "./scope";

/** What is about a deal of a customer names one of theirs that the caller sees. */
export async function checkDealOf(
  call: Pick<SignedCall, "db" | "user">,
  dealId: number,
  customerId: number | null,
): Promise<void> {
  const { row } = await peekDeal(call, dealId);
  if (row.customer_id !== customerId)
    refuseFields([{ field: "deal_id", label: "成交", message: "该成交不是这位客户的" }]);
}

/** Deals that other records are about, each by its number, as far as the caller sees them. */
export async function namedDeals(
  { db, user: caller }: { db: SignedCall["db"]; user: Caller },
  ids: readonly number[],
): Promise<Map<number, Ref>> {
  if (ids.length === 0 || !caller.permissions.has("deal:deal:view")) return new Map();
  const rows = await db
    .select({ id: deal.id, name: deal.deal_no })
    .from(deal)
    .where(and(inArray(deal.id, [...new Set(ids)]), isNull(deal.deleted_at), visibleDeals(caller)));
  return new Map(rows.map((row) => [row.id, row]));
}
