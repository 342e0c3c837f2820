import { sql } from "drizzle-orm";
import { type PlanLine, plansOf } from "~/contract/deal/billing-record";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import type { agent } from "~/server/database/tables/agent/agent";
import { type clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { type customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { billing, type deal, dealAttachment, dealLog } from "~/server/database/tables/deal/deal";
import { type estate, type room, type unit, unitLog } from "~/server/database/tables/house/estate";
import { readSettings } from "~/server/lib/settings";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { digitsOf, rateOn } from "~/server/resources/deal/deal/rates";
import type { Random } from "../shared/random";
import { filled } from "../shared/rows";
import type { Papers } from "./papers";

/** Of 150 (domain G.2). */
export const states = { completed: 45, contracted: 55, cancelled: 14, subscribed: 22, reviewing: 8, draft: 6 } as const;
export type State = keyof typeof states;

export type Lead = typeof clue.$inferSelect;
export type Unit = typeof unit.$inferSelect;
export type Row = typeof deal.$inferSelect;

/** A buyer, with the earliest moment and the place of the deal. */
export interface Buyer {
  about: typeof customer.$inferSelect;
  owner: { id: number; team_id: number | null };
  since: number;
  lead: Lead | null;
  /** Nobody but a seller's word says where they came from: an agent may have brought them. */
  isFree: boolean;
}

/** When what of a deal happened. */
export interface Days {
  reviewer: number;
  begun: number;
  contractedAt: number;
  cancelledAt: number;
  deliveredAt: number;
  isSigned: boolean;
}

/** Reviewers of each team's deals, and confirmers of payments. */
async function findPeople(tx: Transaction) {
  const { rows } = await tx.execute<{ id: string; team_id: string | null; code: string }>(
    sql`select u.id, u.team_id, r.code from "user" u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
      where u.status = 'enabled' and r.code in ('sales_manager', 'finance') order by u.id`,
  );
  const managers = rows.filter(({ code }) => code === "sales_manager");
  const finance = rows.filter(({ code }) => code === "finance").map(({ id }) => Number(id));
  return {
    reviewerOf: (team: number | null, owner: number): number =>
      Number(
        (
          managers.find(({ id, team_id }) => Number(team_id) === team && Number(id) !== owner) ??
          managers.find(({ id }) => Number(id) !== owner)
        )?.id ?? owner,
      ),
    finance,
  };
}

/** Rows that nothing reads until all deals are written: each kind goes in at once. */
const waiting = () => ({
  bills: [] as (typeof billing.$inferInsert)[],
  logs: [] as (typeof dealLog.$inferInsert)[],
  papers: [] as (typeof dealAttachment.$inferInsert)[],
  unitLogs: [] as (typeof unitLog.$inferInsert)[],
  leadLogs: [] as (typeof clueLog.$inferInsert)[],
  changes: [] as (typeof customerChangeLog.$inferInsert)[],
});

export interface Places {
  estates: (typeof estate.$inferSelect)[];
  rooms: Map<number, (typeof room.$inferSelect)[]>;
  /** Flats that others have sold, for our own to take; those that are free, to be reserved. */
  sold: Map<number, Unit[]>;
  free: Map<number, Unit[]>;
}

export interface Makings {
  tx: Transaction;
  random: Random;
  now: number;
  places: Places;
  people: Awaited<ReturnType<typeof findPeople>>;
  agents: (typeof agent.$inferSelect)[];
  /** Of estates without units: what deals have. */
  numbers: Set<string>;
  papers: Papers;
  plan: (name: string) => PlanLine[];
  digits: (currency: string) => number;
  rate: (currency: string, day: string) => Promise<string | null>;
  /** How many bills still have to be made late. */
  late: { left: number };
  waiting: ReturnType<typeof waiting>;
}

type Given = Pick<Makings, "tx" | "random" | "now" | "places" | "agents" | "papers"> & { late: number };

/** What the writing of each deal begins with. */
export async function beginMaking({ late, ...given }: Given): Promise<Makings> {
  const { tx } = given;
  const plans = plansOf((await readSettings(tx))["deal.billing_template"]);
  const rates = new Map<string, Promise<string | null>>();
  return {
    ...given,
    people: await findPeople(tx),
    numbers: new Set(),
    plan: (name) => plans.find((one) => one.name === name)?.lines ?? [],
    digits: await digitsOf(tx),
    rate: (currency, day) => {
      const key = `${currency} ${day}`;
      const known = rates.get(key) ?? rateOn(tx, currency, day);
      rates.set(key, known);
      return known;
    },
    late: { left: late },
    waiting: waiting(),
  };
}

/** Writes what has waited, and what follows from the bills. */
export async function writeWaiting({ tx, waiting: rows, papers }: Makings): Promise<void> {
  await papers.put(tx);
  await insertRows(tx, billing, filled(rows.bills));
  await insertRows(tx, dealLog, rows.logs);
  await insertRows(tx, dealAttachment, rows.papers);
  await insertRows(tx, unitLog, filled(rows.unitLogs));
  await insertRows(tx, clueLog, filled(rows.leadLogs));
  await insertRows(tx, customerChangeLog, rows.changes);
  for (const id of new Set(rows.bills.map(({ deal_id }) => deal_id))) await refreshTotals({ db: tx }, id);
}

export const dayText = (at: number) => isoInstant(at).slice(0, 10);
