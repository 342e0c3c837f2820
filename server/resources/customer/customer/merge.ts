import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import type { Merge } from "~/contract/customer/customer";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { blacklist, customerUser } from "~/server/database/tables/customer/audience";
import {
  customer,
  customerChangeLog,
  customerContact,
  requirement,
  tracking,
} from "~/server/database/tables/customer/customer";
import { unit, unitLog, unitQueue } from "~/server/database/tables/house/estate";
import { schedule } from "~/server/database/tables/system/system";
import { found, pick, refuseFields, rowsOf, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { tellEach } from "~/server/lib/notify";
import { moveComments } from "~/server/resources/shared/comment/mention";
import { countWaiting } from "~/server/resources/shared/unit-queue";
import { nameOfUser } from "../customer-user/view";
import { copiedWishes, openRequirements } from "../requirement/wishes";
import { recount } from "../tracking/lock";
import { closeTransfers } from "../transfer/transfer-list";
import { lockContactsOf } from "./contact/collision";
import { addContacts, unknownContacts } from "./contact/contacts";
import { factChanges, forward } from "./facts";
import { missingContacts, missingFacts } from "./fill";
import { changeSchedules } from "./ownership/ownership";
import { auditCustomer, type CustomerRecord, customerLink, lockCustomerRow, nextVersion } from "./row";
import { detailOf } from "./view";

/** What a customer is to units: what is held for the source, where they wait, and what was done for them, is the target's from now on. Where both wait, the target keeps their place. */
async function moveUnitPlaces(db: Db, targetId: number, sourceId: number): Promise<void> {
  const ids = await lockUnitsOf(db, sourceId);
  await db
    .update(unit)
    .set({ held_for_customer_id: targetId, updated_at: sql`${unit.updated_at}` })
    .where(eq(unit.held_for_customer_id, sourceId));
  await db.update(unitLog).set({ customer_id: targetId }).where(eq(unitLog.customer_id, sourceId));
  const known = db.select({ id: unitQueue.unit_id }).from(unitQueue).where(eq(unitQueue.customer_id, targetId));
  await db.delete(unitQueue).where(and(eq(unitQueue.customer_id, sourceId), inArray(unitQueue.unit_id, known)));
  await db.update(unitQueue).set({ customer_id: targetId }).where(eq(unitQueue.customer_id, sourceId));
  await countWaiting(db, ids);
}

/** A customer who is forgotten waits for nothing. What is held for them stays held until its time is over. */
export async function leaveUnits(db: Db, customerId: number): Promise<void> {
  const ids = await lockUnitsOf(db, customerId);
  await db.delete(unitQueue).where(eq(unitQueue.customer_id, customerId));
  await countWaiting(db, ids);
}

/** Those that are held for a customer, or for which they wait, locked by number as everywhere. */
async function lockUnitsOf(db: Db, customerId: number): Promise<number[]> {
  const rows = await db
    .select({ id: unit.id })
    .from(unit)
    .where(
      sql`${unit.held_for_customer_id} = ${customerId} or ${unit.id} in (select q.unit_id from ${unitQueue} q where q.customer_id = ${customerId})`,
    )
    .orderBy(unit.id)
    .for("update");
  return rows.map(({ id }) => id);
}

type Body = z.output<typeof Merge>;

/** Makes two records of one person one (domain C.1.4): the source's records go over, and it goes into the recycle bin for good. */
export async function mergeCustomers(call: SignedCall, id: number, { from_id, version }: Body): Promise<void> {
  if (from_id === id) return refuseFields([{ field: "from_id", label: "并入的客户", message: "不能与自身合并" }]);
  const { target, source } = await lockBoth(call, id, from_id);
  await checkVersion(target, version, () => detailOf(call, id));
  const [former] = await openRequirements(call.db, [id]);
  const filled = await enrich(call, target, source);
  const linked = await moveChildren(call, target, source);
  const wishes = await copiedWishes(call.db, { ...target, ...filled }, former);
  await setRow(call.db, customer, id, { ...wishes, ...changedBy(call) });
  const changes = await factChanges(call, target, { ...filled, ...wishes });
  await moveContacts(call, target, source);
  await moveSchedules(call, target, source);
  await moveUnitPlaces(call.db, target.id, source.id);
  await retire(call, source, target);
  await recount(call.db, id);
  await recount(call.db, from_id);
  await notifyParties(call, target, source, [...changes, ...linked]);
}

/** Both rows in hand, their contacts first, then in the order of the ids; those that refer to the source too, which is about to be another. */
async function lockBoth(call: SignedCall, id: number, fromId: number) {
  const { db } = call;
  await lockContactsOf(db, [id, fromId]);
  const refers = or(eq(customer.referrer_customer_id, fromId), eq(customer.merged_to_id, fromId));
  await pick(db, customer, ["id"], or(inArray(customer.id, [id, fromId]), refers), {
    order: customer.id,
    lock: "update",
  });
  const locked = new Map<number, CustomerRecord>();
  for (const one of [id, fromId]) locked.set(one, (await lockCustomerRow(call, one)).row);
  return { target: found(locked.get(id)), source: found(locked.get(fromId)) };
}

/** Writes on the target what it lacked, and answers it. Its stage only moves forward, as by any event. */
async function enrich(call: SignedCall, target: CustomerRecord, source: CustomerRecord) {
  const { db } = call;
  const contacts = missingContacts(target, source);
  const next = [target.next_tracking_at, source.next_tracking_at].flatMap((at) => at ?? []).sort();
  const filled = {
    ...missingFacts(target, source),
    ...contacts.columns,
    stage: forward(target.stage, source.stage),
  };
  await setRow(db, customer, target.id, {
    ...filled,
    next_tracking_at: target.owner_id === null ? null : (next[0] ?? null),
    is_blacklisted: target.is_blacklisted || source.is_blacklisted,
    version: nextVersion,
    ...changedBy(call),
  });
  return filled;
}

/** What refers to the source refers to the target from now on; logs stay where they were written. Answers what the link to a registered user became. */
async function moveChildren({ db, services }: SignedCall, target: CustomerRecord, source: CustomerRecord) {
  const customer_id = target.id;
  // Moving is no change of what is moved: its own last change stays.
  await db
    .update(tracking)
    .set({ customer_id, updated_at: sql`${tracking.updated_at}` })
    .where(eq(tracking.customer_id, source.id));
  await db
    .update(requirement)
    .set({ customer_id, updated_at: sql`${requirement.updated_at}` })
    .where(eq(requirement.customer_id, source.id));
  await db
    .update(blacklist)
    .set({ customer_id, updated_at: sql`${blacklist.updated_at}` })
    .where(eq(blacklist.customer_id, source.id));
  await db
    .update(customer)
    .set({ referrer_customer_id: customer_id, version: nextVersion })
    .where(and(eq(customer.referrer_customer_id, source.id), ne(customer.id, target.id)));
  await db
    .update(customer)
    .set({ referrer_customer_id: null })
    .where(and(eq(customer.id, target.id), eq(customer.referrer_customer_id, source.id)));
  for (const records of Object.values(services.ofCustomer)) await records.merge(db, target.id, source.id);
  await moveComments(db, "customer", customerLink(source.id), customerLink(target.id));
  await db.update(customer).set({ merged_to_id: target.id }).where(eq(customer.merged_to_id, source.id));
  return moveUser({ db }, target, source);
}

/** A customer has one registered user: the target's own stays, else the source's comes. */
async function moveUser({ db }: Pick<SignedCall, "db">, target: CustomerRecord, source: CustomerRecord) {
  const users = await rowsOf(db, customerUser, inArray(customerUser.customer_id, [target.id, source.id]), {
    lock: "update",
  });
  const moving = users.find(({ customer_id }) => customer_id === source.id);
  if (!moving) return [];
  const isTaken = users.length > 1;
  await setRow(db, customerUser, moving.id, { customer_id: isTaken ? null : target.id });
  const name = `${nameOfUser(moving)}（${moving.user_no}）`;
  const [before, after] = isTaken ? [name, null] : [null, name];
  return [{ field: "customer_user_id", label: "注册用户", before, after }];
}

/** The target is found by every contact of the source, also by those that it has no field for. */
async function moveContacts({ db }: SignedCall, target: CustomerRecord, source: CustomerRecord): Promise<void> {
  const rows = await db
    .select({ type: customerContact.type, value: customerContact.value_norm, of: customerContact.customer_id })
    .from(customerContact)
    .where(inArray(customerContact.customer_id, [target.id, source.id]));
  const of = (id: number) => rows.filter((row) => row.of === id);
  await addContacts(db, target.id, unknownContacts(of(source.id), of(target.id)));
}

/** What the source's owner had planned is the target's owner's to do; nobody's where the target is in the pool. */
async function moveSchedules({ db, services }: SignedCall, target: CustomerRecord, source: CustomerRecord) {
  const now = services.now();
  const change = target.owner_id ? { user_id: target.owner_id } : { status: "cancelled" as const };
  if (source.owner_id) await changeSchedules(db, now, { customerId: source.id, userId: source.owner_id }, change);
  await db
    .update(schedule)
    .set({ customer_id: target.id, updated_at: sql`${schedule.updated_at}` })
    .where(eq(schedule.customer_id, source.id));
}

async function retire({ db, user, services }: SignedCall, source: CustomerRecord, target: CustomerRecord) {
  const now = services.now();
  const at = isoInstant(now);
  await setRow(db, customer, source.id, {
    owner_id: null,
    last_owner_id: source.owner_id ?? source.last_owner_id,
    is_locked: false,
    locked_until: null,
    next_tracking_at: null,
    deleted_at: at,
    deleted_by: user.id,
    delete_reason: `合并至${target.customer_no}`,
    merged_to_id: target.id,
    version: nextVersion,
    ...changedBy({ user, services }),
  });
  await closeTransfers(db, now, user.id, source.id, null);
}

/** Both histories and both lines of the log; and the owners. */
async function notifyParties(call: SignedCall, target: CustomerRecord, source: CustomerRecord, changes: Change[]) {
  const { db, user, services } = call;
  const at = isoInstant(services.now());
  const into = `并入客户${source.customer_no}`;
  const away = `合并至客户${target.customer_no}`;
  await db.insert(customerChangeLog).values([
    { customer_id: target.id, action: "merge", changes, reason: into, by: user.id, at },
    { customer_id: source.id, action: "merge", changes: [], reason: away, by: user.id, at },
  ]);
  await auditCustomer(call, target, { action: "update", summary: `客户${target.customer_no}${into}`, changes });
  await auditCustomer(call, source, { action: "delete", summary: `客户${source.customer_no}${away}` });
  const owners = new Set([target.owner_id, source.owner_id].flatMap((owner) => owner ?? []));
  await tellEach(call, owners, {
    category: "customer",
    title: "客户已合并",
    content: `${user.name}将客户【${source.customer_no}】${source.name}并入【${target.customer_no}】${target.name}。`,
    ...customerLink(target.id),
  });
}
