import { eq } from "drizzle-orm";
import type { z } from "zod";
import type { CustomerCreate, customer as contract } from "~/contract/customer/customer";
import { type CustomerUpdate, wishFields } from "~/contract/customer/customer-record";
import type { FieldError } from "~/contract/errors";
import { maskContact } from "~/contract/mask";
import { isoInstant } from "~/server/database/tables/columns";
import { customerUser } from "~/server/database/tables/customer/audience";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import { refuseListed } from "~/server/identity/blacklist";
import { found, refuse, refuseFields, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, checkVersion, createdBy } from "~/server/lib/entity";
import { nextNumber } from "~/server/resources/shared/numbers";
import { flagCustomer } from "../blacklist/flags";
import { tieUser } from "../customer-user/view";
import { type Wishes, withCountry, writeWishes } from "../requirement/wishes";
import { findCollision, lockContacts, refuseCollision } from "./contact/collision";
import {
  changeContacts,
  contactNames,
  type GivenContacts,
  keepContacts,
  noContacts,
  normalContacts,
  unknownContacts,
} from "./contact/contacts";
import { factChanges, factErrors, factsOf, type Typed } from "./facts";
import { capOf, lockHolder, ownedBy } from "./ownership/limits";
import { logOwner } from "./ownership/ownership";
import { takeOver } from "./ownership/restore";
import { auditCustomer, type CustomerRecord, isManager, lockCustomerRow, nextVersion, sells } from "./row";
import { detailOf, type Viewer, viewerOf } from "./view";

type Edited = z.output<typeof CustomerUpdate>;

export async function editCustomer(call: SignedCall, id: number, body: Edited): Promise<void> {
  const { db, user } = call;
  const viewer = await viewerOf(call);
  await lockContacts(db, normalContacts({ ...noContacts, ...body }));
  const { row } = await lockCustomerRow(call, id);
  await checkVersion(row, body.version, () => detailOf(call, id, viewer));
  const typed = editedOf(row, body, row.owner_id === user.id);
  const contacts = normalContacts(typed);
  const wrong = await factErrors(call, typed, contacts, row);
  if (typed.source !== row.source && !isManager(user))
    wrong.push({ field: "source", label: "客户来源", message: "客户来源只能由主管修改" });
  if (wrong.length) return refuseFields(wrong);
  const asked = await factChanges(call, row, typed);
  if (asked.length === 0) return;
  const [wishes] = await writeWishes(call, [{ before: row, after: { ...row, ...typed }, changes: asked }]);
  const after = { ...typed, ...wishes };
  const changes = await factChanges(call, row, after);
  const before = normalContacts(row);
  const collision = await findCollision(db, unknownContacts(contacts, before), id, viewer);
  if (collision) return refuseCollision(collision);
  const at = isoInstant(viewer.now);
  await setRow(db, customer, id, { ...after, version: nextVersion, ...changedBy(call) });
  await changeContacts(db, id, before, contacts);
  await flagCustomer(db, id, viewer.now);
  await db.insert(customerChangeLog).values({ customer_id: id, action: "update", changes, by: user.id, at });
  await auditCustomer(call, row, { action: "update", summary: `编辑客户${row.customer_no}`, changes });
}

/** The record as it would stand: wishes and contacts that are absent, or contacts that come back as they were masked, stay. */
function editedOf(row: CustomerRecord, { version: _, ...body }: Edited, isOwn: boolean) {
  const contacts: GivenContacts = { ...noContacts };
  for (const name of contactNames) {
    const given = body[name];
    const isUntouched = given === undefined || (!isOwn && given === maskContact(name, row[name]));
    contacts[name] = isUntouched ? row[name] : given;
  }
  contacts.phone_cc = body.phone_cc === undefined ? row.phone_cc : body.phone_cc;
  const entries = wishFields.map((name) => [name, body[name] === undefined ? row[name] : body[name]]);
  const wishes = Object.fromEntries(entries);
  return factsOf({ ...body, ...contacts, ...(wishes as Wishes) }, row); // every name of them
}

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

async function insert(call: SignedCall, { facts, contacts }: Typed, isOwn: boolean, { now }: Viewer) {
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
