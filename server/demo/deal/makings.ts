import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { plansOf } from "~/contract/deal/billing-record";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent } from "~/server/database/tables/agent/agent";
import { clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customerChangeLog } from "~/server/database/tables/customer/customer";
import { billing, type deal, dealAttachment, dealLog } from "~/server/database/tables/deal/deal";
import { estate, room, unit, unitLog } from "~/server/database/tables/house/estate";
import { readSettings } from "~/server/lib/settings";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { digitsOf, rateOn } from "~/server/resources/deal/deal/commission";
import type { Company } from "../company";
import { randomFrom } from "../shared/random";
import { filled } from "../shared/rows";
import type { Papers } from "./papers";

export type Row = typeof deal.$inferSelect;

/** When what of a deal happened, and its reviewer. */
export interface Days {
  reviewer: number;
  begun: number;
  contractedAt: number;
  cancelledAt: number;
  deliveredAt: number;
  isSigned: boolean;
}

const seed = 20_261_140;

/** What sells: flats that others have sold, for our own to take, and those that are free, to be reserved. */
async function findPlaces(tx: Transaction) {
  const units = await tx
    .select()
    .from(unit)
    .where(and(inArray(unit.status, ["sold", "available"]), isNotNull(unit.list_price)))
    .orderBy(asc(unit.id));
  return {
    estates: await tx.select().from(estate).where(eq(estate.publish_status, "online")).orderBy(asc(estate.id)),
    rooms: await tx.select().from(room).where(isNotNull(room.price_min)).orderBy(asc(room.id)),
    sold: units.filter(({ status }) => status === "sold"),
    free: units.filter(({ status }) => status === "available"),
  };
}

/** What the writing of each deal begins with; `late` bills still have to be made. */
export async function beginMaking(tx: Transaction, { calendar, staff }: Company, papers: Papers, late: number) {
  const holding = (role: string) => staff.filter(({ roles, status }) => status === "enabled" && roles.includes(role));
  const managers = holding("sales_manager");
  const plans = plansOf((await readSettings(tx))["deal.billing_template"]);
  const rates = new Map<string, Promise<string | null>>();
  return {
    ...{ tx, papers, random: randomFrom(seed), now: calendar.now, places: await findPlaces(tx), late: { left: late } },
    agents: await tx
      .select()
      .from(agent)
      .where(inArray(agent.status, ["active", "expired"]))
      .orderBy(asc(agent.id)),
    people: {
      finance: holding("finance").map(({ id }) => id),
      reviewerOf: (owner: number): number => {
        const team = staff.find(({ id }) => id === owner)?.team;
        const others = managers.filter(({ id }) => id !== owner);
        return (others.find((one) => one.team === team) ?? others[0])?.id ?? owner;
      },
    },
    /** Of estates without units: what deals have. */
    numbers: new Set<string>(),
    plan: (name: string) => plans.find((one) => one.name === name)?.lines ?? [],
    digits: await digitsOf(tx),
    rate: (currency: string, day: string) => {
      const key = `${currency} ${day}`;
      const known = rates.get(key) ?? rateOn(tx, currency, day);
      rates.set(key, known);
      return known;
    },
    /** Rows that nothing reads until all deals are written: each kind goes in at once. */
    waiting: {
      bills: [] as (typeof billing.$inferInsert)[],
      logs: [] as (typeof dealLog.$inferInsert)[],
      papers: [] as (typeof dealAttachment.$inferInsert)[],
      unitLogs: [] as (typeof unitLog.$inferInsert)[],
      leadLogs: [] as (typeof clueLog.$inferInsert)[],
      changes: [] as (typeof customerChangeLog.$inferInsert)[],
    },
  };
}
export type Makings = Awaited<ReturnType<typeof beginMaking>>;

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
