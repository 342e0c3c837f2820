import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { ClueStatus } from "~/contract/clue/clue-kinds";
import { liveStatuses } from "~/contract/deal/deal-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { audit } from "~/server/lib/audit";
import { type Actor, pick, refuse, refuseFields } from "~/server/lib/call";
import { moveClue } from "~/server/resources/clue/clue/change";
import type { ClueRecord } from "~/server/resources/clue/clue/scope";
import { forward, reactivated, setStage } from "~/server/resources/customer/customer/facts";
import { sayField } from "./checked";
import type { CustomerRow, DealRecord } from "./record";

async function moveTo(actor: Actor, about: CustomerRow, row: DealRecord, stage: string): Promise<void> {
  if (stage === about.stage) return;
  const changes = await setStage(actor, about, stage);
  await audit(actor, {
    module: "customer",
    action: "update",
    target: { type: "customer", id: about.id, name: about.name },
    summary: `成交${row.deal_no}：客户${about.customer_no}阶段更新`,
    changes,
  });
}

/** A deal moves its customer's stage forward (domain C.1.3). */
export const customerForward = (actor: Actor, about: CustomerRow, row: DealRecord, to: string): Promise<void> =>
  moveTo(actor, about, row, forward(reactivated(about.stage), to));

/** Without this deal: the stage of the customer's other deals, else visited (domain C.1.3). */
export async function customerBack(actor: Actor, about: CustomerRow, row: DealRecord): Promise<void> {
  if (!["subscribed", "contracted", "completed"].includes(about.stage)) return;
  const others = await pick(
    actor.db,
    deal,
    ["status"],
    and(
      eq(deal.customer_id, about.id),
      ne(deal.id, row.id),
      isNull(deal.deleted_at),
      inArray(deal.status, [...liveStatuses, "completed"]),
    ),
  );
  const reached = ["completed", "contracted", "subscribed"].find((one) => others.some(({ status }) => status === one));
  await moveTo(actor, about, row, reached ?? "visited");
}

/** Why a deal cannot belong to a report: it must have its estate and customer, be far enough, and have no other deal. */
export function clueHindrance(
  clue: ClueRecord,
  row: Pick<DealRecord, "estate_id" | "customer_id">,
  states: readonly ClueStatus[] = ["valid", "visited"],
): string | undefined {
  if (clue.estate_id !== row.estate_id) return "该报备不是这个楼盘的";
  if (clue.customer_id !== null && clue.customer_id !== row.customer_id) return "该报备不是这位客户的";
  if (clue.customer_id === null) return "该报备还没有关联客户，请先登记到访";
  if (!states.includes(clue.status)) return "该报备已不在有效期内，不能成交";
  // Without a visit a deal needs the rule that a report alone is valid until the deal.
  return clue.status === "valid" && clue.protect_mode !== "report_deal" ? "该报备还没有登记到访" : undefined;
}

export function checkClue(...asked: Parameters<typeof clueHindrance>): void {
  const message = clueHindrance(...asked);
  if (message) refuseFields(sayField("clue_id", message));
}

/** The report follows its deal to a subscription (domain C.6). */
export async function clueSubscribed(
  actor: Actor,
  clue: ClueRecord,
  row: DealRecord,
  at = isoInstant(actor.services.now()),
): Promise<void> {
  await moveClue(actor, clue, {
    action: "subscribe",
    to: "subscribed",
    values: {
      deal_id: row.id,
      subscribed_at: at,
      // A report that is valid until the deal may have no visit of its own.
      visited_at: clue.visited_at ?? at,
      protect_until: null,
    },
    note: row.deal_no,
    audit: { action: "update", summary: `报备${clue.clue_no}认购（成交${row.deal_no}）` },
  });
}

export async function clueContracted(
  actor: Actor,
  clue: ClueRecord,
  row: DealRecord,
  at = isoInstant(actor.services.now()),
): Promise<void> {
  if (clue.status !== "subscribed") return refuse(40902);
  await moveClue(actor, clue, {
    action: "contract",
    to: "contracted",
    values: {
      contracted_at: at,
      commission_amount: row.commission_payable,
      commission_currency: row.payable_currency,
    },
    note: row.deal_no,
    audit: { action: "update", summary: `报备${clue.clue_no}签约（成交${row.deal_no}）` },
  });
}

/** The deal is cancelled: so is its report, unless its commission is paid already. */
export async function clueCancelled(actor: Actor, clue: ClueRecord, row: DealRecord, reason: string): Promise<void> {
  if (clue.deal_id !== row.id || !["valid", "visited", "subscribed", "contracted"].includes(clue.status)) return;
  await moveClue(actor, clue, {
    action: "cancel",
    to: "cancelled",
    values: {
      cancelled_at: isoInstant(actor.services.now()),
      cancel_reason: reason,
      ...{ commission_amount: null, commission_currency: null },
    },
    note: reason,
    audit: { action: "update", summary: `报备${clue.clue_no}随成交${row.deal_no}取消`, reason },
  });
}
