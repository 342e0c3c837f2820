import { and, asc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { stages } from "~/contract/customer/customer-record";
import { type AttachmentType, attachmentTypes } from "~/contract/deal/deal-kinds";
import type { Transaction } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { deal } from "~/server/database/tables/deal/deal";
import { user } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { commissionColumns } from "~/server/resources/deal/deal/commission";
import { nextNumber } from "~/server/resources/shared/numbers";
import { day } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { stamps } from "../shared/rows";
import type { Writing } from "../terms";
import { writeBill } from "./bills";
import { beginMaking, dayText, type Makings, type Row, writeWaiting } from "./makings";

/** Of 150 (domain G.2). */
const states = { cancelled: 14, completed: 45, contracted: 55, subscribed: 22, reviewing: 8, draft: 6 } as const;
/** How many days ago a deal in each state began at least. */
const ages = { completed: 40, contracted: 18, cancelled: 34, subscribed: 2, reviewing: 1, draft: 0 } as const;
type State = keyof typeof states;
const agentShare = 0.6;
const methods = ["full", "loan", "installment"] as const;
const isLater = (status: State) => status !== "draft" && status !== "reviewing";

/** A year's sales with their bills, and the changes of customers, units and reports. Runs last, since it reads all of these. */
export async function writeDeals(writing: Writing): Promise<void> {
  const { tx, isFull } = writing;
  const makings = await beginMaking(writing, isFull ? 12 : 1);
  const { now, random } = makings;
  const buyers = await findBuyers(tx, random, now);
  let later = 0;
  let byAgents = 0;
  for (const status of spread(isFull ? 150 : 15, states)) {
    const wantsAgent = isLater(status) && byAgents <= later * agentShare;
    // The buyer of a cancelled deal is back at the stage before: visited.
    const able = buyers.filter(
      ({ since, about }) =>
        now - since > (ages[status] + 3) * day && (status !== "cancelled" || about.stage === "visited"),
    );
    const buyer = able.find(({ lead }) => wantsAgent === Boolean(lead)) ?? able[0];
    if (!buyer) continue;
    buyers.splice(buyers.indexOf(buyer), 1);
    const alone = { ...buyer, lead: null };
    // Where no unit is left that an agent took them to, they buy elsewhere without one.
    const row =
      (await writeDeal(makings, wantsAgent ? buyer : alone, status)) ?? (await writeDeal(makings, alone, status));
    if (!row || !isLater(status)) continue;
    later++;
    if (row.clue_id !== null) byAgents++;
  }
  await tellDeals(tx, now);
  await writeWaiting(makings);
}

/** Writes one deal as it is today, with its unit and its bill; none where no unit is left for it. */
async function writeDeal(makings: Makings, given: Buyer, status: State) {
  const { tx, random, now, people } = makings;
  const begun = Math.floor(given.since + random.value() * Math.max(0, now - ages[status] * day - given.since - day));
  const at = (days: number) => Math.min(now - 60_000, begun + days * day);
  const site = chooseSite(makings, given, status);
  if (!site) return undefined;
  const { place, plan, flat } = site;
  const { about, owner, lead } = given;
  const list_price = flat?.list_price ?? plan.price_min ?? "0.00";
  const step = place.currency === "JPY" ? 10_000 : 100;
  const deal_price = `${Math.round((Number(list_price) * (96 + random.whole(0, 4))) / 100 / step) * step}.00`;
  const payment_method = random.pick(methods);
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
    ...{ building: flat?.building ?? "A座", unit_no: flat?.unit_no ?? String(1_000 + about.id) },
    ...{ floor: flat?.floor ?? null, area_sqm: flat?.area_sqm ?? plan.area_sqm, owner_id: owner },
    ...{ list_price, deal_price, deal_price_tax: "0.00", currency, payment_method },
    source_type: lead ? ("agent" as const) : ("direct" as const),
    ...{ clue_id: lead?.id ?? null, agent_id: lead?.agent_id ?? null, agent_account_id: lead?.account_id ?? null },
    ...{ receivable_manual: null, payable_manual: null },
  };
  const cancel_type = isSigned ? ("return" as const) : ("unsubscribe" as const);
  const cancelled = { cancelled_at: dayText(cancelledAt), cancel_reason: "客户资金安排变化", cancel_type };
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
      ...(isCompleted ? { delivered_at: dayText(deliveredAt) } : {}),
      ...(isCancelled ? cancelled : {}),
    })
    .returning();
  const one: Row = found(row);
  await writeBill(makings, one, { isSigned, cancelledAt });
  attach(makings, one);
  return one;
}

type Lead = typeof clue.$inferSelect;

/** A buyer, with the earliest moment and the lead of the deal. */
interface Buyer {
  about: typeof customer.$inferSelect;
  owner: number;
  since: number;
  lead: Lead | null;
}

/** Sellers' customers who visited; first those an agent brought and took there. */
async function findBuyers(tx: Transaction, random: Random, now: number): Promise<Buyer[]> {
  const rows = await tx
    .select({ about: customer, owner: user.id })
    .from(customer)
    .innerJoin(user, eq(user.id, customer.owner_id))
    .where(
      and(
        ...[isNull(customer.deleted_at), inArray(customer.stage, ["visited", "qualified"]), eq(user.status, "enabled")],
        // No deal for customers the pool is about to take, nor for locked ones.
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
    .where(and(isNotNull(clue.customer_id), inArray(clue.status, ["valid", "visited", "expired"])))
    .orderBy(asc(sql`${clue.visited_at} is null`), asc(clue.visited_at), asc(clue.id));
  return random.shuffle(rows).map((row) => {
    // The first visited lead, else the first reported one.
    const lead = leads.find(({ customer_id }) => customer_id === row.about.id) ?? null;
    // A former owner passed the deal on with the customer. A reported customer visits two days before the deal begins.
    const came = lead?.visited_at ?? lead?.reviewed_at ?? row.about.created_at;
    return { ...row, lead, since: Math.min(Date.parse(came) + (lead?.visited_at ? 0 : 3 * day), now) };
  });
}

function chooseSite({ random, places }: Makings, { lead }: Buyer, status: Row["status"]) {
  const takes = status === "reviewing" ? places.free : places.sold;
  const open = lead
    ? places.estates.filter(({ id }) => id === lead.estate_id)
    : random.shuffle(places.estates.filter(({ id }) => takes.some(({ estate_id }) => estate_id === id)));
  const place = open[0];
  if (!place) return undefined;
  const plans = random.shuffle(places.rooms.filter(({ estate_id }) => estate_id === place.id));
  const pool = takes.filter(({ estate_id }) => estate_id === place.id);
  // A draft or a cancelled deal has nothing of its own; its flat may be another deal's.
  const isOwn = status !== "draft" && status !== "cancelled";
  const flat = pool.at(isOwn ? 0 : -1);
  if (flat && isOwn) takes.splice(takes.indexOf(flat), 1);
  const plan = place.has_units ? plans.find(({ id }) => id === flat?.room_id) : plans[0];
  return plan && { place, plan, flat };
}

/** The papers that each step asks for. */
function attach({ waiting, files }: Makings, row: Row): void {
  const attached: [AttachmentType, word: string, before: string | null][] = [
    ["subscribe_form", "SUBSCRIPTION", row.submitted_at],
    ["contract", "CONTRACT", row.contracted_at && `${row.contracted_at}T16:00:00+08:00`],
    ["delivery", "HANDOVER", row.delivered_at && `${row.delivered_at}T16:00:00+08:00`],
  ];
  for (const [type, word, before] of attached) {
    if (!before) continue;
    const at = Math.max(Date.parse(row.created_at), Date.parse(before) - 3_600_000);
    const name = `${attachmentTypes[type].replace("/", "或")}.pdf`;
    const media_id = files.addPaper({ scene: "deal", word, name, by: row.owner_id, at });
    waiting.papers.push({ deal_id: row.id, type, media_id, by: row.owner_id, at: isoInstant(at) });
  }
}

/** What became of deals: their logs, and what follows for leads, customers and units (domain C.1.3, C.6). */
async function tellDeals(tx: Transaction, now: number): Promise<void> {
  const on = (name: string) =>
    sql.raw(
      `least((d.${name} + time '17:00') at time zone 'Asia/Shanghai', '${isoInstant(now - 60_000)}'::timestamptz)`,
    );
  const [signed, delivered, cancelled] = [on("contracted_at"), on("delivered_at"), on("cancelled_at")];
  const reached = sql`d.status in ('subscribed', 'contracted', 'completed')`;
  await tx.execute(sql`
    insert into deal_log (deal_id, action, from_status, to_status, by, at, note)
    select d.id, s.* from deal d cross join lateral (values
      ('create', null, 'draft', owner_id, d.created_at, null), ('submit', 'draft', 'reviewing', owner_id, submitted_at, null),
      ('approve', 'reviewing', 'subscribed', reviewed_by, reviewed_at, null), ('contract', 'subscribed', 'contracted', reviewed_by, ${signed}, null),
      ('complete', 'contracted', 'completed', owner_id, ${delivered}, null), ('cancel', case when d.contracted_at is null then 'subscribed' else 'contracted' end, 'cancelled', reviewed_by, ${cancelled}, cancel_reason)
    ) s (action, before, after, by, at, note) where s.at is not null order by s.at, d.id`);
  const isOver = sql`l.id = d.clue_id and d.reviewed_at is not null`;
  await tx.execute(sql`
    update clue l set status = case d.status when 'completed' then 'contracted' else d.status end, deal_id = d.id, protect_until = null, warned_at = null,
      visited_at = coalesce(l.visited_at, d.created_at - interval '1 day'), subscribed_at = d.reviewed_at, contracted_at = ${signed}, cancelled_at = ${cancelled},
      cancel_reason = d.cancel_reason, commission_amount = case when ${reached} and d.contracted_at is not null then d.commission_payable end,
      commission_currency = case when ${reached} and d.contracted_at is not null then d.payable_currency end
    from deal d where ${isOver}`);
  const label = (key: SQL) => sql`${JSON.stringify(stages)}::jsonb -> ${key}`;
  await tx.execute(sql`
    insert into customer_change_log (customer_id, action, by, at, changes)
    select c.id, 'track', d.reviewed_by, coalesce(${delivered}, ${signed}, d.reviewed_at), jsonb_build_array(jsonb_build_object('field', 'stage', 'label', '客户阶段',
      'before', ${label(sql`c.stage`)}, 'after', ${label(sql`d.status`)})) from deal d join customer c on c.id = d.customer_id where ${reached} order by d.id`);
  await tx.execute(
    sql`update customer c set stage = d.status, version = c.version + 1 from deal d where d.customer_id = c.id and ${reached}`,
  );
  // What another channel had sold was ours all along.
  const taken = sql`u.id = d.unit_id and (${reached} or d.status = 'reviewing')`;
  await tx.execute(
    sql`delete from unit_log where act = 'sell_elsewhere' and unit_id in (select u.id from unit u, deal d where ${taken})`,
  );
  await tx.execute(sql`
    insert into unit_log (unit_id, act, from_status, to_status, by, at, customer_id)
    select u.id, s.*, d.customer_id from unit u join deal d on ${taken} cross join lateral (values
      ('reserve', 'available', 'reserved', d.owner_id, coalesce(d.submitted_at, d.created_at)), ('sell', 'reserved', 'sold', d.reviewed_by, d.reviewed_at)) s (act, before, after, by, at)
    where s.at is not null order by s.at, u.id`);
  await tx.execute(sql`update unit u set status = case when ${reached} then 'sold' else 'reserved' end, deal_id = d.id,
    sold_by = case when ${reached} then 'us' end, version = u.version + 1 from deal d where ${taken}`);
  await tx.execute(sql`update room r set available_count = (select count(*) from unit u where u.room_id = r.id and u.status = 'available')
    where estate_id in (select estate_id from unit)`);
}
