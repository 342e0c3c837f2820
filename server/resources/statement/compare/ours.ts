import { and, asc, desc, eq, gte, isNull, lte, type SQL, sql } from "drizzle-orm";
import { signedSum } from "~/contract/decimal";
import type { Db } from "~/server/database/database";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { estate } from "~/server/database/tables/house/estate";
import { includesText } from "~/server/lib/search";
import type { OurLine } from "./judge";

/** So many months around the one that is compared something may have been put by mistake. */
const around = 12;

const monthAt = (month: string, plus: number): string => {
  const date = new Date(`${month}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + plus);
  return date.toISOString().slice(0, 10);
};

/** What the house is to receive from a developer in a currency: the deals of the month, and those of the year around it, among which what is said in a wrong month is found. */
export async function ourLines(
  db: Db,
  { developer, period, currency }: { developer: string; period: string; currency: string },
): Promise<OurLine[]> {
  const rows = await db
    .select({ deal, estate: estate.name, bill: billing })
    .from(billing)
    .innerJoin(deal, eq(deal.id, billing.deal_id))
    .innerJoin(estate, eq(estate.id, deal.estate_id))
    .where(
      and(
        eq(estate.developer, developer),
        isNull(deal.deleted_at),
        eq(billing.type, "dev_commission"),
        eq(billing.direction, "in"),
        eq(billing.currency, currency),
        // What is void counts only of deals that were cancelled.
        sql`(${billing.status} <> 'void' or ${deal.status} = 'cancelled')`,
        gte(billing.due_at, monthAt(period, -around)),
        lte(billing.due_at, monthAt(period, around + 1)),
      ),
    )
    .orderBy(asc(deal.id), asc(billing.due_at));
  const byDeal = new Map<number, typeof rows>();
  for (const row of rows) byDeal.set(row.deal.id, [...(byDeal.get(row.deal.id) ?? []), row]);
  return [...byDeal.values()].flatMap((lines) => {
    const [first] = lines;
    if (!first) return [];
    const { deal: of, estate: name } = first;
    const inMonth = lines.filter(({ bill }) => bill.due_at.startsWith(period));
    return [
      {
        deal_id: of.id,
        ...{ estate: name, building: of.building ?? "", unit: of.unit_no ?? "", customer: of.buyer_name ?? "" },
        amount: signedSum("0.00", ...(inMonth.length ? inMonth : lines).map(({ bill }) => bill.amount)),
        ...{ tax: of.deal_price_tax, price: of.deal_price ?? "0.00", signed_at: of.contracted_at },
        months: [...new Set(lines.map(({ bill }) => bill.due_at.slice(0, 7)))],
        is_cancelled: of.status === "cancelled",
      },
    ];
  });
}

export async function developersLike(db: Db, keyword: string | undefined): Promise<string[]> {
  const like: SQL | undefined = keyword ? includesText(estate.developer, keyword) : undefined;
  const rows = await db
    .select({ name: estate.developer, count: sql<number>`count(*)` })
    .from(estate)
    .where(and(isNull(estate.deleted_at), sql`${estate.developer} <> ''`, like))
    .groupBy(estate.developer)
    .orderBy(desc(sql`count(*)`), estate.developer)
    .limit(50);
  return rows.flatMap(({ name }) => name ?? []);
}
