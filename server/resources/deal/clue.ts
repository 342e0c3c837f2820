import { and, eq, isNull } from "drizzle-orm";
import type { z } from "zod";
import { type ClueContract, type ClueSubscribe, clue as contract } from "~/contract/clue/clue";
import type { DealStatus } from "~/contract/deal/deal-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { pick, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { serveAct } from "~/server/lib/serve";
import { checkStatus, lockClue } from "~/server/resources/clue/clue/change";
import type { ClueRecord } from "~/server/resources/clue/clue/scope";
import { detailAfter, fresh } from "~/server/resources/clue/clue/view";
import { checkClue, clueContracted, clueSubscribed } from "./deal/effects";
import { lockDeal, visibleDeals } from "./deal/record";

export const clueHandlersOfDeals = [
  serveAct(contract.subscribe, detailAfter, fresh(subscribeClue)),
  serveAct(contract.contract, detailAfter, fresh(contractClue)),
];

type Follow = z.output<typeof ClueSubscribe>;

/** Moves a lead to the subscription of its deal (domain C.6). Deals do it themselves: this is for a lead that was left behind. */
async function subscribeClue(call: SignedCall, id: number, body: Follow): Promise<void> {
  const row = await lockClue(call, id);
  checkStatus(row, "valid", "visited");
  const of = await dealOf(call, row, body, "subscribed", "contracted", "completed");
  checkClue(row, of);
  await clueSubscribed(call, row, of, momentOf(call, body, row.visited_at ?? row.created_at, "认购时间"));
}

async function contractClue(call: SignedCall, id: number, body: z.output<typeof ClueContract>): Promise<void> {
  const row = await lockClue(call, id);
  checkStatus(row, "subscribed");
  const of = await dealOf(call, row, body, "contracted", "completed");
  await clueContracted(call, row, of, momentOf(call, body, row.subscribed_at ?? row.created_at, "签约时间"));
}

/** The lead's own deal, if it is far enough; locked after the lead, as everywhere. */
async function dealOf(call: SignedCall, { id }: ClueRecord, { deal_id }: Follow, ...states: DealStatus[]) {
  const wrong = (message: string) => refuseFields([{ field: "deal_id", label: "成交", message }]);
  const [seen] = await pick(
    call.db,
    deal,
    ["id"],
    and(eq(deal.id, deal_id), isNull(deal.deleted_at), visibleDeals(call.user)),
  );
  if (!seen) return wrong("成交不存在，或不在您的权限范围内");
  const of = await lockDeal(call, deal_id);
  if (of.clue_id !== id) return wrong("该成交不是由这条报备而来的");
  return states.includes(of.status) ? of : refuse(40902);
}

function momentOf({ services }: SignedCall, { at }: Follow, after: string, label: string): string {
  const now = services.now();
  const wrong = (message: string) => refuseFields([{ field: "at", label, message }]);
  if (at === null) return isoInstant(now);
  if (Date.parse(at) > now.getTime()) return wrong(`${label}不能晚于现在`);
  return Date.parse(at) < Date.parse(after) ? wrong(`${label}不能早于上一步`) : isoInstant(at);
}
