import { and, desc, eq, lte } from "drizzle-orm";
import { type Commission, type CommissionFacts, payableOf, receivableOf } from "~/contract/deal/commission";
import { agent } from "~/server/database/tables/agent/agent";
import { estate } from "~/server/database/tables/house/estate";
import { currency, currencyRateLog } from "~/server/database/tables/region/geography";
import { type Actor, found, refuseFields, rowsOf } from "~/server/lib/call";
import { startOfDay } from "~/server/lib/list";
import { readSettings } from "~/server/lib/settings";
import type { DealRecord } from "./record";

type Db = Actor["db"];

/** What a unit of a currency was worth in CNY at the end of a day: as it was last set until then, else as it is now. Null of one that nobody knows. */
export async function rateOn(db: Db, code: string, day: string): Promise<string | null> {
  if (code === "CNY") return "1.00000000";
  const [logged] = await db
    .select({ rate: currencyRateLog.rate })
    .from(currencyRateLog)
    .where(and(eq(currencyRateLog.code, code), lte(currencyRateLog.at, startOfDay(day, 1))))
    .orderBy(desc(currencyRateLog.at), desc(currencyRateLog.id))
    .limit(1);
  if (logged) return logged.rate;
  const [row] = await db.select({ rate: currency.rate_to_cny }).from(currency).where(eq(currency.code, code));
  return row?.rate ?? null;
}

/** The rate that a deal takes on a day: the day's, or what was typed where the setting `deal.fx_auto` is off. */
export async function fxOf(
  db: Db,
  { isAuto, code, day, typed }: { isAuto: boolean; code: string; day: string; typed: string | null },
): Promise<string> {
  const rate = isAuto || code === "CNY" ? await rateOn(db, code, day) : typed;
  return rate ?? refuseFields([{ field: "fx_rate_to_cny", label: "汇率", message: "请输入汇率" }]);
}

/** How many places the amounts of each currency have. */
export async function digitsOf(db: Db): Promise<(code: string) => number> {
  const rows = await db.select({ code: currency.code, digits: currency.digits }).from(currency);
  const digits = new Map(rows.map((row) => [row.code, row.digits]));
  return (code) => digits.get(code) ?? 2;
}

type Facts = Pick<
  DealRecord,
  | "estate_id"
  | "agent_id"
  | "deal_price"
  | "deal_price_tax"
  | "currency"
  | "receivable_manual"
  | "payable_manual"
  | "source_type"
>;

/** What a deal's commissions come to by the rules of today (domain F.2), as columns; nulls while it has no price. */
export async function commissionColumns({ db }: Pick<Actor, "db">, row: Facts) {
  const none = {
    ...{ commission_receivable: null, commission_currency: null, dev_commission_rate: null, receivable_origin: null },
    ...{ commission_payable: null, payable_currency: null, agent_commission_rate: null, payable_origin: null },
  };
  if (row.deal_price === null || row.currency === null) return none;
  const [ruled] = await db.select().from(estate).where(eq(estate.id, row.estate_id));
  const at = found(ruled);
  const isAgents = row.source_type === "agent" && row.agent_id !== null;
  const [by] = isAgents ? await rowsOf(db, agent, eq(agent.id, Number(row.agent_id))) : [];
  const settings = await readSettings(db);
  const rules = {
    developer: { mode: at.dev_commission_mode, value: at.dev_commission_value, currency: at.dev_commission_currency },
    estate: {
      mode: at.agent_commission_mode,
      value: at.agent_commission_value,
      currency: at.agent_commission_currency,
    },
    agent: by ? { mode: by.commission_mode, value: by.commission_value, currency: by.commission_currency } : null,
    default_percent: String(settings["commission.default_percent"]),
    agent_share: String(settings["commission.agent_share"]),
  };
  const facts: CommissionFacts = {
    deal_price: row.deal_price,
    deal_price_tax: row.deal_price_tax,
    currency: row.currency,
    digitsOf: await digitsOf(db),
  };
  const receivable = typed(receivableOf(rules, facts), row.receivable_manual);
  const ruledPayable = payableOf(rules, facts, receivable);
  const payable = ruledPayable && typed(ruledPayable, row.payable_manual);
  return {
    commission_receivable: receivable.amount,
    commission_currency: receivable.currency,
    dev_commission_rate: receivable.rate,
    receivable_origin: receivable.origin,
    commission_payable: payable?.amount ?? null,
    payable_currency: payable?.currency ?? null,
    agent_commission_rate: payable?.rate ?? null,
    payable_origin: payable?.origin ?? null,
  };
}

const typed = (ruled: Commission, amount: string | null): Commission =>
  amount === null ? ruled : { ...ruled, amount, rate: null, origin: "manual" };
