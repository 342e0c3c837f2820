import { and, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import { type DueLine, type ItemChoice, itemKey } from "~/contract/clue/statement";
import { compareDecimals, distance, negated, ratio } from "~/contract/decimal";
import type { Db } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { statementItem } from "~/server/database/tables/clue/statement";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { metAt } from "~/server/resources/deal/billing/totals";

export interface Wanted {
  agent_id: number;
  /** Due by this day, also what was due before the period and is in no statement yet. */
  period_to: string;
  period_from: string;
  /** The statement's own items count as free. */
  statement_id?: number;
}

/** A line with the bill that it pays or deducts. */
export interface Due extends Omit<DueLine, "is_carried"> {
  billing_id: number;
}

interface Asked {
  /** The condition for the owner of the lines. */
  of: SQL;
  until: string;
  /** A further condition, from a line's part and kind. */
  and?: (part: SQL, kind: string) => SQL;
}

const isTaken = (clueId: SQL, part: SQL, kind: string, own: number | undefined): SQL =>
  sql`exists (select 1 from ${statementItem} taken where taken.clue_id = ${clueId} and taken.part = ${part}
    and taken.kind = ${kind} and taken.is_live and taken.statement_id <> ${own ?? 0})`;

/** All that is due to an agent by a day and in no other live statement, in every currency, the longest due first. */
export async function dueLines(db: Db, wanted: Wanted): Promise<(Due & DueLine)[]> {
  const { agent_id, period_from, period_to, statement_id } = wanted;
  const isFree = (part: SQL, kind: string) => sql`not ${isTaken(sql`${clue.id}`, part, kind, statement_id)}`;
  const lines = await linesOf(db, { of: eq(deal.agent_id, agent_id), until: period_to, and: isFree });
  return lines
    .map(({ agent_id: _, ...line }) => ({ ...line, is_carried: line.due_at < period_from }))
    .sort((a, b) => a.due_at.localeCompare(b.due_at) || a.deal_id - b.deal_id || a.part - b.part);
}

/** What is due for these reports by a day, even in a statement, and to which agent. */
export const dueOfClues = (db: Db, ids: readonly number[], until: string) =>
  linesOf(db, { of: inArray(clue.id, [...ids]), until });

const linesOf = async (db: Db, asked: Asked) => [...(await commissions(db, asked)), ...(await clawbacks(db, asked))];

async function commissions(db: Db, { of, until, and: also }: Asked) {
  const part = sql<number>`coalesce(${billing.period_no}, 1)`;
  const rows = await db
    .select({ ...named, bill: billing, part, met_at: sql<string>`to_char(${metAt}, 'YYYY-MM-DD')` })
    .from(deal)
    .innerJoin(billing, eq(billing.deal_id, deal.id))
    .innerJoin(clue, eq(clue.id, deal.clue_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .where(
      and(
        of,
        isNull(deal.deleted_at),
        inArray(deal.status, ["contracted", "completed"]),
        eq(clue.status, "contracted"),
        eq(billing.type, "agent_commission"),
        eq(billing.direction, "out"),
        eq(billing.status, "pending"),
        sql`${metAt} <= ${until}`,
        also?.(part, "commission"),
      ),
    );
  return rows.map(({ bill, part: number, met_at, ...row }) => ({
    ...factsOf(row),
    ...{ part: number, kind: "commission" as const, billing_id: bill.id },
    rate: rateOf(row.deal.agent_commission_rate, bill.percent),
    ...{ amount: bill.amount, currency: bill.currency, condition: bill.condition ?? "contract", due_at: met_at },
  }));
}

/** What an agent must give back: of a deal cancelled after payment (domain C.4), or of one whose commission is lower now. */
async function clawbacks(db: Db, { of, until, and: also }: Asked) {
  // Its number among all clawbacks of the deal.
  const part = sql<number>`(select count(*)::int + 1 from billing earlier where earlier.deal_id = ${deal.id}
    and earlier.type = 'agent_commission' and earlier.direction = 'in' and earlier.id < ${billing.id})`;
  const rows = await db
    .select({ ...named, bill: billing, part })
    .from(deal)
    .innerJoin(billing, eq(billing.deal_id, deal.id))
    .innerJoin(clue, eq(clue.id, deal.clue_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .where(
      and(
        of,
        isNull(deal.deleted_at),
        eq(billing.type, "agent_commission"),
        eq(billing.direction, "in"),
        eq(billing.status, "pending"),
        lte(billing.due_at, until),
        also?.(part, "clawback"),
      ),
    );
  return rows.map(({ bill, part: number, ...row }) => ({
    ...factsOf(row),
    ...{ part: number, kind: "clawback" as const, billing_id: bill.id, rate: null },
    ...{ amount: negated(bill.amount), currency: bill.currency, condition: bill.condition ?? "contract" },
    due_at: bill.due_at,
  }));
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
    ...{ clue_id: report.id, clue_no: report.clue_no, deal_id: row.id, deal_no: row.deal_no, agent_id: row.agent_id },
    ...{ customer_name: row.buyer_name ?? "", estate: at },
    unit: [row.building, row.unit_no].filter(Boolean).join(" "),
    ...{ deal_price, deal_currency: row.currency ?? "" },
    basis: compareDecimals(deal_price, row.deal_price_tax) <= 0 ? "0.00" : distance(deal_price, row.deal_price_tax),
  };
}

/** In percent of the basis: the deal's rate, or the share of it that is paid. */
const rateOf = (rate: string | null, percent: number | null): number | null =>
  rate === null ? null : Number(ratio([rate, String(percent ?? 100)], ["100"], 4));

export const byKey = <T extends Pick<ItemChoice, "clue_id" | "part" | "kind">>(lines: readonly T[]): Map<string, T> =>
  new Map(lines.map((line) => [itemKey(line), line]));
