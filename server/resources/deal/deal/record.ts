import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Change } from "~/contract/common";
import type { DealLogAction, DealStatus } from "~/contract/deal/deal-kinds";
import { DealFields } from "~/contract/deal/deal-record";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { deal, dealLog } from "~/server/database/tables/deal/deal";
import { holdersIn, inScope } from "~/server/identity/scope";
import { type AuditLine, audit, byOf } from "~/server/lib/audit";
import { type Actor, found, refuse, rowsOf, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { checkVersion, entity } from "~/server/lib/entity";
import { leaveAlone } from "~/server/lib/texts-in";
import { agentsOf } from "~/server/resources/agent/agent/scope";
import { takeClue } from "~/server/resources/clue/clue/change";
import type { ClueRecord } from "~/server/resources/clue/clue/scope";
import { lockEstate, type UnitEstate } from "~/server/resources/house/unit/state";
import { commentsOn, readersOf } from "~/server/resources/shared/comment/owner";

/** What the operation log tells of a deal's edits: no papers and phones, and no commissions, which not everybody sees who reads the log. */
export const deals = entity({
  table: deal,
  module: "deal",
  type: "deal",
  title: "成交",
  separator: "",
  nameOf: ({ deal_no }) => deal_no,
  fields: DealFields.omit({ commission_receivable: true, commission_payable: true }),
  hidden: ["buyer_name", "buyer_phone", "buyer_phone_cc", "buyer_id_no", "co_buyers", "remark", "unit_id", "room_id"],
});

/** The deals of the sellers in the caller's scope, and of the agents that these users manage (domain A.1). */
export function visibleDeals(caller: Caller): SQL {
  const scope = caller.scope("deal");
  if (scope === "all") return sql`true`;
  if (scope === "none") return sql`false`;
  const holders = holdersIn(caller, "deal");
  return sql`(${deal.owner_id} = any(array(${holders})) or ${deal.agent_id} = any(array(${agentsOf(holders)})))`;
}

/** The deals that the caller may act on as a seller or a sellers' manager: their owner is in the caller's scope. */
export const ownDeals = (caller: Caller): SQL => inScope(deal.owner_id, caller, "deal");

export const seesBill = ({ permissions }: Caller): boolean => permissions.has("deal:billing:view");
export const seesCommission = ({ permissions }: Caller): boolean => permissions.has("deal:commission:view");

export const commentedDeals = commentsOn(deal, {
  module: "deal",
  readers: readersOf(deal, visibleDeals, "deal:deal:view"),
  shown: ({ id, deal_no }) => ({
    name: deal_no,
    title: `成交【${deal_no}】`,
    link: `/Covenant/covenantList?open=${id}&tab=comments&`,
  }),
});

export type DealRecord = typeof deal.$inferSelect;
export type CustomerRow = typeof customer.$inferSelect;

export const nextVersion: SQL<number> = sql<number>`${deal.version} + 1`;
export const dealLink = (id: number) => ({ link: `/Covenant/covenantList?open=${id}`, link_id: id });

export interface TakenDeal {
  row: DealRecord;
  customer: CustomerRow;
  clue: ClueRecord | null;
  estate: UnitEstate;
}

/** Reads a deal without a lock. Ends the request with 40400 or 40301 unless the caller sees it. */
export async function peekDeal({ db, user }: Pick<SignedCall, "db" | "user">, id: number) {
  const [asked] = await db
    .select({
      row: deal,
      isVisible: sql<boolean>`coalesce(${visibleDeals(user)}, false)`,
      isOwn: sql<boolean>`coalesce(${ownDeals(user)}, false)`,
    })
    .from(deal)
    .where(and(eq(deal.id, id), isNull(deal.deleted_at)));
  const { isVisible, ...rest } = found(asked);
  return isVisible ? rest : refuse(40301);
}

export async function lockDeal(call: Pick<SignedCall, "db" | "doubts">, id: number): Promise<DealRecord> {
  const [row] = await rowsOf(call.db, deal, and(eq(deal.id, id), isNull(deal.deleted_at)), { lock: "update" });
  leaveAlone(call, row);
  return found(row);
}

/** Locks a deal for an act: customer, report, estate, then itself, as everywhere. With a version: 40901 and the present record. */
export async function takeDeal(
  call: SignedCall,
  id: number,
  version: number | undefined,
  present: () => Promise<unknown>,
): Promise<TakenDeal> {
  const { db } = call;
  const { row: asked, isOwn } = await peekDeal(call, id);
  if (!isOwn) return refuse(40301);
  const [about] = await db.select().from(customer).where(eq(customer.id, asked.customer_id)).for("update");
  const clue = asked.clue_id === null ? null : await takeClue(call, asked.clue_id);
  const estate = await lockEstate(db, asked.estate_id);
  const row = await lockDeal(call, id);
  if (version !== undefined) await checkVersion(row, version, present);
  // Another user has changed its customer, report or place meanwhile.
  const isSame =
    row.customer_id === asked.customer_id && row.clue_id === asked.clue_id && row.estate_id === asked.estate_id;
  return isSame ? { row, customer: found(about), clue, estate } : refuse(40902);
}

export const checkStatus = ({ status }: Pick<DealRecord, "status">, ...states: readonly DealStatus[]): true =>
  states.includes(status) || refuse(40902);

interface Step {
  action: DealLogAction;
  from?: DealStatus | null;
  to?: DealStatus | null;
  note?: string | null | undefined;
  changes?: Change[];
  billing_id?: number | null;
}

export async function logDeal(
  actor: Actor,
  deal_id: number,
  { action, from = null, to = null, note = null, changes = [], billing_id = null }: Step,
): Promise<void> {
  const at = isoInstant(actor.services.now());
  await actor.db
    .insert(dealLog)
    .values({ deal_id, billing_id, action, from_status: from, to_status: to, by: byOf(actor), note, changes, at });
}

/** The operation log's line about a deal, by its number: a name would remain in the log after the person is deleted. */
export const auditDeal = (
  actor: Actor,
  { id, deal_no }: Pick<DealRecord, "id" | "deal_no">,
  line: Pick<AuditLine, "action" | "summary" | "reason" | "changes" | "touches">,
): Promise<void> => audit(actor, { module: "deal", target: { type: "deal", id, name: deal_no }, ...line });

export type DealValues = Partial<Omit<typeof deal.$inferInsert, "id" | "version">>;

export async function changeDeal(actor: Actor, row: DealRecord, values: DealValues): Promise<DealRecord> {
  const [changed] = await actor.db
    .update(deal)
    .set({
      ...values,
      version: nextVersion,
      updated_at: isoInstant(actor.services.now()),
      updated_by: byOf(actor),
    })
    .where(eq(deal.id, row.id))
    .returning();
  return found(changed);
}

interface Move {
  action: DealLogAction;
  to: DealStatus;
  values?: DealValues;
  note?: string | null;
  changes?: Change[];
  audit: Pick<AuditLine, "action" | "summary" | "reason" | "touches">;
}

export async function moveDeal(actor: Actor, row: DealRecord, move: Move): Promise<DealRecord> {
  const { action, to, values, note, changes } = move;
  const moved = await changeDeal(actor, row, { ...values, status: to });
  await logDeal(actor, row.id, { action, from: row.status, to, note, ...(changes && { changes }) });
  await auditDeal(actor, row, { ...move.audit, ...(changes && { changes }) });
  return moved;
}
