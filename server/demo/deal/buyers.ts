import { and, asc, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { clue } from "~/server/database/tables/clue/clue";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { user } from "~/server/database/tables/system/system";
import { found } from "~/server/lib/refusal";
import { cluePhone } from "~/server/resources/clue/clue/phone";
import { nextNumber } from "~/server/resources/shared/numbers";
import { day } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { Buyer, Lead, Makings, Places } from "./makings";

/** Sellers' customers who visited; first those an agent brought and took there. */
export async function findBuyers(tx: Transaction, random: Random, now: number): Promise<Buyer[]> {
  const rows = await tx
    .select({
      about: customer,
      owner: { id: user.id, team_id: user.team_id },
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
  // The first visited lead, else the first reported one: reversed, since a map keeps the last.
  const leadOf = new Map(leads.reverse().map((lead) => [lead.customer_id, lead]));
  return random.shuffle(rows).map(({ about, owner, isFree }) => {
    const lead = leadOf.get(about.id) ?? null;
    // A former owner passed the deal on with the customer. A reported customer visits two days before the deal begins.
    const came = lead?.visited_at ?? lead?.reviewed_at ?? about.created_at;
    const since = Date.parse(came) + (lead?.visited_at ? 0 : 3 * day);
    return { about, owner, lead, isFree, since: Math.min(since, now) };
  });
}

/** An agent brought them there some days before: the report, and the customer's columns about it. */
export async function bring(
  { tx, random, agents, waiting }: Makings,
  { about, owner }: Buyer,
  place: Places["estates"][number],
  begun: number,
): Promise<Lead | null> {
  const [made, reviewed, visited] = [begun - 5 * day, begun - 4.6 * day, begun - day].map((at) =>
    isoInstant(Math.floor(at)),
  );
  const there = agents.filter(({ created_at }) => created_at < found(made));
  const by = there.length ? random.pick(there) : undefined;
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
  waiting.leadLogs.push(
    { ...line, action: "create", from_status: null, to_status: "pending", at: made },
    { ...line, action: "approve", from_status: "pending", to_status: "valid", note: "已电话核实", at: reviewed },
    { ...line, action: "visit", from_status: "valid", to_status: "visited", by: owner.id, at: visited },
  );
  await tx
    .update(customer)
    .set({ source: "agent", source_detail: by.name, agent_id: by.id, updated_at: sql`${customer.updated_at}` })
    .where(eq(customer.id, about.id));
  return row;
}
