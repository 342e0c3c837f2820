import { eq } from "drizzle-orm";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { notify } from "~/server/lib/notify";
import { found, refuse } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { noWishes, openRequirements, writeWishes } from "../../requirement/wishes";
import { findCollision, type Hit, refuseCollision } from "../contact/collision";
import { addContacts, normalContacts, unknownContacts } from "../contact/contacts";
import { factChanges, type Typed } from "../facts";
import { missingContacts, missingFacts } from "../fill";
import { isBusy, openBusiness } from "../open-business";
import { assignedEvent, auditCustomer, type CustomerRecord, customerLink, nextVersion } from "../row";
import type { Viewer } from "../view";
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
    await notify(db, now, user.id, [
      {
        user_id: row.owner_id,
        category: "customer",
        level: "warning",
        title: "您的客户已被接管",
        content: `客户【${row.customer_no}】${row.name}已${hit.days}天无跟进，由${user.name}接管。`,
        ...customerLink(row.id),
      },
    ]);
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
