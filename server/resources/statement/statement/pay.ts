import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { StatementPay } from "~/contract/clue/statement";
import { negated, signedSum } from "~/contract/decimal";
import { agent } from "~/server/database/tables/agent/agent";
import { clue } from "~/server/database/tables/clue/clue";
import { statementItem } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { found, pick, Refusal, refuse, refuseFields, rowsOf, type SignedCall } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { lockPhone, moveClue } from "~/server/resources/clue/clue/change";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { logDeal } from "~/server/resources/deal/deal/record";
import { checkFiles, tell } from "./acts";
import { changedHindrance, changedItems, noAccount } from "./hindrances";
import { isPayable, type StatementRecord, statements } from "./view";
import { lockStatement } from "./write";

type Item = typeof statementItem.$inferSelect;
type Body = z.output<typeof StatementPay>;

/** The agent has been paid: its bills are confirmed, what was taken back is written, and reports whose commission is complete are settled (domain C.6). */
export async function payStatement(call: SignedCall, id: number, body: Body): Promise<void> {
  const { db, services } = call;
  const row = await lockStatement(call, id, body.version);
  const [of] = await db.select().from(agent).where(eq(agent.id, row.agent_id));
  const { invoice_required, bank_account } = found(of);
  if (!isPayable(row.status, invoice_required)) return refuse(40902);
  if (!bank_account) throw new Refusal(40902, noAccount);
  const { paid_at, voucher } = body;
  if (paid_at > dayOf(services.now()))
    return refuseFields([{ field: "paid_at", label: "付款日期", message: "付款日期不能晚于今天" }]);
  await checkFiles(call, "voucher", voucher, { field: "voucher", label: "付款凭证" });
  const items = await rowsOf(db, statementItem, eq(statementItem.statement_id, id), { order: asc(statementItem.no) });
  await takeDeals(call, items);
  const hindrance = changedHindrance(await changedItems(db, [id]));
  if (hindrance) throw new Refusal(40902, hindrance);
  await payBills(call, row, items, body);
  await statements.change(
    call,
    row,
    { status: "paid", paid_at, paid_by: call.user.id, voucher_ids: voucher },
    { verb: "付款" },
  );
  await settle(call, row, items);
  await tell(call, row, "已付款");
}

/** Takes all that a payment changes, kind by kind in the order of everywhere: customers, reports, deals; of each kind by their numbers. */
async function takeDeals({ db }: SignedCall, items: readonly Item[]): Promise<void> {
  const ids = (which: (item: Item) => number) => [...new Set(items.map(which))];
  const reports = await rowsOf(
    db,
    clue,
    inArray(
      clue.id,
      ids(({ clue_id }) => clue_id),
    ),
    { order: asc(clue.id) },
  );
  const customers = reports.flatMap(({ customer_id }) => customer_id ?? []);
  if (customers.length)
    await pick(db, customer, ["id"], inArray(customer.id, customers), { order: asc(customer.id), lock: "update" });
  for (const report of reports) {
    await lockPhone({ db }, report);
    await db.select({ id: clue.id }).from(clue).where(eq(clue.id, report.id)).for("update");
  }
  await db
    .select({ id: deal.id })
    .from(deal)
    .where(
      inArray(
        deal.id,
        ids(({ deal_id }) => deal_id),
      ),
    )
    .orderBy(asc(deal.id))
    .for("update");
}

/** Each commission's bill is paid and confirmed at once, since finance does both; what is taken off is offset by it. */
async function payBills(
  call: SignedCall,
  { id, statement_no }: StatementRecord,
  items: readonly Item[],
  body: Body,
): Promise<void> {
  const { db, user, services } = call;
  const now = isoInstant(services.now());
  for (const item of items) {
    const isBack = item.kind === "clawback";
    const paid = signedSum(item.amount, item.adjust_amount);
    const [bill] = await db
      .update(billing)
      .set({
        ...{ status: "confirmed", paid_at: body.paid_at, voucher_ids: body.voucher, statement_id: id },
        ...{ method: isBack ? "offset" : "bank", paid_amount: isBack ? negated(paid) : paid },
        ...{ confirmed_by: user.id, confirmed_at: now, updated_at: now, updated_by: user.id },
        version: sql`${billing.version} + 1`,
      })
      .where(and(eq(billing.id, item.billing_id), eq(billing.status, "pending")))
      .returning({ id: billing.id });
    if (!bill) return refuse(40902);
    await logDeal(call, item.deal_id, {
      action: "confirm",
      billing_id: item.billing_id,
      note: `对账单${statement_no}${isBack ? "冲回" : "结佣"}`,
    });
  }
  for (const dealId of new Set(items.map(({ deal_id }) => deal_id))) await refreshTotals(call, dealId);
}

/** A report whose commission is paid in all its parts is settled. */
async function settle(call: SignedCall, row: StatementRecord, items: readonly Item[]): Promise<void> {
  const { db, services } = call;
  const at = isoInstant(services.now());
  const clueIds = [...new Set(items.flatMap((item) => (item.kind === "commission" ? item.clue_id : [])))];
  for (const id of clueIds) {
    const [report] = await db.select().from(clue).where(eq(clue.id, id));
    const own = found(report);
    const dealId = items.find(({ clue_id }) => clue_id === id)?.deal_id ?? 0;
    const bills = await db
      .select({ status: billing.status, paid_amount: billing.paid_amount })
      .from(billing)
      .where(
        sql`${billing.deal_id} = ${dealId} and ${billing.type} = 'agent_commission' and ${billing.direction} = 'out'
          and ${billing.status} <> 'void'`,
      );
    if (bills.some(({ status }) => status !== "confirmed")) continue;
    await moveClue(call, own, {
      action: "settle",
      to: "settled",
      values: {
        ...{ settled_at: at, statement_id: row.id, commission_currency: row.currency },
        commission_amount: signedSum("0.00", ...bills.map(({ paid_amount }) => paid_amount ?? "0.00")),
      },
      note: row.statement_no,
      audit: { action: "update", summary: `报备${own.clue_no}结佣（对账单${row.statement_no}）` },
    });
  }
}
