import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { DueLine, ItemChoice } from "~/contract/clue/statement";
import { itemKey } from "~/contract/clue/statement";
import { compareDecimals, distance, negated, ratio, signedSum } from "~/contract/decimal";
import type { Database, Transaction } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { accountStatement, statementItem } from "~/server/database/tables/clue/statement";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";

type Db = Database | Transaction;

export interface Wanted {
  agent_id: number;
  /** Due by then, also what was due before the period and is in no statement yet. */
  period_to: string;
  period_from: string;
  /** Whose own items are free for it. */
  statement_id?: number;
}

/** A line with the bill that it pays; null of what is taken back. */
export interface Due extends DueLine {
  billing_id: number | null;
}

/** On which day the condition of a commission's line was met (F.2); null while it is not. */
const metAt = sql<string | null>`(case ${billing.condition}
  when 'loan' then ${deal.loan_paid_at}
  when 'delivery' then ${deal.delivered_at}
  when 'down_payment' then (
    select max((paid.confirmed_at at time zone 'Asia/Shanghai')::date) from billing paid
    where paid.deal_id = ${deal.id} and paid.type = 'down_payment' and paid.direction = 'in' and paid.status <> 'void'
    having bool_and(paid.status = 'confirmed'))
  else ${deal.contracted_at} end)`;

const isTaken = (clueId: SQL, part: SQL, kind: string, own: number | undefined): SQL =>
  sql`exists (select 1 from ${statementItem} taken where taken.clue_id = ${clueId} and taken.part = ${part}
    and taken.kind = ${kind} and taken.is_live and taken.statement_id <> ${own ?? 0})`;

/** All that is due to an agent by a day and in no other live statement, of every currency, the longest due first. */
export async function dueLines(db: Db, wanted: Wanted): Promise<Due[]> {
  const lines = [...(await commissions(db, wanted)), ...(await clawbacks(db, wanted))];
  return lines.sort((a, b) => a.due_at.localeCompare(b.due_at) || a.deal_id - b.deal_id || a.part - b.part);
}

async function commissions(db: Db, { agent_id, period_from, period_to, statement_id }: Wanted): Promise<Due[]> {
  const part = sql<number>`coalesce(${billing.period_no}, 1)`;
  const rows = await db
    .select({ ...named, bill: billing, part, met_at: sql<string>`to_char(${metAt}, 'YYYY-MM-DD')` })
    .from(deal)
    .innerJoin(billing, eq(billing.deal_id, deal.id))
    .innerJoin(clue, eq(clue.id, deal.clue_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .where(
      and(
        eq(deal.agent_id, agent_id),
        isNull(deal.deleted_at),
        inArray(deal.status, ["contracted", "completed"]),
        eq(clue.status, "contracted"),
        eq(billing.type, "agent_commission"),
        eq(billing.direction, "out"),
        eq(billing.status, "pending"),
        sql`${metAt} <= ${period_to}`,
        sql`not ${isTaken(sql`${clue.id}`, part, "commission", statement_id)}`,
      ),
    );
  return rows.map(({ bill, part: number, met_at, ...row }) => ({
    ...factsOf(row),
    ...{ part: number, kind: "commission" as const, billing_id: bill.id },
    rate: rateOf(row.deal.agent_commission_rate, bill.percent),
    ...{ amount: bill.amount, currency: bill.currency, condition: bill.condition ?? "contract" },
    ...{ due_at: met_at, is_carried: met_at < period_from },
  }));
}

/** Of deals that were cancelled after the agent had been paid (C.4): what was paid, to be taken off. */
async function clawbacks(db: Db, { agent_id, period_from, period_to, statement_id }: Wanted): Promise<Due[]> {
  const rows = await db
    .select({ ...named, item: statementItem, currency: accountStatement.currency })
    .from(accountStatement)
    .innerJoin(statementItem, eq(statementItem.statement_id, accountStatement.id))
    .innerJoin(deal, eq(deal.id, statementItem.deal_id))
    .innerJoin(clue, eq(clue.id, statementItem.clue_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .where(
      and(
        eq(accountStatement.agent_id, agent_id),
        eq(accountStatement.status, "paid"),
        eq(statementItem.kind, "commission"),
        eq(deal.status, "cancelled"),
        sql`${deal.cancelled_at} <= ${period_to}`,
        sql`not ${isTaken(sql`${statementItem.clue_id}`, sql`${statementItem.part}`, "clawback", statement_id)}`,
      ),
    );
  return rows.map(({ item, currency, ...row }) => {
    const due_at = row.deal.cancelled_at ?? period_to;
    return {
      ...factsOf(row),
      ...{ part: item.part, kind: "clawback" as const, billing_id: null },
      rate: item.rate === null ? null : Number(item.rate),
      amount: negated(signedSum(item.amount, item.adjust_amount)),
      ...{ currency, condition: item.condition, due_at, is_carried: due_at < period_from },
    };
  });
}

const named = { deal, clue: { id: clue.id, clue_no: clue.clue_no }, estate: estate.name };

interface Named {
  deal: typeof deal.$inferSelect;
  clue: { id: number; clue_no: string };
  estate: string;
}

function factsOf({ deal: row, clue: report, estate: at }: Named) {
  const deal_price = row.deal_price ?? "0.00";
  return {
    ...{ clue_id: report.id, clue_no: report.clue_no, deal_id: row.id, deal_no: row.deal_no },
    ...{ customer_name: row.buyer_name ?? "", estate: at },
    unit: [row.building, row.unit_no].filter(Boolean).join(" "),
    ...{ deal_price, deal_currency: row.currency ?? "" },
    basis: compareDecimals(deal_price, row.deal_price_tax) <= 0 ? "0.00" : distance(deal_price, row.deal_price_tax),
  };
}

/** Of the basis in percent: the rate of the deal, of which a part is paid. */
const rateOf = (rate: string | null, percent: number | null): number | null =>
  rate === null ? null : Number(ratio([rate, String(percent ?? 100)], ["100"], 4));

export const byKey = <T extends Pick<ItemChoice, "clue_id" | "part" | "kind">>(lines: readonly T[]): Map<string, T> =>
  new Map(lines.map((line) => [itemKey(line), line]));
