import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import { plansOf } from "~/contract/deal/billing-record";
import { insertRows } from "~/server/database/insert-rows";
import { isoInstant } from "~/server/database/tables/columns";
import { billing, type deal, dealAttachment } from "~/server/database/tables/deal/deal";
import { estate, room, unit } from "~/server/database/tables/house/estate";
import { readSettings } from "~/server/lib/settings";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { digitsOf, rateOn } from "~/server/resources/deal/deal/commission";
import { randomFrom } from "../shared/random";
import { filled } from "../shared/rows";
import { staffOf, type Writing } from "../terms";

export type Row = typeof deal.$inferSelect;

/** What the writing of each deal begins with; `late` bills still have to be made. */
export async function beginMaking({ tx, calendar, staff, files }: Writing, late: number) {
  const managers = staffOf(staff, "sales_manager");
  const plans = plansOf((await readSettings(tx))["deal.billing_template"]);
  const isListed = and(inArray(unit.status, ["sold", "available"]), isNotNull(unit.list_price));
  const units = await tx.select().from(unit).where(isListed).orderBy(asc(unit.id));
  const isOut = eq(estate.publish_status, "online");
  return {
    ...{ tx, files, random: randomFrom(20_261_140), now: calendar.now, late: { left: late } },
    places: {
      estates: await tx.select().from(estate).where(isOut).orderBy(asc(estate.id)),
      rooms: await tx.select().from(room).where(isNotNull(room.price_min)).orderBy(asc(room.id)),
      sold: units.filter(({ status }) => status === "sold"),
      free: units.filter(({ status }) => status === "available"),
    },
    people: {
      finance: staffOf(staff, "finance").map(({ id }) => id),
      reviewerOf: (owner: number): number => {
        const team = staff.find(({ id }) => id === owner)?.team;
        const others = managers.filter(({ id }) => id !== owner);
        return (others.find((one) => one.team === team) ?? others[0])?.id ?? owner;
      },
    },
    plan: (name: string) => plans.find((one) => one.name === name)?.lines ?? [],
    digits: await digitsOf(tx),
    rate: (currency: string, day: string) => rateOn(tx, currency, day),
    /** Rows that nothing reads until all deals are written: each kind goes in at once. */
    waiting: {
      bills: [] as (typeof billing.$inferInsert)[],
      papers: [] as (typeof dealAttachment.$inferInsert)[],
    },
  };
}
export type Makings = Awaited<ReturnType<typeof beginMaking>>;

export async function writeWaiting({ tx, waiting: rows, files }: Makings): Promise<void> {
  await files.put({ tx });
  await insertRows(tx, billing, filled(rows.bills));
  await insertRows(tx, dealAttachment, rows.papers);
  for (const id of new Set(rows.bills.map(({ deal_id }) => deal_id))) await refreshTotals({ db: tx }, id);
}

export const dayText = (at: number) => isoInstant(at).slice(0, 10);
