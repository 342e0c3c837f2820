import { and, eq, isNull, sql } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import type { user } from "~/server/database/tables/system/system";
import { userHolds } from "~/server/identity/scope";
import { audit, byOf } from "~/server/lib/audit";
import { type Actor, found, refuse, setRow } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { readSettings } from "~/server/lib/settings";
import { lockContacts } from "~/server/resources/customer/customer/contact/collision";
import { keepContacts } from "~/server/resources/customer/customer/contact/contacts";
import { forward, reactivated, setStage } from "~/server/resources/customer/customer/facts";
import { capOf, lockHolder, ownedBy } from "~/server/resources/customer/customer/ownership/limits";
import { changeSchedules, givenTo, logOwner } from "~/server/resources/customer/customer/ownership/ownership";
import { assignedEvent, type CustomerRecord, nextVersion } from "~/server/resources/customer/customer/row";
import { noWishes, withCountry, writeWishes } from "~/server/resources/customer/requirement/wishes";
import { nextNumber } from "~/server/resources/shared/numbers";
import type { ClueRecord } from "./scope";
import { namesOf } from "./tell-clue";

type Known = Pick<ClueRecord, "phone" | "phone_cc" | "phone_e164" | "phone_suffix">;
type Holder = typeof user.$inferSelect;

/** Finds or makes the customer of a lead with a full number (domain C.6). Unowned, recycled and new ones go to the handler; 40913 at their limit. */
export async function customerOfClue(actor: Actor, row: ClueRecord & Known, handler_id: number | null) {
  const { db } = actor;
  const value = found(row.phone_e164);
  await lockContacts(db, [{ field: "phone", type: "phone", value }]);
  const holder = await holderOf(actor, handler_id);
  const [known] = await db
    .select({ row: customer })
    .from(customerContact)
    .innerJoin(customer, eq(customer.id, customerContact.customer_id))
    .where(
      and(
        eq(customerContact.type, "phone"),
        eq(customerContact.value_norm, value),
        isNull(customer.merged_to_id),
        isNull(customer.destroyed_at),
      ),
    )
    .orderBy(sql`${customer.deleted_at} is not null, ${customer.owner_id} is null`, customer.id)
    .limit(1)
    .for("update", { of: customer });
  if (!known) return create(actor, row, holder);
  await take(actor, row, known.row, holder);
  return known.row.id;
}

/** The new owner of the customer: the handler, if they sell. */
async function holderOf({ db }: Actor, handler_id: number | null): Promise<Holder | undefined> {
  if (handler_id === null) return undefined;
  return (await userHolds(db, handler_id, "customer:pool:claim")) ? lockHolder(db, handler_id) : undefined;
}

async function checkRoom({ db }: Actor, holder: Holder): Promise<void> {
  const cap = capOf(holder, await readSettings(db));
  if ((await ownedBy(db, holder.id)) >= cap) refuse(40913, { n: cap });
}

const auditIt = (
  actor: Actor,
  { id, name }: Pick<CustomerRecord, "id" | "name">,
  summary: string,
  action: "create" | "update" | "assign",
) => audit(actor, { module: "customer", action, target: { type: "customer", id, name }, summary });

async function create(actor: Actor, row: ClueRecord, holder: Holder | undefined): Promise<number> {
  const { db, services } = actor;
  if (holder) await checkRoom(actor, holder);
  const now = services.now();
  const at = isoInstant(now);
  const by = byOf(actor);
  const names = await namesOf(actor, row);
  const [wishes] = await withCountry(db, [wishesOf(row)]);
  const [created] = await db
    .insert(customer)
    .values({
      customer_no: await nextNumber(db, "KH", now),
      name: row.customer_name,
      gender: row.gender,
      ...{ phone_cc: row.phone_cc, phone: row.phone, phone_e164: row.phone_e164, phone_last4: row.phone_suffix },
      source: "agent",
      source_detail: names.agent.slice(0, 100),
      agent_id: row.agent_id,
      ...wishes,
      ...(holder
        ? { owner_id: holder.id, first_owner_id: holder.id, assigned_at: at, assigned_by: by }
        : { pool_at: at, pool_reason: "new_unassigned" }),
      ...{ created_at: at, updated_at: at, created_by: by, updated_by: by },
    })
    .returning();
  const made = found(created);
  await keepContacts(db, made.id, [{ field: "phone", type: "phone", value: found(row.phone_e164) }]);
  await logOwner(db, now, { id: made.id, owner_id: null }, made.owner_id, {
    action: "create",
    by,
    note: `报备${row.clue_no}`,
  });
  await auditIt(actor, made, `由报备${row.clue_no}新增客户${made.customer_no}`, "create");
  await writeWishes(actor, [{ after: made }]);
  if (holder) await emit(db, now, "customer.assigned", assignedEvent(made, holder.name));
  return made.id;
}

const wishesOf = ({ purpose, estate_id, budget_min, budget_max, budget_currency }: ClueRecord) => ({
  ...noWishes,
  purposes: purpose ? [purpose] : [],
  intent_estate_ids: [estate_id],
  ...{ budget_min, budget_max, budget_currency },
});

/** An existing customer is contacted again; an unowned one goes to the handler. The agent is stored where none is known. */
async function take(actor: Actor, row: ClueRecord, about: CustomerRecord, holder: Holder | undefined): Promise<void> {
  const { db, services } = actor;
  const now = services.now();
  const at = isoInstant(now);
  const by = byOf(actor);
  const isFree = about.owner_id === null;
  const isBack = about.deleted_at !== null;
  const gets = isFree ? holder : undefined;
  if (gets) await checkRoom(actor, gets);
  const stage = reactivated(about.stage);
  if (!gets && !isBack && stage === about.stage && about.agent_id !== null) return;
  await setRow(db, customer, about.id, {
    ...(gets ? { ...givenTo(gets.id, by ?? gets.id, at), assigned_by: by } : {}),
    ...(isBack ? { deleted_at: null, deleted_by: null, delete_reason: null, is_undone: false } : {}),
    ...(isBack && !gets ? { pool_at: at, pool_reason: "restored" } : {}),
    ...(stage === about.stage ? {} : { stage, lost_reason: null }),
    agent_id: about.agent_id ?? row.agent_id,
    version: nextVersion,
    ...{ updated_at: at, updated_by: by },
  });
  if (gets || isBack)
    await logOwner(db, now, about, gets?.id ?? null, {
      action: isBack ? "restore" : "assign",
      by,
      note: `报备${row.clue_no}`,
    });
  await auditIt(actor, about, `报备${row.clue_no}关联客户${about.customer_no}`, gets ? "assign" : "update");
  if (gets) {
    await changeSchedules(db, now, { customerId: about.id }, { user_id: gets.id });
    await emit(db, now, "customer.assigned", assignedEvent(about, gets.name));
  }
}

/** A visit moves the customer's stage forward (domain C.1.3). */
export async function customerVisited(actor: Actor, row: ClueRecord, customer_id: number): Promise<void> {
  const [about] = await actor.db.select().from(customer).where(eq(customer.id, customer_id)).for("update");
  if (!about || about.deleted_at) return;
  const stage = forward(reactivated(about.stage), "visited");
  if (stage === about.stage) return;
  await setStage(actor, about, stage);
  await auditIt(actor, about, `报备${row.clue_no}到访，客户${about.customer_no}阶段更新`, "update");
}
