import { and, eq, isNull, ne } from "drizzle-orm";
import { inParts } from "~/contract/deal/commission";
import { commissionDueDays } from "~/contract/deal/deal-kinds";
import { compareDecimals, compareSigned, distance, negated, signedSum, sum } from "~/contract/decimal";
import { clue } from "~/server/database/tables/clue/clue";
import { billing } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { type Actor, found, Refusal, setRow } from "~/server/lib/call";
import { dayOf, startOfDay } from "~/server/lib/list";
import { digitsOf, rateOn } from "../deal/commission";
import type { DealRecord } from "../deal/record";
import { type BillingRecord, insertLines } from "./lines";

const zero = "0.00";
const isSome = (amount: string) => compareDecimals(amount, "0") > 0;

export const dayAfter = (day: string, days: number): string => dayOf(startOfDay(day, days));

/** The parts in which the estate pays an agent's commission; one, with the contract, where it has no rule. */
async function partsOf({ db }: Pick<Actor, "db">, estateId: number) {
  const [row] = await db
    .select({ condition: estate.settle_condition, stages: estate.settle_stages })
    .from(estate)
    .where(eq(estate.id, estateId));
  const { condition, stages } = found(row);
  if (condition === "staged" && stages.length > 0) return stages;
  return [
    { condition: condition === null || condition === "staged" ? ("contract" as const) : condition, percent: 100 },
  ];
}

const developers = { direction: "in", type: "dev_commission", payer: "developer", payee: "company" } as const;
const agents = { direction: "out", type: "agent_commission", payer: "company", payee: "agent" } as const;
/** What an agent pays back: a negative item of its next statement. */
const returned = { direction: "in", type: "agent_commission", payer: "agent", payee: "company" } as const;

const standing = (
  { db }: Actor,
  row: DealRecord,
  kind: typeof developers | typeof agents | typeof returned,
): Promise<BillingRecord[]> =>
  db
    .select()
    .from(billing)
    .where(
      and(
        eq(billing.deal_id, row.id),
        eq(billing.type, kind.type),
        eq(billing.direction, kind.direction),
        ne(billing.status, "void"),
        ne(billing.status, "refunded"),
      ),
    )
    .orderBy(billing.period_no, billing.id);

/** Updates the commission lines of a contracted, locked deal: lines that are paid or in a statement stay, the rest is rewritten. */
export async function writeCommissions(actor: Actor, row: DealRecord): Promise<void> {
  await writeDeveloper(actor, row);
  await writeAgent(actor, row);
}

const isHeld = ({ status, statement_id }: BillingRecord) => status !== "pending" || statement_id !== null;

async function drop(actor: Actor, lines: readonly BillingRecord[]): Promise<void> {
  for (const one of lines)
    await setRow(actor.db, billing, one.id, { status: "void", reason: "佣金重新计算", version: one.version + 1 });
}

async function writeDeveloper(actor: Actor, row: DealRecord): Promise<void> {
  const { commission_receivable: amount, commission_currency: currency, contracted_at } = row;
  if (amount === null || currency === null || contracted_at === null) return;
  const lines = await standing(actor, row, developers);
  const kept = lines.filter(isHeld);
  const free = lines.filter((one) => !isHeld(one));
  await drop(actor, free);
  const held = sum(zero, ...kept.map((one) => one.amount));
  if (kept.some((one) => one.currency !== currency) || compareDecimals(held, amount) > 0)
    throw new Refusal(40902, "已收的开发商佣金超过变更后的应收，请先退款");
  const rest = distance(amount, held);
  if (!isSome(rest)) return;
  await insertLines(actor, row, [
    {
      ...developers,
      ...{ amount: rest, currency, due_at: dayAfter(contracted_at, commissionDueDays) },
      fx_rate_to_cny: await rateOn(actor.db, currency, contracted_at),
    },
  ]);
}

async function writeAgent(actor: Actor, row: DealRecord): Promise<void> {
  const { commission_payable: amount, payable_currency: currency, contracted_at } = row;
  if (contracted_at === null) return;
  const lines = await standing(actor, row, agents);
  const kept = lines.filter(isHeld);
  const free = lines.filter((one) => !isHeld(one));
  await drop(actor, free);
  if (amount === null || currency === null) return;
  const parts = await partsOf(actor, row.estate_id);
  const digits = (await digitsOf(actor.db))(currency);
  const percents = parts.map(({ percent }) => percent);
  const amounts = inParts(amount, percents, digits);
  const fx_rate_to_cny = await rateOn(actor.db, currency, contracted_at);
  const line = (period_no: number, of: string, index: number) => ({
    ...agents,
    ...{ period_no, amount: of, currency, fx_rate_to_cny },
    condition: parts[index]?.condition ?? ("contract" as const),
    percent: Number(percents[index] ?? 0),
    due_at: dayAfter(contracted_at, commissionDueDays),
  });
  const isKept = (part: number) => kept.some(({ period_no }) => period_no === part);
  const fresh = amounts.flatMap((of, index) => (isKept(index + 1) || !isSome(of) ? [] : [line(index + 1, of, index)]));
  // The difference between the kept lines and their present amounts.
  const whole = sum(zero, ...kept.map((one) => one.amount), ...fresh.map((one) => one.amount));
  const wanted = sum(amount, await takenBack(actor, row));
  const over = compareDecimals(whole, wanted);
  const gap = distance(whole, wanted);
  if (kept.some((one) => one.currency !== currency))
    throw new Refusal(40902, "已结佣金的币种与变更后的不同，请先作废对账单");
  if (over < 0) fresh.push(line(Math.max(parts.length, ...kept.map(({ period_no }) => period_no ?? 0)) + 1, gap, -1));
  await insertLines(actor, row, fresh);
  if (over > 0) await giveBack(actor, row, gap, currency);
}

/** What the agent has already paid back; the unpaid rest is calculated again. */
async function takenBack(actor: Actor, row: DealRecord): Promise<string> {
  const lines = await standing(actor, row, returned);
  const free = lines.filter((one) => !isHeld(one));
  await drop(actor, free);
  return sum(zero, ...lines.filter(isHeld).map((one) => one.amount));
}

/** The agent pays back an amount: it is deducted in its next statement. */
async function giveBack(actor: Actor, row: DealRecord, amount: string, currency: string): Promise<void> {
  const today = dayOf(actor.services.now());
  await insertLines(actor, row, [
    { ...returned, amount, currency, due_at: today, fx_rate_to_cny: await rateOn(actor.db, currency, today) },
  ]);
}

/** For a cancelled deal: what was paid to its agent, less what came back, comes back with the next statement (domain C.4). */
export async function returnCommission(actor: Actor, row: DealRecord): Promise<void> {
  const isDone = ({ status }: BillingRecord) => status === "confirmed";
  const paid = (await standing(actor, row, agents)).filter(isDone);
  const back = (await standing(actor, row, returned)).filter(isDone);
  const comesTo = (lines: readonly BillingRecord[], currency: string) =>
    signedSum(zero, ...lines.flatMap((one) => (one.currency === currency ? (one.paid_amount ?? one.amount) : [])));
  for (const currency of new Set(paid.map((one) => one.currency))) {
    const left = signedSum(comesTo(paid, currency), negated(comesTo(back, currency)));
    if (compareSigned(left, "0") > 0) await giveBack(actor, row, left, currency);
  }
}

/** Copies the agent's commission from the deal to its report. */
export async function keepClueAmount({ db }: Actor, row: DealRecord): Promise<void> {
  if (row.clue_id === null) return;
  await db
    .update(clue)
    .set({ commission_amount: row.commission_payable, commission_currency: row.payable_currency })
    .where(and(eq(clue.id, row.clue_id), eq(clue.deal_id, row.id), isNull(clue.settled_at)));
}
