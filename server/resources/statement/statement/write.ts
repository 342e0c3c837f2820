import { and, eq, inArray, ne } from "drizzle-orm";
import {
  type statement as contract,
  type ItemChoice,
  itemKey,
  type StatementCreate,
  type StatementDue,
  type StatementUpdate,
} from "~/contract/clue/statement";
import { negated, ratio, signedSum } from "~/contract/decimal";
import type { Reply } from "~/contract/endpoint";
import { currencyName } from "~/contract/format";
import { agent } from "~/server/database/tables/agent/agent";
import { accountStatement, statementItem } from "~/server/database/tables/clue/statement";
import { billing } from "~/server/database/tables/deal/deal";
import { found, Refusal, refuse, refuseFields, type SignedCall } from "~/server/lib/call";
import { isPresent } from "~/server/lib/entity";
import { nextMonthNumber } from "~/server/resources/shared/numbers";
import { byKey, type Due, dueLines } from "./due";
import { draftsOf, payableHindrance, sendHindrance } from "./hindrances";
import { billedAgents } from "./scope";
import { digitsOf, type StatementRecord, seenStatement, statements } from "./view";

interface Counted {
  amount: string;
  adjust_amount: string;
}

interface Totals {
  total_amount: string;
  adjust_total: string;
  tax_amount: string;
  payable_total: string;
}

/** What a statement's items come to: exact sums; the tax inside the payable amount is rounded once, half up, to the currency's digits. */
export function totalsOf(items: readonly Counted[], taxRate: number, digits: number): Totals {
  const total_amount = signedSum("0.00", ...items.map(({ amount }) => amount));
  const adjust_total = signedSum("0.00", ...items.map(({ adjust_amount }) => adjust_amount));
  const payable_total = signedSum(total_amount, adjust_total);
  return { total_amount, adjust_total, payable_total, tax_amount: taxInside(payable_total, taxRate, digits) };
}

function taxInside(amount: string, rate: number, digits: number): string {
  if (rate === 0) return "0.00";
  const hundredths = Math.round(rate * 100);
  const isNegative = amount.startsWith("-");
  const bare = isNegative ? negated(amount) : amount;
  const tax = ratio([bare, String(hundredths)], [String(10_000 + hundredths)], Math.min(digits, 2));
  const written = ratio([tax], ["1"], 2);
  return isNegative ? negated(written) : written;
}

/** The content of a new statement of an agent: what is due by the end of a period in a currency. */
export async function previewStatement(call: SignedCall, body: StatementDue): Promise<Reply<typeof contract.preview>> {
  await seenAgent(call, body.agent_id, false);
  const due = await dueLines(call.db, body);
  const lines = due.filter(({ currency }) => currency === body.currency);
  const others = new Map<string, number>();
  for (const { currency } of due) if (currency !== body.currency) others.set(currency, (others.get(currency) ?? 0) + 1);
  return {
    lines: lines.map(({ billing_id: _, ...line }) => line),
    total_amount: signedSum("0.00", ...lines.map(({ amount }) => amount)),
    others: [...others].map(([currency, count]) => ({ currency, count })),
    present: await presentOf(call, body),
  };
}

/** The live statement of the same agent, period and currency. */
async function presentOf({ db }: SignedCall, { agent_id, period_from, period_to, currency }: StatementDue) {
  const [row] = await db
    .select({ id: accountStatement.id, name: accountStatement.statement_no })
    .from(accountStatement)
    .where(
      and(
        eq(accountStatement.agent_id, agent_id),
        eq(accountStatement.period_from, period_from),
        eq(accountStatement.period_to, period_to),
        eq(accountStatement.currency, currency),
        ne(accountStatement.status, "void"),
      ),
    )
    .limit(1);
  return row ?? null;
}

/** An agent that the caller makes statements for; a writer locks it, so that two statements do not count the same items. */
async function seenAgent({ db, user }: SignedCall, id: number, isWriting: boolean) {
  const select = db
    .select({ agent, isSeen: billedAgents(user).mapWith(Boolean) })
    .from(agent)
    .where(isPresent(agent, id));
  const [row] = await (isWriting ? select.for("no key update") : select);
  const { agent: of, isSeen } = found(row);
  return isSeen ? of : refuse(40301);
}

export async function createStatement(call: SignedCall, body: StatementCreate): Promise<Reply<typeof contract.create>> {
  const { db, services } = call;
  const of = await seenAgent(call, body.agent_id, true);
  const { items, tax_rate, agent_id, period_from, period_to, currency } = body;
  const written = await chosenItems(call, items, body);
  const totals = await checkedTotals(call, written, tax_rate, currency);
  const row = await statements.create(
    call,
    {
      statement_no: await nextMonthNumber(db, "DZ", services.now()),
      ...{ agent_id, settle_cycle: of.settle_cycle, period_from, period_to, currency },
      ...{ tax_rate: String(tax_rate), item_count: written.length, ...totals },
    },
    { verb: "生成" },
  );
  await putItems(call, row.id, written);
  return { id: row.id, statement_no: row.statement_no };
}

export async function updateStatement(call: SignedCall, id: number, body: StatementUpdate): Promise<void> {
  const row = await lockStatement(call, id, body.version);
  if (row.status !== "draft") return refuse(40902);
  const wanted = { ...row, statement_id: id };
  const written = await chosenItems(call, body.items, wanted);
  await rewrite(call, row, written, body.tax_rate, { verb: "编辑" });
}

/** Locks a statement that the caller sees, its agent first: writers of an agent's statements wait for each other. */
export async function lockStatement(call: SignedCall, id: number, version?: number): Promise<StatementRecord> {
  const { row } = await seenStatement(call, id);
  await call.db.select({ id: agent.id }).from(agent).where(eq(agent.id, row.agent_id)).for("no key update");
  return statements.lock(call, id, version);
}

interface Written extends Due {
  adjust_amount: string;
  adjust_reason: string | null;
  note: string | null;
}

interface Whose {
  agent_id: number;
  period_from: string;
  period_to: string;
  currency: string;
  statement_id?: number;
}

/** The chosen items with what is due for each; ends the request with 40925 for items of another statement, 40924 for another currency. */
async function chosenItems(call: SignedCall, items: readonly ItemChoice[], whose: Whose): Promise<Written[]> {
  const due = byKey(await dueLines(call.db, whose));
  const digits = await digitsOf(call.db, whose.currency);
  return Promise.all(
    items.map(async (item, index) => {
      const line = due.get(itemKey(item)) ?? (await notDue(call, item, index, whose.statement_id));
      if (line.currency !== whose.currency) return refuse(40924);
      if (digits === 0 && /\.\d*[1-9]/.test(item.adjust_amount))
        return refuseFields([wrong(`第${index + 1}条：${currencyName(whose.currency)}金额不能有小数`)]);
      const { adjust_amount, adjust_reason, note } = item;
      return { ...line, adjust_amount: signedSum(adjust_amount, "0.00"), adjust_reason, note };
    }),
  );
}

const wrong = (message: string) => ({ field: "items", label: "明细", message });

async function notDue({ db }: SignedCall, item: ItemChoice, index: number, own = 0): Promise<never> {
  const [taken] = await db
    .select({ statement_id: statementItem.statement_id })
    .from(statementItem)
    .where(
      and(
        eq(statementItem.clue_id, item.clue_id),
        eq(statementItem.part, item.part),
        eq(statementItem.kind, item.kind),
        eq(statementItem.is_live, true),
      ),
    );
  if (taken && taken.statement_id !== own) return refuse(40925);
  return refuseFields([wrong(`第${index + 1}条尚未达到结佣条件，或已不能结算`)]);
}

/** The items' totals. An agent's debt is deducted from the next statement that is large enough. */
async function checkedTotals(call: SignedCall, items: readonly Written[], taxRate: number, currency: string) {
  const totals = totalsOf(items, taxRate, await digitsOf(call.db, currency));
  const hindrance = payableHindrance(totals.payable_total);
  return hindrance ? refuseFields([wrong(hindrance)]) : totals;
}

async function rewrite(
  call: SignedCall,
  row: StatementRecord,
  written: readonly Written[],
  taxRate: number,
  line: { verb: string; summary?: string },
  values: Partial<StatementRecord> = {},
): Promise<void> {
  const totals = await checkedTotals(call, written, taxRate, row.currency);
  await call.db.delete(statementItem).where(eq(statementItem.statement_id, row.id));
  await freeBills(call, row.id);
  await putItems(call, row.id, written);
  await statements.change(
    call,
    row,
    { ...values, ...totals, tax_rate: String(taxRate), item_count: written.length },
    line,
  );
}

/** Inserts the items of a statement; where two statements want the same item, the index refuses the second. */
async function putItems({ db }: SignedCall, statement_id: number, written: readonly Written[]): Promise<void> {
  if (written.length === 0) return;
  const rows = await db
    .insert(statementItem)
    .values(
      written.map((line, index) => ({
        ...{ statement_id, no: index + 1, clue_id: line.clue_id, part: line.part, kind: line.kind },
        ...{ deal_id: line.deal_id, billing_id: line.billing_id, customer_name: line.customer_name },
        ...{ estate: line.estate, unit: line.unit, deal_price: line.deal_price, deal_currency: line.deal_currency },
        ...{ basis: line.basis, rate: line.rate === null ? null : String(line.rate), amount: line.amount },
        ...{ adjust_amount: line.adjust_amount, adjust_reason: line.adjust_reason, note: line.note },
        ...{ condition: line.condition, due_at: line.due_at },
      })),
    )
    .onConflictDoNothing()
    .returning({ id: statementItem.id });
  if (rows.length < written.length) return refuse(40925);
  const bills = written.map(({ billing_id }) => billing_id);
  const named = await db
    .update(billing)
    .set({ statement_id })
    .where(and(inArray(billing.id, bills), eq(billing.status, "pending")))
    .returning({ id: billing.id });
  // A bill was paid just now, or its deal was cancelled.
  if (named.length < bills.length) return refuse(40902);
}

/** Releases the bills of a statement; paid ones stay with it. */
export async function freeBills({ db }: SignedCall, statementId: number): Promise<void> {
  await db
    .update(billing)
    .set({ statement_id: null })
    .where(and(eq(billing.statement_id, statementId), eq(billing.status, "pending")));
}

/** Recalculates a draft's items from the deals as they are now, and stores them; names those that are no longer due. */
export async function freeze(call: SignedCall, row: StatementRecord, values: Partial<StatementRecord>): Promise<void> {
  const draft = found((await draftsOf(call.db, [row])).get(row.id));
  const hindrance = sendHindrance(row, draft);
  if (hindrance) throw new Refusal(40902, hindrance);
  const written = draft.items.map((item): Written => {
    const { adjust_amount, adjust_reason, note } = item;
    return { ...found(draft.due.get(itemKey(item))), adjust_amount, adjust_reason, note };
  });
  await rewrite(call, row, written, Number(row.tax_rate), { verb: "发送" }, values);
}
