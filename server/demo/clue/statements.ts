import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { StatementStatus } from "~/contract/clue/statement-kinds";
import { negated, ratio, signedSum } from "~/contract/decimal";
import type { Transaction } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { accountStatement, statementItem } from "~/server/database/tables/clue/statement";
import { isoInstant } from "~/server/database/tables/columns";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { nextMonthNumber } from "~/server/resources/shared/numbers";
import { type Due, dueLines } from "~/server/resources/statement/statement/due";
import type { Company } from "../company";
import type { Papers } from "../deal/papers";
import { day } from "../shared/calendar";

/** In turn, so that every state occurs; most are paid. */
const turns: readonly StatementStatus[] = [
  ...(["paid", "sent", "paid", "paid", "confirmed", "paid", "paid", "invoiced", "paid"] as const),
  ...(["paid", "draft", "paid", "paid", "disputed", "paid", "paid", "void", "paid"] as const),
];
const order = ["draft", "sent", "disputed", "confirmed", "invoiced", "paid"] as const;
/** Of each so many something is taken off. */
const adjusted = 6;
/** So many are made (domain G.2). */
const most = 46;

/** Statements of what agents are owed (domain G.2), in all states; what is paid settles its reports. Comes after the deals, whose bills it reads. */
export async function writeStatements(tx: Transaction, made: Company, papers: Papers): Promise<void> {
  const now = made.calendar.now;
  const payerId = found(made.staff.find(({ email }) => email === "finance@demo.test")).id;
  const agents = await tx
    .selectDistinct({ agent })
    .from(agent)
    .innerJoin(deal, eq(deal.agent_id, agent.id))
    .where(and(isNotNull(deal.clue_id), inArray(deal.status, ["contracted", "completed"])))
    .orderBy(agent.id);
  let turn = 0;
  for (const { agent: of } of agents) {
    const due = await dueLines(tx, { agent_id: of.id, period_from: "2000-01-01", period_to: dayOf(new Date(now)) });
    for (const lines of inStatements(due, turn)) {
      // The rest stays due: a user can make a statement of it.
      if (turn === most) return;
      const status = turns[turn % turns.length] ?? "draft";
      turn++;
      await writeOne(tx, { of, lines, status, turn, payerId, now, papers });
    }
  }
}

/** Of one currency, one or two sales each. */
function inStatements(due: readonly Due[], turn: number): Due[][] {
  const groups: Due[][] = [];
  for (const currency of new Set(due.map((line) => line.currency))) {
    const own = due.filter((line) => line.currency === currency && line.kind === "commission");
    while (own.length > 0) groups.push(own.splice(0, (turn + groups.length) % 2 === 0 ? 2 : 1));
  }
  return groups;
}

interface One {
  of: typeof agent.$inferSelect;
  lines: readonly Due[];
  status: StatementStatus;
  turn: number;
  payerId: number;
  now: number;
  papers: Papers;
}

async function writeOne(tx: Transaction, { of, lines, status, turn, payerId, now, papers }: One): Promise<void> {
  const dueDays = lines.map(({ due_at }) => due_at).sort();
  const [head, first, last] = [found(lines[0]), found(dueDays[0]), found(dueDays.at(-1))];
  const reached = (step: (typeof order)[number]) => status !== "void" && order.indexOf(status) >= order.indexOf(step);
  const [isConfirmed, isInvoiced, isPaid] = [reached("confirmed"), reached("invoiced"), status === "paid"];
  // Some days after the last of it was due, each step a day.
  const begun = Math.min(Date.parse(`${last}T10:00:00+08:00`) + 3 * day, now - 4 * 3_600_000);
  const step = Math.max(0, Math.min(day, (now - begun) / 6));
  const at = (steps: number) => isoInstant(begun + steps * step);
  const total = signedSum("0.00", ...lines.map(({ amount }) => amount));
  // Of the first line a twentieth, to a whole unit.
  const off = turn % adjusted === 0 ? `${negated(ratio([head.amount], ["20"], 0))}.00` : "0.00";
  const payable = signedSum(total, off);
  const paper = (word: string, name: string, steps: number, scene: "statement" | "voucher" = "statement") =>
    papers.add({ scene, word, name, by: scene === "voucher" ? payerId : of.manager_id, at: Date.parse(at(steps)) });
  const proof = isConfirmed ? [paper("CONFIRMATION", "对账确认函.pdf", 2)] : [];
  const invoice = isInvoiced ? paper("INVOICE", "发票.pdf", 3) : null;
  const voucher = isPaid ? [paper("TRANSFER", "付款回单.pdf", 4, "voucher")] : [];
  await papers.put(tx);
  const [row] = await tx
    .insert(accountStatement)
    .values({
      statement_no: await nextMonthNumber(tx, "DZ", new Date(begun)),
      // Each a statement of its own, whatever the agent's period is.
      ...{ agent_id: of.id, settle_cycle: "per_deal", period_from: first, period_to: last },
      ...{ currency: head.currency, item_count: lines.length, status, sent_at: reached("sent") ? at(1) : null },
      ...{ total_amount: total, adjust_total: off, tax_amount: "0.00", payable_total: payable },
      ...{ proof_ids: proof, invoice_media_id: invoice, voucher_ids: voucher },
      ...(isConfirmed ? { confirm_by: of.contact_name, confirmed_at: at(2) } : {}),
      dispute_note: status === "disputed" ? "应结金额与合同约定比例不一致，请核对" : null,
      ...(isInvoiced ? { invoice_no: `INV${202_600_000 + turn}`, invoice_amount: payable } : {}),
      ...(isPaid ? { paid_at: dayOf(at(4)), paid_by: payerId } : {}),
      void_reason: status === "void" ? "成交变更，重新生成" : null,
      ...{ created_by: of.manager_id, updated_by: of.manager_id, created_at: at(0), updated_at: at(4) },
    })
    .returning();
  const { id, statement_no } = found(row);
  await tx.insert(statementItem).values(
    lines.map(({ due_at, clue_id, part, kind, deal_id, billing_id, customer_name, estate, unit, ...line }, index) => ({
      ...{ statement_id: id, no: index + 1, is_live: status !== "void", clue_id, part, kind, deal_id, billing_id },
      ...{ customer_name, estate, unit, deal_price: line.deal_price, deal_currency: line.deal_currency, due_at },
      ...{ basis: line.basis, rate: line.rate === null ? null : String(line.rate), amount: line.amount },
      condition: line.condition,
      ...(index === 0 && off !== "0.00" ? { adjust_amount: off, adjust_reason: "车辆与接待费用由代理承担" } : {}),
    })),
  );
  if (status === "void") return;
  for (const line of lines) {
    const paid_amount = line === head ? signedSum(line.amount, off) : line.amount;
    const paid = {
      ...({ status: "confirmed", paid_at: dayOf(at(4)), paid_amount, method: "bank", voucher_ids: voucher } as const),
      ...{ confirmed_by: payerId, confirmed_at: at(4) },
    };
    await tx
      .update(billing)
      .set({ statement_id: id, ...(isPaid ? paid : {}) })
      .where(eq(billing.id, line.billing_id));
    if (!isPaid) continue;
    await refreshTotals({ db: tx }, line.deal_id);
    await settle(tx, line, { id, statement_no, at: at(4), by: payerId });
  }
}

interface Settled {
  id: number;
  statement_no: string;
  at: string;
  by: number;
}

/** The report of a commission that is paid in all its parts. */
async function settle(tx: Transaction, { deal_id, clue_id, currency }: Due, { id, statement_no, at, by }: Settled) {
  const isCommission = and(eq(billing.type, "agent_commission"), eq(billing.direction, "out"));
  const all = await tx
    .select()
    .from(billing)
    .where(and(eq(billing.deal_id, deal_id), isCommission));
  const parts = all.filter(({ status }) => status !== "void");
  if (parts.some(({ status }) => status !== "confirmed")) return;
  const commission_amount = signedSum("0.00", ...parts.map(({ paid_amount }) => paid_amount ?? "0.00"));
  await tx
    .update(clue)
    .set({ status: "settled", settled_at: at, statement_id: id, commission_amount, commission_currency: currency })
    .where(eq(clue.id, clue_id));
  const step = { action: "settle", from_status: "contracted", to_status: "settled" } as const;
  await tx.insert(clueLog).values({ clue_id, ...step, by, note: statement_no, at });
}
