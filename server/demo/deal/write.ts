import { asc, inArray } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/refusal";
import { commissionColumns } from "~/server/resources/deal/deal/commission";
import { nextNumber } from "~/server/resources/shared/numbers";
import type { Company } from "../company";
import { day } from "../shared/calendar";
import { randomFrom, share } from "../shared/random";
import { writeBill } from "./bills";
import { bring, findBuyers } from "./buyers";
import { type Buyer, beginMaking, dayText, type Makings, type State, states, writeWaiting } from "./makings";
import type { Papers } from "./papers";
import { chooseSite, findPlaces, freeNumber, takePlace } from "./places";
import { follow, writeLogs } from "./story";

/** How many days ago a deal in each state began at least. */
const ages: Record<State, number> = {
  completed: 40,
  contracted: 18,
  cancelled: 34,
  subscribed: 2,
  reviewing: 1,
  draft: 0,
};
/** The share of agents among deals that reached a subscription. */
const agentShare = 0.6;
const seed = 20_261_140;
const methods = ["full", "loan", "installment"] as const;
const reasons = ["客户资金安排变化", "贷款未获批准", "家庭原因放弃购买", "客户改购其他楼盘"];
/** A year's sales with their bills, and the changes of customers, units and reports. Runs last, since it reads all of these. */
export async function writeDeals(
  tx: Transaction,
  made: Company,
  size: "full" | "small",
  papers: Papers,
): Promise<void> {
  const random = randomFrom(seed);
  const { now } = made.calendar;
  const wanted = share(size === "full" ? 150 : 15, states);
  const buyers = await findBuyers(tx, random, now);
  const agents = await tx
    .select()
    .from(agent)
    .where(inArray(agent.status, ["active", "expired"]))
    .orderBy(asc(agent.id));
  const late = size === "full" ? 12 : 1;
  const makings = await beginMaking({ tx, random, now, places: await findPlaces(tx), agents, papers, late });
  const used = new Set<number>();
  let later = 0;
  let byAgents = 0;
  for (const status of Object.keys(states) as State[]) {
    for (let left = wanted.get(status) ?? 0; left > 0; left--) {
      const isLater = status !== "draft" && status !== "reviewing";
      const wantsAgent = isLater && byAgents <= later * agentShare;
      const able = (one: Buyer) =>
        !used.has(one.about.id) &&
        now - one.since > (ages[status] + 3) * day &&
        // The buyer of a cancelled deal is back at the stage before: visited.
        (status !== "cancelled" || one.about.stage === "visited");
      const buyer =
        buyers.find((one) => able(one) && (wantsAgent ? one.lead !== null : !one.lead && !one.isFree)) ??
        buyers.find((one) => able(one) && one.isFree === wantsAgent) ??
        buyers.find((one) => able(one));
      if (!buyer) break;
      used.add(buyer.about.id);
      // Up to its review, a deal has no lead that was only reported.
      const given = isLater || buyer.lead?.status === "visited" ? buyer : { ...buyer, lead: null };
      const isTheirs = await writeDeal(makings, given, status, wantsAgent);
      // No unit left where an agent took them: they buy elsewhere, without one.
      if (isTheirs || (await writeDeal(makings, { ...buyer, lead: null }, status, wantsAgent))) {
        if (isLater) later++;
        if (isLater && isTheirs && wantsAgent) byAgents++;
      }
    }
  }
  await writeWaiting(makings);
}

/** Writes one deal as it is today, with its unit and its bill; false where no unit is left for it. */
async function writeDeal(makings: Makings, given: Buyer, status: State, wantsAgent: boolean): Promise<boolean> {
  const { tx, random, now, people } = makings;
  const begun = Math.floor(given.since + random.value() * Math.max(0, now - ages[status] * day - given.since - day));
  const at = (days: number) => Math.min(now - 60_000, begun + days * day);
  const site = chooseSite(makings, given, status);
  if (!site) return false;
  const isBrought = wantsAgent && given.lead === null && given.isFree;
  const buyer = isBrought ? { ...given, lead: await bring(makings, given, site.place, begun) } : given;
  const { place, plan, flat } = site;
  const listed = flat?.list_price ?? plan.price_min ?? "0.00";
  const step = place.currency === "JPY" ? 10_000 : 100;
  const price = `${Math.max(step, Math.round((Number(listed) * (96 + random.whole(0, 4))) / 100 / step) * step)}.00`;
  const payment_method = random.pick(methods);
  const isOn = status !== "draft" && status !== "reviewing";
  const isSigned = status === "contracted" || status === "completed" || (status === "cancelled" && random.chance(0.4));
  const reviewer = people.reviewerOf(buyer.owner.team_id, buyer.owner.id);
  const currency = flat?.currency ?? place.currency;
  const created_at = isoInstant(begun);
  const contractedAt = at(random.whole(8, 16));
  const cancelledAt = at(random.whole(20, 30));
  const deliveredAt = at(random.whole(26, 34));
  const facts = {
    customer_id: buyer.about.id,
    ...{ buyer_name: buyer.about.name, buyer_phone_cc: buyer.about.phone_cc, buyer_phone: buyer.about.phone },
    estate_id: place.id,
    ...{ room_id: plan.id, unit_id: flat?.id ?? null, layout: plan.layout },
    building: flat?.building ?? "A座",
    unit_no: flat?.unit_no ?? freeNumber(makings, place.id),
    floor: flat?.floor ?? null,
    area_sqm: flat?.area_sqm ?? plan.area_sqm,
    ...{ list_price: listed, deal_price: price, deal_price_tax: "0.00", currency, payment_method },
    ...(payment_method === "loan"
      ? { loan_bank: "城南银行", loan_amount: `${Math.round((Number(price) * 0.6) / step) * step}.00` }
      : {}),
    source_type: buyer.lead ? ("agent" as const) : random.chance(0.15) ? ("referral" as const) : ("direct" as const),
    clue_id: buyer.lead?.id ?? null,
    agent_id: buyer.lead?.agent_id ?? null,
    agent_account_id: buyer.lead?.account_id ?? null,
    owner_id: buyer.owner.id,
    ...{ receivable_manual: null, payable_manual: null },
  };
  const frozen = dayText(isSigned ? contractedAt : begun);
  const cancelType = isSigned ? ("return" as const) : ("unsubscribe" as const);
  const [row] = await tx
    .insert(deal)
    .values({
      ...facts,
      ...(await commissionColumns({ db: tx }, facts)),
      deal_no: await nextNumber(tx, "CJ", new Date(begun)),
      status,
      fx_rate_to_cny: await makings.rate(currency, frozen),
      ...{ created_at, updated_at: created_at, created_by: buyer.owner.id, updated_by: buyer.owner.id },
      ...(status === "draft" ? {} : { submitted_at: isoInstant(at(0.1)), submitted_by: buyer.owner.id }),
      ...(isOn ? { subscribed_at: dayText(at(1)), reviewed_by: reviewer, reviewed_at: isoInstant(at(1)) } : {}),
      ...(isSigned ? { contracted_at: dayText(contractedAt), delivery_due_at: dayText(begun + 150 * day) } : {}),
      ...(status === "completed" ? { delivered_at: dayText(deliveredAt) } : {}),
      ...(status === "completed" && payment_method === "loan" ? { loan_paid_at: dayText(at(22)) } : {}),
      ...(status === "cancelled"
        ? { cancelled_at: dayText(cancelledAt), cancel_type: cancelType, cancel_reason: random.pick(reasons) }
        : {}),
    })
    .returning();
  const one = found(row);
  const days = { reviewer, begun, contractedAt, cancelledAt, deliveredAt, isSigned };
  await writeBill(makings, one, days);
  writeLogs(makings, one, days);
  await takePlace(makings, one, flat);
  await follow(makings, one, buyer, days);
  return true;
}
