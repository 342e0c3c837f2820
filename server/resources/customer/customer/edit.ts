import type { z } from "zod";
import { type CustomerUpdate, wishFields } from "~/contract/customer/customer-record";
import { isoInstant } from "~/server/database/tables/columns";
import { customer, customerChangeLog } from "~/server/database/tables/customer/customer";
import type { SignedCall } from "~/server/lib/call";
import { changedBy, checkVersion } from "~/server/lib/entity";
import { maskContact } from "~/server/lib/mask";
import { refuseFields } from "~/server/lib/refusal";
import { setRow } from "~/server/lib/row";
import { flagCustomer } from "../blacklist/flags";
import { type Wishes, writeWishes } from "../requirement/wishes";
import { findCollision, lockContacts, refuseCollision } from "./contact/collision";
import {
  changeContacts,
  contactNames,
  type GivenContacts,
  noContacts,
  normalContacts,
  unknownContacts,
} from "./contact/contacts";
import { isManager } from "./customer-scope";
import { factChanges, factErrors, factsOf } from "./facts";
import { auditCustomer, type CustomerRecord, lockCustomerRow, nextVersion } from "./row";
import { detailOf, viewerOf } from "./view";

type Body = z.output<typeof CustomerUpdate>;

export async function editCustomer(call: SignedCall, id: number, body: Body): Promise<void> {
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
function editedOf(row: CustomerRecord, { version: _, ...body }: Body, isOwn: boolean) {
  const contacts: GivenContacts = { ...noContacts };
  for (const name of contactNames) {
    const given = body[name];
    const isUntouched = given === undefined || (!isOwn && given === maskContact(name, row[name]));
    contacts[name] = isUntouched ? row[name] : given;
  }
  contacts.phone_cc = body.phone_cc === undefined ? row.phone_cc : body.phone_cc;
  const wishes = Object.fromEntries(
    wishFields.map((name) => [name, body[name] === undefined ? row[name] : body[name]]),
  );
  return factsOf({ ...body, ...contacts, ...(wishes as Wishes) }, row); // every name of them
}
