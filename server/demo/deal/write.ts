import type { Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { deal } from "~/server/database/tables/deal/deal";
import { found } from "~/server/lib/call";
import { commissionColumns } from "~/server/resources/deal/deal/commission";
import { nextNumber } from "~/server/resources/shared/numbers";
import type { Company } from "../company";
import { day } from "../shared/calendar";
import { spread } from "../shared/random";
import { stamps } from "../shared/rows";
import { writeBill } from "./bills";
import { type Buyer, bring, findBuyers, type Lead } from "./buyers";
import { beginMaking, dayText, type Makings, type Row, writeWaiting } from "./makings";
import type { Papers } from "./papers";
import { chooseSite, freeNumber, takePlace } from "./places";
import { follow, writeLogs } from "./story";

/** Of 150 (domain G.2). */
const states = { cancelled: 14, completed: 45, contracted: 55, subscribed: 22, reviewing: 8, draft: 6 } as const;
/** How many days ago a deal in each state began at least. */
const ages = { completed: 40, contracted: 18, cancelled: 34, subscribed: 2, reviewing: 1, draft: 0 } as const;
type State = keyof typeof states;
/** The share of agents among deals that reached a subscription. */
const agentShare = 0.6;
const methods = ["full", "loan", "installment"] as const;
const reasons = ["客户资金安排变化", "贷款未获批准", "家庭原因放弃购买", "客户改购其他楼盘"];
const isLater = (status: State) => status !== "draft" && status !== "reviewing";

/** A year's sales with their bills, and the changes of customers, units and reports. Runs last, since it reads all of these. */
export async function writeDeals(
  tx: Transaction,
  made: Company,
  size: "full" | "small",
  papers: Papers,
): Promise<void> {
  const makings = await beginMaking(tx, made, papers, size === "full" ? 12 : 1);
  const { now, random } = makings;
  const { estates, sold } = makings.places;
  const buyers = await findBuyers(tx, random, now);
  let later = 0;
  let byAgents = 0;
  for (const status of spread(size === "full" ? 150 : 15, states)) {
    const wantsAgent = isLater(status) && byAgents <= later * agentShare;
    // The buyer of a cancelled deal is back at the stage before: visited.
    const able = buyers.filter(
      ({ since, about }) =>
        now - since > (ages[status] + 3) * day && (status !== "cancelled" || about.stage === "visited"),
    );
    const sells = (lead: Lead | null) =>
      estates.some(
        ({ id, has_units }) => id === lead?.estate_id && (!has_units || sold.some((one) => one.estate_id === id)),
      );
    const buyer =
      able.find(({ lead, isFree }) => (wantsAgent ? sells(lead) : !lead && !isFree)) ??
      able.find(({ isFree }) => isFree === wantsAgent) ??
      able[0];
    if (!buyer) continue;
    buyers.splice(buyers.indexOf(buyer), 1);
    const row =
      (await writeDeal(makings, wantsAgent ? buyer : { ...buyer, lead: null }, status, wantsAgent)) ??
      // No unit left where an agent took them: they buy elsewhere, without one.
      (await writeDeal(makings, { ...buyer, lead: null }, status, wantsAgent));
    if (!row || !isLater(status)) continue;
    later++;
    if (row.clue_id !== null) byAgents++;
  }
  await writeWaiting(makings);
}

/** Writes one deal as it is today, with its unit and its bill; none where no unit is left for it. */
async function writeDeal(makings: Makings, given: Buyer, status: State, wantsAgent: boolean) {
  const { tx, random, now, people } = makings;
  const begun = Math.floor(given.since + random.value() * Math.max(0, now - ages[status] * day - given.since - day));
  const at = (days: number) => Math.min(now - 60_000, begun + days * day);
  const site = chooseSite(makings, given, status);
  if (!site) return undefined;
  const { place, plan, flat } = site;
  const isBrought = wantsAgent && given.lead === null && given.isFree;
  const lead = isBrought ? await bring(makings, given, place, begun) : given.lead;
  const { about, owner } = given;
  const list_price = flat?.list_price ?? plan.price_min ?? "0.00";
  const step = place.currency === "JPY" ? 10_000 : 100;
  const rounded = (amount: number) => `${Math.max(step, Math.round(amount / step) * step)}.00`;
  const deal_price = rounded((Number(list_price) * (96 + random.whole(0, 4))) / 100);
  const payment_method = random.pick(methods);
  const isLoan = payment_method === "loan";
  const isCompleted = status === "completed";
  const isCancelled = status === "cancelled";
  const isSigned = isCompleted || status === "contracted" || (isCancelled && random.chance(0.4));
  const reviewer = people.reviewerOf(owner);
  const currency = flat?.currency ?? place.currency;
  const contractedAt = at(random.whole(8, 16));
  const cancelledAt = at(random.whole(20, 30));
  const deliveredAt = at(random.whole(26, 34));
  const facts = {
    ...{ customer_id: about.id, buyer_name: about.name, buyer_phone_cc: about.phone_cc, buyer_phone: about.phone },
    ...{ estate_id: place.id, room_id: plan.id, unit_id: flat?.id ?? null, layout: plan.layout },
    ...{ building: flat?.building ?? "A座", unit_no: flat?.unit_no ?? freeNumber(makings, place.id) },
    ...{ floor: flat?.floor ?? null, area_sqm: flat?.area_sqm ?? plan.area_sqm, owner_id: owner },
    ...{ list_price, deal_price, deal_price_tax: "0.00", currency, payment_method },
    ...(isLoan ? { loan_bank: "城南银行", loan_amount: rounded(Number(deal_price) * 0.6) } : {}),
    source_type: lead ? ("agent" as const) : random.chance(0.15) ? ("referral" as const) : ("direct" as const),
    ...{ clue_id: lead?.id ?? null, agent_id: lead?.agent_id ?? null, agent_account_id: lead?.account_id ?? null },
    ...{ receivable_manual: null, payable_manual: null },
  };
  const cancelled = {
    ...{ cancelled_at: dayText(cancelledAt), cancel_reason: random.pick(reasons) },
    cancel_type: isSigned ? ("return" as const) : ("unsubscribe" as const),
  };
  const [row] = await tx
    .insert(deal)
    .values({
      ...{ ...facts, ...(await commissionColumns({ db: tx }, facts)), ...stamps(begun, owner) },
      ...{ status, deal_no: await nextNumber(tx, "CJ", new Date(begun)) },
      fx_rate_to_cny: await makings.rate(currency, dayText(isSigned ? contractedAt : begun)),
      ...(status === "draft" ? {} : { submitted_at: isoInstant(at(0.1)), submitted_by: owner }),
      ...(isLater(status)
        ? { subscribed_at: dayText(at(1)), reviewed_by: reviewer, reviewed_at: isoInstant(at(1)) }
        : {}),
      ...(isSigned ? { contracted_at: dayText(contractedAt), delivery_due_at: dayText(begun + 150 * day) } : {}),
      ...(isCompleted ? { delivered_at: dayText(deliveredAt), loan_paid_at: isLoan ? dayText(at(22)) : null } : {}),
      ...(isCancelled ? cancelled : {}),
    })
    .returning();
  const one: Row = found(row);
  const days = { reviewer, begun, contractedAt, cancelledAt, deliveredAt, isSigned };
  await writeBill(makings, one, days);
  writeLogs(makings, one, days);
  await takePlace(makings, one, flat);
  await follow(makings, one, { ...given, lead }, days);
  return one;
}
