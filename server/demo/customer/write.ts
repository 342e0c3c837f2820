import type { Transaction } from "~/server/database/database";
import { insertRows } from "~/server/database/insert-rows";
import { customerUser, unregisterRequest } from "~/server/database/tables/customer/audience";
import {
  customer,
  customerChangeLog,
  customerContact,
  customerOwnerLog,
  requirement,
  requirementAnnex,
  tracking,
  transferRequest,
} from "~/server/database/tables/customer/customer";
import type { Company } from "../company";

/** Customers and everything beside them. */
export async function writeCustomer(tx: Transaction, made: Company): Promise<void> {
  await insertRows(tx, customer, made.customers);
  await insertRows(tx, customerContact, made.contacts);
  await insertRows(tx, customerOwnerLog, made.owners);
  await insertRows(tx, customerChangeLog, made.changes);
  await insertRows(tx, tracking, made.trackings);
  await insertRows(tx, transferRequest, made.transfers);
  await insertRows(tx, requirement, made.requirements);
  await insertRows(tx, requirementAnnex, made.annexes);
  await insertRows(tx, customerUser, made.users);
  await insertRows(tx, unregisterRequest, made.unregisters);
}
