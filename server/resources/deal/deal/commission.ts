import { eq } from "drizzle-orm";
import { type Commission, type CommissionFacts, payableOf, receivableOf } from "~/contract/deal/commission";
import { agent } from "~/server/database/tables/agent/agent";
import { estate } from "~/server/database/tables/house/estate";
import { found } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { digitsOf } from "./rates";
import type { Actor, DealRecord } from "./record";

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
  const [by] = isAgents
    ? await db
        .select()
        .from(agent)
        .where(eq(agent.id, Number(row.agent_id)))
    : [];
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
