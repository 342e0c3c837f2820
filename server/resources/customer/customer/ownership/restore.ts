import { eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract, Restore } from "~/contract/customer/customer";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { userHolds } from "~/server/identity/scope";
import { found, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { tellEach } from "~/server/lib/notify";
import { noWishes, openRequirements, writeWishes } from "~/server/resources/customer/requirement/wishes";
import { findCollision, type Hit, lockContacts, refuseCollision } from "../contact/collision";
import { addContacts, normalContacts, unknownContacts } from "../contact/contacts";
import { factChanges, type Typed } from "../facts";
import { missingContacts, missingFacts } from "../fill";
import { lockTrashed } from "../list/trash";
import { isBusy, openBusiness } from "../open-business";
import { assignedEvent, auditCustomer, type CustomerRecord, customerLink, nextVersion } from "../row";
import type { Viewer } from "../view";
import { type Target, targetOf } from "./acts";
import { capOf, lockHolder, ownedBy } from "./limits";
import { changeSchedules, logOwner } from "./ownership";
import { isLockedAt } from "./pool-clock";

/** Gives a long neglected customer to the caller, who wanted to create them (40919); contacts and caller are locked. */
export async function takeOver(call: SignedCall, hit: Hit, typed: Typed, viewer: Viewer): Promise<CustomerRecord> {
  const { db, user } = call;
  const { now } = viewer;
  const row = await lockStale(call, hit, typed, viewer);
  const known = await filledBy(call, row, typed, viewer);
  const [wishes] = await writeWishes(call, [{ before: row, after: { ...row, ...known } }]);
  const filled = { ...known, ...wishes };
  const at = isoInstant(now);
  await setRow(db, customer, row.id, {
    ...filled,
    owner_id: user.id,
    last_owner_id: row.owner_id,
    assigned_at: at,
    assigned_by: user.id,
    is_locked: false,
    locked_until: null,
    version: nextVersion,
    ...changedBy(call),
  });
  await addContacts(db, row.id, unknownContacts(normalContacts({ ...row, ...filled }), normalContacts(row)));
  const changes = await factChanges(call, row, filled);
  if (changes.length)
    await db.insert(customerChangeLog).values({ customer_id: row.id, action: "update", changes, by: user.id, at });
  if (row.owner_id) await changeSchedules(db, now, { customerId: row.id, userId: row.owner_id }, { user_id: user.id });
  await call.services.ofCustomer.inquiry.handOver(call, row.id, row.owner_id, user);
  await logOwner(db, now, row, user.id, { action: "takeover", by: user.id });
  await auditCustomer(call, row, { action: "assign", summary: `接管客户${row.customer_no}`, changes });
  if (row.owner_id)
    await tellEach(call, [row.owner_id], {
      category: "customer",
      level: "warning",
      title: "您的客户已被接管",
      content: `客户【${row.customer_no}】${row.name}已${hit.days}天无跟进，由${user.name}接管。`,
      ...customerLink(row.id),
    });
  await emit(db, now, "customer.assigned", assignedEvent(row, user.name));
  return row;
}

/** Locks the row and checks it again: the customer may have been followed up, locked or given away meanwhile. */
async function lockStale(call: SignedCall, hit: Hit, { contacts }: Typed, viewer: Viewer): Promise<CustomerRecord> {
  const { db } = call;
  const [locked] = await db
    .select({ row: customer, isLocked: isLockedAt(viewer.now) })
    .from(customer)
    .where(eq(customer.id, hit.customerId))
    .for("update");
  const { row, isLocked } = found(locked);
  const again = await findCollision(db, contacts, undefined, viewer);
  if (!again) return refuse(40902);
  if (again.customerId !== row.id || again.code !== 40919) return refuseCollision(again);
  if (isLocked) return refuse(40916);
  if (row.is_blacklisted) return refuse(40918);
  return isBusy(await openBusiness(db, row.id)) ? refuse(40917) : row;
}

/** The typed values that the record lacks, except contacts of others; with several requirements also without wishes. */
async function filledBy({ db }: SignedCall, row: CustomerRecord, { facts, contacts }: Typed, viewer: Viewer) {
  const theirs = new Set<string>();
  for (const contact of contacts) if (await findCollision(db, [contact], row.id, viewer)) theirs.add(contact.value);
  const { columns } = missingContacts(row, { ...facts }, ({ value }) => !theirs.has(value));
  const isSeveral = (await openRequirements(db, [row.id])).length > 1;
  return { ...missingFacts(row, isSeveral ? { ...facts, ...noWishes } : facts), ...columns };
}

type Asked = z.output<typeof Restore>;
type Restored = z.output<typeof contract.restore.reply>;

/** Takes the locks for a restoration of these customers, in the order of every act: their contacts, then their possible owners. */
export async function prepareRestore({ db }: SignedCall, ids: number[], ownerId: number | null): Promise<void> {
  const rows = await db.select().from(customer).where(inArray(customer.id, ids));
  await lockContacts(db, rows.flatMap(normalContacts));
  const holders = ownerId ? [ownerId] : rows.flatMap(({ last_owner_id }) => last_owner_id ?? []);
  for (const holder of [...new Set(holders)].sort((a, b) => a - b)) await lockHolder(db, holder);
}

/** Restores a recycled customer: to the named colleague, the last owner, or the pool (domain C.1.1). After `prepareRestore`. */
export async function restoreCustomer(
  call: SignedCall,
  id: number,
  { owner_id }: Asked,
  viewer: Viewer,
): Promise<Restored> {
  const { db, user } = call;
  const { now } = viewer;
  const row = await lockTrashed(call, id);
  if (row.merged_to_id) return refuse(40902);
  const collision = await findCollision(db, normalContacts(row), id, viewer);
  // A double that is in the recycle bin, too, does not matter.
  if (collision && collision.status !== "recycled") return refuseCollision(collision);
  const owner = owner_id ? await namedOwner(call, owner_id, viewer) : await formerOwner(call, row, viewer);
  const at = isoInstant(now);
  const held = { owner_id: owner?.id, assigned_at: at, assigned_by: user.id, pool_at: null, pool_reason: null };
  const pooled = { owner_id: null, assigned_at: null, assigned_by: null, pool_at: at, pool_reason: "restored" };
  await setRow(db, customer, id, {
    ...(owner ? held : pooled),
    deleted_at: null,
    deleted_by: null,
    delete_reason: null,
    is_undone: false,
    version: nextVersion,
    ...changedBy(call),
  });
  await logOwner(db, now, row, owner?.id ?? null, { action: "restore", by: user.id });
  const where = owner ? `给${owner.name}` : "到公海";
  await auditCustomer(call, row, { action: "restore", summary: `恢复客户${row.customer_no}${where}` });
  if (owner) await notifyParties(call, row, owner);
  return owner ? { status: "assigned", owner: { id: owner.id, name: owner.name } } : { status: "pool", owner: null };
}

/** The named colleague; unlike a former owner they must have room, or the request ends with 40913. */
async function namedOwner(call: SignedCall, ownerId: number, { settings }: Viewer): Promise<Target> {
  const target = await targetOf(call, ownerId, { field: "owner_id", label: "恢复给" });
  const cap = capOf(target, settings);
  return (await ownedBy(call.db, target.id)) < cap ? target : refuse(40913, { n: cap });
}

/** The last owner, if they are active, sell, and have room. */
async function formerOwner({ db }: SignedCall, { last_owner_id }: CustomerRecord, { settings }: Viewer) {
  const former = last_owner_id ? await lockHolder(db, last_owner_id) : undefined;
  if (!former || former.deleted_at || former.status !== "enabled") return undefined;
  if (!(await userHolds(db, former.id, "customer:pool:claim"))) return undefined;
  return (await ownedBy(db, former.id)) < capOf(former, settings) ? former : undefined;
}

async function notifyParties(call: SignedCall, row: CustomerRecord, owner: Target): Promise<void> {
  await emit(call.db, call.services.now(), "customer.assigned", assignedEvent(row, owner.name));
  await tellEach(call, [owner.id], {
    category: "customer",
    title: "客户已从回收站恢复",
    content: `${call.user.name}将客户【${row.customer_no}】${row.name}从回收站恢复给您。`,
    ...customerLink(row.id),
  });
}
