import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import type { estate } from "~/server/database/tables/house/estate";
import { user } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/call";
import { cluePhone } from "~/server/resources/clue/clue/scope";
import { nextNumber } from "~/server/resources/shared/numbers";
import { day } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Makings } from "./makings";

export type Lead = typeof clue.$inferSelect;

/** A buyer, with the earliest moment and the lead of the deal. */
export interface Buyer {
  about: typeof customer.$inferSelect;
  owner: number;
  since: number;
  lead: Lead | null;
  /** Nobody but a seller's word says where they came from: an agent may have brought them. */
  isFree: boolean;
}

/** Sellers' customers who visited; first those an agent brought and took there. */
export async function findBuyers(tx: Transaction, random: Random, now: number): Promise<Buyer[]> {
  const rows = await tx
    .select({
      ...{ about: customer, owner: user.id },
      isFree: sql<boolean>`${customer.agent_id} is null and ${customer.phone_e164} like '+86%'
        and ${customer.source} in ('referral', 'event', 'phone', 'wecom', 'ads', 'social', 'other')
        and not exists (select 1 from inquiry i where i.customer_id = ${customer.id})
        and not exists (select 1 from clue l where l.collision = 'own_customer' and l.collision_ref_id = ${customer.id})`,
    })
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

/** An agent brought them there some days before: the report, and the customer's columns about it. */
export async function bring(
  { tx, random, agents, waiting }: Makings,
  { about, owner }: Buyer,
  place: typeof estate.$inferSelect,
  begun: number,
): Promise<Lead | null> {
  const ago = (days: number) => isoInstant(Math.floor(begun - days * day));
  const [made, reviewed, visited] = [ago(5), ago(4.6), ago(1)];
  const there = agents.filter(({ created_at }) => created_at < made);
  const phone = cluePhone(about.phone ?? "", about.phone_cc ?? "86");
  if (there.length === 0 || !phone || made < about.created_at) return null;
  const { id: agent_id, manager_id: manager, name } = random.pick(there);
  const note = "已电话核实";
  const [lead] = await tx
    .insert(clue)
    .values({
      ...{ clue_no: await nextNumber(tx, "BB", new Date(made)), source: "manual", agent_id, estate_id: place.id },
      ...{ customer_name: about.name, gender: about.gender, ...phone, status: "visited", customer_id: about.id },
      protect_mode: place.protect_mode ?? "report_visit_deal",
      protect_report_days: place.protect_report_days ?? 15,
      protect_visit_days: place.protect_visit_days ?? 60,
      ...{ handler_id: owner, reviewed_by: manager, reviewed_at: reviewed, review_note: note, visited_at: visited },
      ...{ created_at: made, updated_at: visited, created_by: manager, updated_by: owner },
    })
    .returning();
  const row = found(lead);
  const line = { clue_id: row.id, by: manager };
  waiting.leadLogs.push(
    { ...line, action: "create", to_status: "pending", at: made },
    { ...line, action: "approve", from_status: "pending", to_status: "valid", note, at: reviewed },
    { ...line, action: "visit", from_status: "valid", to_status: "visited", by: owner, at: visited },
  );
  await tx
    .update(customer)
    .set({ source: "agent", source_detail: name, agent_id, updated_at: sql`${customer.updated_at}` })
    .where(eq(customer.id, about.id));
  return row;
}
