import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Collision, customer as contract } from "~/contract/customer/customer";
import type { Db } from "~/server/database/database";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { found, pick, Refusal, refuse, rowsOf, type SignedCall, sentenceOf } from "~/server/lib/call";
import { countContactSearch } from "~/server/lib/search";
import { reveal, revealsLeft } from "~/server/resources/shared/reveal";
import { isBusy, openBusiness } from "../open-business";
import { sells, visibleTo } from "../row";
import { selectCustomers, toRow, type Viewed, type Viewer, viewerOf } from "../view";
import {
  contactKey,
  type NormalContact,
  noContacts,
  normalContacts,
  provingContacts,
  unknownContacts,
} from "./contacts";

/** The full contacts of a customer that the caller sees; for another user's customer with a reason, which is logged and counted. */
export async function showContacts(call: SignedCall, id: number, reason: string) {
  const { db, user } = call;
  const [asked] = await pick(db, customer, { row: customer, isVisible: visibleTo(user) }, eq(customer.id, id));
  const { row, isVisible } = found(asked);
  if (row.destroyed_at) return refuse(40400);
  if (!isVisible) return refuse(40301);
  const left =
    row.owner_id === user.id
      ? await revealsLeft(call)
      : await reveal(call, { type: "customer", id, name: row.name }, `查看客户${row.customer_no}的完整号码`, reason);
  const { phone, phone2, wechat, email, line_id, whatsapp } = row;
  return { phone, phone2, wechat, email, line_id, whatsapp, left };
}

/** What the caller may know of a collision, and its customer, which the caller may not see. */
export interface Hit extends Collision {
  code: 40910 | 40911 | 40912 | 40919;
  customerId: number;
}

/** Locks contacts until the commit, so that two equal ones cannot both be new. Before any row is locked. */
export async function lockContacts(db: Db, contacts: readonly NormalContact[]): Promise<void> {
  const values = [...new Set(provingContacts(contacts).map(contactKey))].sort();
  if (values.length === 0) return;
  // In the order in which every writer locks them.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(value, 0))
    from unnest(${sql.param(values)}::text[]) with ordinality as wanted(value, place) order by place`);
}

/** The same for all contacts of these records. */
export async function lockContactsOf(db: Db, ids: number[]): Promise<void> {
  const rows = await db.select().from(customer).where(inArray(customer.id, ids));
  await lockContacts(db, rows.flatMap(normalContacts));
}

const lastActivity = sql`greatest(${customer.last_tracking_at}, ${customer.assigned_at}, ${customer.created_at})`;

/** The customer who already has one of these contacts, and what the caller may do: an owned one before the pool, then a recycled one (domain C.1.4). */
export async function findCollision(db: Db, contacts: NormalContact[], exceptId: number | undefined, viewer: Viewer) {
  const proofs = provingContacts(contacts);
  if (proofs.length === 0) return undefined;
  const equal = proofs.map(({ type, value }) =>
    and(eq(customerContact.type, type), eq(customerContact.value_norm, value)),
  );
  const [found] = await db
    .select({
      id: customer.id,
      type: customerContact.type,
      value: customerContact.value_norm,
      days: sql<number>`floor(extract(epoch from ${viewer.now.toISOString()}::timestamptz - ${lastActivity}) / 86400)::int`,
    })
    .from(customerContact)
    .innerJoin(customer, eq(customer.id, customerContact.customer_id))
    .where(and(or(...equal), isNull(customer.merged_to_id), exceptId ? ne(customer.id, exceptId) : undefined))
    .orderBy(
      sql`${customer.deleted_at} is not null, ${customer.owner_id} is null, ${lastActivity} desc, ${customer.id}, ${customerContact.id}`,
    )
    .limit(1);
  if (!found) return undefined;
  const [viewed] = await selectCustomers(db, viewer).where(eq(customer.id, found.id));
  if (!viewed) return undefined;
  const field = proofs.find(({ type, value }) => type === found.type && value === found.value)?.field ?? "phone";
  return told(db, viewed, { field, days: Math.max(0, found.days) }, viewer);
}

/** What the caller may know: of a customer that they do not see only what domain C.1.4 allows. */
async function told(db: Db, viewed: Viewed, { field, days }: { field: string; days: number }, viewer: Viewer) {
  const { caller, settings } = viewer;
  const { customer_no, pool_at, owner, can: may } = toRow(viewed, viewer);
  const isStale = days >= settings["customer.collision_days"] && owner?.id !== caller.id;
  const { code, status } = judge(viewed, isStale);
  const isElsewhere = code === 40911 && !viewed.is_member;
  const said = { owner: owner?.name ?? "", no: customer_no, days };
  const can = {
    claim: code === 40911 && may.claim,
    restore: code === 40912 && viewed.is_visible && caller.permissions.has("customer:recycle:restore"),
    takeover:
      code === 40919 &&
      sells(caller) &&
      caller.permissions.has("customer:info:create") &&
      !viewed.is_locked &&
      !viewed.customer.is_blacklisted &&
      !isBusy(await openBusiness(db, viewed.customer.id)),
    transfer: may.transfer,
  };
  return {
    customerId: viewed.customer.id,
    code,
    message: isElsewhere ? otherPool : collisionSentence(code, said, owner?.id === caller.id),
    field,
    customer_no,
    owner,
    pool_at: code === 40911 && !isElsewhere ? pool_at : null,
    status,
    days,
    id: viewed.is_visible || can.claim ? viewed.customer.id : null,
    can,
  };
}

export const collisionSentence = (
  code: Hit["code"],
  said: { owner: string; no: string; days: number },
  isOwn: boolean,
): string => (isOwn ? `该客户已在您名下（${said.no}）` : sentenceOf(code, said));

/** What is said of a customer who waits in a pool of others. */
export const otherPool = "该客户在其他公海，请联系其公海管理员";

function judge({ customer: row }: Viewed, isStale: boolean): Pick<Hit, "code" | "status"> {
  if (row.deleted_at) return { code: 40912, status: "recycled" };
  if (row.owner_id === null) return { code: 40911, status: "pool" };
  return isStale ? { code: 40919, status: "stale" } : { code: 40910, status: "owned" };
}

export function refuseCollision(hit: Hit): never {
  throw new Refusal(hit.code, hit.message, publicOf(hit));
}

const publicOf = ({ customerId: _, ...collision }: Hit): Collision => collision;

type Body = z.output<typeof contract.check.body>;

/** What an entry of these contacts would collide with, while one types. Contacts that the caller's own record holds already are left out, as its edit does. */
export async function checkContacts(call: SignedCall, { exclude_id, ...given }: Body) {
  const { db, user, services } = call;
  await countContactSearch(services, user);
  const typed = Object.entries(given).map(([name, value]) => [name, value || null]);
  const contacts = normalContacts({ ...noContacts, ...Object.fromEntries(typed) });
  const [own] = exclude_id
    ? await rowsOf(db, customer, and(eq(customer.id, exclude_id), eq(customer.owner_id, user.id)))
    : [];
  const fresh = unknownContacts(contacts, own ? normalContacts(own) : []);
  const hit = await findCollision(db, fresh, own?.id, await viewerOf(call));
  return { hit: hit ? publicOf(hit) : null };
}
