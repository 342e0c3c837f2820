import { and, asc, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { billsOf, plansOf } from "~/contract/deal/billing-record";
import { inParts } from "~/contract/deal/commission";
import { commissionDueDays, type DealStatus } from "~/contract/deal/deal-kinds";
import { sum } from "~/contract/decimal";
import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { agent } from "~/server/database/tables/agent/agent";
import { clue, clueLog } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { billing, deal, dealLog } from "~/server/database/tables/deal/deal";
import { estate, room, unit, unitLog } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/refusal";
import { readSettings } from "~/server/lib/settings";
import { cluePhone } from "~/server/resources/clue/clue/phone";
import { dayAfter } from "~/server/resources/deal/billing/commission-lines";
import { refreshTotals } from "~/server/resources/deal/billing/totals";
import { commissionColumns } from "~/server/resources/deal/deal/commission";
import { digitsOf, rateOn } from "~/server/resources/deal/deal/rates";
import { nextNumber, nextNumbers } from "~/server/resources/shared/numbers";
import type { Company } from "../company";
import { day } from "../shared/calendar";
import { type Random, randomFrom, share } from "../shared/random";

/** Of 150 (G.2), and how many days ago each must have begun to stand where it does. */
const states = { completed: 45, contracted: 55, cancelled: 14, subscribed: 22, reviewing: 8, draft: 6 } as const;
type State = keyof typeof states;
const ages: Record<State, number> = {
  completed: 40,
  contracted: 18,
  cancelled: 34,
  subscribed: 2,
  reviewing: 1,
  draft: 0,
};
/** Of those that came to a subscription, so many by agents. */
const agentShare = 0.6;
const seed = 20_261_140;
const methods = ["full", "loan", "installment"] as const;
const planNames = { full: "全款", loan: "贷款", installment: "分期" } as const;
const reasons = ["客户资金安排变化", "贷款未获批准", "家庭原因放弃购买", "客户改购其他楼盘"];

type Customer = typeof customer.$inferSelect;
type Lead = typeof clue.$inferSelect;
type Unit = typeof unit.$inferSelect;
type Row = typeof deal.$inferSelect;

/** Somebody who bought, since when they might have, and where. */
interface Buyer {
  about: Customer;
  owner: { id: number; team_id: number | null };
  since: number;
  lead: Lead | null;
  /** Nobody but a seller's word says where they came from: an agent may have brought them. */
  isFree: boolean;
}

/** Sales of a year with their bills: what they make of customers, units and reports is written with them. Comes last, since it reads all of these. */
export async function writeDeals(tx: Transaction, made: Company, size: "full" | "small"): Promise<void> {
  const random = randomFrom(seed);
  const { now } = made.calendar;
  const wanted = share(size === "full" ? 150 : 15, states);
  const buyers = await findBuyers(tx, random, now);
  const places = await findPlaces(tx);
  const people = await findPeople(tx);
  const makings = { tx, random, now, places, people, numbers: new Set<string>() };
  const used = new Set<number>();
  let later = 0;
  let byAgents = 0;
  for (const status of Object.keys(states) as State[]) {
    for (let left = wanted.get(status) ?? 0; left > 0; left--) {
      const isLater = status !== "draft" && status !== "reviewing";
      const wantsAgent = isLater && byAgents <= later * agentShare;
      const able = (one: Buyer) => !used.has(one.about.id) && now - one.since > (ages[status] + 3) * day;
      const buyer =
        buyers.find((one) => able(one) && (wantsAgent ? one.lead !== null : !one.lead && !one.isFree)) ??
        buyers.find((one) => able(one) && one.isFree === wantsAgent) ??
        buyers.find((one) => able(one));
      if (!buyer) break;
      used.add(buyer.about.id);
      const isTheirs = await writeDeal(makings, buyer, status, wantsAgent);
      // Nothing is left where an agent took them: they bought elsewhere, by themselves.
      if (isTheirs || (await writeDeal(makings, { ...buyer, lead: null }, status, wantsAgent))) {
        if (isLater) later++;
        if (isLater && wantsAgent) byAgents++;
      }
    }
  }
}

/** Customers of sellers who came to see something; first those whom an agent brought and took there. */
async function findBuyers(tx: Transaction, random: Random, now: number): Promise<Buyer[]> {
  const rows = await tx
    .select({
      about: customer,
      owner: { id: user.id, team_id: user.team_id },
      isFree: sql<boolean>`${customer.agent_id} is null and ${customer.phone_e164} like '+86%'
        and ${customer.source} in ('referral', 'event', 'phone', 'wecom', 'ads', 'social', 'other')
        and not exists (select 1 from inquiry i where i.customer_id = ${customer.id})
        and not exists (select 1 from customer_user u where u.customer_id = ${customer.id})
        and not exists (select 1 from clue l where l.collision = 'own_customer' and l.collision_ref_id = ${customer.id})`,
    })
    .from(customer)
    .innerJoin(user, eq(user.id, customer.owner_id))
    .where(
      and(
        ...[isNull(customer.deleted_at), inArray(customer.stage, ["visited", "qualified"]), eq(user.status, "enabled")],
        // Whom the pool is about to take has no deal, nor has who is locked.
        eq(customer.is_locked, false),
        sql`greatest(${customer.last_valid_tracking_at}, ${customer.assigned_at}) > ${isoInstant(now - 11 * day)}`,
        sql`${customer.assigned_at} > ${isoInstant(now - 85 * day)}`,
        // Bulk acts that may be undone find their customers as they left them.
        sql`not exists (select 1 from batch_row r where r.row_id = ${customer.id})`,
      ),
    )
    .orderBy(asc(customer.id));
  const leads = await tx
    .select()
    .from(clue)
    .where(and(isNotNull(clue.visited_at), isNotNull(clue.customer_id), inArray(clue.status, ["visited", "expired"])))
    .orderBy(asc(clue.visited_at), asc(clue.id));
  // The first of each: the latest stands before it in what a map keeps.
  const leadOf = new Map(leads.reverse().map((lead) => [lead.customer_id, lead]));
  return random.shuffle(rows).map(({ about, owner, isFree }) => {
    const lead = leadOf.get(about.id) ?? null;
    // Whoever had the customer before handed the deal on with them.
    const since = Date.parse(lead?.visited_at ?? about.created_at) + (lead ? 0 : 3 * day);
    return { about, owner, lead, isFree, since: Math.min(since, now) };
  });
}

interface Places {
  estates: (typeof estate.$inferSelect)[];
  rooms: Map<number, (typeof room.$inferSelect)[]>;
  /** Flats that others have sold, for our own to take; those that are free, to be reserved. */
  sold: Map<number, Unit[]>;
  free: Map<number, Unit[]>;
}

async function findPlaces(tx: Transaction): Promise<Places> {
  const estates = await tx.select().from(estate).where(eq(estate.publish_status, "online")).orderBy(asc(estate.id));
  const rooms = await tx.select().from(room).orderBy(asc(room.id));
  const units = await tx
    .select()
    .from(unit)
    .where(inArray(unit.status, ["sold", "available"]))
    .orderBy(asc(unit.id));
  const by = <T extends { estate_id: number }>(list: readonly T[]) => {
    const groups = new Map<number, T[]>();
    for (const one of list) groups.set(one.estate_id, [...(groups.get(one.estate_id) ?? []), one]);
    return groups;
  };
  return {
    estates,
    rooms: by(rooms),
    sold: by(units.filter(({ status, list_price }) => status === "sold" && list_price !== null)),
    free: by(units.filter(({ status, list_price }) => status === "available" && list_price !== null)),
  };
}

/** Who reviews each team's deals, and who confirms payments. */
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

interface Makings {
  tx: Transaction;
  random: Random;
  now: number;
  places: Places;
  people: Awaited<ReturnType<typeof findPeople>>;
  /** Of estates without units: what deals have. */
  numbers: Set<string>;
}

const dayText = (at: number) => isoInstant(at).slice(0, 10);

/** One deal as it stands today, with its place and its bill; false where no place is left for it. */
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
      fx_rate_to_cny: await rateOn(tx, currency, frozen),
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
  await writeBill(makings, one, isSigned, cancelledAt);
  await writeLogs(makings, one, { reviewer, contractedAt, cancelledAt, deliveredAt, isSigned });
  await takePlace(makings, one, flat);
  await follow(makings, one, buyer, { contractedAt, cancelledAt, deliveredAt });
  return true;
}

/** An agent had brought them there some days before: their report, and what their customer knows of it. */
async function bring(
  { tx, random }: Makings,
  { about, owner }: Buyer,
  place: Places["estates"][number],
  begun: number,
): Promise<Lead | null> {
  const [made, reviewed, visited] = [begun - 5 * day, begun - 4.6 * day, begun - day].map((at) =>
    isoInstant(Math.floor(at)),
  );
  const agents = await tx
    .select()
    .from(agent)
    .where(and(lt(agent.created_at, found(made)), inArray(agent.status, ["active", "expired"])))
    .orderBy(asc(agent.id));
  const by = agents.length ? random.pick(agents) : undefined;
  const phone = cluePhone(about.phone ?? "", about.phone_cc ?? "86");
  if (!by || !phone || !made || !reviewed || !visited || made < about.created_at) return null;
  const [lead] = await tx
    .insert(clue)
    .values({
      ...{
        clue_no: await nextNumber(tx, "BB", new Date(made)),
        source: "manual",
        agent_id: by.id,
        estate_id: place.id,
      },
      ...{ customer_name: about.name, gender: about.gender, ...phone, status: "visited", customer_id: about.id },
      protect_mode: place.protect_mode ?? "report_visit_deal",
      protect_report_days: place.protect_report_days ?? 15,
      protect_visit_days: place.protect_visit_days ?? 60,
      ...{ handler_id: owner.id, reviewed_by: by.manager_id, reviewed_at: reviewed, review_note: "已电话核实" },
      ...{ visited_at: visited, visit_note: null, protect_until: null },
      ...{ created_at: made, updated_at: visited, created_by: by.manager_id, updated_by: owner.id },
    })
    .returning();
  const row = found(lead);
  const line = { clue_id: row.id, by: by.manager_id, note: null };
  await tx.insert(clueLog).values([
    { ...line, action: "create", to_status: "pending", at: made },
    { ...line, action: "approve", from_status: "pending", to_status: "valid", note: "已电话核实", at: reviewed },
    { ...line, action: "visit", from_status: "valid", to_status: "visited", by: owner.id, at: visited },
  ]);
  await tx
    .update(customer)
    .set({ source: "agent", source_detail: by.name, agent_id: by.id, updated_at: sql`${customer.updated_at}` })
    .where(eq(customer.id, about.id));
  return row;
}

/** A number that no other deal of an estate without units has. */
function freeNumber({ random, numbers }: Makings, estateId: number): string {
  for (;;) {
    const number = `${random.whole(3, 30)}${String(random.whole(1, 8)).padStart(2, "0")}`;
    const key = `${estateId} ${number}`;
    if (numbers.has(key)) continue;
    numbers.add(key);
    return number;
  }
}

/** Where the lead says, or anywhere that sells. */
function chooseSite({ random, places }: Makings, { lead }: Buyer, status: State) {
  const takes = status === "reviewing" ? places.free : places.sold;
  const open = lead
    ? places.estates.filter(({ id }) => id === lead.estate_id)
    : random.shuffle(places.estates.filter(({ id, has_units }) => has_units && (takes.get(id)?.length ?? 0) > 0));
  const place = open[0];
  if (!place) return undefined;
  const plans = (places.rooms.get(place.id) ?? []).filter(({ price_min }) => price_min !== null);
  if (!place.has_units) {
    const plan = plans.length ? random.pick(plans) : undefined;
    return plan && { place, plan, flat: null };
  }
  const pool = takes.get(place.id) ?? [];
  // A draft or a cancelled deal has nothing of its own; the flat that it was about may be another's.
  const flat = status === "draft" || status === "cancelled" ? pool[pool.length - 1] : pool.shift();
  const plan = plans.find(({ id }) => id === flat?.room_id);
  return flat && plan ? { place, plan, flat } : undefined;
}

/** The buyer's lines by the plan of the payment, paid as far as their days have come; commissions of what was signed; what goes back of what was cancelled. */
async function writeBill({ tx, random, now, people }: Makings, row: Row, isSigned: boolean, cancelledAt: number) {
  const { "deal.billing_template": template } = await readSettings(tx);
  const digits = await digitsOf(tx);
  const currency = row.currency ?? "CNY";
  const name = planNames[row.payment_method ?? "full"];
  const plan = found(plansOf(template).find((one) => one.name === name));
  const today = dayText(now);
  const isOver = row.status === "cancelled";
  const bills = billsOf(plan.lines, {
    ...{ deal_price: row.deal_price ?? "0.00", currency, digits: digits(currency), today },
    ...{ subscribed_at: row.subscribed_at ?? today, contracted_at: row.contracted_at },
    delivery_due_at: row.delivered_at ?? row.delivery_due_at,
  });
  const stamps = {
    created_at: row.created_at,
    updated_at: row.created_at,
    created_by: row.owner_id,
    updated_by: row.owner_id,
  };
  const paid = (on: string, isSettled: boolean) => ({
    ...{ paid_at: on, method: random.pick(["bank", "overseas_wire"] as const) },
    ...(isSettled
      ? {
          status: "confirmed" as const,
          confirmed_by: random.pick(people.finance),
          confirmed_at: `${on}T18:00:00+08:00`,
        }
      : { status: "paid" as const }),
  });
  type Line = Omit<typeof billing.$inferInsert, "billing_no" | "deal_id">;
  const lines: Line[] = [];
  for (const bill of bills) {
    const line = { ...bill, currency, fx_rate_to_cny: row.fx_rate_to_cny, ...stamps };
    const due = [bill.due_at, today].sort()[0] ?? today;
    const isDeposit = bill.type === "deposit";
    const settled = row.status === "completed" || (isDeposit && isSigned);
    const began = row.status !== "draft" && row.status !== "reviewing";
    if (settled) lines.push({ ...line, ...paid(due, true), paid_amount: bill.amount });
    else if (isOver)
      lines.push(
        isDeposit && random.chance(0.7)
          ? { ...line, ...paid(due, true), paid_amount: bill.amount }
          : { ...line, status: "void", reason: row.cancel_reason },
      );
    else if (began && bill.due_at <= today && random.chance(0.96))
      lines.push({ ...line, ...paid(due, random.chance(0.8)), paid_amount: bill.amount });
    else lines.push(line);
  }
  if (isSigned && row.contracted_at) lines.push(...(await commissionLines(tx, row, row.contracted_at, digits, today)));
  if (isOver) {
    const got = lines.filter(({ status, payer }) => status === "confirmed" && payer === "buyer");
    const amount = sum("0.00", ...got.map((one) => one.amount));
    if (got.length > 0) {
      const due = dayText(Math.min(now, cancelledAt + 7 * day));
      const isDone = random.chance(0.6);
      lines.push({
        ...({ direction: "out", type: "refund", payer: "company", payee: "buyer" } as const),
        ...{ period_no: 1, amount, currency, fx_rate_to_cny: row.fx_rate_to_cny, due_at: due, ...stamps },
        ...(isDone ? { ...paid(due, true), paid_amount: amount } : {}),
      });
      if (isDone) for (const one of got) one.status = "refunded";
      await tx
        .update(deal)
        .set({ refund_plan: [{ amount, due_at: due, note: null }], updated_at: sql`${deal.updated_at}` })
        .where(eq(deal.id, row.id));
    }
  }
  const numbers = await nextNumbers(tx, "ZD", new Date(row.created_at), lines.length);
  await insertRows(
    tx,
    billing,
    lines.map((line, index) => ({
      ...{ paid_at: null, paid_amount: null, method: null, status: "pending" as const, reason: null, condition: null },
      ...{ percent: null, confirmed_by: null, confirmed_at: null, remark: null, period_no: null },
      ...line,
      ...{ billing_no: found(numbers[index]), deal_id: row.id },
    })),
  );
  await refreshTotals({ db: tx }, row.id);
}

async function commissionLines(
  tx: Transaction,
  row: Row,
  signed: string,
  digits: (code: string) => number,
  today: string,
) {
  const isOver = row.status === "cancelled";
  const due_at = dayAfter(signed, commissionDueDays);
  const stamps = { created_at: `${signed}T18:00:00+08:00`, updated_at: `${signed}T18:00:00+08:00` };
  const end = isOver ? ({ status: "void", reason: row.cancel_reason } as const) : {};
  const isPaid = !isOver && due_at < today;
  const received = isPaid
    ? ({ status: "confirmed", paid_at: due_at, method: "bank", confirmed_at: `${due_at}T18:00:00+08:00` } as const)
    : {};
  const base = { due_at, ...stamps, ...end };
  const of = { currency: row.commission_currency ?? "CNY", amount: row.commission_receivable ?? "0.00" };
  const lines: Omit<typeof billing.$inferInsert, "billing_no" | "deal_id">[] = [
    {
      ...({ direction: "in", type: "dev_commission", payer: "developer", payee: "company" } as const),
      ...{ ...base, ...received, ...of, fx_rate_to_cny: await rateOn(tx, of.currency, signed) },
      ...(isPaid ? { paid_amount: of.amount } : {}),
    },
  ];
  if (row.commission_payable === null || row.payable_currency === null) return lines;
  const [rule] = await tx
    .select({ condition: estate.settle_condition, stages: estate.settle_stages })
    .from(estate)
    .where(eq(estate.id, row.estate_id));
  const staged = rule?.condition === "staged" && rule.stages.length > 0;
  const single = rule?.condition && rule.condition !== "staged" ? rule.condition : ("contract" as const);
  const parts = staged ? found(rule).stages : [{ condition: single, percent: 100 }];
  const amounts = inParts(
    row.commission_payable,
    parts.map(({ percent }) => percent),
    digits(row.payable_currency),
  );
  const fx_rate_to_cny = await rateOn(tx, row.payable_currency, signed);
  parts.forEach(({ condition, percent }, index) => {
    const amount = amounts[index] ?? "0.00";
    if (!/[1-9]/.test(amount)) return;
    lines.push({
      ...({ direction: "out", type: "agent_commission", payer: "company", payee: "agent" } as const),
      ...{ ...base, condition, percent: Number(percent), period_no: index + 1 },
      ...{ amount, currency: row.payable_currency ?? "CNY", fx_rate_to_cny },
    });
  });
  return lines;
}

interface Days {
  reviewer: number;
  contractedAt: number;
  cancelledAt: number;
  deliveredAt: number;
  isSigned: boolean;
}

async function writeLogs(
  { tx }: Makings,
  row: Row,
  { reviewer, contractedAt, cancelledAt, deliveredAt, isSigned }: Days,
) {
  type Step = Pick<typeof dealLog.$inferInsert, "action"> & {
    from: DealStatus | null;
    to: DealStatus;
    by: number;
    at: string;
  };
  const owner = row.owner_id;
  const steps: Step[] = [{ action: "create", from: null, to: "draft", by: owner, at: row.created_at }];
  if (row.submitted_at)
    steps.push({ action: "submit", from: "draft", to: "reviewing", by: owner, at: row.submitted_at });
  if (row.reviewed_at)
    steps.push({ action: "approve", from: "reviewing", to: "subscribed", by: reviewer, at: row.reviewed_at });
  if (isSigned)
    steps.push({
      action: "contract",
      from: "subscribed",
      to: "contracted",
      by: reviewer,
      at: isoInstant(contractedAt),
    });
  if (row.status === "completed")
    steps.push({ action: "complete", from: "contracted", to: "completed", by: owner, at: isoInstant(deliveredAt) });
  if (row.status === "cancelled")
    steps.push({
      ...{ action: "cancel", from: isSigned ? "contracted" : "subscribed", to: "cancelled" },
      ...{ by: reviewer, at: isoInstant(cancelledAt) },
    });
  await tx.insert(dealLog).values(
    steps.map(({ action, from, to, by, at }) => ({
      ...{ deal_id: row.id, action, from_status: from, to_status: to, by, at },
      note: action === "cancel" ? row.cancel_reason : null,
    })),
  );
}

/** The flat is reserved or sold by us; one that another channel had sold was ours all along. */
async function takePlace({ tx }: Makings, row: Row, flat: Unit | null) {
  if (!flat || row.status === "draft" || row.status === "cancelled") return;
  const isSold = row.status !== "reviewing";
  await tx
    .update(unit)
    .set({
      ...{ status: isSold ? "sold" : "reserved", deal_id: row.id, sold_by: isSold ? "us" : null },
      version: sql`${unit.version} + 1`,
      updated_at: sql`${unit.updated_at}`,
    })
    .where(eq(unit.id, flat.id));
  await tx.delete(unitLog).where(and(eq(unitLog.unit_id, flat.id), eq(unitLog.act, "sell_elsewhere")));
  const line = { unit_id: flat.id, price_before: null, price_after: null, customer_id: row.customer_id };
  await tx.insert(unitLog).values([
    {
      ...line,
      act: "reserve",
      from_status: "available",
      to_status: "reserved",
      by: row.owner_id,
      at: row.submitted_at ?? row.created_at,
    },
    ...(isSold
      ? [
          {
            ...{ ...line, act: "sell" as const, from_status: "reserved" as const, to_status: "sold" as const },
            ...{ by: row.reviewed_by, at: row.reviewed_at ?? row.created_at },
          },
        ]
      : []),
  ]);
  if (!isSold)
    await tx
      .update(room)
      .set({ available_count: sql`${room.available_count} - 1`, updated_at: sql`${room.updated_at}` })
      .where(eq(room.id, flat.room_id));
}

/** The customer's stage and the report follow (C.1.3, C.6). */
async function follow(
  { tx }: Makings,
  row: Row,
  { about, lead }: Buyer,
  { contractedAt, cancelledAt, deliveredAt }: Pick<Days, "contractedAt" | "cancelledAt" | "deliveredAt">,
) {
  const stage = row.status;
  if (stage === "subscribed" || stage === "contracted" || stage === "completed") {
    const at = isoInstant(
      stage === "completed" ? deliveredAt : stage === "contracted" ? contractedAt : Date.parse(row.reviewed_at ?? ""),
    );
    const words = { subscribed: "已认购", contracted: "已签约", completed: "已成交" };
    await tx
      .update(customer)
      .set({ stage, version: sql`${customer.version} + 1`, updated_at: sql`${customer.updated_at}` })
      .where(eq(customer.id, about.id));
    await tx.insert(customerChangeLog).values({
      ...{ customer_id: about.id, action: "track", by: row.reviewed_by, at },
      changes: [
        {
          field: "stage",
          label: "客户阶段",
          before: about.stage === "visited" ? "已到访" : "需求明确",
          after: words[stage],
        },
      ],
    });
  }
  if (!lead || stage === "draft" || stage === "reviewing") return;
  const signed = row.contracted_at !== null;
  const status = stage === "cancelled" ? "cancelled" : signed ? "contracted" : "subscribed";
  const subscribed_at = row.reviewed_at;
  await tx
    .update(clue)
    .set({
      ...{ status, deal_id: row.id, protect_until: null, subscribed_at },
      contracted_at: signed ? isoInstant(contractedAt) : null,
      ...(stage === "cancelled"
        ? { cancelled_at: isoInstant(cancelledAt), cancel_reason: row.cancel_reason }
        : signed
          ? { commission_amount: row.commission_payable, commission_currency: row.payable_currency }
          : {}),
      updated_at: sql`${clue.updated_at}`,
    })
    .where(eq(clue.id, lead.id));
  await tx.delete(clueLog).where(and(eq(clueLog.clue_id, lead.id), eq(clueLog.action, "expire")));
  const line = { clue_id: lead.id, by: row.reviewed_by, note: row.deal_no };
  await tx.insert(clueLog).values([
    {
      ...line,
      action: "subscribe",
      from_status: "visited",
      to_status: "subscribed",
      at: subscribed_at ?? row.created_at,
    },
    ...(signed
      ? [
          {
            ...line,
            action: "contract",
            from_status: "subscribed" as const,
            to_status: "contracted" as const,
            at: isoInstant(contractedAt),
          },
        ]
      : []),
    ...(stage === "cancelled"
      ? [
          {
            ...{ ...line, action: "cancel", note: row.cancel_reason, at: isoInstant(cancelledAt) },
            ...{
              from_status: signed ? ("contracted" as const) : ("subscribed" as const),
              to_status: "cancelled" as const,
            },
          },
        ]
      : []),
  ]);
}
