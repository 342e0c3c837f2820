import { type AnyColumn, and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { MetricWith } from "~/contract/dashboard/metrics";
import { liveStatuses } from "~/contract/deal/deal-kinds";
import type { Db } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { billing, deal } from "~/server/database/tables/deal/deal";
import { currency } from "~/server/database/tables/region/geography";
import { found } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import type { Viewer } from "~/server/resources/customer/customer/view";
import {
  all,
  among,
  atEstatesIn,
  byDay,
  type CountedFigure,
  type Daily,
  type Days,
  daysWithin,
  type Figure,
  overRows,
  type People,
  sumOf,
} from "~/server/resources/shared/figure";
import { statHeld } from "~/server/resources/shared/stat-held";
import { shownLines } from "./billing/view";
import { ownDeals, visibleDeals } from "./deal/record";

/** What each seller signed in some days (domain D.2): by the day of the contract, gross, in CNY by the contract's rate. */
export const contractsPerPerson = (
  metric: "contract_count" | "contract_amount",
  caller: Caller,
  { from, to }: { from: string; to: string },
): SQL =>
  sql`select ${deal.owner_id} as person, ${
    metric === "contract_count" ? sql`count(*)::int` : sql`coalesce(sum(${deal.amount_cny}), 0)::float8`
  } as n from ${deal} where ${isNull(deal.deleted_at)} and ${isNotNull(deal.contracted_at)}
    and ${deal.contracted_at} between ${from} and ${to} and ${ownDeals(caller)} group by 1`;

export const underWay = (userId: number): SQL | undefined =>
  and(eq(deal.owner_id, userId), isNull(deal.deleted_at), inArray(deal.status, [...liveStatuses]));

/** Users who do not sell manage agents: the figures count their visible deals, for the agent's channel manager. */
const countsBrought = (caller: Caller) => caller.scope("deal") !== "all" && !caller.permissions.has("deal:deal:create");
const manager = sql`coalesce((select ${agent.manager_id} from ${agent} where ${agent.id} = ${deal.agent_id}), ${deal.owner_id})`;

const held = ({ caller }: Viewer, people: People): SQL =>
  all(
    isNull(deal.deleted_at),
    countsBrought(caller) ? visibleDeals(caller) : ownDeals(caller),
    ...among(countsBrought(caller) ? manager : deal.owner_id, people),
    ...atEstatesIn(deal.estate_id, people),
  );

const by = (at: AnyColumn, where: SQL): CountedFigure =>
  overRows(deal, (days) => all(where, daysWithin(at, days)), sql`${at} desc, ${deal.id} desc`);

const daily = ({ caller }: Viewer, people: People, day: AnyColumn): Daily => ({
  day: sql`${day}`,
  person: deal.owner_id,
  held: countsBrought(caller) ? undefined : statHeld(caller, "deal", people),
});

export function dealFigure(key: MetricWith<"deal">, viewer: Viewer, people: People): Figure {
  const where = held(viewer, people);
  if (key === "subscribe_count") return byDay(by(deal.subscribed_at, where), daily(viewer, people, deal.subscribed_at));
  const contracts = by(deal.contracted_at, where);
  return byDay(
    key === "contract_amount" ? sumOf(contracts, deal.amount_cny) : contracts,
    daily(viewer, people, deal.contracted_at),
  );
}

/** Deals that had reached this state, and were cancelled in these days. */
export const cancelledDeals = (key: "subscribe_count" | "contract_count", viewer: Viewer, people: People): Figure => {
  const reached = key === "subscribe_count" ? deal.subscribed_at : deal.contracted_at;
  const cancelled = by(deal.cancelled_at, all(held(viewer, people), sql`${reached} is not null`));
  return byDay(cancelled, daily(viewer, people, deal.cancelled_at));
};

/** At the line's own rate; without one at today's. */
const inCny = (amount: SQL | AnyColumn): SQL =>
  sql`${amount} * coalesce(${billing.fx_rate_to_cny}, (select ${currency.rate_to_cny} from ${currency} where ${currency.code} = ${billing.currency}))`;

/** Lines of developers' commissions that the user sees, whose day of that name is in these days. */
function commissionLines(viewer: Viewer, people: People, at: AnyColumn, days: Days, which: SQL): SQL {
  const ofDeal = sql`exists (select 1 from ${deal} where ${deal.id} = ${billing.deal_id} and ${held(viewer, people)})`;
  const isCommission = sql`${billing.type} = 'dev_commission' and ${billing.direction} = 'in'`;
  return all(isCommission, which, daysWithin(at, days), shownLines(viewer.caller), ofDeal);
}

const isDue = sql`${billing.status} in ('pending', 'paid', 'confirmed')`;

/** The parts of developers' commissions due in these days: confirmed, paid and not confirmed, and open. Together they are the whole. */
export async function commissionParts(db: Db, viewer: Viewer, people: People, days: Days) {
  const part = (status: string) =>
    sql`round(coalesce(sum(${inCny(billing.amount)}) filter (where ${billing.status} = ${status}), 0), 2)::float8`;
  const { rows } = await db.execute<Record<"received" | "confirming" | "open", number>>(sql`
    select ${part("confirmed")} as received, ${part("paid")} as confirming, ${part("pending")} as open
    from ${billing} where ${commissionLines(viewer, people, billing.due_at, days, isDue)}`);
  return found(rows[0]);
}

/** Developers' commissions; they count for the deal's owner. */
export function commissionFigure(key: MetricWith<"billing">, viewer: Viewer, people: People): Figure {
  const lines = (at: AnyColumn, which: SQL) =>
    overRows(billing, (days) => commissionLines(viewer, people, at, days, which), sql`${at} desc, ${billing.id} desc`);
  const owner = sql`(select ${deal.owner_id} from ${deal} where ${deal.id} = ${billing.deal_id})`;
  const ofDay = (day: AnyColumn): Daily => ({ ...daily(viewer, people, day), person: owner });
  return key === "commission_receivable"
    ? byDay(sumOf(lines(billing.due_at, isDue), inCny(billing.amount)), ofDay(billing.due_at))
    : byDay(
        sumOf(
          lines(billing.paid_at, sql`${billing.status} = 'confirmed'`),
          inCny(sql`coalesce(${billing.paid_amount}, ${billing.amount})`),
        ),
        ofDay(billing.paid_at),
      );
}
