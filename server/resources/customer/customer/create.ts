import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { CustomerCreate, customer as contract } from "~/contract/customer/customer";
import type { FieldError } from "~/contract/errors";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer } from "~/server/database/tables/customer/customer";
import { refuseListed } from "~/server/identity/blacklist";
import type { SignedCall } from "~/server/lib/call";
import { createdBy } from "~/server/lib/entity";
import { found, refuse, refuseFields } from "~/server/lib/refusal";
import { nextNumber } from "~/server/resources/shared/numbers";
import { tieUser } from "../customer-user/link";
import { withCountry, writeWishes } from "../requirement/wishes";
import { findCollision, lockContacts, refuseCollision } from "./contact/collision";
import { type GivenContacts, keepContacts, normalContacts } from "./contact/contacts";
import { sells } from "./customer-scope";
import { factErrors, factsOf, type Typed } from "./facts";
import { capOf, lockHolder, ownedBy } from "./ownership/limits";
import { logOwner } from "./ownership/ownership";
import { takeOver } from "./ownership/takeover";
import { auditCustomer, type CustomerRecord } from "./row";
import { type Viewer, viewerOf } from "./view";

type Body = z.output<typeof CustomerCreate>;
type Created = z.output<typeof contract.create.reply>;
type LinkedUser = typeof customerUser.$inferSelect;

/** Makes a customer: a seller's own, anybody else's for the pool (domain C.1.1). With `takeover` a stale one that has the contacts already becomes the caller's instead (domain C.1.4). */
export async function createCustomer(call: SignedCall, body: Body): Promise<Created> {
  const { db, user } = call;
  const viewer = await viewerOf(call);
  const linked = body.customer_user_id === null ? undefined : await linkedUser(call, body.customer_user_id);
  const [placed] = await withCountry(db, [factsOf(givenBy(call, body, linked))]);
  const facts = found(placed);
  const contacts = normalContacts(facts);
  await lockContacts(db, contacts);
  const isOwn = sells(user) && !body.to_pool;
  const isTakeover = body.takeover && sells(user);
  const holder = isOwn || isTakeover ? found(await lockHolder(db, user.id)) : undefined;
  const wrong = await factErrors(call, facts, contacts);
  if (wrong.length) return refuseFields(wrong);
  await refuseListed(call, [...contacts, ...(linked ? [{ type: "user", value: String(linked.id) }] : [])]);
  const hit = await findCollision(db, contacts, undefined, viewer);
  if (hit && !(isTakeover && hit.code === 40919)) return refuseCollision(hit);
  const cap = holder && capOf(holder, viewer.settings);
  if (cap !== undefined && (await ownedBy(db, user.id)) >= cap) return refuse(40913, { n: cap });
  const row = hit
    ? await takeOver(call, hit, { facts, contacts }, viewer)
    : await insert(call, { facts, contacts }, isOwn, viewer);
  if (linked) await tie(call, linked, row, hit !== undefined);
  return { id: row.id, customer_no: row.customer_no };
}

async function linkedUser({ db }: SignedCall, id: number): Promise<LinkedUser> {
  const [row] = await db.select().from(customerUser).where(eq(customerUser.id, id));
  if (row?.status === "normal") return row;
  return refuseFields([userError(row ? "该注册用户当前状态不能关联" : "该注册用户不存在")]);
}

const userError = (message: string): FieldError => ({ field: "customer_user_id", label: "注册用户", message });

/** What was typed; contacts left empty are the registered user's, where the caller may see such users. A new customer is new. */
function givenBy({ user }: SignedCall, body: Body, linked: LinkedUser | undefined) {
  const { customer_user_id: _, to_pool: __, takeover: ___, inquiry_id: ____, ...typed } = body;
  const known = linked && user.permissions.has("customer:user:view") ? linked : undefined;
  const contacts: Partial<GivenContacts> = {
    ...(!typed.phone && known?.phone ? { phone: known.phone, phone_cc: known.phone_cc } : {}),
    ...(!typed.email && known?.email ? { email: known.email } : {}),
  };
  return { ...typed, ...contacts, stage: "new" as const };
}

async function insert(
  call: SignedCall,
  { facts, contacts }: Typed,
  isOwn: boolean,
  { now }: Viewer,
): Promise<CustomerRecord> {
  const { db, user } = call;
  const at = isoInstant(now);
  const held = { owner_id: user.id, first_owner_id: user.id, assigned_at: at, assigned_by: user.id };
  const pooled = { pool_at: at, pool_reason: "new_unassigned" };
  const [created] = await db
    .insert(customer)
    .values({
      ...facts,
      ...(isOwn ? held : pooled),
      customer_no: await nextNumber(db, "KH", now),
      ...createdBy(call),
    })
    .returning();
  const row = found(created);
  await keepContacts(db, row.id, contacts);
  await logOwner(db, now, { id: row.id, owner_id: null }, row.owner_id, { action: "create", by: user.id });
  await auditCustomer(call, row, { action: "create", summary: `新增客户${row.customer_no}` });
  await writeWishes(call, [{ after: row }]);
  return row;
}

/** Links the registered user; a customer who was taken over may have one already, who stays. */
async function tie(call: SignedCall, linked: LinkedUser, row: CustomerRecord, isTakenOver: boolean): Promise<void> {
  const [present] = isTakenOver
    ? await call.db.select({ id: customerUser.id }).from(customerUser).where(eq(customerUser.customer_id, row.id))
    : [];
  if (!present) await tieUser(call, linked.id, row);
}
