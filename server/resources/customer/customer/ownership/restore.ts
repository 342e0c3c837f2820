import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { customer as contract, Restore } from "~/contract/customer/customer";
import { isoInstant } from "~/server/database/tables/columns";
import { customer } from "~/server/database/tables/customer/customer";
import { holdsCode } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { changedBy } from "~/server/lib/entity";
import { notify } from "~/server/lib/notify";
import { refuse } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { findCollision, lockContacts, refuseCollision } from "../contact/collision";
import { normalContacts } from "../contact/contacts";
import { lockTrashed } from "../list/trash";
import { assignedEvent, auditCustomer, type CustomerRecord, customerLink, nextVersion } from "../row";
import type { Viewer } from "../view";
import { type Target, targetOf } from "./assign";
import { capOf, lockHolder, ownedBy } from "./limits";
import { logOwner } from "./ownership";

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
  if (owner) await notifyParties(call, row, owner, now);
  return owner ? { status: "assigned", owner: { id: owner.id, name: owner.name } } : { status: "pool", owner: null };
}

/** The named colleague; unlike a former owner they must have room, or the request ends with 40913. */
async function namedOwner(call: SignedCall, ownerId: number, { settings }: Viewer): Promise<Target> {
  const target = await targetOf(call, ownerId, { field: "owner_id", label: "恢复给" });
  const cap = capOf(target, settings);
  return (await ownedBy(call.db, target.id)) < cap ? target : refuse(40913, { n: cap });
}

/** The last owner, if they are active, sell, and have room. */
async function formerOwner(
  { db }: SignedCall,
  { last_owner_id }: CustomerRecord,
  { settings }: Viewer,
): Promise<Target | undefined> {
  const former = last_owner_id ? await lockHolder(db, last_owner_id) : undefined;
  if (!former || former.deleted_at || former.status !== "enabled") return undefined;
  const { rows } = await db.execute(sql`select 1 where ${holdsCode(sql`${former.id}::bigint`, "customer:pool:claim")}`);
  if (rows.length === 0) return undefined;
  return (await ownedBy(db, former.id)) < capOf(former, settings) ? former : undefined;
}

async function notifyParties({ db, user }: SignedCall, row: CustomerRecord, owner: Target, now: Date): Promise<void> {
  await emit(db, now, "customer.assigned", assignedEvent(row, owner.name));
  await notify(db, now, user.id, [
    {
      user_id: owner.id,
      category: "customer",
      title: "客户已从回收站恢复",
      content: `${user.name}将客户【${row.customer_no}】${row.name}从回收站恢复给您。`,
      ...customerLink(row.id),
    },
  ]);
}
